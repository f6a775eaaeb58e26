import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { readIds, readPage, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { Law } from './law.ts';

export const filterSelects: Law = {
  slug: 'filter-selects',
  sentence: ({ many }) => `A filter of the list of ${many} shows only those that match it.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ find }) => (find('list')?.role.list?.filters.size ?? 0) > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('list');
    const handle = await records.create(check, resource);
    await records.create(check, resource, {}, handle.parent);
    const own = [...(step.role.list?.filters ?? [])];
    let judged = 0;
    for (const [parameter, pointer] of own) {
      const value = readAt(handle.creation?.shown ?? handle.creation?.item, pointer);
      if (typeof value === 'object' || value === undefined) continue;
      const page = await readPage(world, check, step, handle.parent, [[parameter, String(value)]]);
      if (!isDone(page.sent)) continue;
      judged += 1;
      const wrong = page.items.find((item) => isOther(readAt(item, pointer), value));
      if (wrong === undefined) continue;
      scope.fail({
        message: `${parameter}=${String(value)} shows a ${resource.name} with another value`,
        expected: `only ${JSON.stringify(value)} at ${pointer}`,
        received: JSON.stringify(readAt(wrong, pointer)),
        exchange: world.show(page.sent),
      });
    }
    if (judged === 0) throw new Inconclusive('no filter has a value that a record shows');
  },
};

const isOther = (shown: unknown, wanted: unknown): boolean =>
  (typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean') &&
  !String(shown).toLowerCase().includes(String(wanted).toLowerCase());

export const listShowsRecords: Law = {
  slug: 'shows-what-is-stored',
  sentence: ({ one }) => `The list shows each ${one} as a read shows it.`,
  needs: [['create', 'upsert'], ['list'], ['read']],
  blames: ['list'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const step = scope.step('list');
    const page = await readPage(world, check, step, handle.parent);
    const index = readIds(resource, page.items).indexOf(toId(handle));
    const listed = page.items[index];
    const shown = handle.creation?.shown;
    if (!isRecord(listed) || !isRecord(shown))
      throw new Inconclusive(`the first page does not show the new ${resource.name}`);
    for (const [name, value] of Object.entries(handle.creation?.item ?? {})) {
      const isShown = JSON.stringify(shown[name]) === JSON.stringify(value);
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
