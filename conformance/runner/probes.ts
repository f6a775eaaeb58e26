/** Minimum round-trip time of a distant target, and which share of the probes of each kind it gets: one in so many. */
const far = { fromMs: 200, oneIn: 4 };

export type Probes = ReturnType<typeof createProbes>;

/**
 * Selects among similar probes of a check, such as different wrong types or boundaries. A near target gets all of them. A
 * distant one gets some of each kind, to keep the run short.
 * @param thorough sends all probes, however distant the target is
 */
export function createProbes(thorough: boolean) {
  let isFar = false;
  /** Number of rounds or probes to make out of `all`. More only increase the chance of finding a fault. */
  const count = (all: number, least = 1) =>
    isFar ? Math.min(all, Math.max(least, Math.round(all / far.oneIn))) : all;
  return {
    /** Sets the round-trip time. Must be called once, before the first probe is picked. */
    settle(milliseconds: number): void {
      isFar = !thorough && milliseconds >= far.fromMs;
    },
    /** Picks probes of one kind, in their order, but always the first ones, which reveal the most. */
    pick<T>({ seed }: { seed: number }, kind: string, all: readonly T[], least = 1): T[] {
      const random = createRandom(deriveSeed(seed, kind));
      const ranks = all.map((_, place) => (place < least ? 0 : random()));
      const highest =
        ranks.toSorted((one, other) => one - other)[count(all.length, least) - 1] ?? -1;
      return all.filter((_, place) => (ranks[place] ?? 0) <= highest);
    },
    count,
    areAllSent: () => !isFar,
  };
}

/** Creates a repeatable sequence of numbers in [0, 1) with mulberry32, which is sufficient for test data. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Derives a seed from the run's seed and a purpose only. */
export function deriveSeed(seed: number, purpose: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < purpose.length; at += 1)
    hash = Math.imul(hash ^ purpose.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** An integer from `low` to `high`, inclusive. */
export function pickInteger(random: () => number, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** A version 4 UUID, repeatable for the same random sequence. */
export function createUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = '4';
  hex[16] = '89ab'.charAt(Math.floor(random() * 4));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
