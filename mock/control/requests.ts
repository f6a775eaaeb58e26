import type { ControlContext } from './control-context.ts';
import { refuseNotImplemented } from './control-refusal.ts';
import type { ControlHandlers } from './operation-types.ts';

/** The journal of the last requests. */
export function createRequestHandlers(
  _context: ControlContext,
): ControlHandlers<'listRequests' | 'clearRequests' | 'streamRequests'> {
  return {
    listRequests: refuseNotImplemented,
    clearRequests: refuseNotImplemented,
    streamRequests: refuseNotImplemented,
  };
}
