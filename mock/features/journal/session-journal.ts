import type { Journal, JournalQuery } from './create-journal.ts';
import type { JournalEntry, JournalFilter } from './journal-entry.ts';

/** The last requests of one session, and their answers. */
export interface SessionJournal {
  /** Oldest first. */
  list(query?: Omit<JournalQuery, 'session'>): JournalEntry[];
  /** Forgets them. */
  clear(): void;
  /** Tells a listener of each request once it is answered. @returns what ends that */
  subscribe(
    listener: (entry: JournalEntry) => void,
    filter?: Omit<JournalFilter, 'session'>,
  ): () => void;
}

/** A look at the one journal that there is: whoever takes no such look pays nothing for it. */
export function toSessionJournal(journal: Journal, session: string): SessionJournal {
  return {
    list: (query) => journal.list({ ...query, session }),
    clear: () => journal.clear(session),
    subscribe: (listener, filter) => journal.subscribe(listener, { ...filter, session }),
  };
}
