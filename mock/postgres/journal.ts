import { Refusal } from '../refusal.ts';
import {
  type JournalEntry,
  type JournalQuery,
  type JournalRecord,
  type JournalStore,
  selectEntries,
} from '../store/journal.ts';
import type { Query, Row } from './database.ts';

/**
 * Reserves as many ids as there are entries, which other mocks wait for until this statement is committed; removes the
 * entries that are too old; and adds the entries with these ids, in their order. Returns the last id.
 */
const insertion = `
  with counted as (update $schema.store set last_entry = last_entry + $1 returning last_entry),
    removed as (delete from $schema.journal where id <= (select last_entry from counted) - $2)
  insert into $schema.journal (id, session, value)
  select last_entry - $1 + place, session, value
  from counted, unnest($3::text[], $4::text[]) with ordinality as given(session, value, place)
  returning (select last_entry from counted) as last`;

/** The journal of all mocks. Ids are given in the order of commits, so that no entry appears before a later one. */
export class PostgresJournal implements JournalStore {
  readonly #query: Query;
  readonly #size: () => number;
  readonly #listeners = new Set<(record: JournalRecord) => void>();
  /** Records that wait to be written together. */
  #waiting: JournalRecord[] = [];
  #writing: Promise<void> | undefined;
  /** The last id that was passed to the listeners. */
  #seen: number | undefined;

  /** @param size returns the maximum number of entries */
  constructor(query: Query, size: () => number) {
    this.#query = query;
    this.#size = size;
  }

  /** Returns once the record is stored: another mock may be asked for it next. */
  async append(record: JournalRecord): Promise<void> {
    this.#waiting.push(record);
    try {
      while (record.id === 0) await this.#flush();
    } catch (error) {
      // While the database is away, requests are refused.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const records = this.#waiting.splice(0);
    const [row] = await this.#query(insertion, [
      records.length,
      this.#size(),
      records.map(({ session }) => session),
      records.map((record) => JSON.stringify(record.toEntry())),
    ]).catch((error: unknown) => {
      // They are written later, with those of the next request or reader.
      this.#waiting = [...records, ...this.#waiting].slice(-this.#size());
      throw error;
    });
    const first = Number(row?.['last']) - records.length + 1;
    for (const [at, record] of records.entries()) record.id = first + at;
    this.#seen ??= first - 1;
    await this.tell();
  }

  async list(query: JournalQuery = {}): Promise<JournalEntry[]> {
    // Records that could not be written earlier.
    if (this.#waiting.length > 0 && this.#writing === undefined) await this.#flush();
    const text = 'select id, value from $schema.journal where id > $1 order by id';
    const rows = await this.#query(text, [query.after ?? 0]);
    return selectEntries(rows.map(toEntry), query);
  }

  async clear(session?: string): Promise<void> {
    const text = 'delete from $schema.journal where $1::text is null or session = $1';
    await this.#query(text, [session ?? null]);
  }

  async readLastId(): Promise<number> {
    const [row] = await this.#query('select last_entry from $schema.store');
    return Number(row?.['last_entry'] ?? 0);
  }

  subscribe(listener: (record: JournalRecord) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      // Listeners get the entries from now on.
      this.#seen = undefined;
      this.tell().catch(() => {});
    }
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners with all entries since the last call, from any mock. */
  async tell(): Promise<void> {
    if (this.#listeners.size === 0) return;
    if (this.#seen === undefined) {
      const last = await this.readLastId();
      this.#seen ??= last;
      return;
    }
    for (const entry of await this.list({ after: this.#seen })) {
      // A concurrent call may have passed it on already.
      if (entry.id <= this.#seen) continue;
      this.#seen = entry.id;
      const { request: _, response: __, ...summary } = entry;
      const record = { ...summary, toEntry: () => entry, toSummary: () => summary };
      for (const listener of this.#listeners) listener(record);
    }
  }
}

function toEntry({ id, value }: Row): JournalEntry {
  return { ...JSON.parse(String(value)), id: Number(id) };
}
