import { toPointer } from '../json.ts';
import { isClosing, isOpening, openObject, quote, visitStructure } from '../json-structure.ts';

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
  const bytes = new TextEncoder().encode(text);
  const scanner = new Scanner();
  visitStructure(bytes, (character, at, end) => {
    if (character === quote) {
      if (scanner.mayBeKey) scanner.addKey(decoder.decode(bytes.subarray(at, end + 1)));
    } else if (isOpening(character)) scanner.open(character === openObject);
    else if (isClosing(character)) scanner.close();
    else scanner.mayBeKey = scanner.hasKeys();
  });
  return { repeated: scanner.repeated, depth: scanner.deepest };
}

const decoder = new TextDecoder();

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
