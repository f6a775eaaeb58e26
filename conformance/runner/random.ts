/** A repeatable stream of numbers in [0, 1): mulberry32, which is plenty for test data. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for one purpose of a run: it depends on the run's seed and the purpose, and on nothing else. */
export function deriveSeed(seed: number, purpose: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < purpose.length; at += 1) {
    hash = Math.imul(hash ^ purpose.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** A whole number from `low` to `high`, both included. */
export function pickInteger(random: () => number, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** A UUID of version 4 that repeats with its stream. */
export function createUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = '4';
  hex[16] = '89ab'.charAt(Math.floor(random() * 4));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
