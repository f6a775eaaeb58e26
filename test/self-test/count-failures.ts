import type { Check } from '../../conformance/index.ts';
import type { Score } from './score-target.ts';

/** The results of the corpus for one check. */
export interface CheckScore {
  check: Check;
  /** Number of broken targets that it fails for. A check without any may be unable to fail. */
  failures: number;
  /** The broken target that the fewest other checks fail for, as an example. */
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
