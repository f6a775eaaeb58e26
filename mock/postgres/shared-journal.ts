import {
  type AnyJournal,
  type JournalQuery,
  mostHeldBytes,
} from '../features/journal/create-journal.ts';
import { expectRequests } from '../features/journal/expect-requests.ts';
import { type JournalEntry, matchesFilter } from '../features/journal/journal-entry.ts';
import { JournalRecord } from '../features/journal/journal-record.ts';
import type { Exchange } from '../middleware.ts';
import { guardListener } from '../mock-events.ts';
import type { Database } from './database.ts';
import { repeatTask } from './driver.ts';
import { createJournalRows, toRows } from './journal-rows.ts';

/** How long entries are collected before they are written, in milliseconds. */
const flushAfter = 100;
/**
 * The same under load: most entries are then dropped before they are written, because the journal keeps only the last
 * ones.
 */
const busyFlushAfter = 500;
/** Number of requests a second that count as load. */
const busyRate = 250;
/**
 * Mocks write one after the other. After a write, a mock pauses for this many times its duration, including waiting, so
 * that the journal does not overload many mocks or a slow database.
 */
const restFor = 5;
/** The longest time that entries are collected, in milliseconds. */
const longestGathering = 5000;
/** How often listeners are called with the entries of other mocks, in milliseconds. */
const pollInterval = 300;

export interface PostgresJournal extends AnyJournal {
  /** Number of requests that are not written yet. */
  readonly waiting: number;
  /** The age of the oldest unwritten request, in milliseconds. */
  readonly lagMs: number;
  close(): Promise<void>;
}

/**
 * The journal of all mocks. It is written asynchronously: no reply waits for it, and a killed mock loses the last tenth
 * of a second. Only entries that will be kept are sent, so the cost does not grow with the load.
 * @param size maximum number of entries
 */
export function createPostgresJournal(
  database: Database,
  schema: string,
  size: number,
  onError: (line: string) => void,
): PostgresJournal {
  const rows = createJournalRows(database, schema, size);
  /** The last unwritten requests; the id is their position among the written ones. */
  let gathered: JournalRecord[] = [];
  let count = 0;
  let heldBytes = 0;
  /** The time of the oldest unwritten request. */
  let oldestAt = 0;
  let timer: NodeJS.Timeout | undefined;
  /** How long the current entries are collected. */
  let gatheringFor = flushAfter;
  let writing: Promise<void> = Promise.resolve();
  /** Called with the entries of all mocks, once they are written. */
  const listeners = new Set<(entry: JournalEntry) => void>();
  /** Called immediately for each request to this mock. */
  const followers = new Set<(record: JournalRecord) => void>();
  let stopPolling = (): void => {};
  /** The last entry that was passed to listeners, or need not be. */
  let told: number | undefined;
  let isClosed = false;

  function record(exchange: Exchange): void {
    if (count === 0) oldestAt = Date.now();
    count += 1;
    const made = new JournalRecord(count, exchange);
    gathered.push(made);
    heldBytes += made.heldBytes;
    for (const tell of followers) tell(made);
    // Entries that would be dropped at once are not sent.
    if (gathered.length >= 2 * size) gathered = gathered.slice(-size);
    if (heldBytes > 2 * mostHeldBytes) dropOldestBodies();
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => void flush(), gatheringFor);
    timer.unref();
  }

  /** While the database is unavailable or slow, bodies in a large journal must not fill the memory. */
  function dropOldestBodies(): void {
    heldBytes = 0;
    for (const record of gathered.toReversed()) {
      if (heldBytes + record.heldBytes > mostHeldBytes) record.dropBodies();
      heldBytes += record.heldBytes;
    }
  }

  /** Sequential, so that the entries of a mock stay in order. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (count === 0) return;
    const [records, all, since] = [gathered.slice(-size), count, oldestAt];
    gathered = [];
    count = 0;
    heldBytes = 0;
    const isBusy = (all * 1000) / gatheringFor > busyRate;
    try {
      const entries = await toRows(records);
      const start = performance.now();
      await rows.insert(entries, all);
      const rest = Math.min(restFor * (performance.now() - start), longestGathering);
      gatheringFor = Math.max(isBusy ? busyFlushAfter : flushAfter, rest);
    } catch {
      // The database is unavailable. Until it is back, at most as many requests are kept as fit into the journal.
      gathered = [...records, ...gathered].slice(-size);
      count += all;
      dropOldestBodies();
      oldestAt = since;
      timer ??= setTimeout(() => void flush(), 5 * flushAfter);
      timer.unref();
    }
  }

  async function list(query: JournalQuery = {}) {
    await flush();
    return rows.read(query);
  }

  function listen(listener: (entry: JournalEntry) => void): () => void {
    const tell = guard(listener);
    if (listeners.size === 0) startPolling();
    listeners.add(tell);
    return () => {
      listeners.delete(tell);
      if (listeners.size === 0) stopPolling();
    };
  }

  function guard<T>(listener: (value: T) => void): (value: T) => void {
    return guardListener(listener, 'a listener of the journal', onError);
  }

  function startPolling(): void {
    told = undefined;
    const first = look().catch(() => {});
    stopPolling = repeatTask(pollInterval, () => first.then(look));
  }

  async function look(): Promise<void> {
    if (told === undefined) {
      told = await rows.readLastId();
      return;
    }
    for (const entry of await rows.read({ after: told })) {
      told = entry.id;
      for (const tell of listeners) tell(entry);
    }
  }

  return {
    get waiting() {
      return count;
    },
    get lagMs() {
      return count === 0 ? 0 : Date.now() - oldestAt;
    },
    middleware: { onSent: record },
    list,
    // Secrets in the shared journal are shortened, so responses cannot be repeated from it.
    find: async (id) => {
      const [entry] = await list({ after: id - 1, before: id + 1 });
      return entry ? { id, session: entry.session, wholeReply: undefined } : undefined;
    },
    readLastId: async () => {
      await flush();
      return rows.readLastId();
    },
    expect: async (expectation) => {
      const { operation, status, session } = expectation;
      const all = await list({ session });
      const filter = { operation, status, session };
      const meant = all.filter((entry) => matchesFilter(filter, entry));
      return expectRequests(expectation, meant, all);
    },
    clear: async (session) => {
      await flush();
      await rows.clear(session);
    },
    subscribe: (listener, filter = {}) =>
      listen((entry) => {
        if (matchesFilter(filter, entry)) listener(entry);
      }),
    follow: (listener) => {
      const tell = guard((each: JournalRecord) => listener(each.toSummary(), () => each.toEntry()));
      followers.add(tell);
      return () => followers.delete(tell);
    },
    close: async () => {
      isClosed = true;
      stopPolling();
      await flush();
    },
  };
}
