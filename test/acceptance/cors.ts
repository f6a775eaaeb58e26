import assert from 'node:assert/strict';
import { type Answer, describe, send } from './client.ts';
import { givenSurroundings, toSending } from './every-operation.ts';
import { freshWorkspace, sitesOf } from './operations.ts';
import { type AcceptanceTarget, bodyLimitOf, type Question } from './question.ts';
import { answerTo, rawHead, rawLine } from './raw-request.ts';

const origin = 'http://localhost:5173';

const listOf = (answer: Answer, header: string): string[] =>
  (answer.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/);

/** Expects that a page of this origin may read the response: the origin with Vary, or `*` without credentials. */
function expectShared(answer: Answer, asking: string): void {
  const allowed = answer.headers.get('access-control-allow-origin');
  const credentials = answer.headers.get('access-control-allow-credentials');
  assert.ok(allowed !== null, `${describe(answer)}: no Access-Control-Allow-Origin`);
  if (allowed === '*') assert.equal(credentials, null, '* together with credentials');
  else {
    assert.equal(allowed, asking);
    assert.ok(listOf(answer, 'vary').includes('origin'), `${describe(answer)}: no Vary: Origin`);
  }
}

const preflight = (
  target: AcceptanceTarget,
  method: string,
  path: string,
  headers: Record<string, string> = {},
) =>
  send(target, {
    method: 'OPTIONS',
    path,
    // A browser sends preflight requests without the key.
    headers: {
      authorization: null,
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
      ...headers,
    },
  });

export const cors: readonly Question[] = [
  {
    id: 'cors/preflight-of-every-operation',
    title: 'A preflight request without the key allows method, Authorization and Content-Type',
    ask: async (target) => {
      const { operations } = await givenSurroundings(target);
      for (const { method, path } of operations) {
        const answer = await preflight(target, method, path);
        assert.ok([200, 204].includes(answer.status), describe(answer));
        assert.equal(answer.body.length, 0);
        expectShared(answer, origin);
        const methods = listOf(answer, 'access-control-allow-methods');
        assert.ok(methods.includes(method.toLowerCase()), `${method} ${path}: ${methods.join()}`);
        // The wildcard does not cover authorization (Fetch Standard, CORS protocol).
        const headers = listOf(answer, 'access-control-allow-headers');
        assert.ok(headers.includes('authorization') && headers.includes('content-type'));
      }
    },
  },
  {
    id: 'cors/preflight-has-no-effect',
    title: 'A preflight request is not executed',
    ask: async (target) => {
      const { operations, snapshot } = await givenSurroundings(target);
      const before = await snapshot();
      for (const { method, path } of operations) await preflight(target, method, path);
      assert.deepEqual(await snapshot(), before);
    },
  },
  {
    id: 'cors/preflight-for-a-missing-method',
    title: 'A preflight request for DELETE does not allow DELETE',
    ask: async (target) => {
      const answer = await preflight(target, 'DELETE', sitesOf(target.workspace));
      assert.ok(answer.status < 500, describe(answer));
      assert.ok(!listOf(answer, 'access-control-allow-methods').includes('delete'));
    },
  },
  {
    id: 'cors/preflight-for-a-bad-id',
    title: 'A preflight request gets a response, whatever the id is',
    ask: async (target) => {
      for (const path of [sitesOf(freshWorkspace()), sitesOf('abc'), sitesOf('%zz')]) {
        const answer = await preflight(target, 'GET', path);
        assert.ok([200, 204, 400, 404].includes(answer.status), describe(answer));
        expectShared(answer, origin);
      }
    },
  },
  {
    id: 'cors/preflight-from-a-public-page',
    title: 'A preflight request for private network access gets a response',
    ask: async (target) => {
      const headers = { 'access-control-request-private-network': 'true' };
      const answer = await preflight(target, 'GET', sitesOf(target.workspace), headers);
      assert.ok([200, 204].includes(answer.status), describe(answer));
    },
  },
  {
    id: 'cors/answers-are-shared',
    title: 'The requesting page can read the responses of all operations',
    ask: async (target) => {
      const { operations } = await givenSurroundings(target);
      for (const operation of operations) {
        const answer = await send(target, toSending(operation, { headers: { origin } }));
        assert.equal(answer.status, operation.status, describe(answer));
        expectShared(answer, origin);
      }
    },
  },
  {
    id: 'cors/refusals-are-shared',
    title: 'The requesting page can read every kind of refusal',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      const headers = { origin };
      const post = { method: 'POST', path, headers };
      const refusals: Answer[] = [
        await send(target, { path: `${path}?limit=abc`, headers }),
        await send(target, { path, headers: { origin, authorization: 'Bearer wrong' } }),
        await send(target, { path: '/v1/nothing', headers }),
        await send(target, {
          path: `/v1/sites/${freshWorkspace()}`,
          method: 'PATCH',
          headers,
          json: {},
        }),
        await send(target, { path, method: 'DELETE', headers }),
        await send(target, { path, headers: { origin, accept: 'text/html' } }),
        await send(target, { ...post, body: '{' }),
        await send(target, {
          ...post,
          json: {},
          headers: { origin, 'content-type': 'text/plain' },
        }),
        await send(target, { ...post, json: {} }),
      ];
      const want = [400, 401, 404, 404, 405, 406, 400, 415, 422];
      assert.deepEqual(
        refusals.map((answer) => answer.status),
        want,
      );
      for (const answer of refusals) expectShared(answer, origin);
    },
  },
  {
    id: 'cors/too-large-is-shared',
    title: 'The requesting page can read a 413',
    ask: async (target) => {
      const head = rawHead(target, rawLine(target, 'POST', sitesOf(target.workspace)), {
        Origin: origin,
        'Content-Type': 'application/json',
        'Content-Length': String(bodyLimitOf(target) * 2),
      });
      const answer = await answerTo(target, head);
      assert.equal(answer.status, 413);
      expectShared(answer, origin);
    },
  },
  {
    id: 'cors/head-is-shared',
    title: 'The requesting page can read the response to HEAD',
    ask: async (target) => {
      const sending = { method: 'HEAD', path: sitesOf(target.workspace), headers: { origin } };
      expectShared(await send(target, sending), origin);
    },
  },
  {
    id: 'cors/every-origin',
    title: 'Each origin gets its own headers, and unusual origins are harmless',
    ask: async (target) => {
      for (const asking of ['https://app.example', 'http://127.0.0.1:1', 'null']) {
        const headers = { origin: asking };
        expectShared(await send(target, { path: sitesOf(target.workspace), headers }), asking);
      }
      for (const asking of ['', '*', 'not an origin', 'http://\u00e9', 'x'.repeat(5000)]) {
        const headers = { origin: asking };
        const answer = await send(target, { path: sitesOf(target.workspace), headers });
        assert.ok(answer.status < 500, describe(answer));
        const credentials = answer.headers.get('access-control-allow-credentials');
        const allowed = answer.headers.get('access-control-allow-origin');
        assert.ok(allowed !== '*' || credentials === null, '* together with credentials');
      }
    },
  },
  {
    id: 'cors/without-an-origin',
    title: 'A request without Origin gets the usual response',
    ask: async (target) => {
      const answer = await send(target, { path: sitesOf(target.workspace) });
      assert.equal(answer.status, 201, describe(answer));
      const credentials = answer.headers.get('access-control-allow-credentials');
      const allowed = answer.headers.get('access-control-allow-origin');
      assert.ok(allowed !== '*' || credentials === null, '* together with credentials');
    },
  },
];
