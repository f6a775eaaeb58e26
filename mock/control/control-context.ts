import type { Core } from '../create-core.ts';
import type { WebhookOptions } from '../webhooks/delivery.ts';

/** What the operations of the control surface work with. */
export interface ControlContext {
  /** The mock that is controlled. */
  core: Core;
  /** How deliveries are made. Default: as these options say. */
  webhooks?: WebhookOptions | undefined;
  /** Aborts when the surface closes. Default: it never does. */
  closing?: AbortSignal;
}
