import type { CheckResult, RunResult } from '../results.ts';
import {
  countStatuses,
  type ReportStatus,
  reportStatuses,
  type StatusCounts,
  toReportStatus,
} from './report-status.ts';

/** The checks of one operation, those first that need attention. */
export interface OperationGroup {
  operation: string;
  checks: readonly CheckResult[];
  counts: StatusCounts;
}

/** The checks by operation, in the order in which the operations first occur. */
export function groupByOperation({ checks, options: { strict } }: RunResult): OperationGroup[] {
  const byOperation = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const group = byOperation.get(check.operation);
    if (group === undefined) byOperation.set(check.operation, [check]);
    else group.push(check);
  }
  const rank = (check: CheckResult) => reportStatuses.indexOf(toReportStatus(check, strict));
  return [...byOperation].map(([operation, group]) => ({
    operation,
    checks: group.toSorted((one, other) => rank(one) - rank(other)),
    counts: countStatuses(group, strict),
  }));
}

/** Why checks gave no verdict, with the checks that share the reason. */
export interface ReasonGroup {
  status: 'error' | 'inconclusive' | 'not-run' | 'skipped';
  reason: string;
  checks: readonly CheckResult[];
}

/** What did not get to a verdict, by status and reason, the reason of most checks first. */
export function groupByReason({ checks }: RunResult, status: ReasonGroup['status']): ReasonGroup[] {
  const byReason = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const { outcome } = check;
    if (outcome.status !== status) continue;
    const group = byReason.get(outcome.reason);
    if (group === undefined) byReason.set(outcome.reason, [check]);
    else group.push(check);
  }
  return [...byReason]
    .map(([reason, group]) => ({ status, reason, checks: group }))
    .sort((one, other) => other.checks.length - one.checks.length);
}

/** The checks that have one of the statuses, in the order of the run. */
export function listByStatus(
  { checks, options: { strict } }: RunResult,
  ...statuses: readonly ReportStatus[]
): CheckResult[] {
  return checks.filter((check) => statuses.includes(toReportStatus(check, strict)));
}
