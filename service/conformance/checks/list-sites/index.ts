import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { createRandom, pickInteger } from '../../../../contract/random.ts';
import {
  expectPage,
  expectSteadyOrder,
  type PlacedQuestion,
  useSnapshot,
} from '../../model/judge-lists.ts';
import { defaultLimit, largestLimit, type Walk } from '../../model/read-lists.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { frames } from '../frames.ts';
import { emptyWorkspace, workspacesApart } from './workspaces.ts';
import { lastWritten, listingAddsNone, refusedRecords } from './writes.ts';

interface PageCheck extends Pick<Check, 'title' | 'requirements' | 'sends' | 'expects'> {
  slug: string;
  level?: 'SHOULD';
  /** Lists the pages to request. All are checked against the page law. */
  list: (scope: Scope, list: Walk) => readonly PlacedQuestion[];
  /** The number of sites without which the check is inconclusive. Default: 1. */
  least?: (scope: Scope) => number;
}

/** The pages of one size that join up to the end of a list. The cursors are known, so they can be requested concurrently. */
function listTail({ ids }: Walk, limit: number, reach = 40): PlacedQuestion[] {
  const start = Math.max(-1, ids.length - 1 - reach);
  const count = Math.max(1, Math.ceil((ids.length - 1 - start) / limit));
  return Array.from({ length: count }, (_, at) => ({ position: start + at * limit, limit }));
}

const pages: readonly PageCheck[] = [
  {
    slug: 'applies-the-default-limit',
    title: 'Without a limit, a page has the default number of sites',
    requirements: ['list-sites-default-limit'],
    sends: 'pages without limit, from the start and after a site in the middle',
    expects: 'as many sites as the default, if the list has more',
    list(scope, { ids }) {
      const end = ids.length - defaultLimit(scope);
      return listPages([-1, 0, end - 1, end - 2, end], undefined);
    },
    least: (scope) => defaultLimit(scope) + 1,
  },
  {
    slug: 'keeps-to-the-limit',
    title: 'The first page is as long as its limit allows',
    requirements: ['operations-exist', 'version-prefix', 'list-sites-limit', 'list-sites-has-more'],
    sends:
      'pages from the start, with the smallest, default and largest limit and the length of the list',
    expects:
      'the first sites of the list, as many as the limit allows, and hasMore if others follow',
    list(scope, { ids }) {
      const usual = defaultLimit(scope);
      const most = largestLimit(scope);
      const around = [usual, ids.length].flatMap((limit) => [limit - 1, limit, limit + 1]);
      const limits = new Set([1, 2, most - 1, most, ...around]);
      const allowed = [...limits].filter((limit) => limit >= 1 && limit <= most);
      const picked = scope.run.probes.pick(scope, 'limits', allowed);
      return picked.map((limit) => ({ position: -1, limit }));
    },
    least: () => 0,
  },
  {
    slug: 'limit-zero-shows-no-site',
    title: 'limit=0 is accepted and returns no sites',
    requirements: ['list-sites-limit'],
    sends: 'pages with limit=0, from the start and after a site',
    expects: 'an empty page (the interface does not show hasMore for limit=0 when sites follow)',
    list: (_, { ids }) => listPages(ids.length > 1 ? [-1, 0] : [-1], 0),
  },
  {
    slug: 'limit-zero-sees-the-end',
    level: 'SHOULD',
    title: 'limit=0 after the last site reports hasMore false',
    requirements: ['list-sites-has-more'],
    sends: 'a page with limit=0 after the last site',
    expects: 'hasMore false',
    list: (_, { ids }) => [{ position: ids.length - 1, limit: 0 }],
  },
  {
    slug: 'after-continues-the-list',
    title: 'A page starts right after its cursor',
    requirements: ['list-sites-after'],
    sends:
      'pages after sites at the start, at the end and at random positions, with random limits, one of them the largest',
    expects: "the sites that follow the cursor, without the cursor's own site",
    list(scope, { ids }) {
      const { probes } = scope.run;
      const random = createRandom(scope.seed);
      const last = ids.length - 1;
      const randomPositions = Array.from({ length: 8 }, () => pickInteger(random, 0, last));
      const candidates = [0, 1, last - 2, last - 1, ...randomPositions];
      const positions = candidates.filter((position) => position >= 0);
      const questions = probes.pick(scope, 'places', positions).map((position) => ({
        position,
        limit: pickInteger(random, 1, 30),
      }));
      return [...questions, { position: 0, limit: largestLimit(scope) }];
    },
  },
  {
    slug: 'has-more-is-right-at-the-end',
    title: 'hasMore is correct at the end of the list',
    requirements: ['list-sites-has-more'],
    sends:
      'pages of several sizes that end at the last site, one before it and beyond it, and a page after the last site',
    expects: 'true if one site is left, false at the last site and beyond it',
    list(scope, { ids }) {
      const most = largestLimit(scope);
      const last = ids.length - 1;
      const sizes = [1, 2, 3, 5, 10, defaultLimit(scope), most];
      const ends: PlacedQuestion[] = [];
      for (const size of sizes) {
        if (size > ids.length) continue;
        for (const limit of [size - 1, size, size + 1])
          if (limit >= 1 && limit <= most) ends.push({ position: last - size, limit });
      }
      return [
        ...scope.run.probes.pick(scope, 'ends', ends, 3),
        { position: last, limit: 5 },
        { position: last, limit: undefined },
      ];
    },
  },
  {
    slug: 'pages-joined-are-the-list',
    title: 'Pages of any size add up to the same list',
    requirements: ['list-sites-is-complete', 'list-sites-after', 'list-sites-has-more'],
    sends: 'the whole list in pages of 1, 2, 3, a random number and the default number of sites',
    expects: 'the same sites in the same order, each once, with the same last site',
    list(scope, list) {
      const walks = [
        { limit: 1, reach: 16 },
        { limit: 2, reach: 24 },
        { limit: 3 },
        { limit: pickInteger(createRandom(scope.seed), 4, 11) },
        { limit: defaultLimit(scope) },
      ];
      return scope.run.probes
        .pick(scope, 'walks', walks)
        .flatMap(({ limit, reach }) => listTail(list, limit, reach));
    },
    least: () => 0,
  },
  {
    slug: 'fills-the-largest-page',
    title: 'A page can hold the documented maximum of sites',
    requirements: ['list-sites-limit'],
    sends:
      'with --thorough, new sites until the list is longer than the largest page; then pages with the largest limit and with one less, and the whole list in such pages',
    expects: 'full pages, and a correct hasMore at the end',
    list(scope, list) {
      const most = largestLimit(scope);
      const last = list.ids.length - 1;
      const positions = [-1, 0, last - most, last - most - 1, last - most + 1];
      return [
        ...listPages(positions, most),
        ...listPages(positions, most - 1),
        ...listTail(list, most - 1, list.ids.length),
      ];
    },
    least: (scope) => largestLimit(scope) + 1,
  },
];

/** A page of one size at each of several positions. */
function listPages(positions: readonly number[], limit: number | undefined): PlacedQuestion[] {
  return positions.map((position) => ({ position, limit }));
}

function toCheck({ slug, list, least = () => 1, ...check }: PageCheck): Check {
  return {
    ...frames.listSites,
    ...check,
    id: `listSites/${slug}`,
    async run(scope) {
      const snapshot = await useSnapshot(scope);
      const { length } = snapshot.ids;
      const wanted = least(scope);
      const candidates = list(scope, snapshot);
      const questions = candidates.filter(({ position }) => position >= -1 && position < length);
      await Promise.all(questions.map((question) => expectPage(scope, question)));
      if (length < wanted)
        throw new Inconclusive(`the list has ${length} sites; at least ${wanted} are needed`);
    },
  };
}

const pageChecks: readonly Check[] = pages.map(toCheck);

const isStable: Check = {
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
        await expectPage(scope, { position: -1, limit: largestLimit(scope) });
    };
    await Promise.all([repeat(), expectSteadyOrder(scope)]);
  },
};

export const listSitesChecks: readonly Check[] = [
  lastWritten,
  workspacesApart,
  ...pageChecks,
  isStable,
  emptyWorkspace,
  refusedRecords,
  listingAddsNone,
];
