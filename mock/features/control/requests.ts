import { operationIds } from '../../../contract/index.ts';
import type { JournalFilter } from '../journal/journal-entry.ts';
import type { ControlContext } from './control-context.ts';
import { StreamResult } from './control-reply.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';
import { createEventFeed } from './stream-events.ts';

/** How many clients can follow at the same time. */
const mostStreams = 100;

/** The journal of the last requests. */
export function createRequestHandlers({
  core: { journal, events },
}: ControlContext): ControlHandlers<'listRequests' | 'clearRequests' | 'streamRequests'> {
  const feed = createEventFeed(journal, events);
  return {
    listRequests: ({ parameters }) =>
      refuseUnknownOperation(parameters) ?? {
        status: 200,
        body: { data: journal.list(parameters) },
      },
    clearRequests: ({ parameters: { session } }) => {
      journal.clear(session);
      return { status: 204 };
    },
    streamRequests: ({ head, parameters }) => {
      const refusal = refuseUnknownOperation(parameters);
      if (refusal !== undefined) return refusal;
      if (feed.size >= mostStreams) {
        const detail = `${mostStreams} clients follow already, which is the most there can be. Close one.`;
        return new ControlRefusal('conflict', detail);
      }
      const after = readLastId(head.header('last-event-id'), journal.lastId);
      return new StreamResult('text/event-stream', (sink) => feed.add(sink, parameters, after));
    },
  };
}

/** The last request that a client knows, undefined for a client that follows for the first time. */
function readLastId(lastEventId: string | undefined, newest: number): number | undefined {
  const last = Number(lastEventId || Number.NaN);
  if (!Number.isSafeInteger(last) || last < 0) return undefined;
  // A greater id was given by another mock at this address: all that there is came since.
  return last > newest ? 0 : last;
}

/** A name with a slip in it would find nothing, and a test that expects nothing would pass. */
function refuseUnknownOperation({ operation }: JournalFilter): ControlRefusal | undefined {
  if (operation === undefined || operationIds.some((id) => id === operation)) return undefined;
  const fault = `must be one of ${operationIds.join(', ')}`;
  return new ControlRefusal('invalid-parameter', `The parameter operation ${fault}.`, {
    faults: [{ parameter: 'operation', detail: fault }],
  });
}
