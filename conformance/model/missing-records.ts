import { readAt } from '../../contract/resolve-reference.ts';
import type { Failure } from '../results.ts';
import { endOf, isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import type { Explanation } from './explanation.ts';
import { listPathIds, readRecords, toId, toKey } from './ledger.ts';
import { createdKinds, listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';

/** Subject of failures in which a list lacks sites of the run. */
export const notListed = 'sites that are created and not listed';

/** With fewer lost records than this, each may have a different cause. */
const fewest = 3;

/**
 * The moment when a target lost all its data, for example by a restart with data only in memory, in milliseconds since 1970,
 * and the ids of the records that were requested afterwards and not found.
 * @returns undefined if any earlier record is still known, or nothing was written since
 */
export function findLostData({ journal }: Pick<Run, 'journal'>) {
  const created = mapCreations(journal.entries);
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
  // All lost records existed at this time. Records created later are not lost.
  const seenAt = Math.max(...[...lost].map((id) => lastSeen.get(id) ?? 0));
  const isKnown = sightings.some(
    ({ id, at: moment, isThere }) => isThere && moment >= at && (created.get(id)?.at ?? 0) < seenAt,
  );
  const isWritten = journal.entries.some(
    ({ operation, sent }) => sent.startedAt >= at && isSuccess(sent) && operation.method === 'POST',
  );
  return isKnown || !isWritten || seenAt > at ? undefined : { at, lost };
}

/** Explains the consequences: an earlier record is not found, or missing from a list. */
export function explainLostData(
  failure: Failure,
  run: Run,
  { at, lost }: NonNullable<ReturnType<typeof findLostData>>,
): Explanation | undefined {
  const sent = failure.exchange === undefined ? undefined : run.findShown(failure.exchange);
  if (sent === undefined || sent.startedAt < at) return undefined;
  const isNotFound = isUnknown(sent) && listPathIds(sent.request.path).some((id) => lost.has(id));
  const isNotListed = failure.about?.what === notListed;
  if (!isNotFound && !isNotListed) return undefined;
  const time = new Date(at).toISOString().slice(11, 19);
  return {
    finding: `the target lost its data: since ${time} UTC, ${lost.size} records that it had created are unknown to it, and none from before is known; it was probably restarted, and keeps its data in memory`,
    about: { what: 'all data of the target', distance: -3 },
  };
}

/**
 * Explains why a record is not found although an operation returned it: it was never stored, or an update changed its id.
 * Later failures about the record have the same cause.
 */
export function createMissing(run: Run): (failure: Failure) => Explanation | undefined {
  const { entries } = run.journal;
  const created = mapCreations(entries);
  const sightings = entries.flatMap((entry) => listSightings(entry, created));
  const seen = new Set(sightings.flatMap(({ id, isThere }) => (isThere ? [id] : [])));
  const renamings = entries.filter(
    (entry) =>
      entry.operation.method === 'PATCH' &&
      isSuccess(entry.sent) &&
      ![undefined, toPathId(entry)].includes(toId(entry.sent.reply?.json)),
  );
  /** Whether some records that an operation returned were requested, and none was ever found. */
  const storesNothing = (operation: string) => {
    const own = [...created].filter(([, { entry }]) => entry.operation.id === operation);
    return (
      own.every(([id]) => !seen.has(id)) &&
      sightings.some(
        ({ id, isAsked }) => isAsked && created.get(id)?.entry.operation.id === operation,
      )
    );
  };
  return (failure) => {
    const find = (exchange: Failure['exchange']) => exchange && run.findShown(exchange);
    const sent = find(failure.exchange);
    const written = find(failure.write);
    const id =
      failure.about?.what === notListed
        ? toId(written?.reply?.json)
        : sent && isUnknown(sent)
          ? listPathIds(sent.request.path)[0]
          : undefined;
    const creation = id === undefined ? undefined : created.get(id);
    if (id === undefined || creation === undefined) return undefined;
    const { operation } = creation.entry;
    const kind = createdKinds[operation.id] ?? 'record';
    const renaming = renamings.find((entry) => toPathId(entry) === id);
    if (renaming !== undefined && !isSeenSince(sightings, id, renaming))
      return explainRenaming(run, renaming, kind);
    const moved = explainMoving(failure, run, id, kind);
    if (moved !== undefined || !storesNothing(operation.id)) return moved;
    return {
      finding: `${operation.id} returns a ${kind} that does not exist afterwards`,
      cause: run.show(creation.entry.sent),
      about: { what: `what ${operation.id} returns is not stored`, distance: -0.5 },
    };
  };
}

/** Finds an update that sends a field which only occurs in paths, such as the id of the owner. */
function findMoving(run: Run, id: string): JournalEntry | undefined {
  return run.journal.entries.findLast(
    (entry) =>
      entry.operation.method === 'PATCH' &&
      isSuccess(entry.sent) &&
      toPathId(entry) === id &&
      listUndocumented(run, entry).length > 0,
  );
}

function explainMoving(
  { about }: Failure,
  run: Run,
  id: string,
  kind: string,
): Explanation | undefined {
  const moving = about?.what === notListed ? findMoving(run, id) : undefined;
  if (moving === undefined) return undefined;
  const fields = listUndocumented(run, moving).join(' and ');
  return {
    finding: `${moving.operation.id} accepts ${fields}, and the list no longer shows the ${kind}`,
    cause: run.show(moving.sent),
    about: { what: `undocumented fields of ${moving.operation.id}`, distance: 0.2 },
  };
}

function listUndocumented({ contract }: Run, { operation, sent }: JournalEntry): string[] {
  const documented = operation.requestBody?.schema.properties ?? {};
  const isInPath = (field: string) =>
    contract.operations.some(({ path }) => path.includes(`{${field}}`));
  return Object.keys(listNamed(sent)).filter((field) => !(field in documented) && isInPath(field));
}

function isSeenSince(sightings: readonly Sighting[], id: string, { sent }: JournalEntry): boolean {
  return sightings.some(
    (sighting) => sighting.id === id && sighting.isThere && sighting.at >= endOf(sent),
  );
}

function explainRenaming(run: Run, { operation, sent }: JournalEntry, kind: string): Explanation {
  return {
    finding: `${operation.id} changes the id of a ${kind}: the old one is unknown afterwards`,
    cause: run.show(sent),
    about: { what: `the id of a ${kind}`, distance: -0.5 },
  };
}

/** Explains failures of records that share one id. */
export function explainSharedId(run: Run, id: string | undefined): Explanation | undefined {
  const makers = run.journal.entries.filter(
    ({ operation, sent }) =>
      createdKinds[operation.id] !== undefined &&
      isSuccess(sent) &&
      id !== undefined &&
      toId(sent.reply?.json) === id,
  );
  const [first] = makers;
  const kind = first && createdKinds[first.operation.id];
  if (makers.length < 2 || kind === undefined) return undefined;
  return {
    finding: `two ${kind}s share an id`,
    about: { what: `the id of a ${kind}`, distance: -1 },
  };
}

function mapCreations(entries: readonly JournalEntry[]): Map<string, Creation> {
  const created = new Map<string, Creation>();
  for (const entry of entries) {
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
    created.set(id, { at: endOf(sent), entry, workspace });
  }
  return created;
}

interface Creation {
  at: number;
  entry: JournalEntry;
  /** For a site: the workspace whose list must show it. */
  workspace: string | undefined;
}

/** Evidence in a response that a record exists or does not exist. */
interface Sighting {
  id: string;
  at: number;
  isThere: boolean;
  /** Whether the request was about this record only. */
  isAsked: boolean;
}

/**
 * Lists what a response reveals about records. A list that fits on one page covers all sites; other operations cover one
 * record.
 */
function listSightings(entry: JournalEntry, created: ReadonlyMap<string, Creation>): Sighting[] {
  const { startedAt: at, reply, request } = entry.sent;
  const id = toPathId(entry);
  if (created.has(id)) {
    if (isSuccess(entry.sent)) return [{ id, at, isThere: true, isAsked: true }];
    return isMissing(entry) ? [{ id, at, isThere: false, isAsked: true }] : [];
  }
  const data = readRecords(reply?.json);
  if (entry.operation.id !== 'listSites' || !isSuccess(entry.sent) || data === undefined) return [];
  if (readAt(reply?.json, '/hasMore') !== false || /[?&]after=/.test(request.path)) return [];
  const shown = new Set(data.map(toId));
  return [...created]
    .filter(([, creation]) => creation.at <= at && creation.workspace === id)
    .map(([site]) => ({ id: site, at, isThere: shown.has(site), isAsked: false }));
}

function toPathId({ sent }: JournalEntry): string {
  return toKey(listPathIds(sent.request.path)[0] ?? '');
}

function isMissing({ sent, intent }: JournalEntry): boolean {
  return (intent === 'valid' || intent === 'probe') && isUnknown(sent);
}

function isUnknown({ reply }: Sent): boolean {
  return reply?.status === 404 || reply?.status === 410;
}

/** Finds the sites that the lists of each workspace have shown. */
export function findListed(lists: readonly JournalEntry[]) {
  const listed = new Map<string, Set<string>>();
  for (const { sent } of lists) {
    const data = readRecords(sent.reply?.json);
    const [workspace] = listPathIds(sent.request.path);
    if (data === undefined || workspace === undefined) continue;
    const ids = listed.get(workspace) ?? new Set();
    for (const site of data) ids.add(toId(site) ?? '');
    listed.set(workspace, ids);
  }
  return (workspace: string, site: string) => listed.get(workspace)?.has(site) ?? false;
}
