import { Inconclusive } from '../outcomes.ts';
import { Stopped } from '../runner/halt.ts';
import type { Handle } from './handle.ts';
import { sendToRecord } from './read-records.ts';
import { findStep } from './step.ts';
import { isDone, isGone, type World } from './world.ts';

/** Deletes what the run created where the document allows it, children first. @returns what remains */
export async function cleanUp(world: World): Promise<Handle[]> {
  const remaining: Handle[] = [];
  for (const handle of world.inventory.toReversed()) {
    if (handle.isDeleted || isDeletedWithParent(handle)) continue;
    if (!(await tryToDelete(world, handle))) remaining.unshift(handle);
  }
  return remaining;
}

/** A deletion also removes what a record contains. */
function isDeletedWithParent({ parent }: Handle): boolean {
  return parent !== undefined && (parent.isDeleted || isDeletedWithParent(parent));
}

async function tryToDelete(world: World, handle: Handle): Promise<boolean> {
  const step = findStep(world, handle.resource, 'delete');
  if (step === undefined) return false;
  try {
    const sent = await sendToRecord(world, 'clean-up', step, handle);
    handle.isDeleted = isDone(sent) || isGone(sent) || sent.reply?.status === 202;
    return handle.isDeleted;
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Stopped) return false;
    throw error;
  }
}
