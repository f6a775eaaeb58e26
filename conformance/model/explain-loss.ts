import { isDeepStrictEqual } from 'node:util';
import { readAt } from '../../contract/resolve-reference.ts';
import { endOf, isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { AnyRun } from '../runner/run.ts';
import type { Explanation, Shown } from './explanation.ts';
import { listPathIds, readRecords, toId, toKey } from './ledger.ts';
import { listNamed } from './record-writes.ts';

export interface Reading extends Shown {
  id: string | undefined;
  /** The field of the record, and the last field of the pointer. They differ within localized variants. */
  field: string;
  leaf: string;
  received: unknown;
  expected: unknown;
  /** The fields of the request body. */
  named: Record<string, unknown>;
}

/** Explains why a value is missing or null. */
export function explainLoss(reading: Reading, isSent: boolean): Explanation | undefined {
  const { received, operation, leaf, field } = reading;
  const what = leaf === field ? field : `the ${leaf} of a variant`;
  if (!isEmpty(received) || Array.isArray(received)) return undefined;
  const how =
    received === undefined
      ? `responds without ${what}`
      : `returns ${what} as ${JSON.stringify(received)}`;
  if (isSent) return { finding: `${operation} ${how}, although one was sent` };
  if (operation !== 'duplicateSite') return explainLost(reading);
  const [original] = listPathIds(reading.sent.request.path);
  return original !== undefined && isLostBefore(reading, original)
    ? explainLost({ ...reading, id: original })
    : { finding: `${operation} does not copy the ${field} of the original` };
}

/** Whether the original lacked the value in every page, and in every update response that did not set the field. */
function isLostBefore({ run, field }: Reading, original: string): boolean {
  const seen = run.journal.entries.flatMap(({ operation, sent }) => {
    if (!isSuccess(sent) || operation.method === 'POST') return [];
    const json = sent.reply?.json;
    return (readRecords(json) ?? [json]).filter(
      (record) => toId(record) === original && !(field in listNamed(sent)),
    );
  });
  return seen.length > 0 && seen.every((record) => isEmpty(readAt(record, `/${field}`)));
}

/** Explains why a written value is lost: it was never stored, or a later request removed it. */
export function explainLost({
  run,
  id = '',
  field,
  expected,
  received,
  operation,
  sent,
}: Reading): Explanation {
  const own = run.journal.entries.filter(
    (entry) => isAbout(entry, id) && isSuccess(entry.sent) && entry.sent !== sent,
  );
  const clearing = isEmpty(received) ? findClearing(run, id, field) : undefined;
  if (clearing !== undefined)
    return {
      finding: `${clearing.operation.id} removes the ${field} when a request does not send it`,
      ...(clearing.sent === sent ? {} : { cause: run.show(clearing.sent) }),
    };
  const write = own.findLast((entry) => isDeepStrictEqual(listNamed(entry.sent)[field], expected));
  if (write === undefined) return { finding: `${operation} shows an earlier ${field}` };
  const later = own.filter((entry) => entry.sent.startedAt >= endOf(write.sent));
  const isShown = (entry: JournalEntry) =>
    isDeepStrictEqual(readAt(entry.sent.reply?.json, `/${field}`), expected);
  const isKept = later.some((entry) => entry !== write && isShown(entry));
  const isContradicted = later.some(
    (entry) => entry.operation.method === 'PATCH' && !isShown(entry),
  );
  if (sent.request.method === 'GET' && write.operation.method === 'PATCH' && !isContradicted)
    return {
      finding: `${operation} shows the ${field} from before an update that ${write.operation.id} accepted`,
      cause: run.show(write.sent),
    };
  if (isLostBeside(run, write, field))
    return {
      finding: `one of two concurrent ${write.operation.id} requests is lost: the ${field} that it returned is not stored`,
      cause: run.show(write.sent),
    };
  if (isKept) return { finding: `${operation} loses the ${field}` };
  const refused = findRefusal({ run, id, field, sent, write });
  if (refused === undefined)
    return {
      finding: `${write.operation.id} returns the ${field} but does not store it`,
      cause: run.show(write.sent),
    };
  const cause = refused.operation.id;
  const isGiven = run.journal.entries.some(
    (entry) =>
      !isAbout(entry, id) &&
      isSuccess(entry.sent) &&
      isDeepStrictEqual(listNamed(entry.sent)[field], expected),
  );
  return {
    finding: isGiven
      ? `the ${field} of a site is lost, after another site was given the same one and ${cause} refused a request`
      : `the ${field} of a site is lost once ${cause} has refused a request`,
    cause: run.show(refused.sent),
    // A value with only one possible source is the better example.
    about: { what: `a refused ${cause} takes effect`, distance: isGiven ? -0.9 : -1 },
  };
}

/**
 * The last refused update of a record since its value was written. Undefined unless a record without refused updates kept a
 * value that was written in the same way.
 */
function findRefusal({
  run: { journal },
  id,
  field,
  sent,
  write,
}: Pick<Reading, 'run' | 'field' | 'sent'> & { id: string; write: JournalEntry }) {
  const refused = journal.entries.filter(
    (entry) =>
      entry.operation.method === 'PATCH' &&
      !isSuccess(entry.sent) &&
      entry.sent.reply?.status !== 404,
  );
  const found = refused.findLast(
    (entry) =>
      isAbout(entry, id) &&
      entry.sent.startedAt >= write.sent.startedAt &&
      entry.sent.startedAt <= sent.startedAt,
  );
  if (found === undefined) return undefined;
  const written = new Map<string, unknown>();
  for (const entry of journal.entries) {
    const other = toId(entry.sent.reply?.json);
    if (other === undefined || !isSuccess(entry.sent) || !(field in listNamed(entry.sent)))
      continue;
    if (entry.operation === write.operation) written.set(other, listNamed(entry.sent)[field]);
    else written.delete(other);
  }
  for (const entry of refused)
    for (const other of listPathIds(entry.sent.request.path)) written.delete(other);
  const isKeptElsewhere = journal.entries.some((entry) =>
    readRecords(entry.sent.reply?.json)?.some((record) => {
      const value = written.get(toId(record) ?? '');
      return !isEmpty(value) && isDeepStrictEqual(readAt(record, `/${field}`), value);
    }),
  );
  return isKeptElsewhere ? found : undefined;
}

/** Whether an update was lost while another update of the same record was running, although single updates are stored. */
function isLostBeside({ journal }: AnyRun, write: JournalEntry, field: string): boolean {
  const updates = journal.entries.filter(
    ({ operation, sent }) => operation.method === 'PATCH' && isSuccess(sent),
  );
  const isSame = (one: JournalEntry, other: JournalEntry) =>
    toId(one.sent.reply?.json) === toId(other.sent.reply?.json);
  const isAlone = (entry: JournalEntry) =>
    !updates.some(
      (other) =>
        other !== entry &&
        isSame(other, entry) &&
        other.sent.startedAt <= endOf(entry.sent) &&
        endOf(other.sent) >= entry.sent.startedAt,
    );
  if (!updates.includes(write) || isAlone(write)) return false;
  return updates.some((entry) => {
    const value = listNamed(entry.sent)[field];
    if (value === undefined || !isAlone(entry)) return false;
    const next = updates.find(
      (other) =>
        isSame(other, entry) && other.sent.startedAt >= endOf(entry.sent) && other !== entry,
    );
    return (
      next !== undefined &&
      !(field in listNamed(next.sent)) &&
      isDeepStrictEqual(readAt(next.sent.reply?.json, `/${field}`), value)
    );
  });
}

const fewestClearings = 3;

/**
 * An update that removed a field which it did not send. Returned only if all updates without the field do this: they replace
 * the record instead of merging.
 */
function findClearing({ journal }: AnyRun, id: string, field: string): JournalEntry | undefined {
  const values = new Map<string, unknown>();
  const clearings: JournalEntry[] = [];
  for (const entry of journal.entries) {
    const { operation, sent } = entry;
    const record = toId(sent.reply?.json);
    if (record === undefined || !isSuccess(sent)) continue;
    const value = readAt(sent.reply?.json, `/${field}`);
    const isUpdate = operation.method === 'PATCH' && !(field in listNamed(sent));
    if (isUpdate && !isEmpty(values.get(record))) {
      if (!isEmpty(value)) return undefined;
      clearings.push(entry);
    }
    values.set(record, value);
  }
  if (clearings.length < fewestClearings) return undefined;
  return clearings.find((entry) => isAbout(entry, id));
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function explainList(reading: Reading, isSent: boolean): Explanation | undefined {
  const { expected, received, operation, field, run, id = '' } = reading;
  if (!Array.isArray(expected) || !Array.isArray(received)) return undefined;
  if (!isSent && received.length === 0 && findClearing(run, id, field) !== undefined)
    return explainLost(reading);
  if (received.length < expected.length)
    return {
      finding: `${operation} loses ${expected.length - received.length} of ${expected.length} ${field}`,
    };
  if (received.length > expected.length)
    return { finding: `${operation} adds ${received.length - expected.length} to ${field}` };
  return {
    finding: `${operation} ${isReordered(expected, received) ? 'reorders' : 'changes'} ${field}`,
  };
}

/** Whether two lists contain the same items in a different order. */
export function isReordered(expected: unknown, received: unknown): boolean {
  return (
    Array.isArray(expected) &&
    Array.isArray(received) &&
    expected.length === received.length &&
    !isDeepStrictEqual(expected, received) &&
    expected.every((item: unknown) =>
      received.some((other: unknown) => isDeepStrictEqual(item, other)),
    )
  );
}

/** Whether a request reads or writes the record with this id. */
export function isAbout({ operation, sent }: JournalEntry, id: string): boolean {
  if (operation.method === 'PATCH') return toKey(sent.request.path).includes(id);
  return toId(sent.reply?.json) === id;
}
