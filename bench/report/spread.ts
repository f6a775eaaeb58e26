/** What repeated measures of one thing came to. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** @throws when there is nothing to sum up */
export function toSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const min = sorted[0];
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) throw new Error('a spread needs values');
  const upper = sorted[Math.floor(sorted.length / 2)] ?? max;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? min;
  return { min, median: (lower + upper) / 2, max };
}

/** `0.71–**0.74**–0.78`: the median is what counts, the ends tell how much. */
export function writeSpread(
  { min, median, max }: Spread,
  write: (value: number) => string,
): string {
  return `${write(min)}–**${write(median)}**–${write(max)}`;
}
