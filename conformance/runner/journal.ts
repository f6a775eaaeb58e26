import type { Operation } from '../../contract/index.ts';
import type { Sent } from './target.ts';

/**
 * Why a request is sent. `valid`: the interface documents it, success has to follow. `probe`: the interface is silent on
 * whether it succeeds. `invalid`: proved to break the contract. `unauthorised`: without the key.
 */
export type Intent = 'valid' | 'probe' | 'invalid' | 'unauthorised';

export interface JournalEntry {
  operation: Operation;
  intent: Intent;
  sent: Sent;
  /** Id of the check, or name of the shared site, that sent it. */
  by: string;
}

/** Every exchange of a run, in the order in which the answers came. */
export interface Journal {
  entries: readonly JournalEntry[];
  add(entry: JournalEntry): void;
}

/** @param onEntry told of each entry */
export function createJournal(onEntry: (entry: JournalEntry) => void = () => {}): Journal {
  const entries: JournalEntry[] = [];
  return {
    entries,
    add(entry) {
      entries.push(entry);
      onEntry(entry);
    },
  };
}

export function isSuccess({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 200 && reply.status < 300;
}
