import assert from 'node:assert/strict';
import { endpoints } from '../../generated/endpoints.ts';
import { type Answer, describe, send } from './client.ts';
import { givenSurroundings } from './every-operation.ts';
import {
  freshWorkspace,
  givenSites,
  listSites,
  routesOf,
  sitesOf,
  webhooksOf,
} from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { answerTo, exchange, rawHead, rawLine } from './raw-request.ts';
import { expectPage } from './resource-shapes.ts';

const someId = '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e';

/** Each path of the interface with its documented methods. */
const paths = [
  ['sites-of-a-workspace', sitesOf(someId)],
  ['webhooks-of-a-workspace', webhooksOf(someId)],
  ['site', `/v1/sites/${someId}`],
  ['duplicate', `/v1/sites/${someId}/duplicate`],
  ['routes-of-a-site', routesOf(someId)],
  ['route', `/v1/routes/${someId}`],
].map(([slug = '', path = '']) => [slug, path, listMethods(path)] as const);

function listMethods(path: string): string[] {
  return Object.values(endpoints)
    .filter((endpoint) =>
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    .map(({ method }) => method);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK', 'SEARCH', 'TRACE'];

/** Allow contains the documented methods; HEAD is included with GET, and OPTIONS is optional. */
function expectAllow(answer: Answer, documented: readonly string[]): void {
  const allow = answer.headers.get('allow');
  assert.ok(allow !== null, `${describe(answer)}: no Allow`);
  const named = allow.split(',').map((method) => method.trim());
  const expected = documented.includes('GET') ? [...documented, 'HEAD'] : [...documented];
  const counted = named.filter((method) => method !== 'OPTIONS');
  assert.deepEqual(counted.sort(), expected.sort(), `Allow: ${allow}`);
  assert.equal(new Set(named).size, named.length, `Allow: ${allow}`);
}

export const methodsAndHead: readonly Question[] = [
  ...paths.map(([slug, path, documented]) => ({
    id: `methods/405-at-${slug}`,
    title: `Other methods on ${path} get 405 with Allow: ${documented.join(', ')}`,
    ask: async (target: AcceptanceTarget) => {
      for (const method of methods.filter((name) => !documented.includes(name))) {
        const answer = await send(target, { method, path });
        expectProblem(answer, 405);
        expectAllow(answer, documented);
      }
    },
  })),
  ...paths.map(([slug, path, documented]) => ({
    id: `methods/options-at-${slug}`,
    title: `OPTIONS on ${path} lists the methods, without a body`,
    ask: async (target: AcceptanceTarget) => {
      const answer = await send(target, { method: 'OPTIONS', path });
      assert.ok([200, 204].includes(answer.status), describe(answer));
      assert.equal(answer.body.length, 0);
      expectAllow(answer, documented);
    },
  })),
  {
    id: 'methods/have-no-effect',
    title: 'Methods that are not in the interface change nothing',
    ask: async (target) => {
      const { operations, snapshot } = await givenSurroundings(target);
      const before = await snapshot();
      for (const { path, method: documented } of operations) {
        const own = listMethods(path);
        for (const method of ['PUT', 'DELETE', 'COPY', 'MOVE'].filter(
          (name) => !own.includes(name),
        )) {
          expectProblem(await send(target, { method, path, json: { name: 'after' } }), 405);
        }
        const headers = { 'x-http-method-override': 'DELETE' };
        const answer = await send(target, { method: 'PUT', path, headers });
        assert.equal(answer.status, 405, `${documented} ${path}`);
      }
      assert.deepEqual(await snapshot(), before);
    },
  },
  {
    id: 'methods/head-of-the-list',
    title: 'HEAD on the list has the status and headers of GET, and no body',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 2);
      const get = await listSites(target, workspace, '?limit=1');
      const head = await send(target, { method: 'HEAD', path: `${sitesOf(workspace)}?limit=1` });
      assert.equal(head.status, get.status);
      assert.equal(head.body.length, 0);
      for (const name of ['content-type', 'content-length', 'vary', 'cache-control']) {
        assert.equal(head.headers.get(name), get.headers.get(name), name);
      }
    },
  },
  {
    id: 'methods/head-of-a-bad-list',
    title: 'HEAD with an invalid parameter gets 400 without a body',
    ask: async (target) => {
      const path = `${sitesOf(target.workspace)}?limit=abc`;
      const answer = await send(target, { method: 'HEAD', path });
      assert.deepEqual([answer.status, answer.body.length], [400, 0]);
    },
  },
  {
    id: 'methods/head-leaves-the-connection-in-order',
    title: 'After HEAD, the same connection serves the next request',
    ask: async (target) => {
      const path = sitesOf(freshWorkspace());
      const head = rawHead(target, rawLine(target, 'HEAD', path), { Connection: 'keep-alive' });
      const get = rawHead(target, rawLine(target, 'GET', path), { Connection: 'close' });
      const { answers } = await exchange(target, head + get, { answers: 3, bodiless: [0] });
      const [first, second] = answers;
      assert.deepEqual([first?.status, second?.status], [201, 201]);
      if (second !== undefined) assert.deepEqual(expectPage(second), { data: [], hasMore: false });
    },
  },
  {
    id: 'methods/head-elsewhere',
    title: 'HEAD without a matching GET gets 405 without a body',
    ask: async (target) => {
      const path = `/v1/sites/${someId}/duplicate`;
      const answer = await send(target, { method: 'HEAD', path });
      assert.deepEqual([answer.status, answer.body.length], [405, 0]);
      expectAllow(answer, ['POST']);
    },
  },
  {
    id: 'methods/options-of-everything',
    title: 'OPTIONS * is answered',
    ask: async (target) => {
      const answer = await answerTo(target, rawHead(target, 'OPTIONS * HTTP/1.1'));
      assert.ok(answer.status < 500, describe(answer));
    },
  },
  {
    id: 'methods/options-of-an-unknown-path',
    title: 'OPTIONS on an unknown path gets 404, or no misleading Allow header',
    ask: async (target) => {
      const answer = await send(target, { method: 'OPTIONS', path: '/v1/nothing' });
      if (answer.status >= 300) expectProblem(answer, 404);
      else assert.doesNotMatch(answer.headers.get('allow') ?? '', /GET|POST|PATCH/);
    },
  },
  {
    id: 'methods/in-lower-case',
    title: 'A method in lower case does not match, because methods are case-sensitive',
    ask: async (target) => {
      const line = rawLine(target, 'get', sitesOf(target.workspace));
      const answer = await answerTo(target, rawHead(target, line));
      assert.ok([400, 405, 501].includes(answer.status), describe(answer));
    },
  },
  {
    id: 'methods/unknown',
    title: 'An unknown method gets 400, 405 or 501',
    ask: async (target) => {
      for (const method of ['FOO', 'GETT', 'X'.repeat(100)]) {
        const line = rawLine(target, method, sitesOf(target.workspace));
        const answer = await answerTo(target, rawHead(target, line));
        assert.ok([400, 405, 501].includes(answer.status), describe(answer));
      }
    },
  },
  {
    id: 'methods/connect',
    title: 'CONNECT is refused with a response',
    ask: async (target) => {
      const answer = await answerTo(target, rawHead(target, 'CONNECT example.com:443 HTTP/1.1'));
      assert.ok([400, 404, 405, 501].includes(answer.status), describe(answer));
    },
  },
  {
    id: 'methods/trace-echoes-nothing',
    title: 'TRACE is refused and does not echo the key',
    ask: async (target) => {
      const answer = await send(target, { method: 'TRACE', path: sitesOf(target.workspace) });
      expectProblem(answer, 405);
      assert.ok(!answer.body.includes(target.apiKey));
    },
  },
];
