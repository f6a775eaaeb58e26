/**
 * A resource in the memory store. Its JSON takes a third of the memory of the object, and can be sent as it is. It is
 * immutable: a change replaces it.
 */
export class StoredJson<Value> {
  readonly text: string;
  /** The kind of reply that it was validated for, so that it is not validated again. */
  validFor: object | undefined;
  /** The parsed value, if it was used recently. */
  recent: Value | undefined;

  /** @param text returned by `toJson` */
  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    // The text was written by JSON.stringify from such a value.
    return JSON.parse(this.text);
  }
}

/** The last frozen value, and its JSON. */
let last: { value: unknown; text: string } | undefined;

/** Maximum number of cached values. */
const mostRecent = 256;

/** Caches the values that were used last: a client that changes a resource often changes it again soon. */
export class RecentValues<Value> {
  readonly #ring: StoredJson<Value>[] = [];
  #next = 0;

  /** Returns the value, which must not be changed. */
  read(stored: StoredJson<Value>): Value {
    return stored.recent ?? this.keep(stored, Object.freeze(stored.read()));
  }

  /** @param value the parsed JSON. It is cached only if it is frozen */
  keep(stored: StoredJson<Value>, value: Value): Value {
    if (value !== last?.value && !Object.isFrozen(value)) return value;
    const oldest = this.#ring[this.#next];
    if (oldest !== undefined) oldest.recent = undefined;
    stored.recent = value;
    this.#ring[this.#next] = stored;
    this.#next = (this.#next + 1) % mostRecent;
    return value;
  }
}

/**
 * Returns the JSON of a value. The last one is cached, because a resource is stored and then sent. Mutable values are
 * not cached.
 */
export function toJson(value: unknown): string {
  if (last !== undefined && value === last.value) return last.text;
  const text = JSON.stringify(value) ?? 'null';
  if (Object.isFrozen(value)) last = { value, text };
  return text;
}

/** Items that are listed together. A store returns the same page for the same list. */
export class StoredPage<Value = unknown> {
  readonly items: readonly StoredJson<Value>[];
  /** The last reply with this page, which need not be written again. */
  reply: WrittenReply | undefined;

  constructor(items: readonly StoredJson<Value>[]) {
    this.items = items;
  }
}

/** The JSON of a reply, and the values that it was written from. */
export interface WrittenReply {
  validFor: object;
  /** The fields of the reply in order, and their values. The value of the page itself is ignored. */
  names: readonly string[];
  values: readonly unknown[];
  text: string;
}

/** Gives a reply writer access to the JSON of a list. */
const stored = Symbol('stored JSON');

/** Creates a list of stored items. It is parsed on first access, and never if the list is only sent. */
export function createStoredList<Value>(page: StoredPage<Value>): Value[] {
  return new Proxy<Value[]>([], new StoredList(page));
}

/** Returns the JSON of a list from `createStoredList` that was not accessed yet, in the same order. */
export function readStoredList(list: unknown): StoredPage | undefined {
  return Array.isArray(list) ? Reflect.get(list, stored) : undefined;
}

/** Fills the list on every access except that of the reply writer. */
class StoredList<Value> implements ProxyHandler<Value[]> {
  #page: StoredPage<Value> | undefined;

  constructor(page: StoredPage<Value>) {
    this.#page = page;
  }

  get(list: Value[], key: string | symbol): unknown {
    return key === stored ? this.#page : Reflect.get(this.#fill(list), key);
  }

  set(list: Value[], key: string | symbol, value: unknown): boolean {
    return Reflect.set(this.#fill(list), key, value);
  }

  has(list: Value[], key: string | symbol): boolean {
    return Reflect.has(this.#fill(list), key);
  }

  ownKeys(list: Value[]): (string | symbol)[] {
    return Reflect.ownKeys(this.#fill(list));
  }

  getOwnPropertyDescriptor(list: Value[], key: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#fill(list), key);
  }

  defineProperty(list: Value[], key: string | symbol, property: PropertyDescriptor): boolean {
    return Reflect.defineProperty(this.#fill(list), key, property);
  }

  deleteProperty(list: Value[], key: string | symbol): boolean {
    return Reflect.deleteProperty(this.#fill(list), key);
  }

  /** Turns the list into an ordinary array, which its reader may change. */
  #fill(list: Value[]): Value[] {
    for (const item of this.#page?.items ?? []) list.push(item.read());
    this.#page = undefined;
    return list;
  }
}
