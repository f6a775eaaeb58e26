import { createRandom, deriveSeed, pickFraction } from '../../contract/random.ts';

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
      const ranked = all.map((probe, index) => {
        const rank = index < least ? 0 : pickFraction(random);
        return { probe, rank };
      });
      const ranks = ranked.map(({ rank }) => rank).sort((left, right) => left - right);
      const highest = ranks[count(all.length, least) - 1] ?? -1;
      return ranked.filter(({ rank }) => rank <= highest).map(({ probe }) => probe);
    },
    count,
    areAllSent: () => !isFar,
  };
}
