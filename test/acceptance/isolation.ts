import assert from 'node:assert/strict';
import { send, textOf } from './client.ts';
import {
  createWebhook,
  duplicateSite,
  freshWorkspace,
  givenSite,
  givenSites,
  listSites,
  pageOf,
  updateSite,
  walk,
} from './operations.ts';
import type { Question } from './question.ts';
import { expectPage, expectSite } from './resource-shapes.ts';

export const isolation: readonly Question[] = [
  {
    id: 'isolation/lists',
    title: 'A workspace lists its own sites and no others',
    ask: async (target) => {
      const [first, second] = [freshWorkspace(), freshWorkspace()];
      const ofFirst = [await givenSite(target, {}, first)];
      const ofSecond = [await givenSite(target, {}, second)];
      ofFirst.push(await givenSite(target, {}, first));
      ofSecond.push(await givenSite(target, {}, second));
      assert.deepEqual(await pageOf(target, first), { data: ofFirst, hasMore: false });
      assert.deepEqual(await pageOf(target, second), { data: ofSecond, hasMore: false });
    },
  },
  {
    id: 'isolation/has-more',
    title: 'The sites of another workspace do not affect hasMore',
    ask: async (target) => {
      const [first, second] = [freshWorkspace(), freshWorkspace()];
      await givenSites(target, first, 2);
      await givenSites(target, second, 3);
      assert.equal((await pageOf(target, first, '?limit=2')).hasMore, false);
      assert.equal((await pageOf(target, freshWorkspace(), '?limit=0')).hasMore, false);
    },
  },
  {
    id: 'isolation/interleaved-walks',
    title: 'Sites of two workspaces created alternately do not mix while listing',
    ask: async (target) => {
      const [first, second] = [freshWorkspace(), freshWorkspace()];
      const made = { first: [] as string[], second: [] as string[] };
      for (let count = 0; count < 9; count += 1) {
        made.first.push((await givenSite(target, {}, first)).id);
        made.second.push((await givenSite(target, {}, second)).id);
      }
      const idsOf = (sites: readonly { id: string }[]) => sites.map((site) => site.id);
      assert.deepEqual(idsOf(await walk(target, first, 2)), made.first);
      assert.deepEqual(idsOf(await walk(target, second, 4)), made.second);
    },
  },
  {
    id: 'isolation/copies',
    title: 'A copy only appears in the workspace of its original',
    ask: async (target) => {
      const [first, second] = [freshWorkspace(), freshWorkspace()];
      const site = await givenSite(target, {}, first);
      const body = { workspaceId: second, name: 'Copy' };
      const copy = expectSite(await duplicateSite(target, site.id, body), 201);
      assert.deepEqual((await pageOf(target, first)).data, [site, copy]);
      assert.deepEqual((await pageOf(target, second)).data, []);
    },
  },
  {
    id: 'isolation/updates',
    title: 'An update in one workspace does not show in another',
    ask: async (target) => {
      const [first, second] = [freshWorkspace(), freshWorkspace()];
      const site = await givenSite(target, { name: 'Same' }, first);
      const other = await givenSite(target, { name: 'Same' }, second);
      await updateSite(target, site.id, { name: 'Changed' });
      assert.deepEqual((await pageOf(target, second)).data, [other]);
    },
  },
  {
    id: 'isolation/given-workspaces',
    title: 'A site of the first workspace is on no page of the second',
    ask: async (target) => {
      const site = await givenSite(target, {}, target.workspace);
      const other = await givenSite(target, {}, target.otherWorkspace);
      const ids = (await walk(target, target.otherWorkspace, 100)).map(({ id }) => id);
      assert.deepEqual([ids.includes(site.id), ids.includes(other.id)], [false, true]);
    },
  },
  {
    id: 'isolation/webhooks-need-no-site',
    title: 'A webhook can be registered in a workspace without sites',
    ask: async (target) => {
      const body = { url: 'https://example.com/hook', eventType: 'site.published' };
      assert.equal((await createWebhook(target, freshWorkspace(), body)).status, 201);
    },
  },
  {
    id: 'isolation/lists-create-nothing',
    title: 'Listing an unused workspace returns the same each time',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const first = await listSites(target, workspace);
      assert.deepEqual(expectPage(first), { data: [], hasMore: false });
      assert.equal(textOf(await listSites(target, workspace)), textOf(first));
    },
  },
  {
    id: 'isolation/through-fetch',
    title: "Node's fetch sees the same sites as the plain client",
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      const answer = await fetch(`${target.baseUrl}/v1/workspaces/${workspace}/sites`, {
        headers: { authorization: `Bearer ${target.apiKey}` },
      });
      assert.equal(answer.status, 201);
      // Parsed here: under Jest, fetch parses into objects of another realm.
      assert.deepEqual(JSON.parse(await answer.text()), { data: [site], hasMore: false });
      const plain = expectPage(await send(target, { path: `/v1/workspaces/${workspace}/sites` }));
      assert.deepEqual(plain.data, [site]);
    },
  },
];
