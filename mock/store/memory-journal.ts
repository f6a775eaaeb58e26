import {
  type JournalEntry,
  type JournalQuery,
  type JournalRecord,
  type JournalStore,
  selectEntries,
} from './journal.ts';

/** Number of old records that are removed at once, because each removal moves all others. */
const batch = 50;

/** A journal in memory, oldest records first. */
export class MemoryJournal implements JournalStore {
  #lastId = 0;
  readonly #size: number;
  #records: JournalRecord[] = [];
  readonly #listeners = new Set<(record: JournalRecord) => void>();

  /** @param size maximum number of records */
  constructor(size: number) {
    this.#size = size;
  }

  async append(record: JournalRecord): Promise<void> {
    this.#lastId += 1;
    record.id = this.#lastId;
    this.#records.push(record);
    if (this.#records.length >= this.#size + batch) this.#records = this.#readLatest();
    for (const listener of this.#listeners) listener(record);
  }

  async list(query?: JournalQuery): Promise<JournalEntry[]> {
    return this.listNow(query);
  }

  async clear(session?: string): Promise<void> {
    this.clearNow(session);
  }

  async readLastId(): Promise<number> {
    return this.#lastId;
  }

  /** The same as `list` at once, like other methods whose names end so. */
  listNow(query?: JournalQuery): JournalEntry[] {
    return selectEntries(this.#readLatest(), query).map((record) => record.toEntry());
  }

  clearNow(session?: string): void {
    this.#records = this.#readLatest().filter(
      (record) => session !== undefined && record.session !== session,
    );
  }

  #readLatest(): JournalRecord[] {
    return this.#records.slice(-this.#size);
  }

  subscribe(listener: (record: JournalRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
