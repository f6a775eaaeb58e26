/**
 * The only source of random numbers and UUIDs. Everything that is generated can be repeated from its seed. Libraries such as
 * `pure-rand` have other generators, and ids that users recorded for a seed would change.
 */

/** A source of integers from 0 to 2³² − 1. Its state can be saved and restored. */
export interface Random {
  next(): number;
  readState(): readonly number[];
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand), which is small and fast, and passes the usual tests. */
export function createRandom(seed: number | readonly number[]): Random {
  // A seed may have more than 32 bits.
  const start = typeof seed === 'number' ? [seed >>> 0, Math.floor(seed / 2 ** 32), 0, 1] : seed;
  let [a = 0, b = 0, c = 0, counter = 0] = start;
  const next = (): number => {
    const result = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + result) >>> 0;
    return result;
  };
  // The first numbers still correlate with the seed.
  if (typeof seed === 'number') for (let round = 0; round < 12; round += 1) next();
  return { next, readState: () => [a, b, c, counter] };
}

/** Creates a random seed that is short enough to type. It does not use `crypto`, which a start would have to load. */
export function createSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** @throws RangeError when the seed is not a non-negative whole number */
export function assertSeed(seed: number): void {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`the seed ${seed} is not an integer from 0 to 2^53 - 1`);
}

/** Derives a seed from another one and a name (FNV-1a, 32 bits), independent of the order of creation. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((seed >>> 0) ^ hash) >>> 0;
}

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export function pickFraction(random: Random): number {
  return random.next() / 2 ** 32;
}

/** Returns an integer from `low` to `high`, both inclusive. */
export function pickInteger(random: Random, low: number, high: number): number {
  return low + Math.floor(pickFraction(random) * (high - low + 1));
}

/** @throws RangeError when the list is empty */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[pickInteger(random, 0, items.length - 1)];
  if (item === undefined) throw new RangeError('the list to pick from is empty');
  return item;
}

/** The form of generated UUIDs, by the assumptions that decide it. */
interface UuidForm {
  /** 4: random. 7: starts with the milliseconds since 1970, so that ids sort by time. */
  'uuid-version': 4 | 7;
  'uuid-case': 'lower' | 'upper';
}

/**
 * Creates the function that generates UUIDs (RFC 9562). The same random numbers give the same UUIDs. In version 7, the
 * milliseconds since 1970 are part of them.
 */
export function createUuidFactory(form: UuidForm): (random: Random, now: number) => string {
  const version = form['uuid-version'];
  const digits = form['uuid-case'] === 'upper' ? '0123456789ABCDEF' : '0123456789abcdef';
  const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
  /** Returns the character code of one hexadecimal digit of 32 bits. */
  const at = (bits: number, shift: number): number => codes[(bits >>> shift) & 0xf] ?? 0;
  return (random, now) => {
    let a = random.next();
    let b = random.next();
    const c = (random.next() & 0x3fffffff) | 0x80000000;
    const d = random.next();
    if (version === 7) {
      // The timestamp comes first: 48 bits of milliseconds (section 5.7).
      a = Math.floor(now / 2 ** 16);
      b = (b & 0xffff) | ((now % 2 ** 16) << 16);
    }
    b = (b & 0xffff0fff) | (version << 12);
    // A single call creates a flat string, unlike concatenation, and needs no array of codes.
    // biome-ignore format: a line for each 32 bits
    return String.fromCharCode(
      at(a, 28), at(a, 24), at(a, 20), at(a, 16), at(a, 12), at(a, 8), at(a, 4), at(a, 0), hyphen,
      at(b, 28), at(b, 24), at(b, 20), at(b, 16), hyphen, at(b, 12), at(b, 8), at(b, 4), at(b, 0), hyphen,
      at(c, 28), at(c, 24), at(c, 20), at(c, 16), hyphen, at(c, 12), at(c, 8), at(c, 4), at(c, 0),
      at(d, 28), at(d, 24), at(d, 20), at(d, 16), at(d, 12), at(d, 8), at(d, 4), at(d, 0),
    );
  };
}

const hyphen = 0x2d;
