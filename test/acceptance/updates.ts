import assert from 'node:assert/strict';
import { currentSite, freshWorkspace, givenSite, pageOf, updateSite } from './operations.ts';
import { expectRefusedAt } from './problem-shape.ts';
import type { Question } from './question.ts';
import { expectSite } from './resource-shapes.ts';

export const updates: readonly Question[] = [
  {
    id: 'updates/answers-200-with-the-site',
    title: 'Update site returns 200 with the whole updated site',
    ask: async (target) => {
      const site = await givenSite(target);
      const change = { name: 'New name', hostUrl: 'https://new.example' };
      const updated = expectSite(await updateSite(target, site.id, change), 200);
      assert.deepEqual(updated, { ...site, ...change });
    },
  },
  {
    id: 'updates/name-alone',
    title: 'Updating the name leaves the host unchanged',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      const updated = expectSite(await updateSite(target, site.id, { name: 'Other' }), 200);
      assert.deepEqual(updated, { ...site, name: 'Other' });
    },
  },
  {
    id: 'updates/host-alone',
    title: 'Updating the host leaves the name unchanged',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://before.example' });
      const change = { hostUrl: 'https://after.example' };
      const updated = expectSite(await updateSite(target, site.id, change), 200);
      assert.deepEqual(updated, { ...site, ...change });
    },
  },
  {
    id: 'updates/nothing',
    title: 'An update with an empty object returns the site unchanged',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      assert.deepEqual(expectSite(await updateSite(target, site.id, {}), 200), site);
      const plain = await givenSite(target);
      assert.deepEqual(expectSite(await updateSite(target, plain.id, {}), 200), plain);
    },
  },
  {
    id: 'updates/last',
    title: 'An update is visible in the next response and in the list',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      await updateSite(target, site.id, { name: 'First' });
      await updateSite(target, site.id, { hostUrl: 'https://second.example' });
      const want = { ...site, name: 'First', hostUrl: 'https://second.example' };
      assert.deepEqual(await currentSite(target, site.id), want);
      assert.deepEqual(await pageOf(target, workspace), { data: [want], hasMore: false });
    },
  },
  {
    id: 'updates/others-stay',
    title: 'An update leaves the other sites of the workspace unchanged',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const before = await givenSite(target, { name: 'Same' }, workspace);
      const site = await givenSite(target, { name: 'Same' }, workspace);
      const after = await givenSite(target, { name: 'Same' }, workspace);
      await updateSite(target, site.id, { name: 'Changed' });
      const want = [before, { ...site, name: 'Changed' }, after];
      assert.deepEqual((await pageOf(target, workspace)).data, want);
    },
  },
  {
    id: 'updates/id-and-key-are-not-for-changing',
    title: 'An update of id, apiKey, locale or unknown fields changes nothing',
    ask: async (target) => {
      const site = await givenSite(target);
      const id = freshWorkspace();
      const body = { id, apiKey: id, workspaceId: target.otherWorkspace, locale: 'de-DE', x: 1 };
      assert.deepEqual(expectSite(await updateSite(target, site.id, body), 200), site);
      assert.deepEqual(await currentSite(target, site.id), site);
    },
  },
  {
    id: 'updates/stay-in-the-workspace',
    title: 'An update does not move a site to another workspace',
    ask: async (target) => {
      const [workspace, other] = [freshWorkspace(), freshWorkspace()];
      const site = await givenSite(target, {}, workspace);
      await updateSite(target, site.id, { name: 'Here', workspaceId: other, workspace: other });
      assert.equal((await pageOf(target, workspace)).data.length, 1);
      assert.equal((await pageOf(target, other)).data.length, 0);
    },
  },
  {
    id: 'updates/all-or-nothing',
    title: 'An update with one valid and one invalid field changes neither',
    ask: async (target) => {
      const site = await givenSite(target, { hostUrl: 'https://stays.example' });
      const badHost = { name: 'Changed', hostUrl: 'https://example.com/path' };
      expectRefusedAt(await updateSite(target, site.id, badHost), '/hostUrl');
      const badName = { name: 7, hostUrl: 'https://changed.example' };
      expectRefusedAt(await updateSite(target, site.id, badName), '/name');
      assert.deepEqual(await currentSite(target, site.id), site);
    },
  },
  {
    id: 'updates/repeated',
    title: 'The same update twice returns the same',
    ask: async (target) => {
      const site = await givenSite(target);
      const first = expectSite(await updateSite(target, site.id, { name: 'Twice' }), 200);
      assert.deepEqual(
        expectSite(await updateSite(target, site.id, { name: 'Twice' }), 200),
        first,
      );
    },
  },
];
