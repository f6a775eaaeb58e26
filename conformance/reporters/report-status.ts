import type { CheckResult } from '../results.ts';

/**
 * How a check counts: `failed` fails the run, `tolerated` is broken at a level that does not, such as a SHOULD of a run
 * that is not strict, `known` is a
 * failure that the baseline declares.
 */
export type ReportStatus =
  | 'failed'
  | 'error'
  | 'tolerated'
  | 'known'
  | 'inconclusive'
  | 'not-run'
  | 'skipped'
  | 'observed'
  | 'passed';

/** What a reader has to look at first comes first. */
export const reportStatuses: readonly ReportStatus[] = [
  'failed',
  'error',
  'tolerated',
  'known',
  'inconclusive',
  'not-run',
  'skipped',
  'observed',
  'passed',
];

/** Each status in the words of a report. */
export const statusLabels: Readonly<Record<ReportStatus, string>> = {
  failed: 'failed',
  error: 'suite error',
  tolerated: 'failed (not counted)',
  known: 'known failure',
  inconclusive: 'inconclusive',
  'not-run': 'not run',
  skipped: 'skipped',
  observed: 'observed',
  passed: 'passed',
};

/** What each status means for someone who reads a report for the first time. */
export const statusMeanings: Readonly<Record<ReportStatus, string>> = {
  failed: 'The target breaks a requirement. This fails the run.',
  error: 'The suite itself failed here. This does not count for or against the target.',
  tolerated: 'Broken, but does not fail the run: a SHOULD counts only under --strict.',
  known:
    'The target breaks the requirement, and the baseline lists it with a reason and a date. This does not fail the run.',
  inconclusive:
    'The check could not get what it needs, for a reason that the interface allows. This does not count for or against the target.',
  'not-run': 'The run ended before this check did. This does not count for or against the target.',
  skipped: 'The check was not selected, or may not write to this target.',
  observed: 'The interface does not say. What the target does is recorded and never fails.',
  passed: 'The target meets the requirement.',
};

export function toReportStatus({ level, outcome }: CheckResult, strict: boolean): ReportStatus {
  if (outcome.status !== 'failed') return outcome.status;
  if (outcome.known !== undefined) return 'known';
  return level === 'MUST' || (level === 'SHOULD' && strict) ? 'failed' : 'tolerated';
}

export type StatusCounts = Readonly<Record<ReportStatus, number>>;

export function countStatuses(checks: readonly CheckResult[], strict: boolean): StatusCounts {
  const counts: Record<ReportStatus, number> = {
    failed: 0,
    error: 0,
    tolerated: 0,
    known: 0,
    inconclusive: 0,
    'not-run': 0,
    skipped: 0,
    observed: 0,
    passed: 0,
  };
  for (const check of checks) counts[toReportStatus(check, strict)] += 1;
  return counts;
}

/** The statuses that occur, each with its count, in the order of attention. */
export function listStatusCounts(counts: StatusCounts): { status: ReportStatus; count: number }[] {
  return reportStatuses
    .map((status) => ({ status, count: counts[status] }))
    .filter(({ count }) => count > 0);
}
