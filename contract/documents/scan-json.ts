import { toPointer } from '../json.ts';

/** Keys of deeper objects are not compared: those of a path item are at the third level. */
const deepestKeys = 3;

interface Scanned {
  /** The pointer of a key that an outer object has twice, if any. */
  repeated: string | undefined;
  /** How deep objects and arrays are nested. */
  depth: number;
}

/**
 * Finds what `JSON.parse` accepts silently: a key that one of the outer objects has twice, of which it keeps only the last, and
 * deep nesting, which other functions do not survive.
 */
export function scanJson(text: string): Scanned {
  const scanner = new Scanner();
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = findEnd(text, at);
      if (scanner.mayBeKey) scanner.addKey(text.slice(at, end + 1));
      at = end;
    } else if (character === openBrace) scanner.open(true);
    else if (character === openBracket) scanner.open(false);
    else if (character === closeBrace || character === closeBracket) scanner.close();
    else if (character === comma) scanner.mayBeKey = scanner.hasKeys();
  }
  return { repeated: scanner.repeated, depth: scanner.deepest };
}

class Scanner {
  repeated: string | undefined;
  deepest = 0;
  /** Whether the next string is a key to compare. */
  mayBeKey = false;
  #depth = 0;
  /** The last key at each level. */
  readonly #path: string[] = [];
  /** The keys so far at each level, if all levels down to it are objects. */
  readonly #keys: (Set<string> | undefined)[] = [new Set()];

  open(isObject: boolean): void {
    const isCompared = isObject && this.#depth < deepestKeys && this.hasKeys();
    this.#depth += 1;
    this.deepest = Math.max(this.deepest, this.#depth);
    if (this.#depth <= deepestKeys) this.#keys[this.#depth] = isCompared ? new Set() : undefined;
    this.mayBeKey = isCompared;
  }

  close(): void {
    this.#depth -= 1;
    this.mayBeKey = false;
  }

  hasKeys(): boolean {
    return this.#keys[this.#depth] !== undefined;
  }

  addKey(written: string): void {
    const key = String(JSON.parse(written));
    const keys = this.#keys[this.#depth];
    this.#path[this.#depth - 1] = key;
    if (keys?.has(key)) this.repeated ??= toPointer(...this.#path.slice(0, this.#depth));
    keys?.add(key);
    this.mayBeKey = false;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The index of the quote that ends a string. */
function findEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - backslashes - 1) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
