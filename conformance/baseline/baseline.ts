import { parseJson } from '../../contract/resolve-reference.ts';
import { toReportStatus } from '../reporters/report-status.ts';
import type { CheckResult, RunResult, Verdict } from '../results.ts';

/** Failures that are known: each fails no run until its date. `spec/baseline.schema.json` describes the file. */
export interface Baseline {
  failures: readonly KnownCheck[];
}

export interface KnownCheck {
  check: string;
  /** Why, and who mends it. */
  reason: string;
  /** ISO 8601 date: the last day on which the failure is accepted. */
  expires: string;
}

/**
 * The result judged anew with what is known: a known failure does not fail the run; one that expired, and one that no longer
 * occurs, does, and `warnings` says what to do about it. What could not be decided in this run says nothing about the
 * baseline.
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
      // A run of selected checks does not run the others.
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

/**
 * A run that reached no verdict stays without one, whatever is known. Where known failures were all that told against the
 * target, an error of the suite leaves the question open.
 */
function toVerdict(
  before: Verdict,
  checks: readonly CheckResult[],
  { strict, stale }: { strict: boolean; stale: readonly string[] },
): Verdict {
  if (before.kind === 'not-run') return before;
  const failed = checks.filter((check) => toReportStatus(check, strict) === 'failed').length;
  if (failed + stale.length > 0) return { kind: 'broken', failed };
  const errors = checks.filter(({ outcome }) => outcome.status === 'error').map(({ id }) => id);
  if (errors.length === 0) return { kind: 'conforms' };
  return { kind: 'not-run', reason: `the suite itself failed in ${errors.join(', ')}` };
}

export interface ToBaselineOptions {
  /** Last day of the failures that are new. Default: 30 days after the run. */
  expires?: string;
  /** Reason of the failures that are new. Default: one that asks to be replaced. */
  reason?: string;
}

const dayMs = 86_400_000;
const acceptedDays = 30;
const noReason = 'not explained yet: explain why it is accepted and who will fix it';

/**
 * The baseline that a run leads to. Failures that stay keep reason and date, an expired date too: to accept a failure for
 * longer is a decision of people. What the run could not decide stays as it was.
 *
 * @example toBaseline(result, { failures: [] }, { reason: 'mended by the release of December' });
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

/** The text of a baseline file: sorted and with one field a line, so that a change of it reads well. */
export function toBaselineText({ failures }: Baseline): string {
  const $schema = './node_modules/site-contract/spec/baseline.schema.json';
  const entries = failures.map(({ check, reason, expires }) => ({ check, reason, expires }));
  return `${JSON.stringify({ $schema, failures: entries }, undefined, 2)}\n`;
}

/** How a run differs from an earlier one of the same target. */
export interface RunComparison {
  /** Checks that failed now and not before. */
  broken: readonly CheckResult[];
  /** Checks that failed before and passed now. */
  repaired: readonly CheckResult[];
  /** Observations that differ between the two runs. */
  observed: readonly { check: string; before: string | undefined; now: string }[];
  /** What a reader has to know: another target, another version of the contract. */
  notes: readonly string[];
}

export type EarlierRun = Pick<RunResult, 'contract' | 'target' | 'startedAt'> & {
  checks: readonly Pick<CheckResult, 'id' | 'outcome'>[];
  observations: readonly { check: string; statement: string }[];
};

/**
 * Reads an earlier report, as `--json` wrote it.
 * @returns what is wrong with it in one line, where it is none
 */
export function parseEarlierRun(text: string): EarlierRun | string {
  const value = parseJson(text);
  if (value === undefined) return 'not JSON';
  return isEarlierRun(value) ? value : 'not a report of "site-contract conformance --json"';
}

function isEarlierRun(value: unknown): value is EarlierRun {
  if (typeof value !== 'object' || value === null) return false;
  const { checks, observations, contract, target } = Object(value);
  const isList = Array.isArray(checks) && Array.isArray(observations);
  return isList && typeof contract?.version === 'string' && typeof target?.baseUrl === 'string';
}

/** Compares by the ids of checks: those are permanent. */
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
