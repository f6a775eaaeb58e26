import assert from 'node:assert/strict';
import {
  currentSite,
  freshWorkspace,
  givenSite,
  givenSites,
  listSites,
  pageOf,
  updateSite,
  walk,
} from './operations.ts';
import type { Question } from './question.ts';

export const listing: readonly Question[] = [
  {
    id: 'listing/empty-workspace',
    title: 'A workspace without sites has an empty list and no more',
    ask: async (target) => {
      assert.deepEqual(await pageOf(target, freshWorkspace()), { data: [], hasMore: false });
    },
  },
  {
    id: 'listing/answers-201',
    title: 'List sites returns 201, as in the reference',
    ask: async (target) => {
      assert.equal((await listSites(target, target.workspace, '?limit=1')).status, 201);
    },
  },
  {
    id: 'listing/creation-order',
    title: 'Sites are listed in the order of their creation',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 12);
      assert.deepEqual(await pageOf(target, workspace), { data: sites, hasMore: false });
    },
  },
  {
    id: 'listing/updates-keep-the-order',
    title: 'Updating a site changes its record in the list, but not its position',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 5);
      for (const index of [3, 0, 4]) {
        const { id = '' } = sites[index] ?? {};
        await updateSite(target, id, { name: `aaa ${index}` });
        sites[index] = await currentSite(target, id);
      }
      assert.deepEqual((await pageOf(target, workspace)).data, sites);
      assert.equal(sites[3]?.name, 'aaa 3');
    },
  },
  {
    id: 'listing/page-size-invariance',
    title: 'Pages of every size add up to the list, with each site once',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 45);
      for (const limit of [1, 2, 7, 9, 15, 20, 44, 45, 46, 100]) {
        assert.deepEqual(await walk(target, workspace, limit), sites, `pages of ${limit}`);
      }
    },
  },
  {
    id: 'listing/mixed-page-sizes',
    title: 'The page size may change from page to page',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 15);
      let position = 0;
      for (const limit of [1, 4, 2, 5, 3]) {
        const after = position === 0 ? '' : `&after=${sites[position - 1]?.id}`;
        const page = await pageOf(target, workspace, `?limit=${limit}${after}`);
        assert.deepEqual(page.data, sites.slice(position, position + limit));
        position += limit;
        assert.equal(page.hasMore, position < 15, `hasMore after ${position} of 15`);
      }
    },
  },
  {
    id: 'listing/exact-boundary-has-no-more',
    title: 'A page that ends exactly with the last site has no more',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 6);
      const whole = await pageOf(target, workspace, '?limit=6');
      assert.deepEqual([whole.data.length, whole.hasMore], [6, false]);
      const half = await pageOf(target, workspace, `?limit=3&after=${sites[2]?.id}`);
      assert.deepEqual([half.data.length, half.hasMore], [3, false]);
    },
  },
  {
    id: 'listing/one-left-has-more',
    title: 'A page that leaves a single site has more',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 6);
      assert.equal((await pageOf(target, workspace, '?limit=5')).hasMore, true);
      const later = await pageOf(target, workspace, `?limit=2&after=${sites[2]?.id}`);
      assert.deepEqual([later.data.length, later.hasMore], [2, true]);
    },
  },
  {
    id: 'listing/the-default-page-has-20',
    title: 'Without a limit, a page has 20 sites and reports whether there is a 21st',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 20);
      assert.deepEqual(await pageOf(target, workspace), { data: sites, hasMore: false });
      await givenSite(target, {}, workspace);
      assert.deepEqual(await pageOf(target, workspace), { data: sites, hasMore: true });
    },
  },
  {
    id: 'listing/the-default-holds-after-a-cursor',
    title: 'The default of 20 also holds on a later page',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 23);
      const page = await pageOf(target, workspace, `?after=${sites[1]?.id}`);
      assert.deepEqual(page, { data: sites.slice(2, 22), hasMore: true });
    },
  },
  {
    id: 'listing/the-largest-page-has-100',
    title: 'limit=100 returns 100 sites on one page, also after a cursor',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 102);
      const first = await pageOf(target, workspace, '?limit=100');
      assert.deepEqual(first, { data: sites.slice(0, 100), hasMore: true });
      const second = await pageOf(target, workspace, `?limit=100&after=${sites[1]?.id}`);
      assert.deepEqual(second, { data: sites.slice(2), hasMore: false });
    },
  },
  {
    id: 'listing/same-question-same-answer',
    title: 'Listing twice returns the same bytes and changes nothing',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 4);
      const first = await listSites(target, workspace, '?limit=3');
      const second = await listSites(target, workspace, '?limit=3');
      assert.deepEqual(second.body, first.body);
    },
  },
  {
    id: 'listing/new-sites-come-last',
    title: 'A site created while paging is listed at the end',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 4);
      const first = await pageOf(target, workspace, '?limit=2');
      const late = await givenSite(target, {}, workspace);
      const rest = await pageOf(target, workspace, `?limit=5&after=${first.data[1]?.id}`);
      assert.deepEqual(rest, { data: [...sites.slice(2), late], hasMore: false });
    },
  },
  {
    id: 'listing/unknown-parameters-are-harmless',
    title: 'Unknown query parameters do not change the list',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 3);
      for (const query of ['?page=2', '?offset=2', '?LIMIT=1', '?sort=-name', '?before=1', '?&&']) {
        const page = await pageOf(target, workspace, query);
        assert.deepEqual(page, { data: sites, hasMore: false }, query);
      }
    },
  },
];
