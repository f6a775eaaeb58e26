import { parseJson } from '../../contract/resolve-reference.ts';
import { toReceived } from '../reporters/texts.ts';
import type { CheckResult, Observation, Outcome, RunResult } from '../results.ts';

type EarlierRun = Pick<RunResult, 'contract' | 'target' | 'startedAt'> & {
  checks: readonly { id: string; outcome: Pick<Outcome, 'status'> }[];
  observations: readonly Pick<Observation, 'check' | 'statement'>[];
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

/** The differences from an earlier run, in lines of text. Results are compared by the ids of their checks, which are permanent. */
export function compareRuns(before: EarlierRun, now: RunResult, file: string): string[] {
  const earlier = new Map(before.checks.map(({ id, outcome }) => [id, outcome.status]));
  const listChanged = (from: string, to: string) =>
    now.checks.filter(({ id, outcome }) => outcome.status === to && earlier.get(id) === from);
  const broken = listChanged('passed', 'failed');
  const repaired = listChanged('failed', 'passed');
  const isIn = (
    { observations }: EarlierRun,
    { check, statement }: EarlierRun['observations'][number],
  ) => observations.some((each) => each.check === check && each.statement === statement);
  const observed = now.observations
    .filter((each) => !isIn(before, each))
    .map(({ check, statement }) => {
      const old = before.observations.find((each) => each.check === check && !isIn(now, each));
      return `  ~ ${check}: ${statement}${old === undefined ? '' : ` (before: ${old.statement})`}`;
    });
  const toNote = (what: string, was: string, is: string) =>
    was === is ? [] : [`  Note: the earlier run had ${what} ${was}, this one ${is}`];
  return [
    `Since ${file}: ${broken.length} newly broken, ${repaired.length} repaired, ${observed.length} with different observations`,
    ...toNote('the target', before.target.baseUrl, now.target.baseUrl),
    ...toNote('the contract', before.contract.version, now.contract.version),
    ...broken.map((check) => `  ✗ ${check.level} ${check.id}: ${describe(check)}`),
    ...repaired.map(({ id, title }) => `  ✓ ${id}: ${title}`),
    ...observed,
  ];
}

function describe({ title, outcome }: CheckResult): string {
  const [failure] = outcome.status === 'failed' ? outcome.failures : [];
  return failure === undefined ? title : `${title}; received ${toReceived(failure, 200)}`;
}
