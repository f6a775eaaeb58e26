import type { Core } from '../create-core.ts';

/** What the operations of the control surface work with. */
export interface ControlContext {
  /** The mock that is controlled. */
  core: Core;
}
