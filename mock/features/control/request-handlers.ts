import { refuseInvalidBody, refuseInvalidParameters } from '../../http/steps.ts';
import { Refusal } from '../../refusal.ts';
import { findRuleFaults } from '../faults/fault-rule.ts';
import { toHar } from '../journal/to-har.ts';
import { explainUnknownOperation } from '../known-operations.ts';
import { assertFound, type ControlHandlers } from './control-handler.ts';
import type { ControlledMock } from './controlled-mock.ts';
import { EventFeed } from './stream-events.ts';

/** Maximum number of simultaneous event streams. */
const mostStreams = 100;

/** The requests that were recorded. */
export function createRequestHandlers(
  mock: ControlledMock,
): ControlHandlers<'listRequests' | 'exportRequests' | 'clearRequests' | 'streamRequests'> {
  const { store, listOperationIds } = mock;
  const feed = new EventFeed(store.journal, mock.events);
  const assertOperation = (name: string | undefined): void => {
    const detail = explainUnknownOperation(name, listOperationIds());
    if (detail !== undefined) throw refuseInvalidParameters([{ parameter: 'operation', detail }]);
  };
  return {
    listRequests: async ({ parameters }) => {
      assertOperation(parameters.operation);
      return { data: await store.journal.list(parameters) };
    },
    exportRequests: async ({ baseUrl, parameters }) => {
      assertOperation(parameters.operation);
      return { ...toHar(await store.journal.list(parameters), baseUrl) };
    },
    clearRequests: async ({ parameters }) => void (await store.journal.clear(parameters.session)),
    streamRequests: async ({ request, parameters }) => {
      assertOperation(parameters.operation);
      if (feed.size >= mostStreams)
        throw new Refusal('conflict', `${mostStreams} clients already follow events. Close one.`);
      const after = readLastId(request.header('last-event-id'), await store.journal.readLastId());
      return (sink) => feed.add(sink, parameters, after);
    },
  };
}

/** The rules that inject faults into replies. */
export function createFaultHandlers({
  faults,
  listOperationIds,
}: ControlledMock): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: async () => ({ data: await faults.list() }),
    addFault: async ({ body }) => {
      const wrong = findRuleFaults(body, listOperationIds());
      if (wrong.length > 0) throw refuseInvalidBody(wrong);
      return faults.add(body);
    },
    removeFaults: async () => void (await faults.clear()),
    removeFault: async ({ parameters: { id } }) =>
      void assertFound(await faults.remove(id), `Rule ${id}`),
  };
}

/** Returns the id of the last request that a client received; undefined for a new client. */
function readLastId(lastEventId: string | undefined, newest: number): number | undefined {
  const last = Number(lastEventId || Number.NaN);
  if (!Number.isSafeInteger(last) || last < 0) return undefined;
  // The id comes from another mock at this address, so all requests of this mock are newer.
  return last > newest ? 0 : last;
}
