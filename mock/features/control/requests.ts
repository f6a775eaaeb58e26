import { operationIds } from '../../../contract/index.ts';
import type { JournalEntry, JournalFilter } from '../journal/journal-entry.ts';
import type { ControlContext } from './control-context.ts';
import { ControlRefusal } from './control-refusal.ts';
import type { ControlHandlers } from './operation-types.ts';
import { StreamResult } from './results.ts';
import { streamEvents } from './stream-events.ts';

/** How many clients can follow at the same time: each may keep some megabytes waiting. */
const mostStreams = 100;

/** The journal of the last requests. */
export function createRequestHandlers({
  core: { journal, events },
}: ControlContext): ControlHandlers<'listRequests' | 'clearRequests' | 'streamRequests'> {
  let streams = 0;
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
      if (streams >= mostStreams) {
        const detail = `${mostStreams} clients follow already, which is the most there can be. Close one.`;
        return new ControlRefusal('conflict', detail);
      }
      return new StreamResult('text/event-stream', (sink) => {
        streams += 1;
        const stream = streamEvents(sink);
        const send = (entry: JournalEntry): void => stream.send('request', entry, entry.id);
        const { session } = parameters;
        stream.until(() => {
          streams -= 1;
        });
        for (const entry of missed(head.header('last-event-id'), parameters)) send(entry);
        stream.until(
          journal.subscribe(send, parameters),
          events.subscribe(({ type, data }) => {
            if (session === undefined || session === data.session) stream.send(type, data);
          }),
        );
      });
    },
  };

  /** What came since the last event that arrived; nothing for a client that follows for the first time. */
  function missed(lastEventId: string | undefined, filter: JournalFilter): JournalEntry[] {
    const last = Number(lastEventId || Number.NaN);
    if (!Number.isSafeInteger(last) || last < 0) return [];
    // A greater id was given by another mock at this address: all that there is came since.
    return journal.list({ ...filter, after: last > journal.lastId ? 0 : last });
  }
}

/** A name with a slip in it would find nothing, and a test that expects nothing would pass. */
function refuseUnknownOperation({ operation }: JournalFilter): ControlRefusal | undefined {
  if (operation === undefined || operationIds.some((id) => id === operation)) return undefined;
  const fault = `must be one of ${operationIds.join(', ')}`;
  return new ControlRefusal('invalid-parameter', `The parameter operation ${fault}.`, {
    faults: [{ parameter: 'operation', detail: fault }],
  });
}
