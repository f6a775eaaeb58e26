import type { RunResult } from '../results.ts';
import { toCount } from './count.ts';
import { countStatuses } from './report-status.ts';

/** The verdict in words that need no knowledge of the suite. */
export interface VerdictText {
  headline: string;
  explanation: string;
}

export function toVerdictText(result: RunResult): VerdictText {
  const { verdict, checks, options } = result;
  const counts = countStatuses(checks, options.strict);
  if (verdict.kind === 'not-run') {
    return {
      headline: 'No verdict',
      explanation: `The run could not judge the target: ${verdict.reason}.`.replace(/\.\.$/, '.'),
    };
  }
  const implied =
    counts.tolerated === 0
      ? ''
      : ` ${toCount(counts.tolerated, 'check')} failed without counting: a SHOULD counts under --strict alone.`;
  const undecided = counts.inconclusive + counts.error;
  const silent = undecided === 0 ? '' : ` ${toCount(undecided, 'check')} could not decide.`;
  const left = counts.skipped + counts['not-run'];
  const unasked = left === 0 ? '' : ` ${toCount(left, 'check')} did not run.`;
  if (verdict.kind === 'conforms') {
    const known =
      counts.known === 0 ? '' : ` ${toCount(counts.known, 'known failure')} did not count.`;
    return {
      headline: 'Conforms',
      explanation: `${toCount(counts.passed, 'check')} passed, and none found a requirement broken.${known}${implied}${silent}${unasked}`,
    };
  }
  if (counts.failed === 0) {
    return {
      headline: 'Does not pass',
      explanation: `No new failure was found, but the baseline has to be put right: see the warnings.${silent}${unasked}`,
    };
  }
  const held = counts.passed === 1 ? '1 check held' : `${toCount(counts.passed, 'check')} held`;
  return {
    headline: 'Does not conform',
    explanation: `${toCount(counts.failed, 'check')} found a requirement broken; ${held}.${implied}${silent}${unasked}`,
  };
}
