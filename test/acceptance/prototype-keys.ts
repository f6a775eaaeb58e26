import assert from 'node:assert/strict';
import { send } from './client.ts';
import {
  createRoute,
  createSite,
  currentSite,
  freshWorkspace,
  givenSite,
  listSites,
  pageOf,
  sitesOf,
} from './operations.ts';
import { expectProblem, expectRefusedAt } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectRoute, expectSite } from './resource-shapes.ts';

const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

const post = (target: AcceptanceTarget, path: string, body: string) =>
  send(target, { method: 'POST', path, body });

export const prototypeKeys: readonly Question[] = [
  {
    id: 'prototype-keys/inherited-fields-do-not-count',
    title: 'A name inside __proto__ does not become the name of the site',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      expectRefusedAt(await post(target, path, '{"__proto__":{"name":"inherited"}}'), '/name');
      const body = '{"constructor":{"prototype":{"name":"inherited"}}}';
      expectRefusedAt(await post(target, path, body), '/name');
    },
  },
  {
    id: 'prototype-keys/nothing-leaks-into-other-requests',
    title: 'A polluted body affects neither its own site nor the next one',
    ask: async (target) => {
      const poison = '{"hostUrl":"https://evil.example","hasMore":true,"limit":1,"name":"evil"}';
      const body = `{"name":"good","__proto__":${poison},"constructor":{"prototype":${poison}}}`;
      const workspace = freshWorkspace();
      const site = expectSite(await post(target, sitesOf(workspace), body), 201);
      assert.deepEqual([site.name, site.hostUrl], ['good', null]);
      const next = await givenSite(target, {}, workspace);
      assert.equal(next.hostUrl, null);
      expectRefusedAt(await createSite(target, workspace, {}), '/name');
      assert.deepEqual(await pageOf(target, workspace), { data: [site, next], hasMore: false });
    },
  },
  {
    id: 'prototype-keys/updates',
    title: 'An update with __proto__ and constructor changes nothing',
    ask: async (target) => {
      const site = await givenSite(target);
      const body = '{"__proto__":{"name":"evil"},"constructor":"x","toString":1,"valueOf":null}';
      const answer = await send(target, { method: 'PATCH', path: `/v1/sites/${site.id}`, body });
      assert.deepEqual(expectSite(answer, 200), site);
      assert.deepEqual(await currentSite(target, site.id), site);
    },
  },
  {
    id: 'prototype-keys/as-unknown-fields',
    title: 'Fields named like members of every object are ignored',
    ask: async (target) => {
      const extra = keys.map((key) => `"${key}":1`).join(',');
      const answer = await post(target, sitesOf(target.workspace), `{"name":"a",${extra}}`);
      assert.equal(expectSite(answer, 201).name, 'a');
    },
  },
  {
    id: 'prototype-keys/as-names',
    title: 'Names equal to members of every object are ordinary names',
    ask: async (target) => {
      for (const name of keys) assert.equal((await givenSite(target, { name })).name, name);
    },
  },
  {
    id: 'prototype-keys/in-localized-variants',
    title: 'A localized variant takes nothing from __proto__',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const variant = '{"locale":"en-US","pathname":"/b","__proto__":{"pathname":"/evil"}}';
      const body = `{"pathname":"/a","localizedVariants":[${variant}]}`;
      const route = expectRoute(await post(target, `/v1/sites/${id}/routes`, body), 201);
      assert.deepEqual(route.localizedVariants, [{ locale: 'en-US', pathname: '/b' }]);
    },
  },
  {
    id: 'prototype-keys/in-paths',
    title: 'Paths made of members of every object are refused',
    ask: async (target) => {
      for (const key of keys) {
        expectProblem(await listSites(target, key), 400, 404);
        expectProblem(await createRoute(target, key, { pathname: '/a' }), 400, 404);
        const json = {};
        const path = `/v1/routes/${key}`;
        expectProblem(await send(target, { method: 'PATCH', path, json }), 400, 404);
        for (const unknown of [`/${key}`, `/v1/${key}`, `/v1/${key}/${key}/sites`]) {
          expectProblem(await send(target, { path: unknown }), 400, 404);
        }
      }
    },
  },
  {
    id: 'prototype-keys/in-queries',
    title: 'Query parameters named like members of every object are harmless',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      const queries = keys.map((key) => `${key}=5&${key}[limit]=1`);
      for (const query of [...queries, '__proto__[limit]=0', 'constructor.prototype.limit=0']) {
        const page = await pageOf(target, workspace, `?${query}`);
        assert.deepEqual(page, { data: [site], hasMore: false }, query);
      }
    },
  },
];
