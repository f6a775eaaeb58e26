import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { CheckResult, Failure, FailureSubject } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { findCommonTrait, listPathIds } from './common-traits.ts';
import type { Explanation } from './explanation.ts';
import { parseJson, readAt, toId, toKey } from './ledger.ts';
import { notListed } from './missing-records.ts';
import { behindCursor } from './page-law.ts';
import { listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';

/** One fault may show in many places. What is told here puts them under one cause. */

/** So many operations fail for ordinary requests when it is not one of them that is broken. */
const fewestBroken = 3;

/**
 * Ordinary requests of several operations that fail, with nothing that tells them from others that work: the service ran out
 * of something, such as connections to its database. That is one fault, and none of the single operations.
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

/** So many requests that all failed at the end of a run, valid ones among them, are more than those of its last checks. */
const fewestAtEnd = { all: 20, valid: 2 };

/** After how many requests a service that had worked failed for all that followed; undefined where it worked to the end. */
function findEnd(entries: readonly JournalEntry[]): number | undefined {
  // A wrong key may be refused before anything else is needed.
  const last = entries.findLastIndex(
    ({ sent, intent }) => sent.reply !== undefined && !isFault(sent) && intent !== 'unauthorised',
  );
  const failing = entries.slice(last + 1).filter(({ sent }) => isFault(sent));
  const valid = failing.filter(({ intent }) => intent === 'valid');
  return failing.length >= fewestAtEnd.all && valid.length >= fewestAtEnd.valid
    ? last + 1
    : undefined;
}

/** A gateway that answers in the place of the service is judged on its own. */
export function isFault(sent: Sent | undefined): boolean {
  const status = sent?.reply?.status ?? 0;
  return status >= 500 && ![501, 502, 503, 504].includes(status);
}

function listFailures({ outcome }: CheckResult): readonly Failure[] {
  return outcome.status === 'failed' ? outcome.failures : [];
}

/** A wrong value in a list is often what a request left there that should have been refused; that request shows the fault. */
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

/** Where even the whole list lacks a site, its pages lack it as well: what looks wrong about them follows from that. */
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

/** So many updates that were not carried out are no coincidence. */
const fewestIgnored = 3;

/**
 * An update that leaves a field as it was, whatever is sent, neither accepts nor keeps a wrong value of it: what looks so
 * follows from that.
 */
export function relateIgnored(
  checks: readonly CheckResult[],
  { journal, findShown }: Pick<Run, 'journal' | 'findShown'>,
): Map<Failure, FailureSubject> {
  /** By id of a record and field: what was seen last. */
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

/** What failures are about where an update does not show its own values. */
export function toBefore(operation: string, distance = 0): FailureSubject {
  return { what: `what ${operation} returns from before the update`, distance };
}

/** Tells which values of a request another record had already when it was sent: some services must not fail over them. */
export function createTaken({
  journal: { entries },
}: Pick<Run, 'journal'>): (entry: JournalEntry) => string[] {
  /** By field and value: the records that had it, and since when. */
  const holders = new Map<string, Map<string, number>>();
  for (const { sent } of entries) {
    const { json } = sent.reply ?? {};
    const id = toId(json);
    if (!isSuccess(sent) || !isRecord(json) || id === undefined) continue;
    for (const [field, value] of Object.entries(json)) {
      if (typeof value !== 'string') continue;
      const key = `${field} ${value}`;
      const records = holders.get(key) ?? new Map<string, number>();
      if (!records.has(id)) records.set(id, sent.startedAt + sent.durationMs);
      holders.set(key, records);
    }
  }
  return ({ sent: { request, reply, startedAt } }) => {
    const body = parseJson(new TextDecoder().decode(request.body));
    if (!isRecord(body)) return [];
    const own = [toId(reply?.json), ...listPathIds(request.path)];
    return Object.entries(body).flatMap(([field, value]) =>
      typeof value === 'string' &&
      [...(holders.get(`${field} ${value}`) ?? [])].some(
        ([id, since]) => since <= startedAt && !own.includes(toKey(id)),
      )
        ? [field]
        : [],
    );
  };
}
