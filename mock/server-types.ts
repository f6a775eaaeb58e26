import type { HttpsOptions } from './adapters/certificate.ts';
import type { Bound, ListenAddress } from './adapters/listen.ts';
import type { ControlOptions, OpenControl } from './features/control/open-control.ts';

/** The options of a server. */
export interface ListenOptions extends ListenAddress {
  /** Enables the control surface under `/__mock/`. Default: disabled. */
  control?: boolean | ControlOptions;
  /**
   * Enables HTTPS: with your own certificate, or with `true`, which creates one on first use and keeps it in the user's
   * cache folder. Default: HTTP.
   */
  https?: boolean | HttpsOptions;
}

/** A running server of a mock. */
export interface Listening extends Bound {
  /** The control surface, if it is enabled. */
  readonly control: OpenControl | undefined;
}
