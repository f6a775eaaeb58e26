import type { Operation } from '../../contract/index.ts';
import type { TargetReply } from './reply.ts';
import type { Sent } from './target.ts';

/**
 * Why a request is sent. `valid`: the interface documents it, so it must succeed. `probe`: the interface does not show
 * whether it succeeds. `invalid`: it is proven to violate the contract. `unauthorised`: without the key.
 */
export type Intent = 'valid' | 'probe' | 'invalid' | 'unauthorised';

export interface JournalEntry {
  operation: Operation;
  intent: Intent;
  sent: Sent;
  /** Id of the check, or name of the shared site, that sent it. */
  by: string;
}

/** Every exchange of a run, in the order of the responses. */
export interface Journal {
  entries: readonly JournalEntry[];
  add(entry: JournalEntry): void;
}

/** The JSON of large answers takes so much memory at most, in bytes; that of the oldest ones is given up then. */
const mostWeight = 48_000_000;

/** @param onEntry told of each entry */
export function createJournal(onEntry: (entry: JournalEntry) => void = () => {}): Journal {
  const entries: JournalEntry[] = [];
  const large: TargetReply[] = [];
  let weight = 0;
  return {
    entries,
    add(entry) {
      entries.push(entry);
      onEntry(entry);
      const { reply } = entry.sent;
      if (reply === undefined || reply.weight === 0) return;
      large.push(reply);
      weight += reply.weight;
      while (weight > mostWeight && large.length > 1) {
        const oldest = large.shift();
        if (oldest === undefined) return;
        weight -= oldest.weight;
        oldest.json = undefined;
      }
    },
  };
}

/** Whether a request got a 2xx response. */
export function isSuccess({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 200 && reply.status < 300;
}

/** Whether one attempt of a request got no answer that tells what it did: it may have been carried out all the same. */
export function isUnclear({ reply, earlier = [] }: Sent): boolean {
  return (
    reply === undefined ||
    reply.status >= 500 ||
    earlier.some(({ status }) => status === undefined || status >= 500)
  );
}

/** How much further a fault is from the check that shows it, where the request is of another operation than the check. */
export function toDetour({ journal }: { journal: Journal }, sent: Sent): number {
  const entry = journal.entries.findLast((candidate) => candidate.sent === sent);
  return entry?.by.startsWith(`${entry.operation.id}/`) ? 0 : 0.5;
}
