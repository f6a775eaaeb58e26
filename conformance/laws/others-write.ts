import { Inconclusive } from '../outcomes.ts';
import { wait } from '../runner/halt.ts';
import type { Handle } from '../world/handle.ts';
import type { LawScope } from './law.ts';
import { listIds } from './list-ids.ts';

/** For how long a list is watched at least. */
const shortestMs = 400;

/**
 * Watches a list in which nothing should happen.
 * @param parent what contains the records
 * @param milliseconds how long the check took in which records appeared
 * @throws Inconclusive if records appear in it, which other clients create
 */
export async function assertQuiet(
  scope: LawScope,
  parent: Handle | undefined,
  milliseconds: number,
): Promise<void> {
  const before = await listIds(scope, parent);
  await wait(Math.max(shortestMs, 2 * milliseconds));
  const after = await listIds(scope, parent);
  if (after.every((id) => before.includes(id))) return;
  throw new Inconclusive('others create records at the same time');
}
