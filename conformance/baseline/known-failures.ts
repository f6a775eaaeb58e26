import { findBroken } from '../group-failures.ts';
import type { CheckResult, Failure, KnownFailure } from '../results.ts';

/** Known failures, which do not fail a run until they expire. `spec/baseline.schema.json` describes the file. */
export interface Baseline {
  failures: readonly BaselineEntry[];
}

/** An entry names what fails by requirement and operation: which checks show it depends on the seed and on the data. */
export type BaselineEntry = KnownRequirement | KnownCheck;

export interface KnownRequirement extends KnownFailure {
  requirement: string;
  operation: string;
}

/** The form of earlier versions. It stands for the requirements of the check at its operation. */
interface KnownCheck extends KnownFailure {
  check: string;
}

/** The name of an entry in messages, and its place in the file. */
export function nameEntry(entry: BaselineEntry): string {
  return 'check' in entry ? entry.check : `${entry.operation}: ${entry.requirement}`;
}

/** Whether an entry declares a failure of a check. */
export function declares(
  entry: BaselineEntry,
  check: CheckResult,
  failure: Failure,
  checks: readonly CheckResult[],
): boolean {
  const requirement = findBroken(check, failure).id;
  if (!('check' in entry))
    return entry.operation === check.operation && entry.requirement === requirement;
  if (entry.check === check.id) return true;
  const named = checks.find(({ id }) => id === entry.check);
  if (named === undefined || named.operation !== check.operation) return false;
  return named.requirements.some(({ id }) => id === requirement);
}

/** Whether any failure of a run is one that an entry declares. */
export function stillFails(entry: BaselineEntry, checks: readonly CheckResult[]): boolean {
  return checks.some(
    (check) =>
      check.outcome.status === 'failed' &&
      check.outcome.failures.some((failure) => declares(entry, check, failure, checks)),
  );
}

/** The checks that can show whether an entry still holds. Without any, the run has nothing of its name. */
export function listDeciding(
  entry: BaselineEntry,
  checks: readonly CheckResult[],
): readonly CheckResult[] {
  if ('check' in entry) return checks.filter(({ id }) => id === entry.check);
  const ofOperation = checks.filter(({ operation }) => operation === entry.operation);
  const proving = ofOperation.filter(({ requirements }) =>
    requirements.some(({ id }) => id === entry.requirement),
  );
  // A check may break a requirement of another one, for example that a response has the documented shape.
  return proving.length > 0 ? proving : ofOperation;
}

/** Whether a run has shown that an entry no longer holds. A run of some checks may lack those that would fail. */
export function isStale(
  entry: BaselineEntry,
  checks: readonly CheckResult[],
  isWholeRun: boolean,
): boolean {
  if (stillFails(entry, checks)) return false;
  const deciding = listDeciding(entry, checks);
  if (deciding.length === 0) return isWholeRun;
  const hasPassed = deciding.some(({ outcome }) => outcome.status === 'passed');
  return hasPassed && (isWholeRun || 'check' in entry);
}
