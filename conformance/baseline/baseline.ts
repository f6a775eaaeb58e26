import { parseJson } from '../../contract/resolve-reference.ts';
import { toReportStatus } from '../reporters/report-status.ts';
import { type CheckResult, explainErrors, type RunResult, type Verdict } from '../results.ts';

/** Known failures, which do not fail a run until they expire. `spec/baseline.schema.json` describes the file. */
export interface Baseline {
  failures: readonly KnownCheck[];
}

export interface KnownCheck {
  check: string;
  /** Why it fails, and who will fix it. */
  reason: string;
  /** ISO 8601 date: the last day on which the failure is accepted. */
  expires: string;
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
    } else if (check.outcome.status === 'passed' || check.outcome.status === 'observed') {
      stale.push(
        `Baseline: ${entry.check} no longer fails. Remove it (--update-baseline does this).`,
      );
    }
  }
  const verdict = toVerdict(result.verdict, checks, { strict: result.options.strict, stale });
  return { ...result, checks, verdict, warnings: [...result.warnings, ...expired, ...stale] };
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
  const failed = checks.filter((check) => toReportStatus(check, strict) === 'failed').length;
  if (failed + stale.length > 0) return { kind: 'broken', failed };
  const errors = checks.filter(({ outcome }) => outcome.status === 'error');
  if (errors.length === 0) return { kind: 'conforms' };
  return { kind: 'not-run', reason: explainErrors(errors) };
}

export interface ToBaselineOptions {
  /** Expiry date of new failures. Default: 30 days after the run. */
  expires?: string;
  /** Reason of new failures. Default: a placeholder. */
  reason?: string;
}

const dayMs = 86_400_000;
const acceptedDays = 30;
const noReason = 'not explained yet: explain why it is accepted and who will fix it';

/**
 * Creates a new baseline from a run. Remaining failures keep their reason and date, even an expired one, because only people
 * may accept a failure for longer. Entries stay unchanged if the run did not decide them.
 *
 * @example toBaseline(result, { failures: [] }, { reason: 'fixed in the December release' });
 */
export function toBaseline(
  result: RunResult,
  previous: Baseline,
  { expires = toLastDay(result), reason = noReason }: ToBaselineOptions = {},
): Baseline {
  if (result.verdict.kind === 'not-run') return previous;
  const before = new Map(previous.failures.map((entry) => [entry.check, entry]));
  const failures: KnownCheck[] = [];
  for (const check of result.checks) {
    const { status } = check.outcome;
    const entry = before.get(check.id);
    before.delete(check.id);
    if (status === 'passed' || status === 'observed') continue;
    if (entry !== undefined) failures.push(entry);
    else if (toReportStatus(check, result.options.strict) === 'failed') {
      failures.push({ check: check.id, reason, expires });
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

/** The differences between a run and an earlier one of the same target. */
export interface RunComparison {
  /** Checks that failed now but not before. */
  broken: readonly CheckResult[];
  /** Checks that failed before and passed now. */
  repaired: readonly CheckResult[];
  /** Observations that differ between the two runs. */
  observed: readonly { check: string; before: string | undefined; now: string }[];
  /** Reasons for differences: another target, or another version of the contract. */
  notes: readonly string[];
}

export type EarlierRun = Pick<RunResult, 'contract' | 'target' | 'startedAt'> & {
  checks: readonly Pick<CheckResult, 'id' | 'outcome'>[];
  observations: readonly { check: string; statement: string }[];
};

/**
 * Parses an earlier report, as written by `--json`.
 * @returns a one-line problem if it is not a report
 */
export function parseEarlierRun(text: string): EarlierRun | string {
  const value = parseJson(text);
  return isEarlierRun(value)
    ? value
    : 'not a report; write one with `site-contract conformance --json <file>`';
}

function isEarlierRun(value: unknown): value is EarlierRun {
  if (typeof value !== 'object' || value === null) return false;
  const { checks, observations, contract, target } = Object(value);
  const isList = Array.isArray(checks) && Array.isArray(observations);
  return isList && typeof contract?.version === 'string' && typeof target?.baseUrl === 'string';
}

/** Compares results by the ids of their checks, which are permanent. */
export function compareRuns(before: EarlierRun, now: RunResult): RunComparison {
  const earlier = new Map(before.checks.map(({ id, outcome }) => [id, outcome.status]));
  const listStatements = (run: Pick<EarlierRun, 'observations'>, check: string): string[] =>
    run.observations.flatMap((each) => (each.check === check ? [each.statement] : []));
  const notes = [
    ...(before.target.baseUrl === now.target.baseUrl
      ? []
      : [`the earlier run judged ${before.target.baseUrl}, this one ${now.target.baseUrl}`]),
    ...(before.contract.version === now.contract.version
      ? []
      : [
          `the earlier run used version ${before.contract.version} of the contract, this one ${now.contract.version}: compared by check id`,
        ]),
  ];
  return {
    broken: now.checks.filter(
      ({ id, outcome }) => outcome.status === 'failed' && earlier.get(id) !== 'failed',
    ),
    repaired: now.checks.filter(
      ({ id, outcome }) => outcome.status === 'passed' && earlier.get(id) === 'failed',
    ),
    observed: now.observations.flatMap(({ check, statement }) => {
      const earlierOnes = listStatements(before, check);
      if (earlierOnes.includes(statement)) return [];
      const current = listStatements(now, check);
      return [
        { check, before: earlierOnes.find((each) => !current.includes(each)), now: statement },
      ];
    }),
    notes,
  };
}

export function toComparisonLines(
  { broken, repaired, observed, notes }: RunComparison,
  file: string,
): string[] {
  const counts = `${broken.length} newly broken, ${repaired.length} repaired, ${observed.length} with different observations`;
  return [
    `Since ${file}: ${counts}`,
    ...notes.map((note) => `  Note: ${note}`),
    ...broken.map(
      ({ id, title, outcome }) =>
        `  ✗ ${id}: ${(outcome.status === 'failed' ? outcome.failures[0]?.finding : undefined) ?? title}`,
    ),
    ...repaired.map(({ id, title }) => `  ✓ ${id}: ${title}`),
    ...observed.map(
      ({ check, before, now }) =>
        `  ~ ${check}: ${now}${before === undefined ? '' : ` (before: ${before})`}`,
    ),
  ];
}
