import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { type Check, type Scope, settleMs } from '../../model/scope.ts';
import {
  makeCrowd,
  makeHostUrl,
  takeTurn,
  useBare,
  useOriginal,
  useSubject,
} from '../../model/shared.ts';
import { compareSite, listDifferences } from '../../model/site-differences.ts';
import { createSite, duplicateSite, expectRecord, updateSite } from '../../model/sites.ts';
import { eventually, largestLimit, listPage, type PageReply } from '../../model/workspace.ts';
import { Failed } from '../../results.ts';
import { wait } from '../../runner/halt.ts';
import { describe, prepare } from '../../runner/run.ts';
import { frames, onSubject, sendInPairs } from '../frames.ts';

/** Maximum number of lists requested during one creation. */
const mostLists = 20;

export const concurrentCreations: Check = {
  ...frames.createSite,
  id: 'createSite/concurrent-creations-are-independent',
  title: 'Sites created concurrently are independent',
  requirements: ['concurrent-requests-are-independent', 'ids-are-unique'],
  sends:
    'three concurrent creations, each with its own name and host, and three concurrent list requests',
  expects:
    'three sites, each with the values of its request and a unique id, and lists with at least the earlier sites',
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
      expected: `${ids.length} different ids`,
      received: describe(ids),
    });
  }
}

function listWhole(scope: Scope): Promise<PageReply> {
  return prepare('the list', () =>
    listPage(scope, scope.run.options.workspace, { limit: largestLimit(scope) }),
  );
}

/** Whether a page that shows the whole list lacks an existing site. */
function isTorn({ ids, hasMore }: PageReply, { id }: ExpectedSite): boolean {
  return !hasMore && !ids.includes(toKey(id));
}

/** Requests lists repeatedly while a site is created, after lists had time to show an older site. */
async function expectWholeList(scope: Scope, old: ExpectedSite): Promise<void> {
  const isWhole = (page: PageReply) => !isTorn(page, old);
  // If lists never show the older site, other checks report that.
  if (!isWhole(await eventually(scope, () => listWhole(scope), isWhole))) return;
  await wait(Math.max(0, old.createdTo + settleMs - Date.now()));
  const torn = await findWhileCreating(scope, (page) => !isWhole(page));
  if (torn === undefined) return;
  scope.fail({
    message: `a list that is read while a site is created lacks a site that was created at least ${settleMs} ms before`,
    expected: `${old.id}, ${old.name}, at least`,
    received: torn.ids.length === 0 ? 'no sites' : `${torn.ids.length} other sites`,
    exchange: scope.run.show(torn.sent),
  });
}

/** Maximum number of creations, and of concurrent lists. */
const most = { creations: 3, atOnce: 4 };

/** Finds a list that is wrong while a site is created. Few lists show this, so there are many of them, and several creations. */
async function findWhileCreating(
  scope: Scope,
  isWanted: (page: PageReply) => boolean,
): Promise<PageReply | undefined> {
  for (let creation = 1; creation <= most.creations && scope.run.budget.left() > 0; creation += 1) {
    let isCreating = true;
    const listOn = async (): Promise<PageReply | undefined> => {
      for (let count = 1; count <= mostLists && (count === 1 || isCreating); count += 1) {
        const page = await listWhole(scope);
        if (isWanted(page)) return page;
      }
      return undefined;
    };
    const lists = Promise.all(Array.from({ length: most.atOnce }, listOn));
    const created = createSite(scope, { name: scope.unique() }).finally(() => {
      isCreating = false;
    });
    const [pages] = await Promise.all([lists, created]);
    const found = pages.find((page) => page !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const concurrentUpdatesOfTwoSites: Check = {
  ...frames.updateSite,
  id: 'updateSite/concurrent-updates-of-two-sites-are-independent',
  title: 'Concurrent updates of two sites are not mixed up',
  requirements: ['concurrent-requests-are-independent', 'update-site-changes-what-is-named'],
  sends: 'concurrent updates of two sites, in several rounds',
  expects: 'in each response the site and the name of its request, and both names afterwards',
  uses: ['subject', 'bare'],
  run: (scope) =>
    takeTurn(
      scope,
      'subject',
      () =>
        takeTurn(scope, 'bare', async () => {
          const sites = [await useSubject(scope), await useBare(scope)];
          for (let round = 1; round <= scope.run.probes.count(3, 2); round += 1) {
            await Promise.all(
              sites.map(async (site) => {
                const { body, sent } = await updateSite(scope, site, { name: scope.unique() });
                compareSite(scope, body, site, 'a site updated concurrently with another', sent);
              }),
            );
          }
          for (const site of sites)
            await expectRecord(scope, site, 'a site updated concurrently with another, read back');
        }),
      7,
    ),
};

export const concurrentUpdatesOfOneSite: Check = {
  ...frames.updateSite,
  id: 'updateSite/concurrent-updates-both-last',
  long: true,
  title: 'Concurrent updates of different fields are both kept',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'a concurrent update of the name and of the host URL, for four sites at once, in several rounds',
  expects: 'both new values afterwards',
  uses: ['subject', 'first of three', 'second of three', 'third of three'],
  run: (scope) =>
    takeTurn(
      scope,
      'subjects',
      async () => {
        const subject = await useSubject(scope);
        // If the target does not accept single fields, it cannot merge concurrent updates of different fields.
        await updateSite(scope, subject, { name: scope.unique() });
        await updateSite(scope, subject, {
          hostUrl: makeHostUrl(scope),
        });
        const { made } = await prepare('sites', () => makeCrowd(scope));
        const sites = [subject, ...made.map(({ expected }) => expected)];
        await Promise.all(sites.map((site) => updateInPairs(scope, site)));
      },
      9,
    ),
};

async function updateInPairs(scope: Scope, site: ExpectedSite): Promise<void> {
  await sendInPairs(
    scope,
    () => [{ name: scope.unique() }, { hostUrl: makeHostUrl(scope) }],
    async (change) => (await updateSite(scope, site, change)).body,
    (body) => listDifferences(body, site).length > 0,
  );
  await expectRecord(scope, site, 'the site after concurrent updates');
}

export const concurrentDuplications: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/concurrent-duplications-are-independent',
  long: true,
  title: 'Duplicates made concurrently, and during an update, are independent',
  requirements: ['concurrent-requests-are-independent', 'ids-are-unique', 'writes-last'],
  sends:
    'two concurrent duplications of one site, with updates of its name and host URL until they end; then an update of one duplicate',
  expects:
    'two new sites, each with its own id and the name of its request; every update only in its own site',
  creates: 2,
  uses: ['subject'],
  run: onSubject(
    async (scope, original) => {
      const names = [scope.unique(), scope.unique()];
      let isGoingOn = true;
      const [made] = await Promise.all([
        Promise.all(names.map((name) => duplicateSite(scope, original, { name }))).finally(() => {
          isGoingOn = false;
        }),
        updateWhile(scope, original, () => isGoingOn),
      ]);
      for (const { body, expected, sent } of made) {
        compareSite(scope, body, expected, 'a duplicate made concurrently with another', sent);
      }
      await expectRecord(scope, original, 'the original, updated during its duplication');
      const [one, other] = made.map(({ expected }) => expected);
      if (one === undefined || other === undefined) return;
      await updateSite(scope, one, { name: scope.unique() });
      await expectRecord(scope, other, 'a duplicate after an update of another');
    },
    () => 6,
  ),
};

/** Maximum number of updates sent while a site is duplicated. */
const mostUpdates = 4;

/**
 * Updates different fields in turn. Each response shows whether the previous update was lost; the function stops after the
 * first loss.
 */
async function updateWhile(
  scope: Scope,
  site: ExpectedSite,
  isGoingOn: () => boolean,
): Promise<void> {
  const hasHosts = scope.run.forms.hosts === 'any';
  // A duplication waits until the run may create a site. Without this wait, an update would be sent first.
  await wait(0);
  const count = scope.run.probes.count(mostUpdates);
  for (let update = 1; update <= count && (update === 1 || isGoingOn()); update += 1) {
    const change =
      hasHosts && update % 2 === 0 ? { hostUrl: makeHostUrl(scope) } : { name: scope.unique() };
    const { body } = await prepare('an update', () => updateSite(scope, site, change));
    if (listDifferences(body, site).length > 0) return;
  }
}
