import { requirements } from '../generated/requirements.js';
import {
  type CheckResult,
  type Counts,
  type Failure,
  type FailureGroup,
  failsRun,
  type GroupedFailure,
  type Level,
  type Outcome,
  type RequirementReference,
  type RunResult,
} from './results.ts';

/** Counts and groups the results of checks. Call it again after they change. */
export function withGroups(result: Omit<RunResult, 'counts' | 'groups'>): RunResult {
  return { ...result, counts: countChecks(result.checks), groups: groupFailures(result.checks) };
}

function countChecks(checks: readonly CheckResult[]): Counts {
  type Selection = (check: CheckResult) => boolean;
  const count = (isMeant: Selection) => checks.filter(isMeant).length;
  const ofStatus = (status: Outcome['status']) => count(({ outcome }) => outcome.status === status);
  const ofLevel = (wanted: Level) =>
    count((check) => check.level === wanted && failsRun(check, true));
  return {
    total: checks.length,
    passed: ofStatus('passed'),
    must: ofLevel('MUST'),
    should: ofLevel('SHOULD'),
    known: count(({ outcome }) => outcome.status === 'failed' && outcome.known !== undefined),
    inconclusive: ofStatus('inconclusive'),
    skipped: ofStatus('skipped'),
    notRun: ofStatus('not-run'),
  };
}

/** MUST before SHOULD before known failures, and each in the order of the interface. */
function groupFailures(checks: readonly CheckResult[]): FailureGroup[] {
  const groups = new Map<string, { -readonly [K in keyof FailureGroup]: FailureGroup[K] }>();
  for (const check of checks) {
    const { id, operation, level, outcome } = check;
    if (outcome.status !== 'failed') continue;
    for (const failure of outcome.failures) {
      const requirement = findBroken(check, failure);
      // A check that is known as a whole may not say so again for each failure.
      const entry = failure.known ?? outcome.known;
      const isKnown = entry !== undefined;
      const key = [isKnown, level, requirement.id].join(' ');
      const group = groups.get(key) ?? {
        requirement,
        level,
        known: isKnown,
        operations: [],
        checks: [],
        failures: [],
      };
      group.operations = [...new Set([...group.operations, operation])];
      group.checks = [...new Set([...group.checks, id])];
      group.failures = [
        ...group.failures,
        { check: id, operation, ...failure, ...(entry && { known: entry }) },
      ];
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .map((group) => ({ ...group, failures: sortFailures(group.failures) }))
    .sort(compareGroups);
}

function compareGroups(left: FailureGroup, right: FailureGroup): number {
  return (
    Number(left.known) - Number(right.known) ||
    Number(left.level === 'SHOULD') - Number(right.level === 'SHOULD') ||
    toPlace(left.requirement) - toPlace(right.requirement)
  );
}

/** The place in the interface. Checks that are not of the suite may prove other requirements, which come last. */
function toPlace({ id }: RequirementReference): number {
  const position = Object.keys(requirements).indexOf(id);
  return position === -1 ? Number.MAX_SAFE_INTEGER : position;
}

/** The failure with the shortest exchange, then one of each other check, then further ones of the same checks. */
function sortFailures(failures: readonly GroupedFailure[]): GroupedFailure[] {
  const shortest = failures.reduce((left, right) =>
    toLength(right) < toLength(left) ? right : left,
  );
  const sorted = [shortest, ...failures.filter((failure) => failure !== shortest)];
  const firsts = new Map(sorted.toReversed().map((failure) => [failure.check, failure]));
  const isFirst = (failure: GroupedFailure) => firsts.get(failure.check) === failure;
  const further = sorted.filter((failure) => !isFirst(failure));
  return [...sorted.filter(isFirst), ...further];
}

/** How much a reader has to read to understand a failure. */
function toLength({ exchange, write }: Failure): number {
  if (exchange === undefined) return Number.POSITIVE_INFINITY;
  const exchanges = write === undefined ? [exchange] : [exchange, write];
  let length = 0;
  for (const { curl, reply } of exchanges) length += curl.length + (reply?.body.length ?? 0);
  return length;
}

/** The requirement that a failure breaks. Checks of other tools have none, and are then named instead. */
export function findBroken(
  { id, title, operation, requirements: proven }: CheckResult,
  { requirement: named = '' }: Failure,
): RequirementReference {
  const ofCheck = proven.find((requirement) => requirement.id === named);
  if (ofCheck !== undefined) return ofCheck;
  const all = new Map<string, { statement: string; section: string }>(Object.entries(requirements));
  const requirement = all.get(named);
  if (requirement)
    return { id: named, statement: requirement.statement, section: requirement.section };
  return proven[0] ?? { id, statement: `${title}.`, section: operation };
}
