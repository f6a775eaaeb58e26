/** The spread of repeated measurements. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** @throws when there are no values */
export function toSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const min = sorted[0];
  const max = sorted.at(-1);
  if (min === undefined || max === undefined)
    throw new Error('a spread requires at least one value');
  const upper = sorted[Math.floor(sorted.length / 2)] ?? max;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? min;
  return { min, median: (lower + upper) / 2, max };
}

/** Formats `0.71–**0.74**–0.78`: minimum, median and maximum. */
export function writeSpread(
  { min, median, max }: Spread,
  write: (value: number) => string,
): string {
  return `${write(min)}–**${write(median)}**–${write(max)}`;
}
