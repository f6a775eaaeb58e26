import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readIds, readPages, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { writeItem } from '../world/write-requests.ts';
import type { Law, LawScope } from './law.ts';
import { listIds } from './list-ids.ts';

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
    const other = await createOther(scope, handle);
    // A list that does not show the record without a filter is another fault, or a view.
    const whole = await listIds(scope, handle.parent);
    if (!whole.includes(toId(handle)))
      throw new Inconclusive(`the list does not show the new ${resource.name}`);
    let judged = 0;
    const filters = [...(step.role.list?.filters ?? [])];
    const selections = filters.flatMap(([parameter, pointer]) =>
      [handle, other].map((record) => ({ parameter, pointer, record })),
    );
    for (const { parameter, pointer, record } of selections) {
      const value = readAt(record.creation?.shown ?? record.creation?.item, pointer);
      if (typeof value === 'object' || value === undefined) continue;
      const query: [string, string][] = [[parameter, String(value)]];
      const { pages, isCut } = await readPages(world, check, step, handle.parent, undefined, query);
      const [first] = pages;
      if (first === undefined || pages.some(({ sent }) => !isDone(sent))) continue;
      judged += 1;
      const items = pages.flatMap((page) => page.items);
      const wrong = items.find((item) => isOther(readAt(item, pointer), value));
      const isMissing = !isCut && !readIds(resource, items).includes(toId(record));
      if (wrong === undefined && !isMissing) continue;
      scope.fail({
        message:
          wrong === undefined
            ? `${parameter}=${String(value)} does not show ${aRecordOf(resource)} that has this value`
            : `${parameter}=${String(value)} shows ${aRecordOf(resource)} with another value`,
        expected: `those with ${JSON.stringify(value)} at ${pointer}, and no others`,
        received:
          wrong === undefined
            ? `a list without ${toId(record)}`
            : JSON.stringify(readAt(wrong, pointer)),
        exchange: world.show(first.sent),
      });
    }
    if (judged === 0) throw new Inconclusive('no filter has a value that a record shows');
  },
};

/** Creates a record that differs in every field that a filter selects, as far as the service lets the client choose. */
async function createOther(scope: LawScope, { creation, parent }: Handle): Promise<Handle> {
  const { world, check, resource, records } = scope;
  const { item } = writeItem(world, scope.step('create', 'upsert'), resource, {
    before: creation?.shown,
  });
  try {
    return await records.create(check, resource, item, parent);
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return records.create(check, resource, {}, parent);
  }
}

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
    const { pages } = await readPages(world, check, step, handle.parent);
    const isHandle = (item: unknown) => readIds(resource, [item]).includes(toId(handle));
    const page = pages.find(({ items }) => items.some(isHandle));
    const index = page?.items.findIndex(isHandle) ?? -1;
    const listed = page?.items[index];
    const shown = handle.creation?.shown;
    if (page === undefined || !isRecord(listed) || !isRecord(shown))
      throw new Inconclusive(`the list does not show the new ${resource.name}`);
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
