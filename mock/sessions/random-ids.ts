import type { AssumptionValues } from '../../contract/index.ts';
import { type Answer, isPromise, type StoreContents } from '../store/store.ts';

/** A source of integers from 0 to 2³² − 1. Its state can be saved and restored. */
export interface Random {
  next(): number;
  readState(): readonly number[];
  writeState(state: readonly number[]): void;
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand), which is small and fast, and passes the usual tests. */
export function createRandom(seed: number): Random {
  const state = new Uint32Array(4);
  const next = (): number => {
    // Read by index: destructuring the array takes as long as everything else.
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const counter = state[3] ?? 0;
    const result = (a + b + counter) >>> 0;
    state[3] = counter + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    return result;
  };
  // A seed may have more than 32 bits.
  state.set([seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0, 1]);
  // The first numbers still correlate with the seed.
  for (let round = 0; round < 12; round += 1) next();
  return {
    next,
    readState: () => [...state],
    writeState: (kept) => state.set(kept),
  };
}

interface UuidOptions {
  random: Random;
  version: AssumptionValues['uuid-version'];
  case: AssumptionValues['uuid-case'];
  /** The current time in milliseconds, which is part of a version 7 UUID. */
  now: () => number;
}

/** Creates the function that generates UUIDs (RFC 9562). The same random numbers give the same UUIDs. */
export function createUuidSource(options: UuidOptions): () => string {
  const { random, version, now } = options;
  const digits = options.case === 'upper' ? '0123456789ABCDEF' : '0123456789abcdef';
  const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
  /** Returns the character code of one hexadecimal digit of 32 bits. */
  const at = (bits: number, shift: number): number => codes[(bits >>> shift) & 0xf] ?? 0;
  return () => {
    let a = random.next();
    let b = random.next();
    const c = (random.next() & 0x3fffffff) | 0x80000000;
    const d = random.next();
    if (version === 7) {
      // The timestamp comes first: 48 bits of milliseconds (section 5.7).
      const time = now();
      a = Math.floor(time / 2 ** 16);
      b = (b & 0xffff) | ((time % 2 ** 16) << 16);
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

/** Skips ids and keys that exist: a state that was saved with a seed contains those that the seed generates first. */
export class UnusedUuids {
  #read: () => Answer<StoreContents>;
  #used: Set<string> | undefined;

  /** @param read reads the contents of the store, when the first id is needed */
  constructor(read: () => Answer<StoreContents>) {
    this.#read = read;
  }

  /** Uses other contents, after those of the store were replaced. */
  replace(contents: StoreContents): void {
    this.#read = () => contents;
    this.#used = undefined;
  }

  next(create: () => string): string {
    this.#used ??= collectIds(this.#read());
    let id = create();
    while (this.#used.size > 0 && this.#used.has(id.toLowerCase())) id = create();
    return id;
  }
}

/** An asynchronous store cannot be read here; it has to refuse an existing id. */
function collectIds(contents: Answer<StoreContents>): Set<string> {
  const ids = new Set<string>();
  if (isPromise(contents)) return ids;
  const add = (id: string) => ids.add(id.toLowerCase());
  for (const { site } of contents.sites) add(site.id).add(site.apiKey.toLowerCase());
  for (const { route } of contents.routes) add(route.id);
  for (const { webhook } of contents.webhooks) add(webhook.id);
  return ids;
}
