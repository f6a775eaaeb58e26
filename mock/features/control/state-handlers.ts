import { readAt } from '../../../contract/resolve-reference.ts';
import { refuseInvalidBody } from '../../http/steps.ts';
import { findService } from '../../known-services.ts';
import { readContractState } from '../../sessions/contract-state.ts';
import { addRest, mustBeRecords, toReadableState } from '../../sessions/saved-state.ts';
import type { ControlHandlers } from './control-handler.ts';
import type { ControlledMock } from './controlled-mock.ts';
import { applyRecordEdits, listRecords } from './edit-records.ts';

const readOnly = { readOnly: true };

/** What a session contains: its records, and its state as a whole. */
export function createStateHandlers(
  mock: ControlledMock,
): ControlHandlers<'listRecords' | 'readState' | 'replaceState' | 'editState' | 'reset'> {
  const { sessions } = mock;
  return {
    listRecords: ({ session }) =>
      sessions.transact(
        session,
        async (_, { records }) => ({
          data: listRecords(mock.readContract(), await records.readAll()),
        }),
        readOnly,
      ),

    readState: ({ session }) =>
      sessions.transact(
        session,
        async (_, { records }) => toReadableState(mock.readContract(), await records.readAll()),
        readOnly,
      ),
    replaceState: ({ session, body }) =>
      sessions.transact(session, async (context, state) => {
        const contract = mock.readContract();
        const read = readContractState(contract, body, context.createUuid);
        if (read.faults !== undefined) throw refuseInvalidBody(read.faults);
        const records =
          findService(contract) === undefined ? readAt(body, ['records', 'rest']) : [];
        const contents = addRest(read.contents, records);
        if (contents === undefined)
          throw refuseInvalidBody([{ pointer: '/records/rest', detail: mustBeRecords }]);
        await sessions.replace(state, contents);
        return toReadableState(contract, contents);
      }),
    editState: ({ session, body: { edits } }) =>
      sessions.transact(session, async (context, state) => {
        const contract = mock.readContract();
        const stored = await state.records.readAll();
        const apply = findService(contract)?.applyEdits ?? applyRecordEdits;
        const { contents, undo } = await apply(contract, stored, edits, context.createUuid);
        await sessions.replace(state, contents);
        return { undo };
      }),
    reset: async ({ session }) => void (await mock.reset(session)),
  };
}
