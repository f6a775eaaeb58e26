import type { Core } from '../create-core.ts';

/** What the operations of the control surface work with. */
export interface ControlContext {
  /** The mock that is controlled. */
  core: Core;
  /** When the mock was made, in milliseconds since 1970. */
  startedAt: number;
  /** Is told, in one line, of each bug. */
  onError: (line: string) => void;
}
