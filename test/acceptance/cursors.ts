import assert from 'node:assert/strict';
import { send } from './client.ts';
import {
  createWebhook,
  freshWorkspace,
  givenSite,
  givenSites,
  listSites,
  pageOf,
  sitesOf,
} from './operations.ts';
import { expectBadParameter, expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectWebhook } from './resource-shapes.ts';

const malformed: readonly (readonly [slug: string, value: string])[] = [
  ['a-word', 'abc'],
  ['nothing', ''],
  ['a-number', '5'],
  ['undefined', 'undefined'],
  ['null', 'null'],
  ['braces', '%7B6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e%7D'],
  ['no-hyphens', '6f1c1c1e3c1e4d1e8a1e1c1e3c1e4d1e'],
  ['a-digit-short', '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1'],
  ['a-letter-beyond-f', '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1g'],
  ['a-prototype-key', '__proto__'],
  ['a-nul', '%00'],
  ['overlong-utf8', '%C0%AF'],
];

export const cursors: readonly Question[] = [
  {
    id: 'cursors/after-is-exclusive',
    title: 'after continues with the site that follows the given one',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 4);
      for (const [index, site] of sites.entries()) {
        const page = await pageOf(target, workspace, `?after=${site.id}`);
        assert.deepEqual(page, { data: sites.slice(index + 1), hasMore: false });
      }
    },
  },
  {
    id: 'cursors/after-the-last-is-empty',
    title: 'A page after the last site is empty and has no more',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 3);
      const page = await pageOf(target, workspace, `?limit=100&after=${sites[2]?.id}`);
      assert.deepEqual(page, { data: [], hasMore: false });
    },
  },
  {
    id: 'cursors/case-of-a-uuid',
    title: 'A cursor in upper case means the same site',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 3);
      const page = await pageOf(target, workspace, `?after=${sites[0]?.id.toUpperCase()}`);
      assert.deepEqual(page.data, sites.slice(1));
    },
  },
  {
    id: 'cursors/unknown-site',
    title: 'A cursor of no site is refused',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 2);
      const answer = await listSites(target, workspace, `?after=${freshWorkspace()}`);
      expectProblem(answer, 400, 404, 422);
    },
  },
  {
    id: 'cursors/site-of-another-workspace',
    title: 'A cursor of another workspace is refused and reveals nothing',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 2);
      const foreign = await givenSite(target, {}, target.otherWorkspace);
      const answer = await listSites(target, workspace, `?after=${foreign.id}`);
      expectProblem(answer, 400, 404, 422);
      assert.ok(!answer.body.includes(foreign.name) && !answer.body.includes(foreign.apiKey));
    },
  },
  {
    id: 'cursors/foreign-and-unknown-look-alike',
    title: 'A cursor of another workspace gets the same status as an unknown one',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const foreign = await givenSite(target, {}, target.otherWorkspace);
      const first = await listSites(target, workspace, `?after=${foreign.id}`);
      const second = await listSites(target, workspace, `?after=${freshWorkspace()}`);
      assert.equal(first.status, second.status);
    },
  },
  {
    id: 'cursors/ids-of-other-things',
    title: 'The id of a workspace or webhook and the apiKey of a site are not cursors',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      const webhook = { url: 'https://example.com/hook', eventType: 'page.created' };
      const { id } = expectWebhook(await createWebhook(target, workspace, webhook), 201);
      for (const cursor of [workspace, site.apiKey, id]) {
        expectProblem(await listSites(target, workspace, `?after=${cursor}`), 400, 404, 422);
      }
    },
  },
  {
    id: 'cursors/two-values',
    title: 'Two cursors in one request are refused',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const [first, second] = await givenSites(target, workspace, 2);
      const query = `?after=${first?.id}&after=${second?.id}`;
      expectProblem(await listSites(target, workspace, query), 400, 422);
    },
  },
  {
    id: 'cursors/both-parameters-wrong',
    title: 'A list with a bad limit and a bad cursor is refused with an error for both',
    ask: async (target) => {
      const answer = await listSites(target, target.workspace, '?limit=abc&after=xyz');
      expectBadParameter(answer, 'limit');
      expectBadParameter(answer, 'after');
    },
  },
  {
    id: 'cursors/long-value',
    title: 'A cursor of 5,000 letters is refused promptly',
    ask: async (target) => {
      const path = `${sitesOf(target.workspace)}?after=${'a'.repeat(5000)}`;
      expectProblem(await send(target, { path }), 400, 414, 431);
    },
  },
  ...malformed.map(([slug, value]) => ({
    id: `cursors/refuses-${slug}`,
    title: `The cursor ${JSON.stringify(value)} is refused, and the refusal names it`,
    ask: async (target: AcceptanceTarget) => {
      expectBadParameter(await listSites(target, target.workspace, `?after=${value}`), 'after');
    },
  })),
];
