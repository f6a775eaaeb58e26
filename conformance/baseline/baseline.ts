/*
 * conformance/baseline/: known failures, and what changed since an earlier run. It imports the results and reporters of
 * conformance/, and contract/. Start here for `--baseline`, in since.ts for `--since`.
 */

import { withGroups } from '../group-failures.ts';
import {
  type CheckResult,
  explainErrors,
  failsRun,
  hasThrown,
  type RunResult,
  type Verdict,
} from '../results.ts';
import {
  type Baseline,
  type BaselineEntry,
  declares,
  isStale,
  listDeciding,
  nameEntry,
  stillFails,
} from './known-failures.ts';

/**
 * Applies a baseline to a result. A known failure does not fail the run. One that has expired or no longer occurs does, and
 * `warnings` says what to do. An entry stays valid as long as anything of its requirement fails at its operation.
 *
 * @param today ISO 8601 date, for example `2026-11-21`.
 */
export function applyBaseline(result: RunResult, baseline: Baseline, today: string): RunResult {
  const { failures: entries } = baseline;
  const valid = entries.filter(({ expires }) => today <= expires);
  const checks = result.checks.map((check) => markKnown(check, valid, result.checks));
  const isWholeRun = result.options.only.length === 0;
  const expired = entries
    .filter((entry) => !valid.includes(entry) && stillFails(entry, result.checks))
    .map(explainExpired);
  const stale = entries
    .filter((entry) => isStale(entry, result.checks, isWholeRun))
    .map((entry) => explainStale(entry, result.checks));
  const verdict = toVerdict(result.verdict, checks, { strict: result.options.strict, stale });
  const warnings = [...result.warnings, ...expired, ...stale];
  return withGroups({ ...result, checks, verdict, warnings });
}

function explainExpired(entry: BaselineEntry): string {
  const { expires, reason } = entry;
  return `Baseline: ${nameEntry(entry)} was accepted until ${expires} (${reason}) and still fails. Fix it, or agree on a new date.`;
}

function explainStale(entry: BaselineEntry, checks: readonly CheckResult[]): string {
  const name = nameEntry(entry);
  if (listDeciding(entry, checks).length > 0)
    return `Baseline: ${name} no longer fails. Remove it (--update-baseline does this).`;
  const what = 'check' in entry ? 'check' : 'operation';
  return `Baseline: unknown ${what} ${'check' in entry ? name : entry.operation}. Remove it, or correct its name.`;
}

/** Marks the failures that entries declare. A check is known if all of its failures are. */
function markKnown(
  check: CheckResult,
  entries: readonly BaselineEntry[],
  checks: readonly CheckResult[],
): CheckResult {
  const { outcome } = check;
  if (outcome.status !== 'failed') return check;
  const failures = outcome.failures.map((failure) => {
    const entry = entries.find((candidate) => declares(candidate, check, failure, checks));
    if (entry === undefined) return failure;
    const { reason, expires } = entry;
    return { ...failure, known: { reason, expires } };
  });
  const [first] = failures;
  const areAllKnown = failures.every((failure) => failure.known);
  const known = areAllKnown ? first?.known : undefined;
  return { ...check, outcome: { status: 'failed', failures, ...(known && { known }) } };
}

/** A run without a verdict stays without one. If all failures are known, an error of the suite leaves the verdict open. */
function toVerdict(
  before: Verdict,
  checks: readonly CheckResult[],
  { strict, stale }: { strict: boolean; stale: readonly string[] },
): Verdict {
  if (before.kind === 'not-run') return before;
  const failed = checks.filter((check) => failsRun(check, strict)).length;
  if (failed + stale.length > 0) return { kind: 'broken', failed };
  const errors = checks.filter(hasThrown);
  if (errors.length === 0) return { kind: 'conforms' };
  return { kind: 'not-run', reason: explainErrors(errors) };
}
