import type { CheckResult, Failure, RunResult } from '../../conformance/results.ts';
import type { Cause } from './stranger.ts';

/** The failures of a run, grouped by cause. */
export interface Explanation {
  cause: Cause;
  checks: readonly FailedCheck[];
}

export interface FailedCheck {
  check: CheckResult;
  failure: Failure;
}

/** Lists each failed check with its first failure. */
export function listFailedChecks({ checks }: Pick<RunResult, 'checks'>): FailedCheck[] {
  return checks.flatMap((check) => {
    const [failure] = check.outcome.status === 'failed' ? check.outcome.failures : [];
    return failure === undefined ? [] : [{ check, failure }];
  });
}

/** Assigns each failed check to the first matching cause; the others have to be judged by hand. */
export function explainFailures(
  failed: readonly FailedCheck[],
  causes: readonly Cause[],
): { explained: Explanation[]; unexplained: FailedCheck[] } {
  const findCause = ({ check, failure }: FailedCheck) =>
    causes.find(
      ({ checks, messages = /(?:)/ }) => checks.test(check.id) && messages.test(failure.message),
    );
  const explained = causes
    .map((cause) => ({ cause, checks: failed.filter((one) => findCause(one) === cause) }))
    .filter(({ checks }) => checks.length > 0);
  return { explained, unexplained: failed.filter((one) => findCause(one) === undefined) };
}
