import type { RunResult } from '../results.ts';
import { toCount, toNumber } from './count.ts';
import { groupByCause } from './group-causes.ts';
import { countStatuses, toReportStatus } from './report-status.ts';

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
  const passed = `${toNumber(counts.passed)} passed`;
  const asides = [
    counts.inconclusive + counts.error > 0 &&
      `${toNumber(counts.inconclusive + counts.error)} could not decide`,
    counts.skipped + counts['not-run'] > 0 &&
      `${toNumber(counts.skipped + counts['not-run'])} did not run`,
    counts.tolerated > 0 && `${toNumber(counts.tolerated)} failed but count only under --strict`,
  ].filter((aside) => aside !== false);
  const rest = asides.map((aside) => `, ${aside}`).join('');
  if (verdict.kind === 'conforms') {
    return counts.known === 0
      ? { headline: 'Conforms', explanation: `No requirement is broken: ${passed}${rest}.` }
      : {
          headline: `Conforms, except for ${toCount(counts.known, 'known failure')} (baseline)`,
          explanation: `No other requirement is broken: ${passed}${rest}.`,
        };
  }
  if (counts.failed === 0) {
    return {
      headline: 'Does not pass',
      explanation: `No new failure was found, but the baseline is out of date: see the warnings (${passed}${rest}).`,
    };
  }
  const causes = groupByCause(result).filter(
    ({ check }) => toReportStatus(check, options.strict) === 'failed',
  ).length;
  const known = counts.known === 0 ? '' : `, ${toCount(counts.known, 'known failure')} (baseline)`;
  return {
    headline: 'Does not conform',
    explanation: `${toCount(counts.failed, 'check')} failed, from ${toCount(causes, 'cause')}; ${passed}${rest}${known}.`,
  };
}
