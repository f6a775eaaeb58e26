import { isRecord } from '../data/json-path.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { listPathIds } from './common-traits.ts';
import type { Explanation } from './explanation.ts';
import { toKey } from './ledger.ts';
import { toId } from './read-answer.ts';
import type { Run } from './scope.ts';

/** All that a target had stored is unknown to it from one moment on, as after a restart of one that keeps data in memory. */
export interface LostData {
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
  const json = reply?.json;
  if (entry.operation.id !== 'listSites' || !isSuccess(entry.sent) || !isRecord(json)) return [];
  const { data, hasMore } = json;
  if (!Array.isArray(data) || hasMore !== false || /[?&]after=/.test(request.path)) return [];
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
