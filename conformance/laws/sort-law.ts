import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { readPages } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { Law } from './law.ts';
import { fillList } from './pages-join.ts';

export const sortSorts: Law = {
  slug: 'sort-orders-the-list',
  sentence: ({ many }) => `The parameter that sorts the list of ${many} decides their order.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ find }) => (find('list')?.role.list?.sort?.fields.size ?? 0) > 0,
  async run(scope) {
    const { world, check, resource } = scope;
    const step = scope.step('list');
    const sort = step.role.list?.sort;
    if (sort === undefined) return;
    const parent = await fillList(scope);
    // A second parameter decides the direction, whose default the document may not show.
    const directions = sort.direction === undefined ? [undefined] : ['asc', 'desc'];
    let judged = 0;
    for (const [value, { field, descending }] of sort.fields)
      for (const direction of directions) {
        const query: [string, string][] = [[sort.parameter, value]];
        if (direction !== undefined && sort.direction !== undefined)
          query.push([sort.direction, direction]);
        const { pages, isCut } = await readPages(world, check, step, parent, undefined, query);
        const [page] = pages;
        if (isCut || page === undefined || pages.some(({ sent }) => !isDone(sent))) continue;
        const values = pages.flatMap(({ items }) => items.map((item) => readAt(item, field)));
        const falls = direction === 'desc' || (direction === undefined && descending);
        judged += 1;
        const [before, after] = findUnsorted(values, falls) ?? [];
        if (before === undefined) continue;
        scope.fail({
          message: `${sort.parameter}=${value} does not sort the list by ${field.slice(1)}`,
          expected: falls ? 'falling values' : 'rising values',
          received: `${JSON.stringify(before)} before ${JSON.stringify(after)}`,
          exchange: world.show(page.sent),
        });
      }
    if (judged === 0) throw new Inconclusive(`no sorted list of ${resource.plural} was read`);
  },
};

/** Two neighbours in the wrong order. Texts count only if every usual order of texts agrees. */
function findUnsorted(values: readonly unknown[], falls: boolean): [unknown, unknown] | undefined {
  for (const [index, after] of values.slice(1).entries()) {
    const before = values[index];
    const order = compareClearly(before, after);
    if (falls ? order < 0 : order > 0) return [before, after];
  }
  return undefined;
}

function compareClearly(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return 0;
  const plain = /^[\w :.+-]*$/;
  if (!plain.test(left) || !plain.test(right)) return 0;
  const byCode = Math.sign(Number(left > right) - Number(left < right));
  const byLanguage = Math.sign(left.localeCompare(right, 'en'));
  return byCode === byLanguage ? byCode : 0;
}
