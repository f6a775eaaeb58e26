import { readAt } from '../../contract/resolve-reference.ts';
import type { ListShape } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import {
  type ListPage,
  readIds,
  readNextCursor,
  readPages,
  readQuery,
} from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { listIds } from './list-ids.ts';

/** Whether a list has pages whose size and position a client chooses. */
export const hasPages = ({ find }: LawSubject): boolean => {
  const list = find('list')?.role.list;
  return (
    list !== undefined &&
    list.style !== 'none' &&
    list.size !== undefined &&
    list.position !== undefined
  );
};

/** The sizes of pages whose joined lists are compared. */
const sizes = [1, 2, 3];

/** The records that a list needs, so that it has several pages. */
const wanted = 4;

/** A list that was read page by page. */
interface JoinedList {
  size: number;
  ids: readonly string[];
  pages: readonly ListPage[];
}

export const pagesJoin: Law = {
  slug: 'pages-join-to-the-list',
  sentence: ({ many }) =>
    `The pages of ${many} join to the whole list, each of them once, at every size.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: hasPages,
  async run(scope) {
    const { world, check, resource } = scope;
    const step = scope.step('list');
    const parent = await fillList(scope);
    const lists: JoinedList[] = [];
    for (const size of sizes) {
      const { pages, isCut } = await readPages(world, check, step, parent, size);
      if (isCut && goesRound(scope, pages)) {
        reportRepeated(scope, pages, size);
        return;
      }
      if (isCut)
        throw new Inconclusive(`the list of ${resource.plural} is too long for pages of ${size}`);
      await assertShown(scope, parent, pages, size);
      if (size === 1 && !keepsSize(scope, pages, size)) return;
      const ids = pages.flatMap(({ items }) => readIds(resource, items));
      lists.push({ size, ids, pages });
      reportRepeated(scope, pages, size);
      reportShort(scope, pages, size);
      reportWrongEnd(scope, pages);
      reportCircle(scope, pages);
    }
    const [shortest, ...longer] = lists;
    if (shortest === undefined) return;
    for (const list of longer) reportMissing(scope, shortest, list);
  },
};

/**
 * Fails for a later page that the service refuses, although it belongs to the list.
 * @throws Inconclusive if any page was refused
 */
async function assertShown(
  scope: LawScope,
  parent: Handle | undefined,
  pages: readonly ListPage[],
  size: number,
): Promise<void> {
  const { world, step } = scope;
  const refused = pages.find(({ sent }) => !isDone(sent));
  if (refused === undefined) return;
  const isFault = refused !== pages[0] && (await hasMore(scope, parent, pages));
  if (isFault && !transient.has(refused.sent.reply?.status ?? 0))
    scope.fail({
      message: `a later page of size ${size} is refused`,
      expected: 'the rest of the list',
      received: describeStatus(refused.sent),
      exchange: world.show(refused.sent),
    });
  throw new Inconclusive(`${step('list').operation.id} refused a page`);
}

/** Refusals that say nothing about a page: too many requests, and cursors that have expired. */
const transient = new Set([401, 403, 410, 429]);

/**
 * Whether a list has records that none of the pages shows. A cursor that the service gave always leads to more of the list; one
 * that is the id of a record is what the model understands.
 */
async function hasMore(
  scope: LawScope,
  parent: Handle | undefined,
  pages: readonly ListPage[],
): Promise<boolean> {
  const { list } = scope.step('list').role;
  if (list?.style === 'cursor') return list.hasLinkHeader || list.cursorFrom === 'next';
  const seen = new Set(pages.flatMap(({ items }) => readIds(scope.resource, items)));
  const ids = await listIds(scope, parent);
  return ids.some((id) => !seen.has(id));
}

/** Creates records below one parent. */
export async function fillList(scope: LawScope): Promise<Handle | undefined> {
  const { check, resource, records } = scope;
  const first = await records.create(check, resource);
  for (let count = 1; count < wanted; count += 1)
    await records.create(check, resource, {}, first.parent);
  return first.parent;
}

/** A service that ignores the size has one page, which this law cannot judge; one that returns more than it was asked fails. */
function keepsSize(scope: LawScope, pages: readonly ListPage[], size: number): boolean {
  const [first] = pages;
  if (first === undefined || first.items.length <= size) return true;
  const { list, operationId } = scope.step('list').role;
  scope.fail({
    message: `${operationId} returned ${first.items.length} records for ${list?.size}=${size}`,
    expected: `at most ${size}`,
    received: `${first.items.length} records`,
    pointer: list?.items ?? '',
    exchange: scope.world.show(first.sent),
  });
  return false;
}

/** Whether pages lead back to earlier ones, so that they never end. */
function goesRound({ resource }: LawScope, pages: readonly ListPage[]): boolean {
  const ids = pages.flatMap(({ items }) => readIds(resource, items));
  return new Set(ids).size < ids.length / 2;
}

function reportRepeated(scope: LawScope, pages: readonly ListPage[], size: number): void {
  const seen = new Set<string>();
  for (const { sent, items } of pages)
    for (const id of readIds(scope.resource, items)) {
      if (seen.has(id)) {
        scope.fail({
          message: `${id} is on two pages of size ${size}`,
          expected: 'each record on one page',
          received: `${id} again`,
          exchange: scope.world.show(sent),
        });
        return;
      }
      seen.add(id);
    }
}

/** Fails for a page with fewer records than the client asked for, although more follow: by its offset, the next page skips some. */
function reportShort(scope: LawScope, pages: readonly ListPage[], size: number): void {
  const { list } = scope.step('list').role;
  if (list?.style !== 'offset') return;
  const full = pages.filter(({ items }) => items.length > 0).slice(0, -1);
  const short = full.find(({ items }) => items.length < size);
  if (short === undefined) return;
  scope.fail({
    message: `a page of size ${size} has ${short.items.length} records, and more follow`,
    expected: `${size} records`,
    received: `${short.items.length} records`,
    pointer: list.items,
    exchange: scope.world.show(short.sent),
  });
}

/** An end of the list that says that more records follow. Clients that believe it never stop. */
function reportWrongEnd(scope: LawScope, pages: readonly ListPage[]): void {
  const { list } = scope.step('list').role;
  const [before, last] = pages.slice(-2);
  if (list?.more === undefined || last === undefined || last.items.length > 0) return;
  const { more } = list;
  const wrong = listEnds(list, before, last).find(
    ({ sent }) => readAt(sent.reply?.json, more) === true,
  );
  if (wrong === undefined) return;
  scope.fail({
    message:
      wrong === last
        ? 'an empty page says that more records follow'
        : 'a page says that more records follow, and the next page is empty',
    expected: 'false on the last page',
    received: 'true',
    pointer: list.more,
    exchange: scope.world.show(wrong.sent),
  });
}

/** A last page that leads to itself. Clients that follow its link never stop. */
function reportCircle(scope: LawScope, pages: readonly ListPage[]): void {
  const { list } = scope.step('list').role;
  const last = pages.at(-1);
  if (list === undefined || last === undefined) return;
  const next = readNextCursor(list, last);
  if (next === undefined || next !== readQuery(last.sent.request.path, list.position)) return;
  scope.fail({
    message: 'the last page leads to itself',
    expected: 'no next page',
    received: `${list.position}=${next} again`,
    exchange: scope.world.show(last.sent),
  });
}

/** The pages that may not promise more, because the last one is empty. */
function listEnds(
  { style, cursorFrom }: ListShape,
  before: ListPage | undefined,
  last: ListPage,
): ListPage[] {
  if (style !== 'cursor') return before === undefined ? [last] : [before, last];
  // Services with cursors look whether a page is full, and pages with cursors of their own may be empty between others. After an
  // empty page without a last record, no cursor leads on.
  return cursorFrom === 'last-id' ? [last] : [];
}

function reportMissing(scope: LawScope, first: JoinedList, another: JoinedList): void {
  const created = scope.world.inventory.filter(
    (handle) => handle.resource === scope.resource && !handle.isDeleted,
  );
  const createdIds = new Set(created.map((handle) => handle.ids.join('/')));
  for (const [complete, partial] of [
    [another, first],
    [first, another],
  ] as const) {
    const missing = complete.ids.find((id) => createdIds.has(id) && !partial.ids.includes(id));
    if (missing === undefined) continue;
    failMissing(scope, missing, complete, partial);
    return;
  }
}

/** Fails with the page that follows the last record before the missing one. */
function failMissing(
  scope: LawScope,
  missing: string,
  complete: JoinedList,
  partial: JoinedList,
): void {
  const { resource, world } = scope;
  const { operation } = scope.step('list');
  const before = complete.ids[complete.ids.indexOf(missing) - 1];
  const pages = partial.pages.map(({ items }) => readIds(resource, items));
  const last = pages.findIndex((ids) => before !== undefined && ids.includes(before));
  const isAtEnd = pages[last]?.at(-1) === before;
  const page = partial.pages[isAtEnd ? last + 1 : last] ?? partial.pages[0];
  const where = before === undefined ? 'first' : `after ${before}`;
  const next = partial.ids[before === undefined ? 0 : partial.ids.indexOf(before) + 1];
  scope.fail({
    message: `${operation.id} shows ${missing} on pages of size ${complete.size}, and not on pages of size ${partial.size}`,
    expected: `${missing} ${where}`,
    received: next === undefined ? 'the end of the list' : `${next} ${where}`,
    ...(page && { exchange: world.show(page.sent) }),
  });
}
