import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import {
  findLargestSize,
  type ListPage,
  readPage,
  readPages,
  sendToRecord,
} from '../world/read-records.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import type { Law, LawScope } from './law.ts';
import { fillList, hasPages } from './pages-join.ts';

/** The numbers of a page that count a list, and what they must be. */
interface Count {
  name: string;
  /** What a correct number is. Several if the document leaves open what it means. */
  accepted: readonly number[];
  received: number | undefined;
  pointer: string;
  page: ListPage;
}

export const totalCounts: Law = {
  slug: 'total-counts-the-list',
  sentence: ({ many }) => `The total of a page is the number of all ${many}.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: (subject) => {
    const list = subject.find('list')?.role.list;
    const isCounted = list?.total !== undefined || list?.totalHeader !== undefined;
    return hasPages(subject) && (isCounted || findPageCount(list) !== undefined);
  },
  async run(scope) {
    const { world, resource } = scope;
    await fillElsewhere(scope);
    const parent = await fillList(scope);
    const first = await findWrong(scope, parent);
    if (first.wrong.length === 0) return;
    // Other clients create and delete records, but hardly twice between a page and the count before it.
    const { count, wrong } = await findWrong(scope, parent);
    for (const { name, accepted, received, pointer, page } of wrong)
      scope.fail({
        message: `${name} is ${received}, and the list has ${count} ${resource.plural}`,
        expected: String(accepted[0]),
        received: String(received),
        pointer,
        exchange: world.show(page.sent),
      });
  },
};

/** Those numbers of pages that do not count the list. */
async function findWrong(scope: LawScope, parent: Handle | undefined) {
  const { world, check } = scope;
  const step = scope.step('list');
  const { list } = step.role;
  const count = await countAll(scope, parent);
  const first = await readPage(world, check, step, parent, [[list?.size ?? '', '1']]);
  const last = await readShortPage(scope, parent, count);
  const counts = listCounts(list, first, count);
  if (last !== undefined) counts.push(countTotal(list, last, count));
  const wrong = counts.filter(
    ({ received, accepted }) => received !== undefined && !accepted.includes(received),
  );
  return { count, wrong };
}

/** The last page of a list, with fewer records than the ones before: some services count only such a page. */
async function readShortPage(
  { world, check, step }: LawScope,
  parent: Handle | undefined,
  count: number,
): Promise<ListPage | undefined> {
  const list = step('list');
  const largest = Math.min(count - 1, findLargestSize(list) ?? 50);
  const size = count % largest === 0 ? largest - 1 : largest;
  if (size < 2 || count % size === 0) return undefined;
  const { pages, isCut } = await readPages(world, check, list, parent, size);
  const last = pages.findLast(({ items }) => items.length > 0);
  return isCut || last === undefined || last.items.length === size ? undefined : last;
}

/** Creates what the total must not count: a record below another parent, and one that is deleted. */
async function fillElsewhere(scope: LawScope): Promise<void> {
  const { world, check, resource, records } = scope;
  const parent = world.model.resources.get(resource.parent?.resource ?? '');
  if (parent !== undefined) {
    const first = await records.share(check, parent);
    const secondParent = await records.share(check, parent, 'another parent', first.parent);
    await records.create(check, resource, {}, secondParent);
  }
  const deletion = scope.find('delete');
  if (deletion === undefined) return;
  const handle = await records.create(check, resource);
  handle.isDeleted = isDone(await sendToRecord(world, check, deletion, handle));
}

/** How many records most services show on one page. */
const usualSize = 50;

/** The number of records in a list, with more query parameters. */
export async function countAll(
  { world, check, resource, step }: LawScope,
  parent: Handle | undefined,
  query: readonly (readonly [string, string])[] = [],
): Promise<number> {
  const list = step('list');
  const size = Math.min(usualSize, findLargestSize(list) ?? usualSize);
  const { pages, isCut } = await readPages(world, check, list, parent, size, query);
  if (isCut || pages.some(({ sent }) => !isDone(sent)))
    throw new Inconclusive(`the list of ${resource.plural} was not read to its end`);
  return pages.reduce((sum, { items }) => sum + items.length, 0);
}

/** The total of a page, beside what it must be for a list of so many records. */
function countTotal(list: List, page: ListPage, count: number): Count {
  const pointer = list?.total ?? '';
  const onPage = isPageTotal(pointer) ? [page.items.length] : [];
  const accepted = [count, ...onPage];
  return { name: 'the total', accepted, received: readTotal(list, page), pointer, page };
}

/** The numbers of a page with at most one record, beside what they must be for a list of so many records. */
function listCounts(list: List, page: ListPage, count: number): Count[] {
  const counts = [countTotal(list, page, count)];
  const pages = findPageCount(list);
  if (pages === undefined || page.items.length !== 1) return counts;
  // The number of the last page is one less where pages count from 0.
  const last = list?.firstPage === 0 ? [count - 1] : [];
  const received = toNumber(readAt(page.sent.reply?.json, pages));
  const accepted = [count, ...last];
  return [...counts, { name: 'the number of pages', accepted, received, pointer: pages, page }];
}

/** A field such as `count` may also count the records of a page. */
const isPageTotal = (pointer: string): boolean => !/total[^/]*$/i.test(pointer);

type List = Step['role']['list'];

function findPageCount(list: List): string | undefined {
  for (const [pointer, meaning] of list?.echoes ?? []) if (meaning === 'pages') return pointer;
  return undefined;
}

/** The number of all records, as a page says it. */
export function readTotal(list: List, { sent }: ListPage): number | undefined {
  const header = list?.totalHeader && sent.reply?.headers[list.totalHeader.toLowerCase()];
  const pointer = list?.total;
  return toNumber(pointer === undefined ? header : readAt(sent.reply?.json, pointer));
}

function toNumber(value: unknown): number | undefined {
  const number = Number(value);
  return value === undefined || value === null || Number.isNaN(number) ? undefined : number;
}
