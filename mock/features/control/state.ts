import { fromState, toState } from '../../sessions/state.ts';
import {
  type ControlContext,
  type ControlHandlers,
  refuseBody,
  toOk,
} from './control-operation.ts';
import { applyEdits } from './edit-state.ts';

/** Handlers for the whole state of a session. */
export function createStateHandlers({
  core,
}: ControlContext): ControlHandlers<'readState' | 'replaceState' | 'editState' | 'reset'> {
  const { sessions } = core;
  return {
    readState: ({ session }) =>
      sessions.transact(session, async ({ store }) => toOk(toState(await store.readAll())), {
        readOnly: true,
      }),
    replaceState: ({ session, body }) =>
      sessions.transact(session, async (context, state) => {
        const read = fromState(body, context);
        if (read.faults !== undefined) return refuseBody(read.faults);
        await sessions.replace(state, read.contents);
        return toOk(toState(read.contents));
      }),
    editState: ({ session, body: { edits } }) =>
      sessions.transact(session, async (context) => {
        const edited = applyEdits(await context.store.readAll(), edits, context);
        if ('faults' in edited) return refuseBody(edited.faults);
        await context.store.replaceAll(edited.contents);
        return toOk({ undo: edited.undo });
      }),
    reset: async ({ session }) => {
      await core.reset(session);
      return { status: 204 };
    },
  };
}
