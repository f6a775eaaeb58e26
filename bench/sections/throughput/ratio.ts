import { toSpread } from '../../report/spread.ts';
import type { Measure, Measures } from './measure.ts';

/** What one subject reaches of another, round by round; nothing where one of them was not measured. */
export function toRatios(
  results: ReadonlyMap<string, Measures>,
  id: string,
  referenceId: string,
  read: (measure: Measure) => number | undefined,
): number[] {
  const own = readMeasures(results, id);
  const reference = readMeasures(results, referenceId);
  return own.flatMap((measure, round) => {
    const other = reference[round];
    const value = read(measure);
    const against = other === undefined ? undefined : read(other);
    return value === undefined || against === undefined ? [] : [value / against];
  });
}

/** The median of these ratios in requests per second. */
export function toMedianRatio(
  results: ReadonlyMap<string, Measures>,
  id: string,
  referenceId: string,
): number | undefined {
  const ratios = toRatios(results, id, referenceId, ({ requestsPerSecond }) => requestsPerSecond);
  return ratios.length === 0 ? undefined : toSpread(ratios).median;
}

export function readMeasures(
  results: ReadonlyMap<string, Measures> | undefined,
  id: string,
): readonly Measure[] {
  const result = results?.get(id);
  return result === undefined || 'void' in result ? [] : result.measures;
}
