import { parseJson } from '../../contract/resolve-reference.ts';
import { toReceived } from '../reporters/texts.ts';
import type { CheckResult, Outcome, RunResult } from '../results.ts';

/** The differences between a run and an earlier one of the same target. */
export interface RunComparison {
  /** Checks that passed before and failed now. */
  broken: readonly CheckResult[];
  /** Checks that failed before and passed now. */
  repaired: readonly CheckResult[];
  /** Observations that differ between the two runs. */
  observed: readonly { check: string; before: string | undefined; now: string }[];
  /** Reasons for differences: another target, or another version of the contract. */
  notes: readonly string[];
}

export type EarlierRun = Pick<RunResult, 'contract' | 'target' | 'startedAt'> & {
  checks: readonly { id: string; outcome: Pick<Outcome, 'status'> }[];
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
      ({ id, outcome }) => outcome.status === 'failed' && earlier.get(id) === 'passed',
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
    ...broken.map((check) => `  ✗ ${check.level} ${check.id}: ${describe(check)}`),
    ...repaired.map(({ id, title }) => `  ✓ ${id}: ${title}`),
    ...observed.map(
      ({ check, before, now }) =>
        `  ~ ${check}: ${now}${before === undefined ? '' : ` (before: ${before})`}`,
    ),
  ];
}

function describe({ title, outcome }: CheckResult): string {
  const [failure] = outcome.status === 'failed' ? outcome.failures : [];
  return failure === undefined ? title : `${title}; received ${toReceived(failure, 200)}`;
}
