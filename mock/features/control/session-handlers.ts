import { Refusal } from '../../refusal.ts';
import type { SessionState } from '../../store/store.ts';
import { defaultSession } from '../../store/store.ts';
import { assertFound, type ControlHandlers } from './control-handler.ts';
import type { ControlledMock } from './controlled-mock.ts';
import { findSnapshot, listSnapshots, removeSnapshot, saveSnapshot } from './snapshots.ts';

const readOnly = { readOnly: true };

/** The sessions, and the snapshots of each. */
export function createSessionHandlers(
  mock: ControlledMock,
): ControlHandlers<
  | 'listSnapshots'
  | 'saveSnapshot'
  | 'restoreSnapshot'
  | 'deleteSnapshot'
  | 'listSessions'
  | 'deleteSession'
> {
  const { store, sessions } = mock;
  return {
    listSnapshots: ({ session }) =>
      store.transaction(
        session,
        async ({ ownRecords }) => ({ data: await listSnapshots(ownRecords) }),
        readOnly,
      ),
    saveSnapshot: ({ session, parameters: { name } }) =>
      store.transaction(session, (state) => saveSnapshot(mock.readContract(), state, name)),
    restoreSnapshot: async ({ session, parameters: { name } }) => {
      const find = ({ ownRecords }: SessionState) => findSnapshot(ownRecords, name);
      const saved = store.transaction(session, find, readOnly);
      return void (await sessions.restore(session, assertFound(await saved, `Snapshot ${name}`)));
    },
    deleteSnapshot: async ({ session, parameters: { name } }) => {
      const remove = ({ ownRecords }: SessionState) => removeSnapshot(ownRecords, name);
      const existed = store.transaction(session, remove);
      return void assertFound(await existed, `Snapshot ${name}`);
    },

    listSessions: async () => ({
      data: (await store.listSessions()).map(({ name, createdAt }) => {
        return { name, createdAt: new Date(createdAt).toISOString() };
      }),
    }),
    deleteSession: async ({ parameters: { name } }) => {
      if (name === defaultSession)
        throw new Refusal('conflict', 'The default session can only be reset, not deleted.');
      return void assertFound(await mock.forget(name), `Session ${name}`);
    },
  };
}
