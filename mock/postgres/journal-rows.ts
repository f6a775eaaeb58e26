import type { JournalQuery } from '../features/journal/create-journal.ts';
import type { JournalEntry } from '../features/journal/journal-entry.ts';
import type { JournalRecord } from '../features/journal/journal-record.ts';
import type { Database } from './database.ts';

/** Number of entries that are converted without interruption. */
const slice = 20;

/**
 * The table of the journal.
 *
 * @param size maximum number of entries
 */
export function createJournalRows(database: Database, schema: string, size: number) {
  /** Updating the counter makes other mocks wait until the entries are inserted, so that no reader misses any. */
  async function insert(
    { sessions, operations, statuses, entries }: JournalColumns,
    all: number,
  ): Promise<void> {
    await database.transaction(async (queries) => {
      const { rows } = await queries.query(
        `update ${schema}.shared set version = version + $1 where name = 'journal' returning version`,
        [all],
      );
      const last = Number(rows[0]?.['version']);
      // The dropped entries came before the first of these.
      const first = last - entries.length + 1;
      const ids = entries.map((_, at) => first + at);
      await queries.query(
        // The driver would escape each array entry again; JSON contains no line breaks.
        `insert into ${schema}.journal (id, session, operation, status, entry)
            select * from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], string_to_array($5::text, E'\\n'))`,
        [ids, sessions, operations, statuses, entries.join('\n')],
      );
      await queries.query(`delete from ${schema}.journal where id <= $1`, [last - size]);
    });
  }

  /** The entries, oldest first. */
  async function read({
    after = 0,
    before = Number.MAX_SAFE_INTEGER,
    limit = size,
    session,
    operation,
    status,
  }: JournalQuery): Promise<JournalEntry[]> {
    // Ids in a query may exceed the integers of the database.
    const [above, below] = [after, before].map((id) => Math.min(id, Number.MAX_SAFE_INTEGER));
    const like = status === undefined ? null : String(status).replace(/xx$/i, '__');
    const { rows } = await database.read(
      `select id, entry from ${schema}.journal where id > $1::bigint and id < $2::bigint
          and ($3::text is null or session = $3) and ($4::text is null or operation = $4)
          and ($5::text is null or lpad(status::text, 3, '0') like $5) order by id desc limit $6::int`,
      [above ?? 0, below ?? 0, session ?? null, operation ?? null, like, limit],
    );
    return rows.reverse().map((row) => {
      const entry: JournalEntry = JSON.parse(String(row['entry']));
      return { ...entry, id: Number(row['id']) };
    });
  }

  async function readLastId(): Promise<number> {
    const { rows } = await database.read(
      `select version from ${schema}.shared where name = 'journal'`,
      [],
    );
    return Number(rows[0]?.['version'] ?? 0);
  }

  return {
    /** @param all number of requests since the last call; requests that are not among the entries were dropped */
    insert: (columns: JournalColumns, all: number): Promise<void> =>
      database.repeat(() => insert(columns, all)),
    read,
    readLastId,
    clear: async (session: string | undefined): Promise<void> => {
      await (session === undefined
        ? database.query(`delete from ${schema}.journal`)
        : database.query(`delete from ${schema}.journal where session = $1`, [session]));
    },
  };
}

/** The columns of journal entries. */
interface JournalColumns {
  sessions: string[];
  operations: (string | null)[];
  statuses: number[];
  /** As JSON. */
  entries: string[];
}

/** Converts the entries in small groups, so that requests do not wait for all of them. */
export async function toRows(records: readonly JournalRecord[]): Promise<JournalColumns> {
  const rows: JournalColumns = { sessions: [], operations: [], statuses: [], entries: [] };
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
