import type { Operation } from '../../contract/index.ts';
import { bounds } from './reply.ts';
import type { Sent } from './target.ts';

/**
 * Why a request is sent. `valid`: the interface documents it, so it must succeed. `probe`: the interface does not say
 * whether it succeeds. `invalid`: it violates the contract and must be refused. `unauthorised`: it has no valid key.
 */
export type Intent = 'valid' | 'probe' | 'invalid' | 'unauthorised';

/** What is plainly wrong with an invalid request. */
export type Fault = 'body' | 'parameter' | 'unknown-id';

export interface JournalEntry {
  operation: Operation;
  intent: Intent;
  /** What is wrong with an invalid request, if services agree that it is. Default: nothing plain. */
  fault?: Fault | undefined;
  sent: Sent;
  /** The check that sent the request, or the name of the shared site that it was sent for. */
  by: string;
}

export type Journal = ReturnType<typeof createJournal>;

/**
 * All exchanges of a run, in the order of the responses. The JSON of large bodies is not kept, because it needs much more
 * memory than its text.
 * @param onEntry called with each entry
 */
export function createJournal(onEntry: (entry: JournalEntry) => void = () => {}) {
  const entries: JournalEntry[] = [];
  return {
    entries: entries as readonly JournalEntry[],
    add(entry: JournalEntry): void {
      onEntry(entry);
      const { reply } = entry.sent;
      const isLarge = reply !== undefined && reply.size > bounds.shown;
      const kept = { ...entry.sent, ...(isLarge && { reply: { ...reply, json: undefined } }) };
      entries.push({ ...entry, sent: kept });
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
  id: string,
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
