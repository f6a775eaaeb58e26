import type { AnyJournal, JournalQuery } from '../features/journal/create-journal.ts';
import { expectRequests } from '../features/journal/expect-requests.ts';
import {
  type JournalEntry,
  type JournalFilter,
  JournalRecord,
  matchesStatus,
} from '../features/journal/journal-entry.ts';
import type { Exchange } from '../middleware.ts';
import type { Database } from './database.ts';

/** How long entries are gathered before they are written, in milliseconds. */
const flushAfter = 100;
/** The same while many come: most of them are dropped before they are written, since the journal keeps only the last ones. */
const busyFlushAfter = 500;
/** How many requests a second count as many. */
const busyRate = 250;
/**
 * Mocks write one after the other. One that had to wait, or whose write took long, rests for as many times as long, so that
 * many mocks, or a slow database, are not kept busy by their journal.
 */
const restFor = 5;
/** The longest that entries are gathered, in milliseconds. */
const longestGathering = 5000;
/** How many entries are worked out before requests get their turn. */
const slice = 20;
/** How often readers are told of what other mocks wrote, in milliseconds. */
const pollInterval = 300;

/** A journal in the database. */
export interface PostgresJournal extends AnyJournal {
  /** How many requests are not written yet. */
  readonly waiting: number;
  /** For how long the oldest of them has waited, in milliseconds. */
  readonly lagMs: number;
  close(): Promise<void>;
}

/**
 * The journal of all mocks. It is written behind: no reply waits for it, and a mock that is killed loses the last tenth of
 * a second. Only what is kept in the end is sent, so that its cost does not grow with the load.
 * @param size how many requests are kept
 */
export function createPostgresJournal(
  database: Database,
  schema: string,
  size: number,
  onError: (line: string) => void,
): PostgresJournal {
  /** The last requests that are not written yet; the id is their place among those that are. */
  let gathered: JournalRecord[] = [];
  let count = 0;
  /** When the first of them was made. */
  let oldestAt = 0;
  let timer: NodeJS.Timeout | undefined;
  /** How long the present entries are gathered. */
  let gatheringFor = flushAfter;
  let writing: Promise<void> = Promise.resolve();
  /** They are told of what any mock wrote, once it is written. */
  const listeners = new Set<(entry: JournalEntry) => void>();
  /** They are told of each request to this mock at once. */
  const followers = new Set<(record: JournalRecord) => void>();
  let poll: NodeJS.Timeout | undefined;
  /** The last request that the listeners were told of. */
  let told = 0;
  let isClosed = false;

  function record(exchange: Exchange): void {
    if (count === 0) oldestAt = Date.now();
    count += 1;
    const made = new JournalRecord(count, exchange);
    gathered.push(made);
    for (const tell of followers) tell(made);
    // What would be dropped at once is not even sent.
    if (gathered.length >= 2 * size) gathered = gathered.slice(-size);
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => void flush(), gatheringFor);
    timer.unref();
  }

  /** One after the other, so that the entries of a mock keep their order. */
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
    const isBusy = (all * 1000) / gatheringFor > busyRate;
    try {
      const entries = await toRows(records);
      const start = performance.now();
      await database.repeat(() => insert(entries, records, all));
      const rest = Math.min(restFor * (performance.now() - start), longestGathering);
      gatheringFor = Math.max(isBusy ? busyFlushAfter : flushAfter, rest);
    } catch {
      // The database is away. The requests are kept until it is back, as many as the journal would.
      gathered = [...records, ...gathered].slice(-size);
      count += all;
      oldestAt = since;
      timer ??= setTimeout(() => void flush(), 5 * flushAfter);
      timer.unref();
    }
  }

  /** The counter keeps other mocks waiting until the entries are there: whoever reads on misses none. */
  async function insert(
    { sessions, operations, statuses, entries }: JournalRows,
    records: readonly JournalRecord[],
    all: number,
  ): Promise<void> {
    await database.transaction(async (queries) => {
      const { rows } = await queries.query(
        {
          text: `update ${schema}.shared set version = version + $1 where name = 'journal' returning version`,
        },
        [all],
      );
      const last = Number(rows[0]?.['version']);
      // The first of them came after those that were dropped.
      const ids = records.map(
        ({ id }) => last - all + (id - (records[0]?.id ?? id)) + (all - records.length) + 1,
      );
      await queries.query(
        {
          // The driver would escape each entry of an array once more; JSON has no line breaks of its own.
          text: `insert into ${schema}.journal (id, session, operation, status, entry)
            select * from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], string_to_array($5::text, E'\\n'))`,
        },
        [ids, sessions, operations, statuses, entries.join('\n')],
      );
      await queries.query({ text: `delete from ${schema}.journal where id <= $1` }, [last - size]);
    });
  }

  async function readAfter(after: number): Promise<JournalEntry[]> {
    const { rows } = await database.read(
      { text: `select id, entry from ${schema}.journal where id > $1 order by id` },
      [after],
    );
    return rows.map((row) => {
      const entry: JournalEntry = JSON.parse(String(row['entry']));
      return { ...entry, id: Number(row['id']) };
    });
  }

  async function readLastId(): Promise<number> {
    const { rows } = await database.read(
      { text: `select version from ${schema}.shared where name = 'journal'` },
      [],
    );
    return Number(rows[0]?.['version'] ?? 0);
  }

  async function list({ limit = size, after = 0, ...filter }: JournalQuery = {}) {
    await flush();
    const entries = await readAfter(after);
    const wanted = entries.filter((entry) => isMeant(entry, filter));
    return limit === 0 ? [] : wanted.slice(-limit);
  }

  function listen(listener: (entry: JournalEntry) => void): () => void {
    const tell = guard(listener);
    if (listeners.size === 0) startPolling();
    listeners.add(tell);
    return () => {
      listeners.delete(tell);
      if (listeners.size === 0) clearTimeout(poll);
    };
  }

  function guard<T>(listener: (value: T) => void): (value: T) => void {
    return (value) => {
      try {
        listener(value);
      } catch (error) {
        onError(`a listener of the journal threw ${String(error)}`);
      }
    };
  }

  function startPolling(): void {
    const start = readLastId().then(
      (last) => {
        told = last;
      },
      () => undefined,
    );
    const next = (): void => {
      poll = setTimeout(() => {
        void start.then(look).finally(() => {
          if (listeners.size > 0 && !isClosed) next();
        });
      }, pollInterval);
      poll.unref();
    };
    next();
  }

  async function look(): Promise<void> {
    try {
      for (const entry of await readAfter(told)) {
        told = entry.id;
        for (const tell of listeners) tell(entry);
      }
    } catch {
      // The database is away; what happens meanwhile is told when it is back.
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
    // What is shared has its secrets shortened, so that no answer can be repeated from it.
    find: async (id) => {
      const [entry] = await list({ after: id - 1 });
      return entry?.id === id ? { id, session: entry.session, wholeReply: undefined } : undefined;
    },
    readLastId: async () => {
      await flush();
      return readLastId();
    },
    expect: async (expectation) => {
      const { operation, status, session } = expectation;
      const all = await list({ session });
      const meant = all.filter((entry) => isMeant(entry, { operation, status, session }));
      return expectRequests(expectation, meant, all);
    },
    clear: async (session) => {
      await flush();
      await (session === undefined
        ? database.query({ text: `delete from ${schema}.journal` })
        : database.query({ text: `delete from ${schema}.journal where session = $1` }, [session]));
    },
    subscribe: (listener, filter = {}) =>
      listen((entry) => {
        if (isMeant(entry, filter)) listener(entry);
      }),
    follow: (listener) => {
      const tell = guard((each: JournalRecord) => listener(each.toSummary(), () => each.toEntry()));
      followers.add(tell);
      return () => followers.delete(tell);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(poll);
      await flush();
    },
  };
}

/** What is written of entries, column by column. */
interface JournalRows {
  sessions: string[];
  operations: (string | null)[];
  statuses: number[];
  /** As JSON. */
  entries: string[];
}

/** Works the entries out, a few at a time: requests do not wait for all of them. */
async function toRows(records: readonly JournalRecord[]): Promise<JournalRows> {
  const rows: JournalRows = { sessions: [], operations: [], statuses: [], entries: [] };
  for (const [at, record] of records.entries()) {
    if (at > 0 && at % slice === 0) await new Promise((resolve) => setImmediate(resolve));
    const entry = record.toEntry();
    rows.sessions.push(entry.session);
    rows.operations.push(entry.operation ?? null);
    rows.statuses.push(entry.status);
    rows.entries.push(JSON.stringify(entry));
  }
  return rows;
}

function isMeant(entry: JournalEntry, { operation, status, session }: JournalFilter): boolean {
  return (
    (operation === undefined || operation === entry.operation) &&
    (session === undefined || session === entry.session) &&
    (status === undefined || matchesStatus(String(status), entry.status))
  );
}
