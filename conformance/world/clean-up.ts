import { Inconclusive } from '../outcomes.ts';
import { Stopped } from '../runner/halt.ts';
import { someAtOnce } from '../runner/some-at-once.ts';
import type { Handle } from './handle.ts';
import { sendToRecord } from './read-records.ts';
import { findStep } from './step.ts';
import { isDone, isGone, type World } from './world.ts';

/**
 * Deletes what the run created where the document allows it, children first. What is refused because other records need it is
 * asked for again when they are gone.
 * @returns what remains
 */
export async function cleanUp(world: World): Promise<Handle[]> {
  const { inventory } = world;
  const remains = (handle: Handle): boolean => !handle.isDeleted && !isDeletedWithParent(handle);
  const depths = new Set(inventory.map(toDepth));
  for (const depth of [...depths].toSorted((left, right) => right - left)) {
    const level = inventory.filter((handle) => toDepth(handle) === depth && remains(handle));
    await someAtOnce(level.toReversed(), (handle) => tryToDelete(world, handle));
  }
  for (const handle of inventory.toReversed())
    if (remains(handle)) await tryToDelete(world, handle);
  return inventory.filter(remains);
}

/** How many records contain a record. */
function toDepth({ parent }: Handle): number {
  return parent === undefined ? 0 : 1 + toDepth(parent);
}

/** A deletion also removes what a record contains. */
function isDeletedWithParent({ parent }: Handle): boolean {
  return parent !== undefined && (parent.isDeleted || isDeletedWithParent(parent));
}

async function tryToDelete(world: World, handle: Handle): Promise<void> {
  const step = findStep(world, handle.resource, 'delete');
  if (step === undefined) return;
  try {
    const sent = await sendToRecord(world, 'clean-up', step, handle);
    handle.isDeleted = isDone(sent) || isGone(sent) || sent.reply?.status === 202;
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof Stopped)) throw error;
  }
}
