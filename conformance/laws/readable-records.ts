import { Inconclusive, Unanswered } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { LawScope } from './law.ts';

/** How many of the oldest records, and of the newest ones, are read before and after a change. */
const mostOthers = 2;

/** How many records are read to find them. Some are gone with their parents, or because a deletion takes others. */
const mostRead = 20;

/** Records that can be read: a careless change takes the first or the last one of a list. */
export async function listReadable(scope: LawScope): Promise<Set<Handle>> {
  const { world, resource } = scope;
  const candidates = world.inventory.filter(
    (handle) => handle.resource === resource && !handle.isDeleted,
  );
  const readable = new Set<Handle>();
  for (const ordered of [candidates, candidates.toReversed()]) {
    let count = 0;
    for (const handle of ordered.slice(0, mostRead)) {
      const { isThere } = await lookFor(scope, handle);
      if (!isThere) continue;
      readable.add(handle);
      count += 1;
      if (count === mostOthers) break;
    }
  }
  return readable;
}

/** Whether a record can be read, or is in the list that shows it where nothing reads one. */
export async function lookFor(
  { world, check }: LawScope,
  handle: Handle,
): Promise<{ isThere: boolean; sent: Sent | undefined }> {
  try {
    const { sent } = await readRecord(world, check, handle);
    return { isThere: isDone(sent), sent };
  } catch (error) {
    if (!(error instanceof Inconclusive) || error instanceof Unanswered) throw error;
    return { isThere: false, sent: undefined };
  }
}
