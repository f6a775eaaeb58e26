import { isDeepStrictEqual } from 'node:util';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { CheckResult, Failure, FailureSubject } from '../results.ts';
import { endOf, isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { findCommonTrait, textTraits } from './common-traits.ts';
import type { Explanation } from './explanation.ts';
import { listPathIds, toId, toKey } from './ledger.ts';
import { notListed } from './missing-records.ts';
import { behindCursor } from './page-law.ts';
import { listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';

/** Groups failures with one cause, because a single fault may show in many places. */

/** If at least this many operations fail for ordinary requests, the cause is not a single operation. */
const fewestBroken = 3;

/**
 * Explains ordinary requests of several operations that fail although identical ones work: the service ran out of a
 * resource, such as database connections. This is reported as one fault, not one for each operation.
 */
export function explainBreakdown({
  contract,
  journal: { entries },
}: Pick<Run, 'contract' | 'journal'>): Explanation | undefined {
  const first = entries.findIndex(({ sent }) => isFault(sent));
  if (first === -1) return undefined;
  const end = findEnd(entries);
  const broken = contract.operations.filter(({ id }) => {
    const all = entries.filter((entry) => entry.operation.id === id);
    if (end !== undefined)
      return all.some(({ sent }) => isSuccess(sent)) && all.some(({ sent }) => isFault(sent));
    const own = all.filter(({ intent }) => intent === 'valid');
    const failing = own.filter(({ sent }) => isFault(sent));
    const working = own.filter(({ sent }) => isSuccess(sent));
    if (failing.length < 2 || working.length < 3) return false;
    const known = new Set(own.flatMap(({ sent }) => listPathIds(sent.request.path)));
    return findCommonTrait(failing, working, { known }) === undefined;
  });
  if (broken.length < fewestBroken) return undefined;
  const failing = entries.filter(({ sent }) => isFault(sent));
  const statuses = [...new Set(failing.map(({ sent }) => sent.reply?.status))].join(' or ');
  const since =
    end !== undefined
      ? `: none succeeded after the first ${end}`
      : first > 20
        ? `, but to none of the first ${first}`
        : '';
  return {
    finding: `the service returns ${statuses} to ${failing.length} of ${entries.length} requests, among them ${end === undefined ? 'valid ' : ''}requests of ${broken.length} operations${since}`,
    about: { what: 'the service fails', distance: 0.4 },
  };
}

/** Minimum number of failed requests at the end of a run. Fewer may be due to the last checks only. */
const fewestAtEnd = { all: 20, valid: 2 };

/** Number of requests after which a service failed for all the rest; undefined if it worked to the end. */
function findEnd(entries: readonly JournalEntry[]): number | undefined {
  // A wrong key may be refused before any other resource is needed.
  const last = entries.findLastIndex(
    ({ sent, intent }) => sent.reply !== undefined && !isFault(sent) && intent !== 'unauthorised',
  );
  const failing = entries.slice(last + 1).filter(({ sent }) => isFault(sent));
  const valid = failing.filter(({ intent }) => intent === 'valid');
  return failing.length >= fewestAtEnd.all && valid.length >= fewestAtEnd.valid
    ? last + 1
    : undefined;
}

/** Whether the service failed. Responses of a gateway in front of it are handled separately. */
export function isFault(sent: Sent | undefined): boolean {
  const status = sent?.reply?.status ?? 0;
  return status >= 500 && ![501, 502, 503, 504].includes(status);
}

/** If at least this many operations fail for the same character, they share code that processes texts. */
const fewestOperations = 2;

/**
 * Finds characters that make several operations fail anywhere in a text. The cause is shared code, such as a template
 * engine. Some texts may be changed instead, but none is returned as sent.
 */
export function createSharedTexts({
  journal: { entries },
}: Pick<Run, 'journal'>): (failure: Failure, sent: Sent | undefined) => Explanation | undefined {
  const failing = entries.filter(({ sent }) => isFault(sent));
  const operations = new Set(failing.map(({ operation }) => operation.id));
  const isKept = (entry: JournalEntry, pattern: RegExp) =>
    isSuccess(entry.sent) &&
    Object.entries(listNamed(entry.sent)).some(
      ([field, value]) =>
        typeof value === 'string' &&
        pattern.test(value) &&
        readAt(entry.sent.reply?.json, `/${field}`) === value,
    );
  const found =
    operations.size < fewestOperations
      ? undefined
      : textTraits.find(
          ([, pattern]) =>
            failing.every(({ sent }) => hasText(sent, pattern)) &&
            !entries.some((entry) => isKept(entry, pattern)),
        );
  if (found === undefined) return () => undefined;
  const [name, pattern] = found;
  const what = `texts with ${name}`;
  return (failure, sent) => {
    const entry = entries.findLast((one) => one.sent === sent);
    if (sent === undefined || entry === undefined || !hasText(sent, pattern)) return undefined;
    if (isFault(sent))
      return {
        finding: `${entry.operation.id} returns ${sent.reply?.status} to a request that sends a text with ${name}`,
        about: { what, distance: 0.4 },
      };
    // A text that is returned changed comes from the same code.
    return failure.pointer !== undefined && isSuccess(sent)
      ? { about: { what, distance: 0.5 } }
      : undefined;
  };
}

/** Whether any text in the body matches, at any depth. */
function hasText(sent: Sent, pattern: RegExp): boolean {
  const isMatching = (value: unknown): boolean =>
    typeof value === 'string'
      ? pattern.test(value)
      : typeof value === 'object' && value !== null && Object.values(value).some(isMatching);
  return isMatching(listNamed(sent));
}

function listFailures({ outcome }: CheckResult): readonly Failure[] {
  return outcome.status === 'failed' ? outcome.failures : [];
}

/**
 * Relates wrong values in a list to the request that caused them: one that should have been refused. That request is the
 * better example.
 */
export function relateAccepted(
  checks: readonly CheckResult[],
  run: Pick<Run, 'findShown'>,
): Map<Failure, FailureSubject> {
  const failures = checks.flatMap(listFailures);
  const find = ({ exchange }: Failure): Sent | undefined => exchange && run.findShown(exchange);
  const accepted = failures.filter(
    (failure) => failure.pointer === undefined && / accepts /.test(failure.finding ?? ''),
  );
  const subjects = new Map<Failure, FailureSubject>();
  for (const failure of failures) {
    const [, at, field = ''] = /^\/data\/(\d+)\/(\w+)$/.exec(failure.pointer ?? '') ?? [];
    if (at === undefined) continue;
    const site = readAt(find(failure)?.reply?.json, `/data/${at}`);
    const source = accepted.find((one) => {
      const json = find(one)?.reply?.json;
      return (
        isRecord(site) &&
        isRecord(json) &&
        toId(json) === toId(site) &&
        JSON.stringify(json[field]) === JSON.stringify(site[field])
      );
    });
    if (source?.finding === undefined) continue;
    subjects.set(source, { what: source.finding, distance: 1 });
    subjects.set(failure, { what: source.finding, distance: 1.1 });
  }
  return subjects;
}

/** If the whole list lacks a site, its pages lack it too. Their failures have the same cause. */
export function relateLacking(checks: readonly CheckResult[]): Map<Failure, FailureSubject> {
  const failures = checks
    .filter(({ operation }) => operation === 'listSites')
    .flatMap(listFailures);
  if (!failures.some(({ about }) => about?.what === notListed)) return new Map();
  return new Map(
    failures.flatMap((failure) =>
      failure.about?.what === behindCursor ||
      /^the page is shorter than its limit/.test(failure.message)
        ? [[failure, { what: notListed, distance: 1 }] as const]
        : [],
    ),
  );
}

/** With at least this many ignored updates, it is not a coincidence. */
const fewestIgnored = 3;

/**
 * An update that never changes a field seems to accept or ignore wrong values of it. Relates such failures to the ignored
 * updates.
 */
export function relateIgnored(
  checks: readonly CheckResult[],
  { journal, findShown }: Pick<Run, 'journal' | 'findShown'>,
): Map<Failure, FailureSubject> {
  /** The last seen value, by record id and field. */
  const last = new Map<string, unknown>();
  const kept = new Map<Sent, { operation: string; fields: string[] }>();
  const counts = new Map<string, { kept: number; changed: number }>();
  for (const { operation, intent, sent } of journal.entries) {
    const json = sent.reply?.json;
    const id = toId(json);
    if (!isSuccess(sent) || !isRecord(json) || id === undefined) continue;
    const named = operation.method === 'PATCH' ? listNamed(sent) : {};
    const fields = Object.keys(named).filter((field) => {
      const isOld = isDeepStrictEqual(json[field], last.get(`${id} ${field}`));
      const isSent = isDeepStrictEqual(json[field], named[field]);
      const key = `${operation.id} ${field}`;
      const count = counts.get(key) ?? { kept: 0, changed: 0 };
      if (intent === 'valid' && isOld !== isSent) count[isOld ? 'kept' : 'changed'] += 1;
      counts.set(key, count);
      return isOld && !isSent;
    });
    kept.set(sent, { operation: operation.id, fields });
    for (const [field, value] of Object.entries(json)) last.set(`${id} ${field}`, value);
  }
  const subjects = new Map<Failure, FailureSubject>();
  for (const failure of checks.flatMap(listFailures)) {
    const sent = failure.exchange && findShown(failure.exchange);
    const update = sent && kept.get(sent);
    const field = update?.fields.find(
      (one) => failure.pointer === `/${one}` || failure.finding?.includes(` in which ${one} is `),
    );
    const count = counts.get(`${update?.operation} ${field}`);
    if (update === undefined || count === undefined) continue;
    if (count.changed === 0 && count.kept >= fewestIgnored)
      subjects.set(failure, toBefore(update.operation, 0.1));
  }
  return subjects;
}

/** Subject of failures where an update returns old values. */
export function toBefore(operation: string, distance = 0): FailureSubject {
  return { what: `what ${operation} returns from before the update`, distance };
}

/** Finds the values of a request that another record already had when it was sent, such as names that must be unique. */
export function createTaken({
  journal: { entries },
}: Pick<Run, 'journal'>): (entry: JournalEntry) => string[] {
  /** The records that had a value, and since when, by field and value. */
  const holders = new Map<string, Map<string, number>>();
  for (const { sent } of entries) {
    const { json } = sent.reply ?? {};
    const id = toId(json);
    if (!isSuccess(sent) || !isRecord(json) || id === undefined) continue;
    for (const [field, value] of Object.entries(json)) {
      if (typeof value !== 'string') continue;
      const key = `${field} ${value}`;
      const records = holders.get(key) ?? new Map<string, number>();
      if (!records.has(id)) records.set(id, endOf(sent));
      holders.set(key, records);
    }
  }
  return ({ sent }) => {
    const own = [toId(sent.reply?.json), ...listPathIds(sent.request.path)];
    return Object.entries(listNamed(sent)).flatMap(([field, value]) =>
      typeof value === 'string' &&
      [...(holders.get(`${field} ${value}`) ?? [])].some(
        ([id, since]) => since <= sent.startedAt && !own.includes(toKey(id)),
      )
        ? [field]
        : [],
    );
  };
}
