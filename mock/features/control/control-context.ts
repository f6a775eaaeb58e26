import type { Core } from '../../core.ts';
import type { Webhooks } from '../webhooks/create-webhooks.ts';

/** What the operations of the control surface work with. */
export interface ControlContext {
  /** The mock that is controlled. */
  core: Core;
  /** What sends events. */
  webhooks: Webhooks;
  /** Aborts when the surface closes. Default: it never does. */
  closing?: AbortSignal;
}
