import { type Check, Inconclusive, type Scope } from '../engine/check.ts';
import { wait } from '../engine/pace.ts';
import { createRandom, pickInteger } from '../engine/random.ts';
import { call } from '../engine/run.ts';
import { unknownUuid, useOtherWorkspace, useStranger } from '../engine/shared.ts';
import { expectPage, takeSnapshot, useSnapshot, walkSettled } from '../engine/snapshot.ts';
import { expectSteadyOrder } from '../engine/steady-order.ts';
import { defaultLimit, largestLimit, toPage } from '../engine/workspace.ts';
import { findRefused } from './find-refused.ts';
import { expectLedger } from './listed-records.ts';
import { expectNothingUnnamed } from './unnamed-records.ts';
import { expectNoForeignSites, expectShortPages } from './workspaces-apart.ts';

const shared = { operation: 'listSites', level: 'MUST', stage: 'listing', writes: false } as const;

/** The end of a list is near its end: walks by small pages cover so many sites and no more. */
const walked = 40;

/** Walks the tail of the list by pages of one size, and expects the same sites as the largest pages show. */
async function walkTail(scope: Scope, limit: number, reach = walked): Promise<void> {
  const { ids } = await useSnapshot(scope);
  let place = Math.max(-1, ids.length - 1 - reach);
  for (let pages = 0; pages <= reach + 1; pages += 1) {
    const page = await expectPage(scope, { place, limit });
    if (!page.hasMore || page.ids.length === 0) return;
    place += page.ids.length;
    if (place >= ids.length - 1) return;
  }
}

/** Limits that stand at a bound of the parameter, of its default, or of the list. */
function listBoundaries(scope: Scope, length: number): number[] {
  const most = largestLimit(scope);
  const usual = defaultLimit(scope);
  const limits = [
    1,
    2,
    usual - 1,
    usual,
    usual + 1,
    most - 1,
    most,
    length - 1,
    length,
    length + 1,
  ];
  return [...new Set(limits)].filter((limit) => limit >= 1 && limit <= most);
}

export const listSitesChecks: readonly Check[] = [
  {
    ...shared,
    id: 'listSites/shows-every-site-as-last-written',
    title: 'the list shows each site of the run once, as it was last written',
    requirements: [
      'list-sites-is-complete',
      'list-sites-shows-current-records',
      'writes-last',
      'create-site-stores-what-was-sent',
    ],
    sends: 'a walk through the whole list, repeated while it lags behind the writes',
    expects:
      'every site that was created or duplicated, once, with its last name, host and key; no site twice',
    async run(scope) {
      const { workspace } = scope.run.options;
      await expectLedger(scope, workspace, await takeSnapshot(scope));
      // What expires, or is undone behind the answer, takes its time.
      const memory = 0.3 * scope.run.options.settleMs;
      const age =
        Date.now() -
        Math.min(...[...scope.run.ledger.sites.values()].map(({ createdFrom }) => createdFrom));
      if (!(age < memory)) return;
      await wait(memory - age);
      await expectLedger(scope, workspace, await walkSettled(scope, workspace));
    },
  },
  {
    ...shared,
    id: 'listSites/keeps-workspaces-apart',
    title: 'the list of a workspace shows its own sites and no other',
    requirements: ['list-sites-is-of-one-workspace', 'create-site-in-its-workspace'],
    sends:
      'walks through the list of the other workspace, pages with cursors of the wrong workspace, and both lists at the same moment',
    expects:
      'each site in the list of its workspace alone (a cursor of the wrong workspace may be refused)',
    uses: ['stranger'],
    writes: true,
    async run(scope) {
      const workspace = await useOtherWorkspace(scope);
      await useStranger(scope);
      const list = await walkSettled(scope, workspace);
      await expectLedger(scope, workspace, list);
      await expectShortPages(scope, workspace, list);
      const own = await useSnapshot(scope);
      await expectNoForeignSites(scope, [
        { workspace: scope.run.options.workspace, list: own, foreign: list },
        { workspace, list, foreign: own },
      ]);
    },
  },
  {
    ...shared,
    id: 'listSites/applies-the-default-limit',
    title: 'without a limit, a page has as many sites as the default says',
    requirements: ['list-sites-default-limit'],
    sends: 'pages without limit, from the start and behind a site in the middle',
    expects: 'as many sites as the default, where the list has more',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const usual = defaultLimit(scope);
      for (const place of [
        -1,
        0,
        ids.length - 1 - usual,
        ids.length - 2 - usual,
        ids.length - usual,
      ]) {
        if (place >= -1) await expectPage(scope, { place, limit: undefined });
      }
      if (ids.length <= usual)
        throw new Inconclusive(
          `the list has ${ids.length} sites; its default shows from ${usual + 1} on`,
        );
    },
  },
  {
    ...shared,
    id: 'listSites/keeps-to-the-limit',
    title: 'a page from the start has as many sites as its limit says',
    requirements: ['operations-exist', 'version-prefix', 'list-sites-limit', 'list-sites-has-more'],
    sends:
      'pages from the start with limits at the bounds of the parameter, of its default and of the list',
    expects:
      'the first sites of the list, as many as the limit says, and hasMore when others follow',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      await Promise.all(
        listBoundaries(scope, ids.length).map((limit) => expectPage(scope, { place: -1, limit })),
      );
    },
  },
  {
    ...shared,
    id: 'listSites/limit-zero-shows-no-site',
    title: 'limit=0 is allowed and shows no site',
    requirements: ['list-sites-limit'],
    sends: 'pages with limit=0, from the start and behind a site',
    expects: 'an empty page (what hasMore says where sites follow is not shown)',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      await expectPage(scope, { place: -1, limit: 0 });
      if (ids.length > 1) await expectPage(scope, { place: 0, limit: 0 });
    },
  },
  {
    ...shared,
    id: 'listSites/limit-zero-sees-the-end',
    title: 'with limit=0, too, nothing follows the last site',
    level: 'SHOULD',
    requirements: ['list-sites-has-more'],
    sends: 'a page with limit=0 behind the last site',
    expects: 'hasMore false',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      await expectPage(scope, { place: ids.length - 1, limit: 0 });
    },
  },
  {
    ...shared,
    id: 'listSites/after-continues-the-list',
    title: 'a page continues the list exactly behind the site of its cursor',
    requirements: ['list-sites-after'],
    sends: 'pages behind sites at the start, at the end and at random places, with random limits',
    expects: 'the sites that follow in the list, without the one of the cursor',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const random = createRandom(scope.seed);
      const last = ids.length - 1;
      const places = [
        0,
        1,
        last - 2,
        last - 1,
        ...Array.from({ length: 8 }, () => pickInteger(random, 0, Math.max(0, last))),
      ];
      await Promise.all(
        places
          .filter((place) => place >= 0 && place <= last)
          .map((place) =>
            expectPage(scope, {
              place,
              limit: pickInteger(random, 1, Math.min(largestLimit(scope), 30)),
            }),
          ),
      );
    },
  },
  {
    ...shared,
    id: 'listSites/has-more-is-right-at-the-end',
    title: 'hasMore is exact where the list ends',
    requirements: ['list-sites-has-more'],
    sends:
      'pages that end at the last site, one before it, and beyond it, of several sizes, and a page behind the last site',
    expects: 'true with one site left, false at the last site and beyond it',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const last = ids.length - 1;
      const sizes = [1, 2, 3, 5, 10, defaultLimit(scope), largestLimit(scope)].filter(
        (size) => size <= ids.length,
      );
      const questions = sizes.flatMap((size) =>
        [size - 1, size, size + 1]
          .filter((limit) => limit >= 1 && limit <= largestLimit(scope))
          .map((limit) => ({ place: last - size, limit })),
      );
      await Promise.all(
        [
          ...questions,
          ...(last >= 0
            ? [
                { place: last, limit: 5 },
                { place: last, limit: undefined },
              ]
            : []),
        ].map((question) => expectPage(scope, question)),
      );
    },
  },
  {
    ...shared,
    id: 'listSites/pages-joined-are-the-list',
    title: 'pages of any size, joined, are the same list',
    requirements: ['list-sites-is-complete', 'list-sites-after', 'list-sites-has-more'],
    sends: 'walks by pages of 1, of 2, of 3, of a random size and of the default size',
    expects: 'the same sites in the same order, each once, to the same end',
    async run(scope) {
      await takeSnapshot(scope);
      const random = createRandom(scope.seed);
      await Promise.all([
        walkTail(scope, 1, 16),
        walkTail(scope, 2, 24),
        walkTail(scope, 3),
        walkTail(scope, pickInteger(random, 4, 11)),
        walkTail(scope, defaultLimit(scope)),
      ]);
    },
  },
  {
    ...shared,
    id: 'listSites/is-stable',
    title: 'equal requests show equal lists while nothing is written',
    requirements: ['list-sites-is-stable'],
    sends:
      'the first page, three times; then one page ten times at once, where the sites of the run are',
    expects:
      'the same sites in the same order (told from the traffic of others by repeating), and the sites of the run, to which nobody writes, in one order among themselves',
    async run(scope) {
      for (let round = 1; round <= 3; round += 1)
        await expectPage(scope, { place: -1, limit: largestLimit(scope) });
      await expectSteadyOrder(scope);
    },
  },
  {
    ...shared,
    id: 'listSites/fills-the-largest-page',
    title: 'a page holds as many sites as the documented maximum',
    requirements: ['list-sites-limit'],
    sends:
      'under --thorough, sites until the list is longer than the largest page; then pages of the largest size, of one less, and walks by them',
    expects: 'full pages, and hasMore exact at their end',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const most = largestLimit(scope);
      if (ids.length <= most)
        throw new Inconclusive(
          `the list has ${ids.length} sites; a full page shows from ${most + 1} on (--thorough creates them)`,
        );
      const last = ids.length - 1;
      for (const limit of [most, most - 1]) {
        await Promise.all(
          [-1, 0, last - most, last - most - 1, last - most + 1].map((place) =>
            expectPage(scope, { place, limit }),
          ),
        );
      }
      await walkTail(scope, most - 1, ids.length);
    },
  },
  {
    ...shared,
    id: 'listSites/an-empty-workspace-has-an-empty-list',
    title: 'a workspace without sites has an empty list',
    requirements: ['list-sites-is-of-one-workspace', 'list-sites-has-more'],
    sends:
      'the list of a workspace that nobody has used; it also looks at the lists of the run, the first of which were read before anything was in them',
    expects:
      'no sites, and hasMore false (a refusal proves nothing: unknown workspaces are not described)',
    async run(scope) {
      expectGivenLists(scope);
      const sent = await call(scope, {
        operation: 'listSites',
        path: { workspaceId: unknownUuid(scope, 'empty workspace') },
        intent: 'probe',
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500)
        throw new Inconclusive('workspaces that nobody made known are refused');
      const { ids, hasMore } = toPage(scope, sent);
      if (ids.length > 0 || hasMore) {
        scope.fail({
          message: 'a workspace that nobody has used is not empty',
          expected: 'no sites, and hasMore false',
          received: `${ids.length} sites, and hasMore ${hasMore}`,
          exchange: scope.run.show(sent),
        });
      }
    },
  },
  {
    ...shared,
    id: 'listSites/shows-no-refused-record',
    title: 'what was refused is not in the list',
    requirements: ['refusals-have-no-effect', 'key-is-required'],
    sends:
      'nothing of its own where the list shows sites of the run alone; else, creations without a name that were refused, once more, and the list after each',
    expects:
      'no site that shows a name or a host which only refused requests carried, and none that comes whenever such a request is sent',
    async run(scope) {
      if (scope.run.ledger.refused.size === 0)
        throw new Inconclusive('no request was meant to be refused in this run');
      const list = await useSnapshot(scope);
      for (const site of list.sites) {
        const by = findRefused(scope, site);
        if (by === undefined) continue;
        const page = list.pages.find((candidate) => candidate.sites.includes(site));
        scope.fail({
          message: `a refused request had an effect: the list shows what only requests of ${by} carried`,
          expected: 'no such site',
          received: `${String(site['name'])} with ${String(site['hostUrl'])}`,
          ...(page === undefined ? {} : { exchange: scope.run.show(page.sent) }),
          about: { what: 'what refused requests leave behind', distance: 3 },
        });
        return;
      }
      await expectNothingUnnamed(scope, list);
    },
  },
];

/** The workspaces that were given exist: their lists are answered, also while nothing is in them. */
function expectGivenLists({ run, fail }: Scope): void {
  const refused = run.journal.entries.find(
    ({ operation, intent, sent }) =>
      operation.id === 'listSites' &&
      intent === 'valid' &&
      sent.reply !== undefined &&
      sent.reply.status >= 400 &&
      sent.reply.status !== 429,
  );
  if (refused === undefined) return;
  fail({
    message: 'the list of a workspace that was given was refused',
    expected: 'a page of sites, be it empty',
    received: `status ${refused.sent.reply?.status}`,
    exchange: run.show(refused.sent),
  });
}
