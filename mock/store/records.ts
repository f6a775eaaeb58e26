/** A value, or a promise of it: a store in memory need not wait. Callers await it. */
export type Awaitable<T> = T | Promise<T>;

/** A JSON object, as in bodies. */
export type JsonObject = { readonly [name: string]: unknown };

/**
 * A record of any contract. Stores know nothing about its kind. Records are immutable: a change replaces the record.
 */
export interface StoredRecord {
  /** The name of its resource in the model, such as `site`. */
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

/** The records of one session, inside a transaction. */
export interface RecordStore {
  find(kind: string, id: string): Awaitable<StoredRecord | undefined>;
  /** The records of a kind, or those with this parent; in order of creation. */
  list(kind: string, parent?: string): Awaitable<readonly StoredRecord[]>;
  /** @throws Error when a record of that kind has that id */
  insert(record: StoredRecord): Awaitable<void>;
  /** Replaces the record with the same kind and id, which keeps its place in lists. @throws Error when it does not exist */
  replace(record: StoredRecord): Awaitable<void>;
  /** @returns whether it existed */
  remove(kind: string, id: string): Awaitable<boolean>;
}
