import { expectPage, expectSteadyOrder } from '../../model/expect-page.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { takeSnapshot, useSnapshot } from '../../model/snapshot.ts';
import { defaultLimit, largestLimit } from '../../model/workspace.ts';
import { Inconclusive } from '../../results.ts';
import { createRandom, pickInteger } from '../../runner/probes.ts';
import { frames } from '../frames.ts';
import { refusedRecords } from './extra-records.ts';
import { lastWritten } from './last-written.ts';
import { listingAddsNone } from './listing-adds-none.ts';
import { emptyWorkspace, workspacesApart } from './workspaces.ts';

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

const limits: readonly Check[] = [
  {
    ...frames.listSites,
    id: 'listSites/applies-the-default-limit',
    title: 'Without a limit, a page has the default number of sites',
    requirements: ['list-sites-default-limit'],
    sends: 'pages without limit, from the start and after a site in the middle',
    expects: 'as many sites as the default, if the list has more',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const usual = defaultLimit(scope);
      const end = ids.length - usual;
      const places = [-1, 0, end - 1, end - 2, end].filter((place) => place >= -1);
      await Promise.all(places.map((place) => expectPage(scope, { place, limit: undefined })));
      if (ids.length <= usual)
        throw new Inconclusive(
          `the list has ${ids.length} sites; at least ${usual + 1} are needed to check the default`,
        );
    },
  },
  {
    ...frames.listSites,
    id: 'listSites/keeps-to-the-limit',
    title: 'The first page is as long as its limit allows',
    requirements: ['operations-exist', 'version-prefix', 'list-sites-limit', 'list-sites-has-more'],
    sends:
      'pages from the start, with the smallest, default and largest limit and the length of the list',
    expects:
      'the first sites of the list, as many as the limit allows, and hasMore if others follow',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      await Promise.all(
        scope.run.probes
          .pick(scope, 'limits', listBoundaries(scope, ids.length))
          .map((limit) => expectPage(scope, { place: -1, limit })),
      );
    },
  },
  {
    ...frames.listSites,
    id: 'listSites/limit-zero-shows-no-site',
    title: 'limit=0 is accepted and returns no sites',
    requirements: ['list-sites-limit'],
    sends: 'pages with limit=0, from the start and after a site',
    expects: 'an empty page (the interface does not show hasMore for limit=0 when sites follow)',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      const places = ids.length > 1 ? [-1, 0] : [-1];
      await Promise.all(places.map((place) => expectPage(scope, { place, limit: 0 })));
    },
  },
  {
    ...frames.listSites,
    id: 'listSites/limit-zero-sees-the-end',
    title: 'limit=0 after the last site reports hasMore false',
    level: 'SHOULD',
    requirements: ['list-sites-has-more'],
    sends: 'a page with limit=0 after the last site',
    expects: 'hasMore false',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      await expectPage(scope, { place: ids.length - 1, limit: 0 });
    },
  },
];

/** Walks with small pages cover only this many sites at the end of the list, where faults are most likely. */
const walked = 40;

/** Reads the end of the list in pages of one size, and expects the same sites as in the largest pages. */
async function walkTail(scope: Scope, limit: number, reach = walked): Promise<void> {
  const { ids } = await useSnapshot(scope);
  const start = Math.max(-1, ids.length - 1 - reach);
  const count = Math.max(1, Math.ceil((ids.length - 1 - start) / limit));
  // The cursors are known, so the pages can be requested concurrently.
  await Promise.all(
    Array.from({ length: count }, (_, at) =>
      expectPage(scope, { place: start + at * limit, limit }),
    ),
  );
}

const pages: readonly Check[] = [
  {
    ...frames.listSites,
    id: 'listSites/after-continues-the-list',
    title: 'A page starts right after its cursor',
    requirements: ['list-sites-after'],
    sends:
      'pages after sites at the start, at the end and at random positions, with random limits, one of them the largest',
    expects: "the sites that follow the cursor, without the cursor's own site",
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
      const questions = scope.run.probes
        .pick(
          scope,
          'places',
          places.filter((place) => place >= 0 && place <= last),
        )
        .map((place) => ({
          place,
          limit: pickInteger(random, 1, Math.min(largestLimit(scope), 30)),
        }));
      if (last >= 0) questions.push({ place: 0, limit: largestLimit(scope) });
      await Promise.all(questions.map((question) => expectPage(scope, question)));
    },
  },
  {
    ...frames.listSites,
    id: 'listSites/has-more-is-right-at-the-end',
    title: 'hasMore is correct at the end of the list',
    requirements: ['list-sites-has-more'],
    sends:
      'pages of several sizes that end at the last site, one before it and beyond it, and a page after the last site',
    expects: 'true if one site is left, false at the last site and beyond it',
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
          ...scope.run.probes.pick(scope, 'ends', questions, 3),
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
    ...frames.listSites,
    id: 'listSites/pages-joined-are-the-list',
    title: 'Pages of any size add up to the same list',
    requirements: ['list-sites-is-complete', 'list-sites-after', 'list-sites-has-more'],
    sends: 'the whole list in pages of 1, 2, 3, a random number and the default number of sites',
    expects: 'the same sites in the same order, each once, with the same last site',
    async run(scope) {
      await takeSnapshot(scope);
      const random = createRandom(scope.seed);
      const walks = [
        { limit: 1, reach: 16 },
        { limit: 2, reach: 24 },
        { limit: 3 },
        { limit: pickInteger(random, 4, 11) },
        { limit: defaultLimit(scope) },
      ];
      await Promise.all(
        scope.run.probes
          .pick(scope, 'walks', walks)
          .map(({ limit, reach }) => walkTail(scope, limit, reach)),
      );
    },
  },
  {
    ...frames.listSites,
    id: 'listSites/is-stable',
    title: 'Repeated requests return the same list while nothing is written',
    requirements: ['list-sites-is-stable'],
    sends: 'the first page, three times; then one page with sites of the run, ten times at once',
    expects:
      'the same sites in the same order (a difference is checked again, in case other clients caused it), and the sites of the run in the same relative order',
    async run(scope) {
      const repeat = async () => {
        for (let round = 1; round <= 3; round += 1)
          await expectPage(scope, { place: -1, limit: largestLimit(scope) });
      };
      await Promise.all([repeat(), expectSteadyOrder(scope)]);
    },
  },
  {
    ...frames.listSites,
    id: 'listSites/fills-the-largest-page',
    title: 'A page can hold the documented maximum of sites',
    requirements: ['list-sites-limit'],
    sends:
      'with --thorough, new sites until the list is longer than the largest page; then pages with the largest limit and with one less, and the whole list in such pages',
    expects: 'full pages, and a correct hasMore at the end',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const most = largestLimit(scope);
      if (ids.length <= most)
        throw new Inconclusive(
          `the list has ${ids.length} sites; at least ${most + 1} are needed to check a full page (--thorough creates them)`,
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
];

export const listSitesChecks: readonly Check[] = [
  lastWritten,
  workspacesApart,
  ...limits,
  ...pages,
  emptyWorkspace,
  refusedRecords,
  listingAddsNone,
];
