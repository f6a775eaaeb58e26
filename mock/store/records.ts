/** What a caller may return: a value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** A JSON object, as in bodies. */
export type JsonObject = { readonly [name: string]: unknown };

/**
 * A record of any contract, or of a feature of the mock. Stores know nothing about its kind. Records are immutable: a change
 * replaces the record.
 */
export interface StoredRecord {
  /** The name of its resource in the model, such as `site`; or the name that a feature chose. */
  readonly kind: string;
  /** Identifies it among the records of its kind, in the form in which ids are compared. The caller decides the form. */
  readonly id: string;
  /** The `id` of the record that contains it. The kind of that record follows from the model. */
  readonly parent: string | undefined;
  /** As the service returns it. */
  readonly value: JsonObject;
  /** Fields that are stored and never returned. */
  readonly hidden: JsonObject;
}

/** The records of the contract in a session, each kind in order of creation. */
export type StoreContents = readonly StoredRecord[];

/** The records of one session, inside a transaction. */
export interface RecordStore {
  /** Returns the record of a kind with an id, if it exists. */
  find(kind: string, id: string): Promise<StoredRecord | undefined>;
  /**
   * The records of a kind, or those with this parent; in order of creation. Later writes may change the list.
   */
  list(kind: string, parent?: string): Promise<readonly StoredRecord[]>;
  /** Adds a record. @throws TakenId when a record of that kind has that id */
  insert(record: StoredRecord): Promise<void>;
  /** Replaces the record with the same kind and id, which keeps its place in lists. @throws Error when it does not exist */
  replace(record: StoredRecord): Promise<void>;
  /** Removes a record. @returns whether it existed */
  remove(kind: string, id: string): Promise<boolean>;
}

/** All records of one session, which can be read and replaced together. */
export interface Contents extends RecordStore {
  /** Reads all records, each kind in order of creation. */
  readAll(): Promise<StoreContents>;
  /** Replaces all records. @throws TakenId when two of a kind have the same id */
  replaceAll(records: StoreContents): Promise<void>;
}

/** A record was not stored, because another one has its id. */
export class TakenId extends Error {
  /** Always `TakenId`. */
  override name = 'TakenId';

  constructor({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>) {
    super(`a record of the kind ${kind} already has the id ${id}`);
  }
}

/** A record was not replaced, because it does not exist: a bug of the caller, who has looked for it in the same transaction. */
export function refuseMissing({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>): Error {
  return new Error(`no record of the kind ${kind} has the id ${id}`);
}
