/** How long a target takes to respond. */
export interface Latency {
  note(milliseconds: number): void;
  /** What the slowest response so far took. */
  slowestMs(): number;
  /** What the fastest response so far took; undefined before the first. */
  fastestMs(): number | undefined;
  /** What distance adds to each response; undefined before the first. */
  roundTripMs(): number | undefined;
}

/** Distance adds the same to each response. Where the usual one takes so many times as long as the fastest, work does. */
const steady = 1.5;
const kept = 64;

export function createLatency(): Latency {
  const first: number[] = [];
  let slowest = 0;
  let fastest: number | undefined;
  return {
    note(milliseconds) {
      if (first.length < kept) first.push(milliseconds);
      slowest = Math.max(slowest, milliseconds);
      fastest = Math.min(fastest ?? milliseconds, milliseconds);
    },
    slowestMs: () => slowest,
    fastestMs: () => fastest,
    roundTripMs() {
      if (fastest === undefined) return undefined;
      const usual = first.toSorted((one, other) => one - other)[Math.floor(first.length / 2)] ?? 0;
      // A busy machine, or a busy target, says nothing about the distance.
      return usual > steady * fastest ? 0 : fastest;
    },
  };
}
