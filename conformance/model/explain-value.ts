import { isDeepStrictEqual } from 'node:util';
import { isRecord, parseJson, readAt } from '../../contract/resolve-reference.ts';
import { endOf, isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { explainKey } from './explain-keys.ts';
import {
  explainList,
  explainLoss,
  explainLost,
  isAbout,
  isReordered,
  type Reading,
} from './explain-loss.ts';
import {
  type Explanation,
  explainEffect,
  mayBeNull,
  type Shown,
  spreading,
  toKind,
} from './explanation.ts';
import { listPathIds, readRecords, toId, writable } from './ledger.ts';
import { explainSharedId } from './missing-records.ts';
import { findCreation, listKept, listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';
import { toBefore } from './shared-faults.ts';
import { explainChange, explainLooseChange } from './text-changes.ts';

/** Explains a wrong value by its source. Tries the most certain explanations first. */
export function explainValue(shown: Shown, pointer: string): Explanation {
  const { sent, failure, operation, run } = shown;
  const { record, ...place } = findPlace(sent, pointer);
  const { field } = place;
  const reading: Reading = {
    ...shown,
    ...place,
    expected: parseJson(failure.expected),
    named: listNamed(sent),
  };
  const shared = explainSharedId(run, reading.id);
  if (shared !== undefined) return shared;
  if (isRecord(record) && !(field in record) && !mayBeNull(run, operation, field))
    return { finding: `${operation} responds without ${field}` };
  if (field === 'id' && sent.request.method === 'PATCH')
    return { finding: `${operation} returns an id other than the one in its path` };
  if (field === 'apiKey') return explainKey(shown, reading);
  const isSent = field in reading.named;
  const sentList = reading.named[field];
  const shownList = readAt(record, `/${field}`);
  if (isReordered(sentList, shownList)) return { finding: `${operation} reorders ${field}` };
  return (
    explainText(reading, isSent, explainChange) ??
    explainSource(reading, isSent) ??
    explainText(reading, isSent, explainLooseChange) ??
    explainLoss(reading, isSent) ??
    explainList(reading, isSent) ??
    explainRefusedValue(shown, pointer) ?? {
      finding: isSent
        ? typeof reading.expected === 'string' && typeof reading.received !== 'string'
          ? `${operation} returns ${field} as ${toKind(reading.received)}`
          : `${operation} returns a different ${field} than was sent`
        : `${operation} shows a different ${field} than ${run.ledger.sites.has(reading.id ?? '') ? 'was last written' : 'expected'}`,
    }
  );
}

/** Resolves a JSON Pointer into a record or a page of records. */
function findPlace({ request, reply }: Sent, pointer: string) {
  const [start = ''] = /^\/data\/\d+/.exec(pointer) ?? [];
  const record = readAt(reply?.json, start);
  const [field = '', ...rest] = pointer.slice(start.length).split('/').slice(1);
  return {
    record,
    id: toId(record) ?? listPathIds(request.path)[0],
    field,
    leaf: rest.at(-1) ?? field,
    received: readAt(reply?.json, pointer),
  };
}

/** Explains a text that was changed in a known way, or that was sent as another field. */
function explainText(
  { expected, received, named, field, leaf, operation, run, id }: Reading,
  isSent: boolean,
  explain: typeof explainChange,
): Explanation | undefined {
  if (typeof expected !== 'string' || typeof received !== 'string') return undefined;
  const other = Object.entries(named).find(
    ([name, value]) => name !== field && value === received && value !== '',
  );
  if (other !== undefined) return { finding: `${operation} writes ${other[0]} into ${field}` };
  const site = run.ledger.sites.get(id ?? '');
  const own = writable.find(
    (name) => name !== field && site?.[name] === received && received !== '',
  );
  if (own !== undefined)
    return { finding: `${operation} shows the ${own} of a site as its ${field}` };
  const change = explain(expected, received, () => listKept(run, operation));
  if (change === undefined) return undefined;
  const what = leaf === field ? `a ${field}` : `the ${leaf} of a variant`;
  return {
    finding: isSent
      ? `${operation} returns ${what} ${change}`
      : `${operation} shows ${what} ${change}`,
  };
}

/** Lists the requests that contained a value and were about the record, or about its original. */
function findSources({ run, sent }: Shown, id: string, field: string, value: unknown) {
  const before = run.journal.entries.filter(
    (entry) =>
      entry.sent !== sent &&
      entry.sent.startedAt <= endOf(sent) &&
      isDeepStrictEqual(listNamed(entry.sent)[field], value),
  );
  const family = listFamily(run, id);
  const own = before.filter((entry) => family.some((relative) => isAbout(entry, relative)));
  const done = own.findLast((entry) => isSuccess(entry.sent));
  const refused = own.findLast((entry) => !isSuccess(entry.sent));
  return { before, own, done, refused };
}

/**
 * Explains a value that only a refused request contained: the refused request took effect. A value that the run did not
 * generate counts only if the record had another value before that request.
 */
export function explainRefusedValue(shown: Shown, pointer: string): Explanation | undefined {
  const { sent, run } = shown;
  const { id, field, received: value } = findPlace(sent, pointer);
  if (id === undefined || field === '' || value === undefined) return undefined;
  const { done, refused } = findSources(shown, id, field, value);
  if (done !== undefined || refused === undefined) return undefined;
  const isTold =
    run.isOwnName(JSON.stringify(value)) ||
    run.journal.entries.some(
      (entry) =>
        isAbout(entry, id) &&
        isSuccess(entry.sent) &&
        entry.sent.startedAt < refused.sent.startedAt &&
        !isDeepStrictEqual(readAt(entry.sent.reply?.json, `/${field}`), value),
    );
  return isTold ? explainEffect(run, refused) : undefined;
}

/** Explains a value by the request that contained it. Only texts generated by the run identify their source. */
function explainSource(reading: Reading, isSent: boolean): Explanation | undefined {
  const { run, id, field, received, sent, operation } = reading;
  if (id === undefined || !run.isOwnName(JSON.stringify(received ?? ''))) return undefined;
  const { before, own, done, refused } = findSources(reading, id, field, received);
  if (done === undefined && refused !== undefined)
    // A transformed value of the request itself may also equal a value of another request.
    return (
      (isSent ? explainText(reading, isSent, explainLooseChange) : undefined) ??
      explainEffect(run, refused)
    );
  if (done !== undefined) {
    if (sent.request.method === 'POST') return explainEarlier(reading, id, done);
    if (isSent)
      return {
        finding: `${operation} returns the ${field} from before the update`,
        about: toBefore(operation),
      };
    if (!isAbout(done, id) && isSinceCreation(reading, own, done))
      return {
        finding: `an update of a site changed its duplicate: the new ${field} of the original shows in both`,
        cause: run.show(done.sent),
        about: spreading,
      };
    return explainLost(reading);
  }
  const others = before.filter((entry) => isSuccess(entry.sent));
  const writer = others.findLast((entry) => entry.operation.method === 'PATCH') ?? others.at(-1);
  return writer === undefined
    ? undefined
    : explainForeign(reading, findLaterUpdate(reading, writer) ?? writer);
}

/** Explains a value in the response to a creation that an earlier request gave to the record or to its original. */
function explainEarlier(
  { sent, operation, field }: Reading,
  id: string,
  done: JournalEntry,
): Explanation {
  const [original = ''] = listPathIds(sent.request.path);
  return {
    finding:
      id !== original && isAbout(done, original)
        ? `${operation} copies an earlier ${field} of the original`
        : `${operation} returns a record that already existed, with its ${field}`,
  };
}

/**
 * Whether a value was written to a relative only after a record was created. If so, the record did not get it at creation:
 * no relative had the value then, or a response showed the record with its own value first.
 */
function isSinceCreation(
  { run, id = '', field, expected }: Reading,
  own: readonly JournalEntry[],
  done: JournalEntry,
): boolean {
  const createdAt = findCreationTime(run, id);
  if (done.sent.startedAt < createdAt) return false;
  return (
    own.every((entry) => entry.sent.startedAt >= createdAt) ||
    run.journal.entries.some(
      (entry) =>
        isAbout(entry, id) &&
        isSuccess(entry.sent) &&
        entry.sent.startedAt < done.sent.startedAt &&
        isDeepStrictEqual(readAt(entry.sent.reply?.json, `/${field}`), expected),
    )
  );
}

/** End time of the request that created a record; Infinity if no request of the run created it. */
function findCreationTime(run: Run, id: string): number {
  const entry = findCreation(run, id);
  return entry === undefined ? Number.POSITIVE_INFINITY : endOf(entry.sent);
}

/** Finds an update of the record that a request created. An update that writes the whole record to another id is the cause. */
function findLaterUpdate({ run, id = '', sent }: Reading, writer: JournalEntry) {
  const made = toId(writer.sent.reply?.json);
  // If the record is a copy of the other one, the duplication itself changed the value.
  if (writer.operation.method !== 'POST' || made === undefined) return undefined;
  if (listPathIds(writer.sent.request.path).includes(id)) return undefined;
  return run.journal.entries.findLast(
    (entry) =>
      entry.operation.method === 'PATCH' &&
      isAbout(entry, made) &&
      isSuccess(entry.sent) &&
      entry.sent.startedAt <= sent.startedAt,
  );
}

/** Explains a value that belongs to another record. */
function explainForeign(reading: Reading, writer: JournalEntry): Explanation {
  const { run, field, sent, operation } = reading;
  const cause = run.show(writer.sent);
  const kind = /Route/.test(writer.operation.id) ? 'route' : 'site';
  if (sent.request.method === 'POST')
    return { finding: `${operation} returns the ${field} of another ${kind}`, cause };
  if (sent.request.method === 'GET' && isOnPage(sent, writer) && !isSeenInUpdates(reading))
    return { finding: `${operation} shows a ${kind} with the ${field} of another one`, cause };
  const isUpdate = writer.operation.method === 'PATCH';
  return {
    finding: isUpdate
      ? `an update of one ${kind} changed another: the ${field} of a ${kind} was written to a different one`
      : `${writer.operation.id} changed the ${field} of another ${kind}`,
    cause,
    about: spreading,
  };
}

/** Lists a record, its original, the original of that one, and so on. */
function listFamily({ journal }: Run, id: string): string[] {
  const family = [id];
  for (const member of family) {
    const copy = journal.entries.find(
      ({ operation, sent }) =>
        operation.id === 'duplicateSite' && toId(sent.reply?.json) === member,
    );
    const [original] = listPathIds(copy?.sent.request.path ?? '');
    if (original !== undefined && !family.includes(original)) family.push(original);
  }
  return family;
}

/** Whether a page shows the record that a request was about. If so, the page may have mixed up its rows. */
function isOnPage(page: Sent, { operation, sent }: JournalEntry): boolean {
  const id =
    operation.method === 'PATCH' ? listPathIds(sent.request.path)[0] : toId(sent.reply?.json);
  return readRecords(page.reply?.json)?.some((site) => toId(site) === id) === true;
}

/** Whether an update returned a value that was only ever written to other records. */
function isSeenInUpdates({ run, field }: Reading): boolean {
  return run.journal.entries.some((entry) => {
    const { operation, sent } = entry;
    const id = toId(sent.reply?.json);
    if (operation.method !== 'PATCH' || id === undefined || !isSuccess(sent)) return false;
    const value = readAt(sent.reply?.json, `/${field}`);
    const family = listFamily(run, id);
    if (!run.isOwnName(JSON.stringify(value ?? ''))) return false;
    const writers = run.journal.entries.filter((other) =>
      isDeepStrictEqual(listNamed(other.sent)[field], value),
    );
    return (
      writers.length > 0 &&
      !writers.some((other) => family.some((relative) => isAbout(other, relative)))
    );
  });
}
