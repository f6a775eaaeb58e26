import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import { toReceived } from '../reporters/texts.ts';
import type { CheckResult, Observation, Outcome, RunResult } from '../results.ts';

/** The parts of an earlier report that a run is compared with. */
type EarlierRun = Pick<RunResult, 'contract' | 'target'> & {
  verdict?: { kind: string };
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
  if (!isRecord(value)) return false;
  const { checks, observations, contract, target } = value;
  if (!isRecord(contract) || typeof contract['version'] !== 'string') return false;
  if (!isRecord(target) || typeof target['baseUrl'] !== 'string') return false;
  if (!Array.isArray(checks) || !Array.isArray(observations)) return false;
  return checks.every(isEarlierCheck) && observations.every(isRecord);
}

function isEarlierCheck(check: unknown): boolean {
  return isRecord(check) && typeof check['id'] === 'string' && isRecord(check['outcome']);
}

/** The differences from an earlier run, in lines of text. Results are compared by the ids of their checks, which are permanent. */
export function compareRuns(before: EarlierRun, now: RunResult, file: string): string[] {
  const earlier = new Map(before.checks.map(({ id, outcome }) => [id, outcome.status]));
  const listChanged = (from: string, to: string) =>
    now.checks.filter(({ id, outcome }) => outcome.status === to && earlier.get(id) === from);
  const broken = listChanged('passed', 'failed');
  const repaired = listChanged('failed', 'passed');
  const observed = listNewObservations(before, now);
  const counts = `${broken.length} newly broken, ${repaired.length} repaired, ${observed.length} with different observations`;
  return [
    `Since ${file}: ${counts}`,
    ...toNotes(before, now),
    ...broken.map((check) => `  ✗ ${check.level} ${check.id}: ${titleOf(check)}`),
    ...repaired.map(({ id, title }) => `  ✓ ${id}: ${title}`),
    ...observed,
  ];
}

/** Why the comparison may say less than it seems to. */
function toNotes(before: EarlierRun, now: RunResult): string[] {
  const notes: string[] = [];
  const add = (what: string, was: string, is: string) => {
    if (was !== is) notes.push(`  Note: the earlier run had ${what} ${was}, this one ${is}`);
  };
  add('the target', before.target.baseUrl, now.target.baseUrl);
  add('the contract', before.contract.version, now.contract.version);
  if (before.verdict?.kind === 'not-run') notes.push('  Note: the earlier run had no verdict');
  return notes;
}

function listNewObservations(before: EarlierRun, now: RunResult): string[] {
  const isIn = (run: Pick<EarlierRun, 'observations'>, { check, statement }: Observed) =>
    run.observations.some(
      (observation) => observation.check === check && observation.statement === statement,
    );
  const changed = now.observations.filter((observation) => !isIn(before, observation));
  return changed.map(({ check, statement }) => {
    const old = before.observations.find(
      (observation) => observation.check === check && !isIn(now, observation),
    );
    return `  ~ ${check}: ${statement}${old === undefined ? '' : ` (before: ${old.statement})`}`;
  });
}

type Observed = Pick<Observation, 'check' | 'statement'>;

function titleOf({ title, outcome }: CheckResult): string {
  const [failure] = outcome.status === 'failed' ? outcome.failures : [];
  return failure === undefined ? title : `${title}; received ${toReceived(failure, 200)}`;
}
