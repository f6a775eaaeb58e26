import {
  type CheckResult,
  explainErrors,
  failsRun,
  hasThrown,
  type KnownFailure,
  type RunResult,
  type Verdict,
  withGroups,
} from '../results.ts';

/** Known failures, which do not fail a run until they expire. `spec/baseline.schema.json` describes the file. */
export interface Baseline {
  failures: readonly KnownCheck[];
}

interface KnownCheck extends KnownFailure {
  check: string;
}

/**
 * Applies a baseline to a result. A known failure does not fail the run. One that has expired or no longer occurs does, and
 * `warnings` says what to do. Checks without a verdict do not affect the baseline.
 *
 * @param today ISO 8601 date, for example `2026-11-21`.
 */
export function applyBaseline(result: RunResult, baseline: Baseline, today: string): RunResult {
  const known = new Map(
    baseline.failures
      .filter(({ expires }) => today <= expires)
      .map((entry) => [entry.check, entry]),
  );
  const checks = result.checks.map((check) => markKnown(check, known.get(check.id)));
  const byId = new Map(result.checks.map((check) => [check.id, check]));
  const stale: string[] = [];
  const expired: string[] = [];
  for (const entry of baseline.failures) {
    const check = byId.get(entry.check);
    if (check === undefined) {
      // A run of selected checks does not contain the others.
      if (result.options.only.length === 0) {
        stale.push(`Baseline: unknown check ${entry.check}. Remove it, or correct its id.`);
      }
    } else if (check.outcome.status === 'failed') {
      if (today > entry.expires) expired.push(toExpired(entry));
    } else if (check.outcome.status === 'passed') {
      stale.push(
        `Baseline: ${entry.check} no longer fails. Remove it (--update-baseline does this).`,
      );
    }
  }
  const verdict = toVerdict(result.verdict, checks, { strict: result.options.strict, stale });
  const warnings = [...result.warnings, ...expired, ...stale];
  return withGroups({ ...result, checks, verdict, warnings });
}

function toExpired({ check, reason, expires }: KnownCheck): string {
  return `Baseline: ${check} was accepted until ${expires} (${reason}) and still fails. Fix it, or agree on a new date.`;
}

function markKnown(check: CheckResult, entry: KnownCheck | undefined): CheckResult {
  if (entry === undefined || check.outcome.status !== 'failed') return check;
  const { reason, expires } = entry;
  return { ...check, outcome: { ...check.outcome, known: { reason, expires } } };
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

const dayMs = 86_400_000;
const acceptedDays = 30;
const noReason = 'not explained yet: explain why it is accepted and who will fix it';

/**
 * Creates a new baseline from a run. Remaining failures keep their reason and date, even an expired one, because only people
 * may accept a failure for longer. Entries stay unchanged if the run did not decide them.
 *
 * @example toBaseline(result, { failures: [] });
 */
export function toBaseline(result: RunResult, previous: Baseline): Baseline {
  if (result.verdict.kind === 'not-run') return previous;
  const before = new Map(previous.failures.map((entry) => [entry.check, entry]));
  const failures: KnownCheck[] = [];
  for (const check of result.checks) {
    const entry = before.get(check.id);
    before.delete(check.id);
    if (check.outcome.status === 'passed') continue;
    if (entry !== undefined) failures.push(entry);
    else if (failsRun(check, result.options.strict)) {
      failures.push({ check: check.id, reason: noReason, expires: toLastDay(result) });
    }
  }
  if (result.options.only.length > 0) failures.push(...before.values());
  return { failures: failures.sort((one, other) => (one.check < other.check ? -1 : 1)) };
}

function toLastDay({ startedAt }: RunResult): string {
  return new Date(Date.parse(startedAt) + acceptedDays * dayMs).toISOString().slice(0, 10);
}

/** Formats a baseline file: sorted, with one field per line, for readable diffs. */
export function toBaselineText({ failures }: Baseline): string {
  const $schema = './node_modules/site-contract/spec/baseline.schema.json';
  const entries = failures.map(({ check, reason, expires }) => ({ check, reason, expires }));
  return `${JSON.stringify({ $schema, failures: entries }, undefined, 2)}\n`;
}
