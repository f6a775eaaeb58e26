/**
 * Finds things by id and does not hold the ids: a Map of them would keep a text for each, through which every
 * collection of garbage has to go, and which takes 60 bytes.
 */
export class IdIndex {
  /** By hash. */
  readonly #numbers = new Map<number, number>();
  /** Those whose hash was taken. */
  readonly #others = new Map<string, number>();
  readonly #isAt: (number: number, id: string) => boolean;

  /** @param isAt whether the thing that was added with a number has an id */
  constructor(isAt: (number: number, id: string) => boolean) {
    this.#isAt = isAt;
  }

  /** The number that was added with an id. */
  find(id: string): number | undefined {
    const number = this.#numbers.get(toHash(id));
    return number === undefined || this.#isAt(number, id) ? number : this.#others.get(id);
  }

  /** @param id not one that is there already */
  add(id: string, number: number): void {
    const hash = toHash(id);
    if (this.#numbers.has(hash)) this.#others.set(id, number);
    else this.#numbers.set(hash, number);
  }

  /** @param id the one that was added last: whoever has the hash of another one goes before that */
  removeLast(id: string): void {
    if (!this.#others.delete(id)) this.#numbers.delete(toHash(id));
  }
}

/** FNV-1a of the last 12 characters, which are random in most UUIDs, in 30 bits: what every engine keeps in place. */
function toHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = Math.max(id.length - 12, 0); at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash & 0x3fffffff;
}
