import type { CheckResult, Failure, RunResult } from '../results.ts';
import { listByStatus } from './report-status.ts';
import { toCount } from './text.ts';

/** A check that shows a fault most directly, and those that fail over the same. */
export interface CauseGroup {
  check: CheckResult;
  /** The failure of the check that shows it; undefined for a check that has not failed. */
  failure: Failure | undefined;
  others: readonly CheckResult[];
}

export function toSingleGroup(check: CheckResult): CauseGroup {
  return { check, failure: listFailures(check)[0], others: [] };
}

/** A group while it grows, and what its first check fails over. */
interface Candidate extends CauseGroup {
  others: CheckResult[];
  whats: readonly string[];
  distance: number;
}

/** Behind the answers that are wrong by themselves, in front of what shows only in other answers. */
const unknownDistance = 1;

/**
 * The failed checks by what they fail over, causes before consequences: the answer to the very request stands before the
 * list that shows it later, and of two causes the one that more checks fail over comes first. Those that do not count come
 * last. Every failed check is in one group.
 */
export function groupByCause(result: RunResult): CauseGroup[] {
  const counted = listByStatus(result, 'failed');
  const tolerated = listByStatus(result, 'tolerated');
  const groups: Candidate[] = [];
  const byWhat = new Map<string, Candidate>();
  for (const candidate of [...sortByDistance(counted), ...sortByDistance(tolerated)]) {
    const [first = ''] = candidate.whats;
    const group = byWhat.get(first);
    if (group !== undefined && candidate.whats.every((what) => byWhat.has(what))) {
      group.others.push(candidate.check);
      continue;
    }
    groups.push(candidate);
    for (const what of candidate.whats) if (!byWhat.has(what)) byWhat.set(what, candidate);
  }
  mergeByFinding(groups);
  const isCounted = ({ check }: Candidate) => counted.includes(check);
  return groups.sort(
    (one, other) =>
      Number(isCounted(other)) - Number(isCounted(one)) ||
      Math.floor(one.distance * 2) - Math.floor(other.distance * 2) ||
      other.others.length - one.others.length,
  );
}

/** The same, and then the failures that the baseline declares. */
export function listFindings(result: RunResult): CauseGroup[] {
  return [...groupByCause(result), ...listByStatus(result, 'known').map(toSingleGroup)];
}

/** What reads the same is one cause to a reader, and so is what reads the same as one of those. */
function mergeByFinding(groups: Candidate[]): void {
  const findings = new Map(groups.map((group) => [group, toPlainFindings(group)]));
  for (let at = groups.length - 1; at > 0; at -= 1) {
    const group = groups[at];
    const own = (group && findings.get(group)) ?? [];
    const same = groups
      .slice(0, at)
      .find((leader) => findings.get(leader)?.some((finding) => own.includes(finding)));
    if (group === undefined || same === undefined) continue;
    same.others.push(group.check, ...group.others);
    findings.get(same)?.push(...own);
    groups.splice(at, 1);
  }
}

/**
 * The finding of a cause, and the same without its operation: what a target does in the same way in several operations is
 * done in one place, most likely. The same holds for wrong values that it accepts in one field, or fails over.
 */
function toPlainFindings({ check, failure }: CauseGroup): string[] {
  if (failure?.finding === undefined) return [];
  const words = sameInOtherWords.reduce(
    (text, [pattern, other]) => text.replace(pattern, other),
    failure.finding,
  );
  // `returns a name in lower case`: what a target does to one text, it does to others.
  const [, field = ''] = / (?:returns|shows) a (\w+) /.exec(words) ?? [];
  const isAbout = failure.pointer?.endsWith(`/${field}`) === true;
  const finding = isAbout ? words.replace(/ (?:returns|shows) a \w+ /, ' returns a text ') : words;
  const unchecked = uncheckedField
    .exec(finding)
    ?.slice(1)
    .find((field) => field !== undefined);
  return [
    finding,
    finding.replace(new RegExp(`^${check.operation}:? `), ''),
    ...(unchecked === undefined ? [] : [`${check.operation} does not check ${unchecked}`]),
  ];
}

/** Of a finding about a value that has to be refused: the field of the request. */
const uncheckedField =
  / (?:accepts a request in which (\w+)\S* (?:is|has|lacks) |returns 5\d\d to a request that sends (?:(?:null|an? \w+) in (\w+)$|(\w+) (?:as (?:null|an? \w+)|with a wrong type)$))/;

/** What one fault is called, depending on the request that shows it. */
const sameInOtherWords: readonly (readonly [RegExp, string])[] = [
  [/\bthe (\w+) of a variant\b/, 'a $1'],
  [
    /\bthe page (?:skips \d+ sites? behind its cursor|does not (?:continue the list after its cursor|start like the whole list))$/,
    'the pages are not parts of the list',
  ],
  [/: it must be .*$/, ''],
  [/\[\d+\]/g, '[]'],
  [/\bhasMore is (?:true|false) (?:although|for) .*$/, 'hasMore is wrong'],
  [/\breturns the \w+ but does not store it$/, 'does not store what it returns'],
  [/ (?:a request that sends )?an? (\w+) of \d+ characters(?: \(.*\))?$/, ' a long $1'],
  [/\b(?:adds \d+ to (\w+)|returns the (\w+) from before the update)$/, 'keeps old $1$2'],
  [/^.* works? without an Authorization header.*$/, 'an Authorization header is not needed'],
  [
    /\bhas an after that is not the id of a site in the workspace$/,
    'names a resource that does not exist',
  ],
  [/ (?:became a route|was accepted) with skipValidation=false$/, ' with skipValidation=false'],
];

/** The title of a cause: what the target does, or what the check says where the run tells no more. */
export function toFinding(group: CauseGroup): string {
  const { check, failure } = group;
  const finding = (failure?.finding ?? failure?.message ?? check.title) + toAlike(group);
  // An operationId is written as it is.
  return /^[a-z]+[A-Z]/.test(finding)
    ? finding
    : finding.charAt(0).toUpperCase() + finding.slice(1);
}

/** `, as does updateSite`: the operations that do the same, where the finding names one. */
function toAlike({ check, failure, others }: CauseGroup): string {
  const finding = failure?.finding;
  if (finding?.startsWith(`${check.operation} `) !== true) return '';
  const plain = finding.slice(check.operation.length);
  const alike = new Set(
    others.flatMap((other) =>
      listFailures(other).some((one) => one.finding === other.operation + plain)
        ? [other.operation]
        : [],
    ),
  );
  alike.delete(check.operation);
  const [only] = alike;
  if (only === undefined) return '';
  return alike.size === 1 ? `, as does ${only}` : `, as do ${alike.size} more operations`;
}

export function mapToCauses(groups: readonly CauseGroup[]): ReadonlyMap<string, CheckResult> {
  return new Map(groups.flatMap(({ check, others }) => others.map(({ id }) => [id, check])));
}

/** `and 7 more checks fail because of the name of a site, probably for the same reason`. */
export function toOthersText({ check, others }: CauseGroup): string {
  const [first] = listFailures(check);
  const checks = toCount(others.length, 'more check');
  return first?.about === undefined || !first.about.what.startsWith('the ')
    ? `and ${checks} ${others.length === 1 ? 'shows' : 'show'} the same`
    : `and ${checks} ${others.length === 1 ? 'fails' : 'fail'} because of ${first.about.what}, probably for the same reason`;
}

/** The ids of the others, the first ones named. */
export function listOthers({ others }: CauseGroup, most: number): string {
  const left = others.length - most;
  const ids = others.slice(0, most).map(({ id }) => id);
  return ids.join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function sortByDistance(checks: readonly CheckResult[]): Candidate[] {
  return checks.map(toCandidate).sort((one, other) => one.distance - other.distance);
}

function toCandidate(check: CheckResult): Candidate {
  const failures = listFailures(check).toSorted(
    (one, other) => toDistance(one) - toDistance(other),
  );
  const [failure] = failures;
  const distance = failure === undefined ? unknownDistance : toDistance(failure);
  return { check, failure, others: [], whats: [...new Set(failures.map(toWhat))], distance };
}

function toDistance({ about }: Failure): number {
  return about?.distance ?? unknownDistance;
}

function listFailures({ outcome }: CheckResult): readonly Failure[] {
  return outcome.status === 'failed' ? outcome.failures : [];
}

/** What the failure itself says that it is about, or its words, without numbers and what stands in brackets. */
function toWhat({ about, message, expected }: Failure): string {
  if (about !== undefined) return about.what;
  return `${message.replaceAll(/\([^)]*\)|\d+/g, '')}|${expected.slice(0, 40)}`;
}
