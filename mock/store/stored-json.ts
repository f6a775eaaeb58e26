/**
 * A resource as the memory store keeps it: its JSON takes a third of the memory of the object, and is what a reply sends.
 * It never changes; another one replaces it.
 */
export class StoredJson<Value> {
  readonly text: string;
  /** The kind of reply in which it was found valid, so that later replies of that kind need not validate it again. */
  validFor: object | undefined;
  /** The value, while it is one of those used last. */
  recent: Value | undefined;

  /** @param text what `toJson` wrote */
  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    // What JSON.stringify wrote of a value is that value again.
    return JSON.parse(this.text);
  }
}

/** How many values are kept beside their JSON. */
const mostRecent = 256;

/** Keeps the values that were used last: who changes a resource usually changes it again soon. */
export class RecentValues<Value> {
  readonly #ring: StoredJson<Value>[] = [];
  #next = 0;

  /** The value, which must not be changed. */
  read(stored: StoredJson<Value>): Value {
    return stored.recent ?? this.keep(stored, Object.freeze(stored.read()));
  }

  /** @param value what the JSON says. It is kept if it cannot change any more */
  keep(stored: StoredJson<Value>, value: Value): Value {
    if (!Object.isFrozen(value)) return value;
    const oldest = this.#ring[this.#next];
    if (oldest !== undefined) oldest.recent = undefined;
    stored.recent = value;
    this.#ring[this.#next] = stored;
    this.#next = (this.#next + 1) % mostRecent;
    return value;
  }
}

let last: { value: unknown; text: string } | undefined;

/**
 * The JSON of a value. The last one is remembered: a resource is stored and sent right after each other. What can still
 * change is not.
 */
export function toJson(value: unknown): string {
  if (last !== undefined && value === last.value) return last.text;
  const text = JSON.stringify(value) ?? 'null';
  if (Object.isFrozen(value)) last = { value, text };
  return text;
}

/** What is listed together. A store that lists the same again can give the same page again. */
export class StoredPage<Value = unknown> {
  readonly items: readonly StoredJson<Value>[];
  /** The last reply with this page, so that the same one need not be written again. */
  reply: WrittenReply | undefined;

  constructor(items: readonly StoredJson<Value>[]) {
    this.items = items;
  }
}

/** The JSON of a reply, and what it was written of. */
export interface WrittenReply {
  validFor: object;
  /** The fields of the reply in their order, and their values: that of the page itself does not matter. */
  names: readonly string[];
  values: readonly unknown[];
  text: string;
}

/** How a reply writer gets at the JSON behind a list. */
const stored = Symbol('stored JSON');

/** Lists what is stored. It is parsed when an item is first looked at, and never if the list is only sent. */
export function createStoredList<Value>(page: StoredPage<Value>): Value[] {
  return new Proxy<Value[]>([], new StoredList(page));
}

/** The JSON of a list from `createStoredList` that was never read, in the same order. */
export function readStoredList(list: unknown): StoredPage | undefined {
  return Array.isArray(list) ? Reflect.get(list, stored) : undefined;
}

/** Fills the list on every access but that of the reply writer. */
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

  /** Turns the list into an ordinary one, which its reader may change. */
  #fill(list: Value[]): Value[] {
    for (const item of this.#page?.items ?? []) list.push(item.read());
    this.#page = undefined;
    return list;
  }
}
