import type { JsonObject, RecordStore, StoredRecord } from './records.ts';

/** A record whose value has a type. */
export interface TypedRecord<Value extends JsonObject, Hidden extends JsonObject>
  extends StoredRecord {
  readonly value: Value;
  readonly hidden: Hidden;
}

/** The records of one kind, with their type. Only this code writes them, so each has it. */
export class RecordKind<Value extends JsonObject, Hidden extends JsonObject = JsonObject> {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Creates a record, which is not stored yet. */
  create(
    id: string,
    parent: string | undefined,
    value: Value,
    hidden: Hidden,
  ): TypedRecord<Value, Hidden> {
    return { kind: this.name, id, parent, value, hidden };
  }

  async find(records: RecordStore, id: string): Promise<TypedRecord<Value, Hidden> | undefined> {
    const record = await records.find(this.name, id);
    return record !== undefined && this.has(record) ? record : undefined;
  }

  /** The records of this kind, or those with a parent; in order of creation. Later writes may change the list. */
  async list(
    records: RecordStore,
    parent?: string,
  ): Promise<readonly TypedRecord<Value, Hidden>[]> {
    const list = await records.list(this.name, parent);
    return this.#hasAll(list) ? list : [];
  }

  /** Selects the records of this kind. */
  select(records: readonly StoredRecord[]): TypedRecord<Value, Hidden>[] {
    return records.filter((record) => this.has(record));
  }

  /** Whether a record is of this kind. */
  has(record: StoredRecord): record is TypedRecord<Value, Hidden> {
    return record.kind === this.name;
  }

  /** A list of a store has records of one kind. */
  #hasAll(list: readonly StoredRecord[]): list is readonly TypedRecord<Value, Hidden>[] {
    const [first] = list;
    return first === undefined || this.has(first);
  }
}
