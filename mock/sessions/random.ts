/** A source of whole numbers from 0 to 2³² − 1. Its state can be kept and put back. */
export interface Random {
  next(): number;
  readState(): readonly number[];
  writeState(state: readonly number[]): void;
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand), which is small, quick and passes the usual tests. */
export function createRandom(seed: number): Random {
  const state = new Uint32Array(4);
  const next = (): number => {
    // By index: to take an array apart costs as much as all the rest.
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
  // The first numbers still resemble the seed.
  for (let round = 0; round < 12; round += 1) next();
  return {
    next,
    readState: () => [...state],
    writeState: (kept) => state.set(kept),
  };
}

/** A random seed, short enough to be typed again. Not from `crypto`, which a start would have to load. */
export function createSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** A seed that follows from another one and a name (FNV-1a, 32 bits), so that it does not matter who is first. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((seed >>> 0) ^ hash) >>> 0;
}
