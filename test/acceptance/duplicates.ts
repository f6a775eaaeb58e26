import assert from 'node:assert/strict';
import { send } from './client.ts';
import {
  createRoute,
  currentRoute,
  currentSite,
  duplicateSite,
  freshWorkspace,
  givenSite,
  givenSites,
  pageOf,
  updateSite,
} from './operations.ts';
import { expectProblem, expectRefusedAt } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectRoute, expectSite, type Site } from './resource-shapes.ts';

const givenCopy = async (
  target: AcceptanceTarget,
  site: Site,
  body: Record<string, unknown> = {},
): Promise<Site> => expectSite(await duplicateSite(target, site.id, body), 201);

export const duplicates: readonly Question[] = [
  {
    id: 'duplicates/own-id-and-key',
    title: 'A copy has its own id and apiKey',
    ask: async (target) => {
      const site = await givenSite(target);
      const copy = await givenCopy(target, site);
      assert.equal(new Set([site.id, site.apiKey, copy.id, copy.apiKey]).size, 4);
    },
  },
  {
    id: 'duplicates/named',
    title: 'A copy has the given name and keeps the host',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://copied.example' });
      const copy = await givenCopy(target, site, { name: 'Given name' });
      assert.deepEqual([copy.name, copy.hostUrl], ['Given name', 'https://copied.example']);
    },
  },
  {
    id: 'duplicates/unnamed',
    title: 'A copy without a given name is called "Copy of" and the name',
    ask: async (target) => {
      const site = await givenSite(target, { name: 'Ünïcode 🏬 "shop"' });
      assert.equal((await givenCopy(target, site)).name, 'Copy of Ünïcode 🏬 "shop"');
    },
  },
  {
    id: 'duplicates/unnamed-after-renaming',
    title: 'A copy without a given name is named after the current name',
    ask: async (target) => {
      const site = await givenSite(target, { name: 'Old' });
      await updateSite(target, site.id, { name: 'New', hostUrl: 'https://new.example' });
      const copy = await givenCopy(target, site);
      assert.deepEqual([copy.name, copy.hostUrl], ['Copy of New', 'https://new.example']);
    },
  },
  {
    id: 'duplicates/without-a-host',
    title: 'The copy of a site without a host has none either',
    ask: async (target) => {
      assert.equal((await givenCopy(target, await givenSite(target))).hostUrl, null);
    },
  },
  {
    id: 'duplicates/original-unchanged',
    title: 'Duplicating leaves the original unchanged',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      await givenCopy(target, site, { name: 'Copy' });
      assert.deepEqual(await currentSite(target, site.id), site);
    },
  },
  {
    id: 'duplicates/listed-once-in-the-same-workspace',
    title: 'A copy is listed once, in last place, in the workspace of its original',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const [first, second] = await givenSites(target, workspace, 2);
      assert.ok(first !== undefined && second !== undefined);
      const copy = await givenCopy(target, first);
      assert.deepEqual(await pageOf(target, workspace), {
        data: [first, second, copy],
        hasMore: false,
      });
    },
  },
  {
    id: 'duplicates/updating-the-copy',
    title: 'Updating the copy does not change the original',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      const copy = await givenCopy(target, site);
      await updateSite(target, copy.id, { name: 'Copy', hostUrl: 'https://copy.example' });
      assert.deepEqual(await currentSite(target, site.id), site);
    },
  },
  {
    id: 'duplicates/updating-the-original',
    title: 'Updating the original does not change the copy',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      const copy = await givenCopy(target, site);
      await updateSite(target, site.id, { name: 'Original', hostUrl: 'https://other.example' });
      assert.deepEqual(await currentSite(target, copy.id), copy);
    },
  },
  {
    id: 'duplicates/copy-of-a-copy',
    title: 'A copy can be duplicated like any site',
    ask: async (target) => {
      const site = await givenSite(target, { name: 'A', hostUrl: 'https://a.example' });
      const copy = await givenCopy(target, await givenCopy(target, site));
      assert.deepEqual([copy.name, copy.hostUrl], ['Copy of Copy of A', 'https://a.example']);
    },
  },
  {
    id: 'duplicates/two-copies',
    title: 'Two copies of one site are two sites',
    ask: async (target) => {
      const site = await givenSite(target);
      const copies = [await givenCopy(target, site), await givenCopy(target, site)];
      assert.equal(new Set(copies.flatMap((copy) => [copy.id, copy.apiKey])).size, 4);
    },
  },
  {
    id: 'duplicates/routes-of-the-original',
    title: 'Duplicating leaves the routes of the original unchanged',
    ask: async (target) => {
      const site = await givenSite(target);
      const body = { pathname: '/a', localizedVariants: [{ locale: 'de-DE', pathname: '/b' }] };
      const route = expectRoute(await createRoute(target, site.id, body), 201);
      const copy = await givenCopy(target, site);
      assert.deepEqual(await currentRoute(target, route.id), route);
      expectRoute(await createRoute(target, copy.id, { pathname: '/c' }), 201);
    },
  },
  {
    id: 'duplicates/without-a-body',
    title: 'A copy needs no body, because its only field is optional',
    ask: async (target) => {
      const site = await givenSite(target, { name: 'Plain' });
      const path = `/v1/sites/${site.id}/duplicate`;
      const copy = expectSite(await send(target, { method: 'POST', path }), 201);
      assert.equal(copy.name, 'Copy of Plain');
    },
  },
  {
    id: 'duplicates/empty-body-with-a-media-type',
    title: 'An empty body declared as JSON creates a copy or is refused',
    ask: async (target) => {
      const site = await givenSite(target, { name: 'Plain' });
      const path = `/v1/sites/${site.id}/duplicate`;
      const answer = await send(target, { method: 'POST', path, body: '' });
      if (answer.status === 201) assert.equal(expectSite(answer, 201).name, 'Copy of Plain');
      else expectProblem(answer, 400, 422);
    },
  },
  {
    id: 'duplicates/unknown-fields-are-ignored',
    title: 'A copy takes nothing but its name from the body',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      const body = { name: 'N', hostUrl: 'https://other.example', id: site.id, apiKey: site.id };
      const copy = await givenCopy(target, site, body);
      assert.equal(copy.hostUrl, 'https://stays.example');
      assert.ok(copy.id !== site.id && copy.apiKey !== site.id);
    },
  },
  {
    id: 'duplicates/refused-has-no-effect',
    title: 'A copy with an invalid name is refused at /name and not created',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      for (const name of [null, 5, true, [], {}]) {
        expectRefusedAt(await duplicateSite(target, site.id, { name }), '/name');
      }
      assert.deepEqual((await pageOf(target, workspace)).data, [site]);
    },
  },
];
