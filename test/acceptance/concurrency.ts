import assert from 'node:assert/strict';
import { describe } from './client.ts';
import {
  createRoute,
  createSite,
  currentRoute,
  currentSite,
  duplicateSite,
  freshWorkspace,
  givenRoute,
  givenSite,
  givenSites,
  listSites,
  pageOf,
  updateRoute,
  updateSite,
  walk,
} from './operations.ts';
import type { Question } from './question.ts';
import { expectPage, expectRoute, expectSite } from './resource-shapes.ts';

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

export const concurrency: readonly Question[] = [
  {
    id: 'concurrency/creates',
    title: 'A hundred sites created at once are distinct, and each is listed once',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await times(100, async (index) =>
        expectSite(await createSite(target, workspace, { name: `site ${index}` }), 201),
      );
      assert.equal(new Set(sites.flatMap(({ id, apiKey }) => [id, apiKey])).size, 200);
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
      const listed = await walk(target, workspace, 7);
      assert.deepEqual(listed.sort(byName), sites.sort(byName));
    },
  },
  {
    id: 'concurrency/fields-of-a-site',
    title: 'Two concurrent updates of different fields both last',
    ask: async (target) => {
      for (let round = 0; round < 10; round += 1) {
        const site = await givenSite(target);
        const name = `round ${round}`;
        const hostUrl = `https://round-${round}.example`;
        await Promise.all([
          updateSite(target, site.id, { name }),
          updateSite(target, site.id, { hostUrl }),
        ]);
        assert.deepEqual(await currentSite(target, site.id), { ...site, name, hostUrl });
      }
    },
  },
  {
    id: 'concurrency/fields-of-a-route',
    title: 'Two concurrent updates of different fields of a route both last',
    ask: async (target) => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await givenRoute(target);
        const pathname = `/round-${round}`;
        const localizedVariants = [{ locale: 'en-US', pathname }];
        await Promise.all([
          updateRoute(target, id, { pathname }),
          updateRoute(target, id, { localizedVariants }),
        ]);
        assert.deepEqual(await currentRoute(target, id), { id, pathname, localizedVariants });
      }
    },
  },
  {
    id: 'concurrency/same-field',
    title: 'Of many concurrent updates of one field, one lasts unmixed',
    ask: async (target) => {
      const site = await givenSite(target);
      const names = Array.from({ length: 30 }, (_, index) => `${index} `.repeat(500));
      const answers = await times(30, (index) =>
        updateSite(target, site.id, { name: names[index] }),
      );
      for (const [index, answer] of answers.entries()) {
        assert.equal(expectSite(answer, 200).name, names[index]);
      }
      assert.ok(names.includes((await currentSite(target, site.id)).name));
    },
  },
  {
    id: 'concurrency/copies',
    title: 'Thirty copies created at once are distinct and all listed',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      const copies = await times(30, async () =>
        expectSite(await duplicateSite(target, site.id, {}), 201),
      );
      const listed = (await pageOf(target, workspace, '?limit=100')).data.map(({ id }) => id);
      assert.deepEqual(listed.sort(), [site, ...copies].map(({ id }) => id).sort());
    },
  },
  {
    id: 'concurrency/routes',
    title: 'Fifty routes created at once are distinct and have their own values',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const routes = await times(50, async (index) =>
        expectRoute(await createRoute(target, id, { pathname: `/${index}` }), 201),
      );
      assert.equal(new Set(routes.map((route) => route.id)).size, 50);
      assert.deepEqual(
        routes.map(({ pathname }) => pathname),
        routes.map((_, index) => `/${index}`),
      );
    },
  },
  {
    id: 'concurrency/lists-while-writing',
    title: 'Lists read while sites are created are complete, in order and never shrink',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const reading = async (): Promise<string[][]> => {
        const seen: string[][] = [];
        for (let count = 0; count < 15; count += 1) {
          const { data } = await pageOf(target, workspace, '?limit=100');
          seen.push(data.map(({ id }) => id));
        }
        return seen;
      };
      const [made, seen] = await Promise.all([givenSites(target, workspace, 30), reading()]);
      const ids = made.map(({ id }) => id);
      for (const [index, list] of seen.entries()) {
        assert.deepEqual(list, ids.slice(0, list.length));
        assert.ok(list.length >= (seen[index - 1]?.length ?? 0), 'the list shrank');
      }
    },
  },
  {
    id: 'concurrency/good-among-bad',
    title: 'Valid and invalid concurrent requests get their own responses',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const answers = await times(60, (index) =>
        index % 3 === 0
          ? createSite(target, workspace, { name: `good ${index}` })
          : index % 3 === 1
            ? createSite(target, workspace, { name: index })
            : listSites(target, workspace, '?limit=100'),
      );
      for (const [index, answer] of answers.entries()) {
        if (index % 3 === 0) assert.equal(expectSite(answer, 201).name, `good ${index}`);
        else if (index % 3 === 1) assert.equal(answer.status, 422, describe(answer));
        else expectPage(answer);
      }
      assert.equal((await pageOf(target, workspace, '?limit=100')).data.length, 20);
    },
  },
];
