import type { CheckResult, RunResult } from '../results.ts';

/** How a run differs from an earlier one of the same target. */
export interface RunComparison {
  /** Checks that failed now and not before. */
  broken: readonly CheckResult[];
  /** Checks that failed before and passed now. */
  repaired: readonly CheckResult[];
  /** What the target does otherwise where the interface is silent. */
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
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

/** The comparison in lines for a terminal. */
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
