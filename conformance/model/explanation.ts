import { successReply } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { listPathIds } from './common-traits.ts';
import { readAt, readRecords, toId, toKey } from './ledger.ts';
import type { Run } from './scope.ts';

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

/** What explains other failures comes before all of them. */
export const spreading = { what: 'writes reach other records', distance: -1 };

/** `responds without name`, or `returns name as 42`. */
export function describeField(field: string, value: unknown): string {
  return value === undefined
    ? `responds without ${field}`
    : field === ''
      ? `returns its body as ${describeKind(value, 0)}`
      : `returns ${field} as ${describeKind(value)}`;
}

/** @param mostShown how long a value is at most that is shown in place of its type */
function describeKind(value: unknown, mostShown = 60): string {
  if (value === null) return 'null';
  const text = JSON.stringify(value);
  if (text.length <= mostShown && typeof value !== 'object') return text;
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`;
}

/** What is said of a refused request that was carried out all the same. */
export function explainEffect(run: Run, { operation, sent }: JournalEntry): Explanation {
  const status = sent.reply?.status;
  const how =
    status !== undefined && status >= 500
      ? `carries out a request that it answers with ${status}`
      : `carries out a request that it refused (${status ?? 'no response'})`;
  return {
    finding: `${operation.id} ${how}`,
    cause: run.show(sent),
    about: { what: `a refused ${operation.id} takes effect`, distance: -1 },
  };
}

/** What failures are about where errors have a success status. */
export const disguisedErrors = 'errors with a success status';

/** A status of success, and a body that is an object but has nothing that the operation returns: an error, most likely. */
export function isErrorInDisguise({ journal }: Pick<Run, 'journal'>, sent: Sent): boolean {
  const entry = journal.entries.findLast((one) => one.sent === sent);
  return entry !== undefined && isDisguised(entry);
}

function isDisguised({ operation, sent }: JournalEntry): boolean {
  const json = sent.reply?.json;
  if (!isSuccess(sent) || !isRecord(json)) return false;
  const { schema } = successReply(operation);
  return !Object.keys(schema.properties ?? {}).some((field) => field in json);
}

/** Whether requests that have to be refused are answered so; then such an answer to any other request is a refusal, too. */
export function hasDisguisedErrors({ journal }: Pick<Run, 'journal'>): boolean {
  return journal.entries.some(
    (entry) =>
      (entry.intent === 'invalid' || entry.intent === 'unauthorised') && isDisguised(entry),
  );
}

export function describeDisguise({ reply }: Sent): Explanation {
  return {
    finding: `the service returns ${reply?.status} for requests that it refuses, such as ${JSON.stringify(reply?.json)?.slice(0, 60)}`,
    about: { what: disguisedErrors, distance: -1 },
  };
}

/** All that a target had stored is unknown to it from one moment on, as after a restart of one that keeps data in memory. */
interface LostData {
  /** Milliseconds since 1970. */
  at: number;
  /** Ids of the records that were asked for since then, and were not found. */
  lost: ReadonlySet<string>;
}

/** Fewer records than this may each be lost for a reason of their own. */
const fewest = 3;

/** @returns undefined where any record of before is still known, or where nothing was written since */
export function findLostData({ journal }: Pick<Run, 'journal'>): LostData | undefined {
  const created = new Map<string, Creation>();
  for (const entry of journal.entries) {
    const { operation, sent } = entry;
    const id = toId(sent.reply?.json);
    if (operation.method !== 'POST' || !isSuccess(sent) || id === undefined || created.has(id))
      continue;
    const from = toPathId(entry);
    const workspace =
      operation.id === 'createSite'
        ? from
        : operation.id === 'duplicateSite'
          ? created.get(from)?.workspace
          : undefined;
    created.set(id, { at: sent.startedAt + sent.durationMs, workspace });
  }
  const sightings = journal.entries.flatMap((entry) => listSightings(entry, created));
  const lastSeen = new Map([...created].map(([id, creation]) => [id, creation.at]));
  for (const { id, at, isThere } of sightings) {
    if (isThere) lastSeen.set(id, Math.max(at, lastSeen.get(id) ?? 0));
  }
  const missing = sightings.filter(
    ({ id, at, isThere }) => !isThere && at >= (lastSeen.get(id) ?? 0),
  );
  const lost = new Set(missing.map(({ id }) => id));
  if (lost.size < fewest) return undefined;
  const at = Math.min(...missing.map((sighting) => sighting.at));
  // All of them were there when the last of them was seen; what was created later is not lost.
  const seenAt = Math.max(...[...lost].map((id) => lastSeen.get(id) ?? 0));
  const isKnown = sightings.some(
    ({ id, at: moment, isThere }) => isThere && moment >= at && (created.get(id)?.at ?? 0) < seenAt,
  );
  const isWritten = journal.entries.some(
    ({ operation, sent }) => sent.startedAt >= at && isSuccess(sent) && operation.method === 'POST',
  );
  return isKnown || !isWritten || seenAt > at ? undefined : { at, lost };
}

/** What follows from the loss: a record of before is not found, or a list does not show it. */
export function explainLostData(
  failure: Failure,
  run: Run,
  { at, lost }: LostData,
): Explanation | undefined {
  const sent = failure.exchange === undefined ? undefined : run.findShown(failure.exchange);
  if (sent === undefined || sent.startedAt < at) return undefined;
  const status = sent.reply?.status ?? 0;
  const isNotFound =
    [404, 410].includes(status) && listPathIds(sent.request.path).some((id) => lost.has(id));
  const isNotListed = failure.about?.what === 'sites that are created and not listed';
  if (!isNotFound && !isNotListed) return undefined;
  const time = new Date(at).toISOString().slice(11, 19);
  return {
    finding: `the target lost its data: since ${time} UTC, ${lost.size} records that it had created are unknown to it, and none from before is known; it was probably restarted, and keeps its data in memory`,
    about: { what: 'all data of the target', distance: -3 },
  };
}

interface Creation {
  at: number;
  /** Of a site, the workspace whose list has to show it. */
  workspace: string | undefined;
}

/** What an answer says of a record: that it is there, or that it is not. */
interface Sighting {
  id: string;
  at: number;
  isThere: boolean;
}

/** An operation on a record tells of that one, and a list that ends on its first page tells of all sites. */
function listSightings(entry: JournalEntry, created: ReadonlyMap<string, Creation>): Sighting[] {
  const { startedAt: at, reply, request } = entry.sent;
  const id = toPathId(entry);
  if (created.has(id)) {
    if (isSuccess(entry.sent)) return [{ id, at, isThere: true }];
    return isMissing(entry) ? [{ id, at, isThere: false }] : [];
  }
  const data = readRecords(reply?.json);
  if (entry.operation.id !== 'listSites' || !isSuccess(entry.sent) || data === undefined) return [];
  if (readAt(reply?.json, '/hasMore') !== false || /[?&]after=/.test(request.path)) return [];
  const shown = new Set(data.map(toId));
  return [...created]
    .filter(([, creation]) => creation.at <= at && creation.workspace === id)
    .map(([site]) => ({ id: site, at, isThere: shown.has(site) }));
}

function toPathId({ sent }: JournalEntry): string {
  return toKey(listPathIds(sent.request.path)[0] ?? '');
}

function isMissing({ sent, intent }: JournalEntry): boolean {
  return (intent === 'valid' || intent === 'probe') && [404, 410].includes(sent.reply?.status ?? 0);
}
