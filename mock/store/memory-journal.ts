import type { JournalEntry } from '../features/journal/journal-entry.ts';
import type { JournalQuery, JournalRecord, JournalStore, ReadableRecord } from './store.ts';

/** Maximum size of all bodies in bytes: as much as 256 entries with the longest bodies. */
export const mostHeldBytes = 8 * 1024 * 1024;

/** A journal in memory. It is a ring buffer: the id of a record determines its index. */
export class MemoryJournal implements JournalStore {
  /** The id of the last record, 0 before the first. */
  #lastId = 0;
  readonly #size: number;
  readonly #ring: (JournalRecord | undefined)[] = [];
  /** Sizes of the bodies of each record, in bytes: the oldest record itself is no longer in a CPU cache. */
  readonly #sizes: number[] = [];
  #heldBytes = 0;
  /** The id of the oldest record that may still have bodies. */
  #oldestWhole = 1;
  readonly #listeners = new Set<(record: ReadableRecord) => void>();

  /** @param size maximum number of records */
  constructor(size: number) {
    this.#size = size;
  }

  append(record: JournalRecord): void {
    if (this.#size === 0) return;
    this.#lastId += 1;
    record.id = this.#lastId;
    const place = record.id % this.#size;
    this.#hold(place, record.heldBytes);
    this.#ring[place] = record;
    if (this.#heldBytes > mostHeldBytes) this.#dropOldestBodies();
    for (const listener of this.#listeners) listener(record);
  }

  list({
    limit = this.#size,
    after = 0,
    before = this.#lastId + 1,
    ...filter
  }: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = [];
    const first = Math.max(after, this.#lastId - this.#size, 0);
    for (let id = Math.min(this.#lastId, before - 1); id > first && found.length < limit; id -= 1) {
      const record = this.#ring[id % this.#size];
      if (record?.isMeant(filter)) found.push(record.toEntry());
    }
    return found.reverse();
  }

  clear(session?: string): void {
    for (const [place, record] of this.#ring.entries()) {
      if (record === undefined || (session ?? record.session) !== record.session) continue;
      this.#hold(place, 0);
      this.#ring[place] = undefined;
    }
  }

  readLastId(): number {
    return this.#lastId;
  }

  subscribe(listener: (record: ReadableRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #dropOldestBodies(): void {
    this.#oldestWhole = Math.max(this.#oldestWhole, this.#lastId - this.#size + 1);
    while (this.#heldBytes > mostHeldBytes && this.#oldestWhole < this.#lastId) {
      const place = this.#oldestWhole % this.#size;
      this.#oldestWhole += 1;
      this.#hold(place, 0);
      this.#ring[place]?.dropBodies();
    }
  }

  #hold(place: number, bytes: number): void {
    this.#heldBytes += bytes - (this.#sizes[place] ?? 0);
    this.#sizes[place] = bytes;
  }
}
