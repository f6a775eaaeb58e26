import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { LawScope } from './law.ts';

/**
 * The ids of all records in the list below a parent.
 * @throws Inconclusive if the list cannot be read to its end
 */
export async function listIds(
  { world, check, resource, step }: LawScope,
  parent: Handle | undefined,
): Promise<string[]> {
  const { pages, isCut } = await readPages(world, check, step('list'), parent);
  if (isCut)
    throw new Inconclusive(`the list of ${resource.plural} is too long to read to its end`);
  if (pages.some(({ sent }) => !isDone(sent))) throw new Inconclusive('the list was not read');
  return pages.flatMap(({ items }) => readIds(resource, items));
}
