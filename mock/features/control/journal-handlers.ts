import { operationIds } from '../../../contract/index.ts';
import type { JournalFilter } from '../journal/journal-entry.ts';
import { toHar } from '../journal/to-har.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  StreamResult,
  toOk,
} from './control-operation.ts';
import { EventFeed } from './stream-events.ts';

/** Maximum number of simultaneous event streams. */
const mostStreams = 100;

/** Handlers for the requests in the journal. */
export function createJournalHandlers({
  core: { store, events },
}: ControlContext): ControlHandlers<
  'listRequests' | 'clearRequests' | 'streamRequests' | 'exportRequests'
> {
  const { journal } = store;
  const feed = new EventFeed(journal, events);
  return {
    listRequests: async ({ parameters }) => {
      assertOperation(parameters);
      return toOk({ data: await journal.list(parameters) });
    },
    exportRequests: async ({ baseUrl, parameters }) => {
      assertOperation(parameters);
      return toOk({ ...toHar(await journal.list(parameters), baseUrl) });
    },
    clearRequests: async ({ parameters: { session } }) => {
      await journal.clear(session);
      return { status: 204 };
    },
    streamRequests: async ({ request, parameters }) => {
      assertOperation(parameters);
      if (feed.size >= mostStreams) {
        const detail = `${mostStreams} clients already follow events, which is the maximum. Close one.`;
        return new ControlRefusal('conflict', detail);
      }
      const after = readLastId(request.header('last-event-id'), await journal.readLastId());
      return new StreamResult('text/event-stream', (sink) => feed.add(sink, parameters, after));
    },
  };
}

/** Returns the id of the last request that a client knows; undefined for a new client. */
function readLastId(lastEventId: string | undefined, newest: number): number | undefined {
  const last = Number(lastEventId || Number.NaN);
  if (!Number.isSafeInteger(last) || last < 0) return undefined;
  // The id comes from another mock at this address, so all requests of this mock are newer.
  return last > newest ? 0 : last;
}

/**
 * A misspelled name would match nothing, and a test that expects no request would pass.
 * @throws ControlRefusal when the operation is unknown
 */
function assertOperation<Parameters extends { operation?: string | undefined }>(
  parameters: Parameters,
): asserts parameters is Parameters & Pick<JournalFilter, 'operation'> {
  const { operation } = parameters;
  if (operation === undefined || operationIds.some((id) => id === operation)) return;
  const fault = `must be one of ${operationIds.join(', ')}`;
  throw new ControlRefusal('invalid-parameter', `The parameter operation ${fault}.`, {
    faults: [{ parameter: 'operation', detail: fault }],
  });
}
