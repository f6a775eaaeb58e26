import type { RecordStore, StoredRecord } from './records.ts';

/** Records in memory, for tests. Work that fails changes nothing. */
export class VolatileRecords implements RecordStore {
  #kinds = new Map<string, Map<string, StoredRecord>>();

  /** Runs work, and takes its changes back if it throws. */
  async transaction<Result>(work: (records: RecordStore) => Promise<Result>): Promise<Result> {
    const before = new Map([...this.#kinds].map(([kind, records]) => [kind, new Map(records)]));
    try {
      return await work(this);
    } catch (error) {
      this.#kinds = before;
      throw error;
    }
  }

  find(kind: string, id: string): StoredRecord | undefined {
    return this.#kinds.get(kind)?.get(id);
  }

  list(kind: string, parent?: string): readonly StoredRecord[] {
    const records = [...(this.#kinds.get(kind)?.values() ?? [])];
    return parent === undefined ? records : records.filter((record) => record.parent === parent);
  }

  insert(record: StoredRecord): void {
    const records = this.#kinds.get(record.kind) ?? new Map<string, StoredRecord>();
    if (records.has(record.id)) throw new Error(`${record.kind} ${record.id} exists`);
    records.set(record.id, record);
    this.#kinds.set(record.kind, records);
  }

  replace(record: StoredRecord): void {
    const records = this.#kinds.get(record.kind);
    if (records?.has(record.id) !== true) throw new Error(`${record.kind} ${record.id} is missing`);
    records.set(record.id, record);
  }

  remove(kind: string, id: string): boolean {
    return this.#kinds.get(kind)?.delete(id) ?? false;
  }
}
