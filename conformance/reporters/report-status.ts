import { type CheckResult, doesCount, type RunResult } from '../results.ts';

/**
 * The statuses of checks in reports, in the order of attention. `tolerated` is broken at a level that does not fail the run,
 * and `known` is declared by the baseline. Each colour has a sign too, for readers who cannot see it.
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

// Object.keys returns plain strings.
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
  // `order` contains each status.
  return Object.fromEntries(entries) as StatusCounts;
}

export function listStatusCounts(counts: StatusCounts): { status: ReportStatus; count: number }[] {
  return order
    .map((status) => ({ status, count: counts[status] }))
    .filter(({ count }) => count > 0);
}

/** For example `36 passed, 1 inconclusive, 2 failed`. The worst status comes last, where readers notice it. */
export function toTotals(counts: StatusCounts): string {
  return listStatusCounts(counts)
    .map(({ status, count }) => `${count} ${statuses[status].label}`)
    .reverse()
    .join(', ');
}

/** The checks of one operation. Those that need attention come first. */
export interface OperationGroup {
  operation: string;
  checks: readonly CheckResult[];
  counts: StatusCounts;
}

/** Groups checks by operation, in the order of first occurrence. */
export function groupByOperation({ checks, options: { strict } }: RunResult): OperationGroup[] {
  const rank = (check: CheckResult) => order.indexOf(toReportStatus(check, strict));
  return groupBy(checks, ({ operation }) => operation).map(([operation, group]) => ({
    operation,
    checks: group.toSorted((one, other) => rank(one) - rank(other)),
    counts: countStatuses(group, strict),
  }));
}

/** A reason for missing verdicts, and the checks with this reason. */
export interface ReasonGroup {
  status: Undecided;
  reason: string;
  checks: readonly CheckResult[];
}

type Undecided = 'error' | 'inconclusive' | 'not-run' | 'skipped';

/** Groups checks without a verdict by status and reason, the most frequent reason first. Default: all such statuses. */
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

/** Groups checks by key, in the order of first occurrence. Checks without a key are left out. */
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
