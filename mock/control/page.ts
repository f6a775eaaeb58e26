import type { ControlContext } from './control-context.ts';
import { refuseNotImplemented } from './control-refusal.ts';
import type { ControlHandlers } from './operation-types.ts';

/** The page, and the files that it consists of. They hold no data, and are the only answers without a token. */
export function createPageHandlers(
  _context: ControlContext,
): ControlHandlers<'readPage' | 'readDocs' | 'readAsset'> {
  return {
    readPage: refuseNotImplemented,
    readDocs: refuseNotImplemented,
    readAsset: refuseNotImplemented,
  };
}
