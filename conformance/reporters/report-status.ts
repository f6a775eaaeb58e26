import { type CheckResult, doesCount, type RunResult } from '../results.ts';

/**
 * How a check counts, and how reports show it: `tolerated` is broken at a level that does not fail the run, `known` is
 * declared by the baseline. A sign accompanies every colour, for readers who cannot see it. What a reader has to look at
 * first comes first.
 */
export const statuses = {
  failed: { label: 'failed', sign: '✗', tone: 'red' },
  error: { label: 'suite error', sign: '⚠', tone: 'red' },
  tolerated: { label: 'failed (not counted)', sign: '!', tone: 'yellow' },
  known: { label: 'known failure', sign: '≈', tone: 'cyan' },
  inconclusive: { label: 'inconclusive', sign: '?', tone: 'yellow' },
  'not-run': { label: 'not run', sign: '–', tone: 'faint' },
  skipped: { label: 'skipped', sign: '–', tone: 'faint' },
  observed: { label: 'observed', sign: '•', tone: 'cyan' },
  passed: { label: 'passed', sign: '✓', tone: 'green' },
} as const;

export type ReportStatus = keyof typeof statuses;

// The type of Object.keys forgets which keys an object has.
const order = Object.keys(statuses) as ReportStatus[];

export function toReportStatus({ level, outcome }: CheckResult, strict: boolean): ReportStatus {
  if (outcome.status !== 'failed') return outcome.status;
  if (outcome.known !== undefined) return 'known';
  return doesCount({ level }, strict) ? 'failed' : 'tolerated';
}

export function listByStatus(
  { checks, options: { strict } }: RunResult,
  ...wanted: readonly ReportStatus[]
): CheckResult[] {
  return checks.filter((check) => wanted.includes(toReportStatus(check, strict)));
}

export type StatusCounts = Readonly<Record<ReportStatus, number>>;

export function countStatuses(checks: readonly CheckResult[], strict: boolean): StatusCounts {
  const all = checks.map((check) => toReportStatus(check, strict));
  const entries = order.map((status) => [status, all.filter((one) => one === status).length]);
  // Each status is in `order`.
  return Object.fromEntries(entries) as StatusCounts;
}

export function listStatusCounts(counts: StatusCounts): { status: ReportStatus; count: number }[] {
  return order
    .map((status) => ({ status, count: counts[status] }))
    .filter(({ count }) => count > 0);
}

/** `36 passed, 1 inconclusive, 2 failed`: the worst last, where a line ends. */
export function toTotals(counts: StatusCounts): string {
  return listStatusCounts(counts)
    .map(({ status, count }) => `${count} ${statuses[status].label}`)
    .reverse()
    .join(', ');
}

/** The checks of one operation, those first that need attention. */
export interface OperationGroup {
  operation: string;
  checks: readonly CheckResult[];
  counts: StatusCounts;
}

/** The checks by operation, in the order in which the operations first occur. */
export function groupByOperation({ checks, options: { strict } }: RunResult): OperationGroup[] {
  const rank = (check: CheckResult) => order.indexOf(toReportStatus(check, strict));
  return groupBy(checks, ({ operation }) => operation).map(([operation, group]) => ({
    operation,
    checks: group.toSorted((one, other) => rank(one) - rank(other)),
    counts: countStatuses(group, strict),
  }));
}

/** Why checks gave no verdict, with the checks that share the reason. */
export interface ReasonGroup {
  status: Undecided;
  reason: string;
  checks: readonly CheckResult[];
}

type Undecided = 'error' | 'inconclusive' | 'not-run' | 'skipped';

/** What did not get to a verdict, by status and reason, the reason of most checks first. Default: each such status. */
export function groupByReason(
  { checks }: RunResult,
  wanted: readonly Undecided[] = ['error', 'inconclusive', 'not-run', 'skipped'],
): ReasonGroup[] {
  return wanted.flatMap((status) =>
    groupBy(checks, ({ outcome }) => (outcome.status === status ? outcome.reason : undefined))
      .map(([reason, group]) => ({ status, reason, checks: group }))
      .sort((one, other) => other.checks.length - one.checks.length),
  );
}

/** The checks that have the same key, in the order in which the keys first occur; those without one are left out. */
function groupBy(
  checks: readonly CheckResult[],
  toKey: (check: CheckResult) => string | undefined,
): [string, CheckResult[]][] {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const key = toKey(check);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [check]);
    else group.push(check);
  }
  return [...groups];
}
