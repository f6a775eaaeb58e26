import type { ControlContext } from './control-context.ts';
import { refuseNotImplemented } from './control-refusal.ts';
import type { ControlHandlers } from './operation-types.ts';

/** Rules for faults. */
export function createFaultHandlers(
  _context: ControlContext,
): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: refuseNotImplemented,
    addFault: refuseNotImplemented,
    removeFaults: refuseNotImplemented,
    removeFault: refuseNotImplemented,
  };
}
