import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeCrowd, takeTurn, useOriginal } from '../../model/shared.ts';
import { toFieldName } from '../../model/site-differences.ts';
import { compareSite, createSite } from '../../model/sites.ts';
import { eventually, largestLimit, listPage, type PageReply } from '../../model/workspace.ts';
import { Failed } from '../../runner/check.ts';
import { wait } from '../../runner/pace.ts';
import { describe, prepare } from '../../runner/run.ts';
import { frames } from '../frames.ts';

/** A creation that takes long is not filled with more lists than this. */
const mostLists = 20;

export const concurrentCreations: Check = {
  ...frames.createSite,
  id: 'createSite/concurrent-creations-are-independent',
  title: 'Sites created concurrently are independent',
  requirements: ['concurrent-requests-are-independent', 'ids-are-unique'],
  sends:
    'three creations at once, each with its own name and host, together with three list requests',
  expects:
    'three sites, each with the values of its request and a unique id, and lists that show at least the sites that existed before',
  uses: ['original', 'first of three', 'second of three', 'third of three'],
  run: (scope) => takeTurn(scope, 'crowd', () => judgeCrowd(scope)),
};

async function judgeCrowd(scope: Scope): Promise<void> {
  const original = await useOriginal(scope);
  const { made, asked, pages } = await makeCrowd(scope);
  // A list that lags may not show any of the sites yet.
  if (pages.some((page) => isTorn(page, original))) await expectWholeList(scope, original);
  for (const [at, { body, expected, sent }] of made.entries())
    compareSite(
      scope,
      body,
      asked[at] ?? expected,
      'a site created concurrently with others',
      sent,
    );
  const ids = made.map(({ expected }) => toKey(expected.id));
  if (new Set(ids).size < ids.length) {
    throw new Failed({
      message: 'sites created concurrently share an id',
      finding: 'two sites share an id',
      expected: `${ids.length} different ids`,
      received: describe(ids),
      about: { what: toFieldName('id'), distance: -2 },
    });
  }
}

function listWhole(scope: Scope): Promise<PageReply> {
  return prepare('the list', () =>
    listPage(scope, scope.run.options.workspace, { limit: largestLimit(scope) }),
  );
}

/** A page that shows the whole list, and lacks a site that is in it. */
function isTorn({ ids, hasMore }: PageReply, { id }: ExpectedSite): boolean {
  return !hasMore && !ids.includes(toKey(id));
}

/** Lists over and over while a site is created, once every list has had its time to show a site that is there for long. */
async function expectWholeList(scope: Scope, old: ExpectedSite): Promise<void> {
  const { settleMs } = scope.run.options;
  const isWhole = (page: PageReply) => !isTorn(page, old);
  // A list that never shows it is reported as that.
  if (!isWhole(await eventually(scope, () => listWhole(scope), isWhole))) return;
  await wait(Math.max(0, old.createdTo + settleMs - Date.now()));
  let isCreating = true;
  const [pages] = await Promise.all([
    listWhile(scope, () => isCreating),
    createSite(scope, { name: scope.unique() }).finally(() => {
      isCreating = false;
    }),
  ]);
  const torn = pages.find((page) => !isWhole(page));
  if (torn === undefined) return;
  scope.fail({
    message: `a list that is read while a site is created lacks a site that was created at least ${settleMs} ms before`,
    expected: `${old.id}, ${old.name}, at least`,
    received: torn.ids.length === 0 ? 'no sites' : `${torn.ids.length} other sites`,
    exchange: scope.run.show(torn.sent),
  });
}

async function listWhile(scope: Scope, isGoingOn: () => boolean): Promise<PageReply[]> {
  const pages: PageReply[] = [];
  while (isGoingOn() && pages.length < mostLists) pages.push(await listWhole(scope));
  return pages;
}
