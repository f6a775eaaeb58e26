import assert from 'node:assert/strict';
import {
  createSite,
  currentSite,
  duplicateSite,
  freshWorkspace,
  givenSite,
  pageOf,
  uniqueName,
  updateSite,
} from './operations.ts';
import { expectProblem, expectRefusedAt } from './problem-shape.ts';
import type { Question } from './question.ts';
import { expectSite } from './resource-shapes.ts';

export const sites: readonly Question[] = [
  {
    id: 'sites/create-answers-201-with-the-site',
    title: 'Create site returns 201 with id, name, hostUrl and apiKey',
    ask: async (target) => {
      const name = uniqueName();
      const body = { name, hostUrl: 'https://shop.example.com', locale: 'en-US' };
      const site = expectSite(await createSite(target, target.workspace, body), 201);
      assert.equal(site.name, name);
      assert.equal(site.hostUrl, 'https://shop.example.com');
    },
  },
  {
    id: 'sites/name-alone-is-enough',
    title: 'Create site needs only a name and leaves hostUrl null',
    ask: async (target) => {
      assert.equal((await givenSite(target)).hostUrl, null);
    },
  },
  {
    id: 'sites/name-is-required',
    title: 'Create site without a name is refused at /name',
    ask: async (target) => {
      const workspace = freshWorkspace();
      expectRefusedAt(await createSite(target, workspace, {}), '/name');
      expectRefusedAt(
        await createSite(target, workspace, { hostUrl: 'https://a.example' }),
        '/name',
      );
      assert.deepEqual((await pageOf(target, workspace)).data, []);
    },
  },
  {
    id: 'sites/ids-and-keys-are-unique',
    title: 'Every site has its own id and apiKey, and neither equals the key of the App',
    ask: async (target) => {
      const made = [await givenSite(target), await givenSite(target), await givenSite(target)];
      const values = made.flatMap((site) => [site.id, site.apiKey]);
      assert.equal(new Set([...values, target.apiKey]).size, 7);
    },
  },
  {
    id: 'sites/equal-names-make-two-sites',
    title: 'Two sites with the same name are two sites',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const first = await givenSite(target, { name: 'Twin' }, workspace);
      const second = await givenSite(target, { name: 'Twin' }, workspace);
      assert.notEqual(first.id, second.id);
      assert.deepEqual((await pageOf(target, workspace)).data, [first, second]);
    },
  },
  {
    id: 'sites/listed-as-created',
    title: 'The list shows a site exactly as create returned it',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, { hostUrl: 'https://a.example' }, workspace);
      assert.deepEqual(await pageOf(target, workspace), { data: [site], hasMore: false });
    },
  },
  {
    id: 'sites/locale-is-accepted-and-not-shown',
    title: 'A locale is accepted on creation, but is not a field of the site',
    ask: async (target) => {
      for (const locale of ['en-US', 'de-CH', 'pt-BR']) {
        const body = { name: uniqueName(), locale };
        // expectSite checks the exact set of fields.
        expectSite(await createSite(target, target.workspace, body), 201);
      }
    },
  },
  {
    id: 'sites/unknown-fields-are-ignored',
    title: 'Unknown fields of a new site are ignored, even id and apiKey',
    ask: async (target) => {
      const taken = await givenSite(target);
      const body = { ...taken, name: 'Other', hostUrl: undefined, plan: { tier: 1 }, data: [] };
      const site = expectSite(await createSite(target, target.workspace, body), 201);
      assert.equal(site.name, 'Other');
      assert.notEqual(site.id, taken.id);
      assert.notEqual(site.apiKey, taken.apiKey);
      assert.deepEqual(await currentSite(target, taken.id), taken);
    },
  },
  {
    id: 'sites/empty-name-is-kept-or-refused',
    title: 'An empty name is kept or refused, never replaced',
    ask: async (target) => {
      const answer = await createSite(target, target.workspace, { name: '' });
      if (answer.status === 201) assert.equal(expectSite(answer, 201).name, '');
      else expectRefusedAt(answer, '/name');
    },
  },
  {
    id: 'sites/unknown-site-is-404',
    title: 'Updating or duplicating an unknown site returns 404',
    ask: async (target) => {
      const nobody = freshWorkspace();
      expectProblem(await updateSite(target, nobody, { name: 'x' }), 404);
      expectProblem(await duplicateSite(target, nobody, { name: 'x' }), 404);
    },
  },
  {
    id: 'sites/unknown-site-comes-with-any-body',
    title: 'An unknown site is refused whatever the body is',
    ask: async (target) => {
      expectProblem(await updateSite(target, freshWorkspace(), { name: 5 }), 404, 422);
      expectProblem(await duplicateSite(target, freshWorkspace(), { name: 5 }), 404, 422);
    },
  },
  {
    id: 'sites/workspace-id-is-no-site-id',
    title: 'The id of a workspace is not the id of a site',
    ask: async (target) => {
      await givenSite(target);
      expectProblem(await updateSite(target, target.workspace, { name: 'x' }), 404);
    },
  },
  {
    id: 'sites/api-key-is-no-site-id',
    title: "A site's apiKey is not the id of a site",
    ask: async (target) => {
      const { apiKey } = await givenSite(target);
      expectProblem(await updateSite(target, apiKey, { name: 'x' }), 404);
    },
  },
];
