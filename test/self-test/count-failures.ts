import type { Check } from '../../conformance/index.ts';
import type { Score } from './score-target.ts';

/** What the corpus tells of a check that judges. */
export interface CheckScore {
  check: Check;
  /** How many broken targets it fails for. A check that fails for none is not known to be able to. */
  failures: number;
  /** The one of them that the fewest other checks fail for: what it is about. */
  example: Score | undefined;
}

export function countFailures(checks: readonly Check[], scores: readonly Score[]): CheckScore[] {
  const broken = scores
    .filter(({ kind }) => kind === 'broken')
    .toSorted((one, other) => one.failed.length - other.failed.length);
  return checks
    .filter(({ level }) => level !== 'OBSERVE')
    .map((check) => {
      const failing = broken.filter(({ failed }) => failed.includes(check.id));
      return { check, failures: failing.length, example: failing[0] };
    });
}
