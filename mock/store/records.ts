/**
 * Small JSON values that a feature wants back after a restart, such as deliveries that are under way. They belong to one
 * session, beside its resources, and no behaviour sees them.
 */
export interface Records {
  /** In the order in which they were first put. */
  list(kind: string): readonly { id: string; value: unknown }[];
  get(kind: string, id: string): unknown;
  /** Adds or replaces one. The value must not change afterwards. */
  put(kind: string, id: string, value: unknown): void;
  delete(kind: string, id: string): void;
}

/** Values by kind and id. */
export type RecordValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Records in the memory of this process. */
export class MemoryRecords implements Records {
  readonly #kinds = new Map<string, Map<string, unknown>>();

  constructor(values: RecordValues = {}) {
    this.replace(values);
  }

  replace(values: Readonly<Record<string, unknown>>): void {
    this.#kinds.clear();
    for (const [kind, records] of Object.entries(values))
      for (const [id, value] of Object.entries(records ?? {})) this.put(kind, id, value);
  }

  list(kind: string): readonly { id: string; value: unknown }[] {
    return Array.from(this.#kinds.get(kind) ?? [], ([id, value]) => ({ id, value }));
  }

  get(kind: string, id: string): unknown {
    return this.#kinds.get(kind)?.get(id);
  }

  put(kind: string, id: string, value: unknown): void {
    const records = this.#kinds.get(kind) ?? new Map<string, unknown>();
    this.#kinds.set(kind, records.set(id, value));
  }

  delete(kind: string, id: string): void {
    const records = this.#kinds.get(kind);
    records?.delete(id);
    if (records?.size === 0) this.#kinds.delete(kind);
  }

  /** All of them; undefined if none exist. */
  read(): RecordValues | undefined {
    if (this.#kinds.size === 0) return undefined;
    return Object.fromEntries(
      Array.from(this.#kinds, ([kind, records]) => [kind, Object.fromEntries(records)]),
    );
  }
}
