import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../data/json-path.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Run } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { findCommonTrait, listPathIds } from './common-traits.ts';
import { explainChange, explainLooseChange } from './explain-change.ts';
import { toKey } from './ledger.ts';
import { readAt, toId } from './read-answer.ts';
import { listNamed } from './record-writes.ts';

/** What is added to a failure once the whole run is known. */
export type Explanation = Partial<Pick<Failure, 'finding' | 'cause' | 'about'>>;

/** A failure with the exchange that shows it. */
export interface Shown {
  failure: Failure;
  sent: Sent;
  run: Run;
  /** operationId of the exchange. */
  operation: string;
}

/** A field of a record with a wrong value. */
interface Reading extends Shown {
  id: string | undefined;
  /** The field of the record, and the field at the pointer; they differ within localized variants. */
  field: string;
  leaf: string;
  received: unknown;
  expected: unknown;
  /** What the request itself says of the record. */
  named: Record<string, unknown>;
}

const spreading = { what: 'writes reach other records', distance: 0.05 };

/** Where the wrong value of a field comes from: each possible source in turn, the surest first. */
export function explainValue(shown: Shown, pointer: string): Explanation {
  const { sent, failure, operation, run } = shown;
  const place = pointer.replace(/^\/data\/\d+/, '');
  const record = readAt(sent.reply?.json, pointer.slice(0, pointer.length - place.length));
  const [field = '', ...rest] = place.split('/').slice(1);
  const reading: Reading = {
    ...shown,
    id: toId(record) ?? listPathIds(sent.request.path)[0],
    field,
    leaf: rest.at(-1) ?? field,
    received: readAt(sent.reply?.json, pointer),
    expected: parseJson(failure.expected),
    named: listNamed(sent),
  };
  if (field === 'apiKey') return explainKey(reading);
  const isSent = field in reading.named;
  return (
    explainText(reading, isSent, explainChange) ??
    explainSource(reading, isSent) ??
    explainText(reading, isSent, explainLooseChange) ??
    explainLoss(reading, isSent) ??
    explainList(reading) ?? {
      finding: isSent
        ? `${operation} answers another ${field} than was sent`
        : `${operation} shows another ${field} than ${run.ledger.sites.has(reading.id ?? '') ? 'was last written' : 'expected'}`,
    }
  );
}

/** A text that is changed in a way that has a name, or that was sent as another field. */
function explainText(
  { expected, received, named, field, leaf, operation }: Reading,
  isSent: boolean,
  explain: (sent: string, received: string) => string | undefined,
): Explanation | undefined {
  if (typeof expected !== 'string' || typeof received !== 'string') return undefined;
  const other = Object.entries(named).find(
    ([name, value]) => name !== field && value === received && value !== '',
  );
  if (other !== undefined) return { finding: `${operation} writes ${other[0]} into ${field}` };
  const change = explain(expected, received);
  if (change === undefined) return undefined;
  const what = leaf === field ? `a ${field}` : `the ${leaf} of a variant`;
  return {
    finding: isSent
      ? `${operation} answers ${what} ${change}`
      : `${operation} shows ${what} ${change}`,
  };
}

/** The request of the run that carried the value: only texts that the run has made up tell where they come from. */
function explainSource(reading: Reading, isSent: boolean): Explanation | undefined {
  const { run, id, field, received, sent, operation } = reading;
  if (id === undefined || !run.isOwnName(JSON.stringify(received ?? ''))) return undefined;
  const before = run.journal.entries.filter(
    (entry) =>
      entry.sent !== sent &&
      entry.sent.startedAt <= sent.startedAt + sent.durationMs &&
      isDeepStrictEqual(listNamed(entry.sent)[field], received),
  );
  const family = listFamily(run, id);
  const own = before.filter((entry) => family.some((relative) => isAbout(entry, relative)));
  const done = own.findLast((entry) => isSuccess(entry.sent));
  const refused = own.findLast((entry) => !isSuccess(entry.sent));
  if (done === undefined && refused !== undefined)
    return {
      finding: `${refused.operation.id} refuses a request (${refused.sent.reply?.status ?? 'no answer'}) and carries it out all the same`,
      cause: run.show(refused.sent),
      about: { what: `a refused ${refused.operation.id} takes effect`, distance: 0.05 },
    };
  if (done !== undefined) {
    if (sent.request.method === 'POST') {
      const [original = ''] = listPathIds(sent.request.path);
      return {
        finding:
          id !== original && isAbout(done, original)
            ? `${operation} copies an earlier ${field} of the original`
            : `${operation} answers a record that existed before, with its ${field}`,
      };
    }
    if (isSent) return { finding: `${operation} answers the ${field} from before the update` };
    return explainLost(reading);
  }
  const others = before.filter((entry) => isSuccess(entry.sent));
  const writer = others.findLast((entry) => entry.operation.method === 'PATCH') ?? others.at(-1);
  return writer === undefined ? undefined : explainForeign(reading, writer);
}

/** The value of another record. */
function explainForeign(reading: Reading, writer: JournalEntry): Explanation {
  const { run, field, sent, operation } = reading;
  const cause = run.show(writer.sent);
  const kind = /Route/.test(writer.operation.id) ? 'route' : 'site';
  if (sent.request.method === 'POST')
    return { finding: `${operation} answers the ${field} of another ${kind}`, cause };
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

/** A record, the one that it is a copy of, and so on: a copy has what its original has. */
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

function isAbout({ operation, sent }: JournalEntry, id: string): boolean {
  if (operation.method === 'PATCH') return toKey(sent.request.path).includes(id);
  return toId(sent.reply?.json) === id;
}

/** Whether a page shows the record that a request was about: then it may have mixed its rows up. */
function isOnPage(page: Sent, { operation, sent }: JournalEntry): boolean {
  const json = page.reply?.json;
  const data: unknown = isRecord(json) ? json['data'] : undefined;
  const id =
    operation.method === 'PATCH' ? listPathIds(sent.request.path)[0] : toId(sent.reply?.json);
  return Array.isArray(data) && data.some((site: unknown) => toId(site) === id);
}

/** Whether an update has answered a value of the field that was only ever written to other records. */
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

/** A value that is missing, or null, where one was given. */
function explainLoss(reading: Reading, isSent: boolean): Explanation | undefined {
  const { received, operation, field } = reading;
  if (received !== null && received !== undefined && received !== '') return undefined;
  const how =
    received === undefined
      ? `answers without ${field}`
      : `answers ${field} as ${JSON.stringify(received)}`;
  return isSent ? { finding: `${operation} ${how}, although one was sent` } : explainLost(reading);
}

/** What was written is no longer there: either the write was never kept, or a later request has lost it. */
function explainLost({ run, id = '', field, expected, operation, sent }: Reading): Explanation {
  const own = run.journal.entries.filter(
    (entry) => isAbout(entry, id) && isSuccess(entry.sent) && entry.sent !== sent,
  );
  const write = own.findLast((entry) => isDeepStrictEqual(listNamed(entry.sent)[field], expected));
  if (write === undefined) return { finding: `${operation} shows an earlier ${field}` };
  const isKept = own.some(
    (entry) =>
      entry !== write &&
      entry.sent.startedAt >= write.sent.startedAt + write.sent.durationMs &&
      isDeepStrictEqual(readAt(entry.sent.reply?.json, `/${field}`), expected),
  );
  return isKept
    ? { finding: `${operation} loses the ${field}` }
    : {
        finding: `${write.operation.id} answers the ${field} and does not keep it`,
        cause: run.show(write.sent),
      };
}

function explainList({ expected, received, operation, field }: Reading): Explanation | undefined {
  if (!Array.isArray(expected) || !Array.isArray(received)) return undefined;
  if (received.length < expected.length)
    return {
      finding: `${operation} loses ${expected.length - received.length} of ${expected.length} ${field}`,
    };
  if (received.length > expected.length)
    return { finding: `${operation} adds ${received.length - expected.length} to ${field}` };
  const isReordered = expected.every((item: unknown) =>
    received.some((other: unknown) => isDeepStrictEqual(item, other)),
  );
  return { finding: `${operation} ${isReordered ? 'reorders' : 'changes'} ${field}` };
}

/** A key that the service has made: no request carried it. What changes it shows in the answers that come with another one. */
function explainKey({ run, operation, failure }: Reading): Explanation {
  if (!/not as it was|last written/.test(failure.message)) return {};
  const { changed, unchanged, between } = listKeyChanges(run);
  const known = new Set(run.ledger.sites.keys());
  const trait =
    findCommonTrait(changed, unchanged, { known }) ??
    findCommonTrait(changed, unchanged, { known, tolerance: 0.2 });
  if (trait !== undefined && changed.length > 1)
    return { finding: `updateSite changes the apiKey of a site on a request ${trait}` };
  if (changed.length > 1 && unchanged.length > 0 && between !== undefined)
    return {
      finding: 'an update of one site changed another: it gave other sites a new apiKey',
      cause: run.show(between.sent),
      about: spreading,
    };
  return { finding: `${operation} shows another apiKey than the site had before` };
}

/** The updates that answered another key than the last answer about the site, and those that answered the same. */
function listKeyChanges(run: Run) {
  const changed: JournalEntry[] = [];
  const unchanged: JournalEntry[] = [];
  const updates = run.journal.entries.filter(
    ({ operation: { method }, sent }) => method === 'PATCH' && isSuccess(sent),
  );
  let between: JournalEntry | undefined;
  let isAlwaysBetween = true;
  const last = new Map<string, { key: unknown; at: number }>();
  for (const entry of run.journal.entries) {
    const { sent, operation } = entry;
    const id = toId(sent.reply?.json);
    const key = readAt(sent.reply?.json, '/apiKey');
    if (id === undefined || key === undefined || !isSuccess(sent)) continue;
    const before = last.get(id);
    last.set(id, { key, at: sent.startedAt });
    if (before === undefined || operation.method !== 'PATCH') continue;
    if (before.key === key) {
      unchanged.push(entry);
      continue;
    }
    changed.push(entry);
    const other = updates.findLast(
      ({ sent: update }) =>
        update.startedAt + update.durationMs >= before.at &&
        update.startedAt <= sent.startedAt + sent.durationMs &&
        toId(update.reply?.json) !== id,
    );
    if (other === undefined) isAlwaysBetween = false;
    else between = other;
  }
  return { changed, unchanged, between: isAlwaysBetween ? between : undefined };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
