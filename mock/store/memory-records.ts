import { type Contents, refuseMissing, type StoredRecord, TakenId } from './records.ts';

/** Takes a change back, if it was the last one. */
export type Undo = () => void;

/** One change of records, as data. */
export type RecordChange =
  /** It was inserted or replaced. */
  | { record: StoredRecord }
  | { removed: Pick<StoredRecord, 'kind' | 'id'> }
  /** All records were replaced by these. */
  | { contents: readonly StoredRecord[] };

/** The records of one session in memory. Each change is reported with what takes it back. */
export class MemoryRecords implements Contents {
  readonly #note: (change: RecordChange, undo: Undo) => void;
  #tables: Map<string, Table>;

  constructor(records: readonly StoredRecord[], note: (change: RecordChange, undo: Undo) => void) {
    this.#note = note;
    this.#tables = createTables(records);
  }

  async find(kind: string, id: string): Promise<StoredRecord | undefined> {
    return this.#tables.get(kind)?.find(id);
  }

  async list(kind: string, parent?: string): Promise<readonly StoredRecord[]> {
    return this.#tables.get(kind)?.list(parent) ?? [];
  }

  async insert(record: StoredRecord): Promise<void> {
    this.#note({ record }, openTable(this.#tables, record.kind).insert(record));
  }

  async replace(record: StoredRecord): Promise<void> {
    const table = this.#tables.get(record.kind);
    if (table === undefined) throw refuseMissing(record);
    this.#note({ record }, table.replace(record));
  }

  async remove(kind: string, id: string): Promise<boolean> {
    const undo = this.#tables.get(kind)?.remove(id);
    if (undo === undefined) return false;
    this.#note({ removed: { kind, id } }, undo);
    return true;
  }

  async readAll(): Promise<StoredRecord[]> {
    return this.readAllNow();
  }

  /** The same at once, so that no other work can change the records meanwhile. */
  readAllNow(): StoredRecord[] {
    return [...this.#tables.values()].flatMap((table) => table.list());
  }

  async replaceAll(contents: readonly StoredRecord[]): Promise<void> {
    const before = this.#tables;
    this.#tables = createTables(contents);
    this.#note({ contents }, () => {
      this.#tables = before;
    });
  }
}

function createTables(records: readonly StoredRecord[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const record of records) openTable(tables, record.kind).insert(record);
  return tables;
}

function openTable(tables: Map<string, Table>, kind: string): Table {
  let table = tables.get(kind);
  if (table === undefined) {
    table = new Table();
    tables.set(kind, table);
  }
  return table;
}

/** The records of one kind, in order of creation. */
class Table {
  readonly #byId = new Map<string, StoredRecord>();
  readonly #all: StoredRecord[] = [];
  readonly #byParent = new Map<string | undefined, StoredRecord[]>();

  find(id: string): StoredRecord | undefined {
    return this.#byId.get(id);
  }

  /** The list changes with the table. */
  list(parent?: string): readonly StoredRecord[] {
    return parent === undefined ? this.#all : (this.#byParent.get(parent) ?? []);
  }

  insert(record: StoredRecord): Undo {
    if (this.#byId.has(record.id)) throw new TakenId(record);
    this.#byId.set(record.id, record);
    const lists = this.#listsOf(record);
    for (const list of lists) list.push(record);
    return () => {
      this.#byId.delete(record.id);
      for (const list of lists) list.pop();
    };
  }

  replace(record: StoredRecord): Undo {
    const before = this.#byId.get(record.id);
    if (before === undefined) throw refuseMissing(record);
    this.#exchange(before, record);
    return () => this.#exchange(record, before);
  }

  #exchange(before: StoredRecord, record: StoredRecord): void {
    this.#byId.set(record.id, record);
    this.#all[this.#all.lastIndexOf(before)] = record;
    if (before.parent === record.parent) {
      const siblings = this.#siblingsOf(record);
      siblings[siblings.lastIndexOf(before)] = record;
      return;
    }
    // It moved to another parent, where it takes the place of its age.
    this.#listAgain(before);
    this.#listAgain(record);
  }

  remove(id: string): Undo | undefined {
    const record = this.#byId.get(id);
    if (record === undefined) return undefined;
    this.#byId.delete(id);
    const places = this.#listsOf(record).map((list) => ({ list, at: list.lastIndexOf(record) }));
    for (const { list, at } of places) list.splice(at, 1);
    return () => {
      this.#byId.set(id, record);
      for (const { list, at } of places) list.splice(at, 0, record);
    };
  }

  #listsOf(record: StoredRecord): StoredRecord[][] {
    return [this.#all, this.#siblingsOf(record)];
  }

  /** The records with the parent of a record. */
  #siblingsOf({ parent }: StoredRecord): StoredRecord[] {
    let siblings = this.#byParent.get(parent);
    if (siblings === undefined) {
      siblings = [];
      this.#byParent.set(parent, siblings);
    }
    return siblings;
  }

  #listAgain(record: StoredRecord): void {
    const siblings = this.#all.filter(({ parent }) => parent === record.parent);
    this.#byParent.set(record.parent, siblings);
  }
}
