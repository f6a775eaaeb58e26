import { toCount } from '../../writers/terminal-text.ts';
import type { CheckResult, Failure, RunResult } from '../results.ts';
import { listByStatus } from './report-status.ts';

/** Checks that fail for the same reason: the one that shows it most directly, and the others. */
export interface CauseGroup {
  check: CheckResult;
  /** The failure to show; undefined if the check did not fail. */
  failure: Failure | undefined;
  others: readonly CheckResult[];
}

export function toSingleGroup(check: CheckResult): CauseGroup {
  return { check, failure: listFailures(check)[0], others: [] };
}

/** A group during construction. */
interface Candidate extends CauseGroup {
  others: CheckResult[];
  whats: readonly string[];
  distance: number;
}

/**
 * Distance of failures with an unknown cause: after faulty responses themselves, before failures that only show in other
 * responses.
 */
const unknownDistance = 1;

/**
 * Groups the failed checks by cause, causes before consequences: the response to the faulty request comes before a list that
 * shows the fault later. Of two causes, the one with more failed checks comes first. Failures that do not fail the run come
 * last. Each failed check is in exactly one group.
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

/** The same groups, followed by the known failures from the baseline. */
export function listFindings(result: RunResult): CauseGroup[] {
  return [...groupByCause(result), ...listByStatus(result, 'known').map(toSingleGroup)];
}

/** Merges groups with equal findings, transitively, since they look like one cause to a reader. */
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
 * The finding of a group, and the same without the operation. If several operations have the same fault, their shared code
 * is the likely cause. The same holds for invalid values of one field that are accepted or cause errors.
 */
function toPlainFindings({ check, failure }: CauseGroup): string[] {
  if (failure?.finding === undefined) return [];
  const words = sameInOtherWords.reduce(
    (text, [pattern, other]) => text.replace(pattern, other),
    failure.finding,
  );
  // In `returns a name in lower case`, the field does not matter: the target treats other texts in the same way.
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

/** Matches findings about values that must be refused, and captures the field of the request. */
const uncheckedField =
  / (?:accepts a request in which (\w+)\S* (?:is|has|lacks) |returns 5\d\d to a request that sends (?:(?:null|an? \w+) in (\w+)$|(\w+) (?:as (?:null|an? \w+)|with a wrong type)$))/;

/** Different wordings of the same fault. */
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
    /\bhas a cursor that is not the id of a site in the workspace$/,
    'names a resource that does not exist',
  ],
  [/ (?:became a route|was accepted) with skipValidation=false$/, ' with skipValidation=false'],
];

/** The title of a cause: the finding, or the message of the check if there is no finding. */
export function toFinding(group: CauseGroup): string {
  const { check, failure } = group;
  const finding = (failure?.finding ?? failure?.message ?? check.title) + toAlike(group);
  // Operation ids keep their spelling.
  return /^[a-z]+[A-Z]/.test(finding)
    ? finding
    : finding.charAt(0).toUpperCase() + finding.slice(1);
}

/**
 * Names other operations with the same fault, such as `, as does updateSite`. Empty if the finding does not name an
 * operation.
 */
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

/** For example `and 7 more checks fail because of the name of a site, probably for the same reason`. */
export function toOthersText({ check, others }: CauseGroup): string {
  const [first] = listFailures(check);
  const checks = toCount(others.length, 'more check');
  return first?.about === undefined || !first.about.what.startsWith('the ')
    ? `and ${checks} ${others.length === 1 ? 'shows' : 'show'} the same`
    : `and ${checks} ${others.length === 1 ? 'fails' : 'fail'} because of ${first.about.what}, probably for the same reason`;
}

/** The ids of the other checks, at most `most` of them. */
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

/** The subject of a failure, or its message without numbers and text in brackets. */
function toWhat({ about, message, expected }: Failure): string {
  if (about !== undefined) return about.what;
  return `${message.replaceAll(/\([^)]*\)|\d+/g, '')}|${expected.slice(0, 40)}`;
}
