import { isRecord } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { type ListPage, readIds, readPages, toId } from '../world/read-records.ts';
import type { Law } from './law.ts';

export const listShowsRecords: Law = {
  slug: 'shows-what-is-stored',
  sentence: ({ noun }) => `The list shows each ${noun} as a read shows it.`,
  needs: [['create', 'upsert'], ['list'], ['read']],
  blames: ['list'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const step = scope.step('list');
    const { pages } = await readPages(world, check, step, handle.parent);
    const isHandle = (item: unknown) => readIds(resource, [item]).includes(toId(handle));
    const shows = ({ items }: ListPage): boolean => items.some(isHandle);
    const page = pages.find(shows);
    const items = page?.items ?? [];
    const index = items.findIndex(isHandle);
    const listed = items[index];
    const stored = handle.creation?.shown;
    if (page === undefined || !isRecord(listed) || !isRecord(stored))
      throw new Inconclusive(`the list does not show the new ${resource.name}`);
    for (const [name, value] of Object.entries(handle.creation?.item ?? {})) {
      const isShown = JSON.stringify(stored[name]) === JSON.stringify(value);
      const isSame = JSON.stringify(listed[name]) === JSON.stringify(value);
      if (!isShown || isSame || typeof listed[name] !== typeof value || typeof value === 'object')
        continue;
      scope.fail({
        message: `the list shows another ${name} than was stored`,
        expected: JSON.stringify(value),
        received: JSON.stringify(listed[name]),
        pointer: `${step.role.list?.items}/${index}/${name}`,
        exchange: world.show(page.sent),
      });
    }
  },
};
