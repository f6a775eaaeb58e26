import assert from 'node:assert/strict';
import { readJson, send, textOf } from './client.ts';
import {
  createRoute,
  createSite,
  createWebhook,
  freshWorkspace,
  givenRoute,
  givenSite,
  listSites,
  sitesOf,
  updateRoute,
  updateSite,
} from './operations.ts';
import { expectProblem, expectRefusedAt } from './problem-shape.ts';
import type { Question } from './question.ts';
import { parseRecord } from './resource-shapes.ts';

export const refusals: readonly Question[] = [
  {
    id: 'refusals/all-errors-of-a-site',
    title: 'Three errors in a new site are reported at once',
    ask: async (target) => {
      const answer = await createSite(target, target.workspace, { name: 1, hostUrl: 2, locale: 3 });
      expectRefusedAt(answer, '/name', '/hostUrl', '/locale');
    },
  },
  {
    id: 'refusals/missing-and-wrong',
    title: 'A missing and an invalid field are reported at once',
    ask: async (target) => {
      expectRefusedAt(
        await createSite(target, target.workspace, { hostUrl: 2 }),
        '/name',
        '/hostUrl',
      );
    },
  },
  {
    id: 'refusals/types-and-rules-at-once',
    title: 'A wrong type and a broken rule are reported at once',
    ask: async (target) => {
      const body = { name: 1, hostUrl: 'https://example.com/path' };
      expectRefusedAt(await createSite(target, target.workspace, body), '/name', '/hostUrl');
      const { id } = await givenSite(target);
      expectRefusedAt(await updateSite(target, id, body), '/name', '/hostUrl');
    },
  },
  {
    id: 'refusals/all-errors-of-a-webhook',
    title: 'An invalid URL and an invalid event type are reported at once',
    ask: async (target) => {
      const answer = await createWebhook(target, target.workspace, { url: 'abc', eventType: 'x' });
      expectRefusedAt(answer, '/url', '/eventType');
    },
  },
  {
    id: 'refusals/all-errors-of-a-route',
    title: 'Errors deep in the localized variants are reported at once, by JSON Pointer',
    ask: async (target) => {
      const good = { locale: 'en-US', pathname: '/a' };
      const localizedVariants = [good, { locale: 5, pathname: '/b' }, 7, { ...good, pathname: [] }];
      const pointers = [
        '/pathname',
        '/localizedVariants/1/locale',
        '/localizedVariants/2',
        '/localizedVariants/3/pathname',
      ];
      const { id } = await givenSite(target);
      const body = { pathname: false, localizedVariants };
      expectRefusedAt(await createRoute(target, id, body), ...pointers);
      const route = await givenRoute(target);
      expectRefusedAt(await updateRoute(target, route.id, body), ...pointers);
    },
  },
  {
    id: 'refusals/all-broken-rules-of-a-route',
    title: 'Broken rules in every field of a route are reported at once',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const localizedVariants = [{ locale: 'xx', pathname: 'y' }];
      expectRefusedAt(
        await createRoute(target, id, { pathname: 'about', localizedVariants }),
        '/pathname',
        '/localizedVariants/0/locale',
        '/localizedVariants/0/pathname',
      );
    },
  },
  {
    id: 'refusals/no-error-at-a-good-field',
    title: 'A refusal names no valid field',
    ask: async (target) => {
      const body = { name: 'good', hostUrl: 2, locale: 'en-US' };
      const problem = expectProblem(await createSite(target, target.workspace, body), 422);
      assert.deepEqual([...new Set(problem.pointers)], ['/hostUrl']);
    },
  },
  {
    id: 'refusals/kinds-have-types',
    title: 'Kinds of refusal differ in type or title',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      const answers = [
        await send(target, { path, headers: { authorization: null } }),
        await send(target, { path: '/v1/nothing' }),
        await send(target, { path, method: 'DELETE' }),
        await createSite(target, target.workspace, {}),
        await listSites(target, target.workspace, '?limit=abc'),
      ];
      const kinds = answers.map((answer) => {
        const { type, title } = parseRecord(readJson(answer), 'a problem');
        return `${String(type)} ${String(title)}`;
      });
      assert.equal(new Set(kinds).size, answers.length, kinds.join(', '));
    },
  },
  {
    id: 'refusals/keep-the-key-secret',
    title: 'No refusal shows the key, right or wrong',
    ask: async (target) => {
      const wrong = `${freshWorkspace()}-wrong`;
      const path = sitesOf(target.workspace);
      const headers = { authorization: `Bearer ${wrong}` };
      const refused = await send(target, { path, headers });
      expectProblem(refused, 401);
      assert.ok(!textOf(refused).includes(wrong), 'the wrong key is shown');
      for (const method of ['DELETE', 'POST']) {
        const answer = await send(target, { path, method });
        assert.ok(!textOf(answer).includes(target.apiKey), 'the right key is shown');
      }
    },
  },
  {
    id: 'refusals/reflect-no-markup-as-html',
    title: 'Markup in a request is never returned as HTML',
    ask: async (target) => {
      const path = `/v1/<script>alert(1)</script>?limit=<b>`;
      const answer = await send(target, { path });
      expectProblem(answer, 400, 404);
    },
  },
];
