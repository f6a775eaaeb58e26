import { Inconclusive } from '../outcomes.ts';
import { readIds, readPages, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { Law } from './law.ts';
import { listIds } from './list-ids.ts';

export const searchSelects: Law = {
  slug: 'search-selects',
  sentence: ({ many }) => `A search for a text that no one of the ${many} has does not show them.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ find }) => {
    const list = find('list')?.role.list;
    return list?.search !== undefined;
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('list');
    const { search } = step.role.list ?? {};
    if (search === undefined) return;
    const handle = await records.create(check, resource);
    const allIds = await listIds(scope, handle.parent);
    if (!allIds.includes(toId(handle)))
      throw new Inconclusive(`the list does not show the new ${resource.name}`);
    const text = `zqxj${(world.mark + world.nextNumber()).toString(36)}kwvq`;
    const query: [string, string][] = [[search.parameter, text]];
    const { pages } = await readPages(world, check, step, handle.parent, undefined, query);
    const [first] = pages;
    if (first === undefined || !isDone(first.sent))
      throw new Inconclusive('the search was refused');
    const ids = pages.flatMap(({ items }) => readIds(resource, items));
    if (!ids.includes(toId(handle))) return;
    scope.fail({
      message: `${search.parameter}=${text} shows a ${resource.name} that does not have this text`,
      expected: `a list without ${toId(handle)}`,
      received: `${ids.length} of ${allIds.length} ${resource.plural}`,
      exchange: world.show(first.sent),
    });
  },
};
