import { expectPage, takeSnapshot, useSnapshot } from '../../model/snapshot.ts';
import { expectSteadyOrder } from '../../model/steady-order.ts';
import { defaultLimit, largestLimit } from '../../model/workspace.ts';
import { type Check, Inconclusive, type Scope } from '../../runner/check.ts';
import { createRandom, pickInteger } from '../../runner/random.ts';
import { frame } from './frame.ts';

/** The end of a list is near its end: walks by small pages cover so many sites and no more. */
const walked = 40;

/** Walks the tail of the list by pages of one size, and expects the same sites as the largest pages show. */
async function walkTail(scope: Scope, limit: number, reach = walked): Promise<void> {
  const { ids } = await useSnapshot(scope);
  const start = Math.max(-1, ids.length - 1 - reach);
  const count = Math.max(1, Math.ceil((ids.length - 1 - start) / limit));
  // Where each page has to begin is known: nothing is learnt by waiting for the one before it.
  await Promise.all(
    Array.from({ length: count }, (_, at) =>
      expectPage(scope, { place: start + at * limit, limit }),
    ),
  );
}

/** How pages make one list. */
export const pages: readonly Check[] = [
  {
    ...frame,
    id: 'listSites/after-continues-the-list',
    title: 'A page starts right after the site of its cursor',
    requirements: ['list-sites-after'],
    sends: 'pages after sites at the start, at the end and at random places, with random limits',
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
        scope.run.probes
          .pick(
            scope,
            'places',
            places.filter((place) => place >= 0 && place <= last),
          )
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
    ...frame,
    id: 'listSites/has-more-is-right-at-the-end',
    title: 'hasMore is correct at the end of the list',
    requirements: ['list-sites-has-more'],
    sends:
      'pages that end at the last site, one before it, and beyond it, of several sizes, and a page after the last site',
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
    ...frame,
    id: 'listSites/pages-joined-are-the-list',
    title: 'Pages of any size, joined, give the same list',
    requirements: ['list-sites-is-complete', 'list-sites-after', 'list-sites-has-more'],
    sends: 'the whole list by pages of 1, 2, 3, a random number and the default number of sites',
    expects: 'the same sites in the same order, each once, with the same end',
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
    ...frame,
    id: 'listSites/is-stable',
    title: 'Repeated requests return the same list while nothing is written',
    requirements: ['list-sites-is-stable'],
    sends: 'the first page, three times; then one page with sites of the run, ten times at once',
    expects:
      'the same sites in the same order (repeated, to tell it from changes by other clients), and the sites of the run, which nothing writes to, in the same relative order',
    async run(scope) {
      const repeat = async () => {
        for (let round = 1; round <= 3; round += 1)
          await expectPage(scope, { place: -1, limit: largestLimit(scope) });
      };
      await Promise.all([repeat(), expectSteadyOrder(scope)]);
    },
  },
  {
    ...frame,
    id: 'listSites/fills-the-largest-page',
    title: 'A page can hold the documented maximum of sites',
    requirements: ['list-sites-limit'],
    sends:
      'under --thorough, sites until the list is longer than the largest page; then pages with the largest limit and with one less, and the whole list by such pages',
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
];
