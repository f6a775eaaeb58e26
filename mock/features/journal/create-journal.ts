import type { Exchange, Middleware } from '../../middleware.ts';
import { guardListener } from '../../mock-events.ts';
import type { Answered } from '../../store/store.ts';
import { expectRequests, type JournalExpectation } from './expect-requests.ts';
import type { JournalEntry, JournalFilter, JournalSummary } from './journal-entry.ts';
import { JournalRecord, type KeptAnswer } from './journal-record.ts';

/** Selects the entries of the journal to list. */
export interface JournalQuery extends JournalFilter {
  /** The maximum number of entries; the latest are returned. Default: all. */
  limit?: number | undefined;
  /** Only entries with a greater id. */
  after?: number | undefined;
  /** Only entries with a smaller id. */
  before?: number | undefined;
}

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

/** A journal whose methods may return promises. */
export type AnyJournal = Answered<WritableJournal>;

export interface WritableJournal extends Journal {
  /** The id of the last request, 0 before the first. */
  readLastId(): number;
  find(id: number): KeptAnswer | undefined;
  readonly middleware: Middleware;
}

/** Maximum size of all bodies in bytes: as much as 256 entries with the longest bodies. */
export const mostHeldBytes = 8 * 1024 * 1024;

/** @param size maximum number of entries */
export function createJournal(size: number, onError: (line: string) => void): WritableJournal {
  // A ring buffer: the id of a record determines its index.
  const ring: (JournalRecord | undefined)[] = [];
  /**
   * Sizes of the bodies of each record, in bytes. They are kept separately, because the oldest record is no longer in a
   * CPU cache.
   */
  const sizes: number[] = [];
  let heldBytes = 0;
  /** The id of the oldest record that may still have bodies. */
  let oldestWhole = 1;
  const subscriptions = new Set<(record: JournalRecord) => void>();
  let lastId = 0;

  function list({
    limit = size,
    after = 0,
    before = lastId + 1,
    ...filter
  }: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = [];
    const first = Math.max(after, lastId - size, 0);
    for (let id = Math.min(lastId, before - 1); id > first && found.length < limit; id -= 1) {
      const record = ring[id % size];
      if (record?.isMeant(filter)) found.push(record.toEntry());
    }
    return found.reverse();
  }

  function clear(session?: string): void {
    for (let at = 0; at < ring.length; at += 1) {
      const record = ring[at];
      if (record === undefined || (session ?? record.session) !== record.session) continue;
      hold(at, 0);
      ring[at] = undefined;
    }
  }

  function record(exchange: Exchange): void {
    lastId += 1;
    const entry = new JournalRecord(lastId, exchange);
    const place = lastId % size;
    hold(place, entry.heldBytes);
    ring[place] = entry;
    if (heldBytes > mostHeldBytes) dropOldestBodies();
    for (const tell of subscriptions) tell(entry);
  }

  function dropOldestBodies(): void {
    oldestWhole = Math.max(oldestWhole, lastId - size + 1);
    while (heldBytes > mostHeldBytes && oldestWhole < lastId) {
      const place = oldestWhole % size;
      oldestWhole += 1;
      hold(place, 0);
      ring[place]?.dropBodies();
    }
  }

  function hold(place: number, bytes: number): void {
    heldBytes += bytes - (sizes[place] ?? 0);
    sizes[place] = bytes;
  }

  return {
    readLastId: () => lastId,
    list,
    find: (id) => {
      const record = ring[id % size];
      return record?.id === id ? record : undefined;
    },
    expect: (expectation) => {
      const { operation, status, session } = expectation;
      return expectRequests(expectation, list({ operation, status, session }), list({ session }));
    },
    clear,
    middleware: { onSent: record },
    subscribe: (listener, filter = {}) =>
      add((record) => {
        if (record.isMeant(filter)) listener(record.toEntry());
      }),
    follow: (listener) => add((record) => listener(record.toSummary(), () => record.toEntry())),
  };

  function add(listener: (record: JournalRecord) => void): () => void {
    const tell = guardListener(listener, 'a listener of the journal', onError);
    subscriptions.add(tell);
    return () => subscriptions.delete(tell);
  }
}

/** Returns the part of a journal that belongs to one session. */
export function toSessionJournal(
  journal: Answered<Journal>,
  session: string,
): Answered<SessionJournal> {
  return {
    list: (query) => journal.list({ ...query, session }),
    expect: (expectation) => journal.expect({ ...expectation, session }),
    clear: () => journal.clear(session),
    subscribe: (listener, filter) => journal.subscribe(listener, { ...filter, session }),
  };
}
