import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Run } from '../runner/run.ts';
import { listPathIds } from './common-traits.ts';
import type { Explanation } from './explanation.ts';
import { toKey } from './ledger.ts';
import { toId } from './read-answer.ts';

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
  const created = new Map<string, number>();
  for (const { operation, sent } of journal.entries) {
    const id = toId(sent.reply?.json);
    if (operation.method === 'POST' && isSuccess(sent) && id !== undefined && !created.has(id))
      created.set(id, sent.startedAt + sent.durationMs);
  }
  const own = journal.entries.filter((entry) => created.has(toPathId(entry)));
  const missing = own.filter(isMissing);
  const lost = new Set(missing.map(toPathId));
  if (lost.size < fewest) return undefined;
  const at = Math.min(...missing.map(({ sent }) => sent.startedAt));
  // All of them were there when the last of them was seen; what was created later is not lost.
  const successes = own.filter(({ sent }) => isSuccess(sent));
  const seenAt = Math.max(
    ...[...lost].map((id) => created.get(id) ?? 0),
    ...successes.filter((entry) => lost.has(toPathId(entry))).map(({ sent }) => sent.startedAt),
  );
  const isKnown = successes.some(
    (entry) => entry.sent.startedAt >= at && (created.get(toPathId(entry)) ?? 0) < seenAt,
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
    finding: `the target lost what it had stored: ${lost.size} records that it had created are unknown to it since ${time} UTC, and none of before is known; it was probably restarted, and keeps its data in memory`,
    about: { what: 'all data of the target', distance: -3 },
  };
}

function toPathId({ sent }: JournalEntry): string {
  return toKey(listPathIds(sent.request.path)[0] ?? '');
}

function isMissing({ sent, intent }: JournalEntry): boolean {
  return (intent === 'valid' || intent === 'probe') && [404, 410].includes(sent.reply?.status ?? 0);
}
