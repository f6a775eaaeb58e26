import type { Operation, OperationId } from '../../contract/index.ts';
import type { TargetReply } from './reply.ts';
import type { Sent } from './target.ts';

/**
 * Why a request is sent. `valid`: the interface documents it, so it must succeed. `probe`: the interface does not say
 * whether it succeeds. `invalid`: it violates the contract and must be refused. `unauthorised`: it has no valid key.
 */
export type Intent = 'valid' | 'probe' | 'invalid' | 'unauthorised';

export interface JournalEntry {
  operation: Operation;
  intent: Intent;
  sent: Sent;
  /** The check that sent the request, or the name of the shared site that it was sent for. */
  by: string;
}

/** Maximum size of all large bodies whose JSON is kept, in bytes. Beyond this, the JSON of the oldest ones is dropped. */
const kept = { large: 16_384, most: 4_000_000 };

export type Journal = ReturnType<typeof createJournal>;

/**
 * All exchanges of a run, in the order of the responses.
 * @param onEntry called with each entry
 */
export function createJournal(onEntry: (entry: JournalEntry) => void = () => {}) {
  const entries: JournalEntry[] = [];
  const large: TargetReply[] = [];
  let size = 0;
  return {
    entries,
    add(entry: JournalEntry): void {
      entries.push(entry);
      onEntry(entry);
      const { reply } = entry.sent;
      if (reply === undefined || reply.size < kept.large) return;
      large.push(reply);
      size += reply.size;
      for (
        let oldest = large[0];
        oldest && size > kept.most && oldest !== reply;
        oldest = large[0]
      ) {
        size -= oldest.size;
        oldest.json = undefined;
        large.shift();
      }
    },
  };
}

/** Whether a request got a 2xx response. */
export function isSuccess({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 200 && reply.status < 300;
}

/** The requests to an operation that succeeded. */
export function listSuccesses(
  { journal }: { journal: Pick<Journal, 'entries'> },
  id: OperationId,
): JournalEntry[] {
  return journal.entries.filter(({ operation, sent }) => operation.id === id && isSuccess(sent));
}

/** When the response arrived, or the last attempt ended, in milliseconds since 1970. */
export function endOf({ startedAt, durationMs }: Sent): number {
  return startedAt + durationMs;
}

/** Whether an attempt of the request got no conclusive response, so it may have had an effect. */
export function isUnclear({ reply, earlier = [] }: Sent): boolean {
  return [...earlier, { status: reply?.status }].some(
    ({ status }) => status === undefined || status >= 500,
  );
}
