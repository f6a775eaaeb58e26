import type { RecordStore, StoredRecord } from '../../store/records.ts';

/** Records in their order of creation, which an edit can change. */
export class RecordRows implements RecordStore {
  readonly #rows: StoredRecord[];

  constructor(records: readonly StoredRecord[]) {
    this.#rows = [...records];
  }

  toArray(): StoredRecord[] {
    return [...this.#rows];
  }

  async find(kind: string, id: string): Promise<StoredRecord | undefined> {
    return this.#rows[this.#indexOf(kind, id)];
  }

  async list(kind: string, parent?: string): Promise<StoredRecord[]> {
    const ofKind = this.#rows.filter((record) => record.kind === kind);
    if (parent === undefined) return ofKind;
    return ofKind.filter((record) => record.parent === parent);
  }

  /** @param before the id of the record of the same kind to insert it before. Default: it becomes the last one */
  async insert(record: StoredRecord, before = ''): Promise<void> {
    const index = this.#indexOf(record.kind, before);
    if (index < 0) this.#rows.push(record);
    else this.#rows.splice(index, 0, record);
  }

  async replace(record: StoredRecord): Promise<void> {
    this.#rows[this.#indexOf(record.kind, record.id)] = record;
  }

  async remove(kind: string, id: string): Promise<boolean> {
    const index = this.#indexOf(kind, id);
    if (index >= 0) this.#rows.splice(index, 1);
    return index >= 0;
  }

  #indexOf(kind: string, id: string): number {
    return this.#rows.findIndex((record) => record.kind === kind && record.id === id);
  }
}
