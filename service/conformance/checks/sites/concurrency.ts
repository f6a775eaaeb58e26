import { wait } from '../../../../conformance/runner/halt.ts';
import { prepare } from '../../model/call.ts';
import { compareRecord, listDifferences } from '../../model/compare.ts';
import { type ExpectedSite, findWriteTime, toKey } from '../../model/ledger.ts';
import { eventually, largestLimit, listPage, type PageReply } from '../../model/read-lists.ts';
import { createSite, duplicateSite, expectSite, updateSite } from '../../model/records.ts';
import { type Check, type Scope, settleMs } from '../../model/scope.ts';
import {
  borrow,
  listDuring,
  makeCrowd,
  makeHostUrl,
  subjects,
  useOriginal,
} from '../../model/shared.ts';
import { frames, onSubject, sendInPairs } from '../frames.ts';

export const concurrentCreations: Check = {
  ...frames.createSite,
  id: 'createSite/concurrent-creations-are-independent',
  title: 'Sites created concurrently are independent',
  requirements: ['concurrent-requests-are-independent'],
  sends:
    'three concurrent creations, each with its own name and host, and three concurrent list requests',
  expects:
    'three sites, each with the values of its request and a unique id, and lists with at least the earlier sites',
  uses: ['original', ...subjects],
  async run(scope) {
    const original = await useOriginal(scope);
    const { sites, pages } = await makeCrowd(scope);
    // Checks that borrow these sites update them.
    for (const site of sites)
      if (site.expected.writes.length === 1)
        compareRecord(scope, site, 'a site created concurrently with others');
    // A list that lags may not show any of the sites yet.
    if (pages.some((page) => isTorn(page, original))) await expectWholeLists(scope, original);
  },
};

/** Whether a page that shows the whole list lacks an existing site. */
function isTorn({ ids, hasMore }: PageReply, { id }: ExpectedSite): boolean {
  return !hasMore && !ids.includes(toKey(id));
}

/** Maximum number of creations, and of concurrent lists. Few lists show the fault. */
const most = { creations: 3, atOnce: 4 };

/** Creates further sites, and requests lists meanwhile, after lists had time to show an older site. */
async function expectWholeLists(scope: Scope, old: ExpectedSite): Promise<void> {
  const { run } = scope;
  const list = () =>
    prepare('the list', () =>
      listPage(scope, run.options.workspace, { limit: largestLimit(scope) }),
    );
  // If lists never show the older site, other checks report that.
  if (isTorn(await eventually(scope, list, (page) => !isTorn(page, old)), old)) return;
  await wait(Math.max(0, findWriteTime(old) + settleMs - Date.now()));
  for (let creation = 1; creation <= most.creations && run.budget.left() > 0; creation += 1) {
    const creating = createSite(scope, { name: scope.unique() });
    const [, pages] = await listDuring(scope, most.atOnce, creating);
    const torn = pages.find((page) => isTorn(page, old));
    if (torn === undefined) continue;
    scope.fail({
      message: `a list that is read while a site is created lacks a site that was created at least ${settleMs} ms before`,
      expected: `${old.id}, ${old.name}, at least`,
      received: `${torn.ids.length} other sites`,
      exchange: run.show(torn.sent),
    });
    return;
  }
}

export const concurrentUpdates: readonly Check[] = [
  {
    ...frames.updateSite,
    id: 'updateSite/concurrent-updates-of-two-sites-are-independent',
    title: 'Concurrent updates of two sites are not mixed up',
    requirements: ['concurrent-requests-are-independent', 'update-site-changes-what-is-named'],
    sends: 'concurrent updates of two sites, in several rounds',
    expects: 'in each response the site and the name of its request, and both names afterwards',
    uses: subjects,
    run: (scope) =>
      borrow(scope, 2, async (...sites) => {
        const what = 'a site updated concurrently with another';
        for (let round = 1; round <= scope.run.probes.count(3, 2); round += 1) {
          await Promise.all(
            sites.map(async (site) =>
              compareRecord(scope, await updateSite(scope, site, { name: scope.unique() }), what),
            ),
          );
        }
        for (const site of sites) await expectSite(scope, site, `${what}, read back`);
      }),
  },
  {
    ...frames.updateSite,
    id: 'updateSite/concurrent-updates-both-last',
    title: 'Concurrent updates of different fields are both kept',
    requirements: ['concurrent-requests-are-independent', 'writes-last'],
    sends:
      'a concurrent update of the name and of the host URL, for four sites at once, in several rounds',
    expects: 'both new values afterwards',
    uses: subjects,
    run: (scope) =>
      borrow(scope, subjects.length, async (first, ...furtherSites) => {
        // If the target does not accept single fields, it cannot merge concurrent updates of different fields.
        await updateSite(scope, first, { name: scope.unique() });
        await updateSite(scope, first, { hostUrl: makeHostUrl(scope) });
        await Promise.all(
          [first, ...furtherSites].map(async (site) => {
            const makePair = () => [{ name: scope.unique() }, { hostUrl: makeHostUrl(scope) }];
            await sendInPairs(scope, site, makePair, (change) => updateSite(scope, site, change));
            await expectSite(scope, site, 'the site after concurrent updates');
          }),
        );
      }),
  },
];

export const concurrentDuplications: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/concurrent-duplications-are-independent',
  title: 'Duplicates made concurrently, and during an update, are independent',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'two concurrent duplications of one site, with updates of its name and host URL until they end; then an update of one duplicate',
  expects:
    'two new sites, each with its own id and the name of its request; every update only in its own site',
  creates: 2,
  uses: ['subject'],
  run: onSubject(async (scope, original) => {
    let isGoingOn = true;
    const duplicate = () => duplicateSite(scope, original, { name: scope.unique() });
    const [[firstCopy, secondCopy]] = await Promise.all([
      Promise.all([duplicate(), duplicate()]).finally(() => {
        isGoingOn = false;
      }),
      updateWhile(scope, original, () => isGoingOn),
    ]);
    for (const copy of [firstCopy, secondCopy])
      compareRecord(scope, copy, 'a duplicate made concurrently with another');
    await expectSite(scope, original, 'the original, updated during its duplication');
    await updateSite(scope, firstCopy.expected, { name: scope.unique() });
    await expectSite(scope, secondCopy.expected, 'a duplicate after an update of another');
  }),
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
    if (listDifferences(scope.run, body, site).length > 0) return;
  }
}
