import { guardListener, type Middleware, Refusal } from '../../handler.ts';
import type { MemoryJournal } from '../../store/memory-store.ts';
import type { Either, JournalQuery, JournalStore, Promised } from '../../store/store.ts';
import { expectRequests, type JournalExpectation } from './expect-requests.ts';
import type { JournalEntry, JournalFilter, JournalSummary } from './journal-entry.ts';
import { RequestRecord } from './journal-record.ts';

/** The latest requests to a mock, and their responses. */
export interface Journal {
  /** The entries, oldest first. */
  list(query?: JournalQuery): JournalEntry[];
  /**
   * Checks that requests were made.
   * @returns the matching requests
   * @throws UnmetExpectation naming the requests that were made instead
   * @example
   * mock.journal.expect({ operation: 'createSite', times: 1, body: { name: 'Bakery' } });
   */
  expect(expectation: JournalExpectation): JournalEntry[];
  /** Removes all entries, or those of one session. */
  clear(session?: string): void;
  /** Calls a listener after each response. @returns a function that removes the listener */
  subscribe(listener: (entry: JournalEntry) => void, filter?: JournalFilter): () => void;
  /**
   * Like `subscribe`, for every request to this mock, but without headers and bodies. It takes a tenth of the time.
   * @param listener can read the whole entry during the call
   */
  follow(listener: (summary: JournalSummary, readEntry: () => JournalEntry) => void): () => void;
}

/** The latest requests of one session, and their responses. */
export interface SessionJournal {
  /** The entries, oldest first. */
  list(query?: Omit<JournalQuery, 'session'>): JournalEntry[];
  /** Checks that requests were made. @throws UnmetExpectation naming the requests that were made instead */
  expect(expectation: Omit<JournalExpectation, 'session'>): JournalEntry[];
  /** Removes the entries of the session. */
  clear(): void;
  /** Calls a listener after each response. @returns a function that removes the listener */
  subscribe(
    listener: (entry: JournalEntry) => void,
    filter?: Omit<JournalFilter, 'session'>,
  ): () => void;
}

/**
 * Creates the middleware that records every request and its response.
 * @param now returns milliseconds since an arbitrary moment, to measure durations
 */
export function recordRequests(journal: JournalStore, now: () => number): Middleware {
  return async (request, next) => {
    const start = now();
    const reply = await next(request);
    try {
      await journal.append(new RequestRecord(request, reply, now() - start));
    } catch (error) {
      // While a shared store is away, requests are refused and not recorded.
      if (!(error instanceof Refusal)) throw error;
    }
    return reply;
  };
}

/** The subscriptions to a journal, which are the same for every store. */
export function createSubscriptions(
  journal: JournalStore,
  onError: (line: string) => void,
): Pick<Journal, 'subscribe' | 'follow'> {
  const guard = <Given extends unknown[]>(listener: (...given: Given) => void) =>
    guardListener(listener, 'a listener of the journal', onError);
  return {
    subscribe: (listener, filter = {}) => {
      const tell = guard(listener);
      return journal.subscribe((record) => {
        if (record.isMeant(filter)) tell(record.toEntry());
      });
    },
    follow: (listener) => {
      const tell = guard(listener);
      return journal.subscribe((record) => tell(record.toSummary(), () => record.toEntry()));
    },
  };
}

/** The methods of a journal in memory, which return values. */
export function createOwnJournal(journal: MemoryJournal): Omit<Journal, 'subscribe' | 'follow'> {
  return {
    list: (query) => journal.list(query),
    expect: (expectation) =>
      expectRequests(expectation, journal.list({ session: expectation.session })),
    clear: (session) => journal.clear(session),
  };
}

/** The same methods for a journal in any store, which return promises. */
export function createStoredJournal(journal: JournalStore) {
  return {
    list: async (query?: JournalQuery) => journal.list(query),
    expect: async (expectation: JournalExpectation) =>
      expectRequests(expectation, await journal.list({ session: expectation.session })),
    clear: async (session?: string) => journal.clear(session),
  };
}

/** Returns the part of a journal that belongs to one session. */
export function toSessionJournal(journal: Journal, session: string): SessionJournal;
export function toSessionJournal(
  journal: Promised<Journal>,
  session: string,
): Promised<SessionJournal>;
export function toSessionJournal(journal: Either<Journal>, session: string): Either<SessionJournal>;
export function toSessionJournal(
  journal: Either<Journal>,
  session: string,
): Either<SessionJournal> {
  return {
    list: (query) => journal.list({ ...query, session }),
    expect: (expectation) => journal.expect({ ...expectation, session }),
    clear: () => journal.clear(session),
    subscribe: (listener, filter) => journal.subscribe(listener, { ...filter, session }),
  };
}
