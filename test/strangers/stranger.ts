import type { StartedServer } from '../../cli/gate/run-referee.ts';

/** A public mock server of another project, serving the contract. */
export interface Stranger {
  id: string;
  /** Its name, version and options. */
  title: string;
  /** Its intended behaviour, in one or two sentences. */
  about: string;
  start(): Promise<StartedServer>;
  /** Checks that are skipped because their requests end the server. */
  without?: { checks: RegExp; because: string };
  /** Causes of failures, judged by hand. The first match explains a failure. */
  causes: readonly Cause[];
}

export interface Cause {
  /** The behaviour of the server that causes the failures. */
  because: string;
  /** Ids of the failing checks. */
  checks: RegExp;
  /** Their messages. Default: any. */
  messages?: RegExp;
}
