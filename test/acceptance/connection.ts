import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, send } from './client.ts';
import { createSite, freshWorkspace, pageOf, sitesOf, uniqueName } from './operations.ts';
import type { Question } from './question.ts';
import { answerTo, exchange, rawHead, rawJson, rawLine } from './raw-request.ts';
import { expectPage, expectSite } from './resource-shapes.ts';

/** Creates an agent with one kept connection, and counts the connections that it has opened. */
function oneConnection(): { agent: Agent; opened: () => number } {
  let count = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    count += 1;
    return connect(options, callback);
  };
  return { agent, opened: () => count };
}

export const connection: readonly Question[] = [
  {
    id: 'connection/keep-alive',
    title: 'One connection serves two hundred requests',
    ask: async (target) => {
      const { agent, opened } = oneConnection();
      const path = sitesOf(target.workspace);
      for (let count = 0; count < 100; count += 1) {
        expectSite(await createSite(target, freshWorkspace(), { name: 'a' }, { agent }), 201);
        expectPage(await send(target, { path: `${path}?limit=1`, agent }));
      }
      agent.destroy();
      assert.equal(opened(), 1);
    },
  },
  {
    id: 'connection/survives-refusals',
    title: 'A refused request neither closes the connection unannounced nor affects the next one',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      const line = rawLine(target, 'GET', path);
      const wrong = { Authorization: 'Bearer wrong' };
      const refusals: (string | Buffer)[] = [
        rawHead(target, line, wrong),
        rawJson(target, 'POST', path, '{"name":"a"}', wrong),
        rawJson(target, 'POST', '/v1/nothing', '{"name":"a"}'),
        rawJson(target, 'DELETE', path, '{"name":"a"}'),
        rawJson(target, 'POST', path, '{"name":"a"}', { 'Content-Type': 'text/plain' }),
        rawJson(target, 'POST', path, '{"name":"a"}', { Accept: 'text/html' }),
        rawJson(target, 'POST', path, '{'),
        rawJson(target, 'POST', path, '{}'),
        rawHead(target, rawLine(target, 'GET', `${path}?limit=abc`)),
      ];
      for (const refusal of refusals) {
        const next = rawHead(target, line);
        const { answers, closed } = await exchange(target, [refusal, next], { answers: 2 });
        const [first, second] = answers;
        assert.ok(first !== undefined && first.status >= 400, 'no refusal');
        if (second !== undefined) assert.equal(second.status, 201, describe(second));
        else assert.ok(closed && /close/i.test(first.headers.get('connection') ?? ''), 'cut off');
      }
    },
  },
  {
    id: 'connection/pipelining',
    title: 'Pipelined requests get their responses in order',
    ask: async (target) => {
      const names = Array.from({ length: 20 }, () => uniqueName());
      const path = sitesOf(freshWorkspace());
      const requests = names.map((name) => rawJson(target, 'POST', path, JSON.stringify({ name })));
      const { answers } = await exchange(target, Buffer.concat(requests), { answers: 20 });
      assert.deepEqual(
        answers.map((answer) => expectSite(answer, 201).name),
        names,
      );
    },
  },
  {
    id: 'connection/pipelined-mixture',
    title: 'Pipelined lists, refusals and writes get their responses in order',
    ask: async (target) => {
      const path = sitesOf(freshWorkspace());
      const list = rawHead(target, rawLine(target, 'GET', path));
      const requests = [
        list,
        rawJson(target, 'POST', path, '{"name":"a"}'),
        rawJson(target, 'POST', path, '{'),
        rawHead(target, rawLine(target, 'GET', '/v1/nothing')),
        list,
      ].map((part) => Buffer.from(part));
      const { answers } = await exchange(target, Buffer.concat(requests), { answers: 5 });
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [201, 201, 400, 404, 201],
      );
    },
  },
  {
    id: 'connection/close-is-respected',
    title: 'Connection: close gets a response, and the connection is closed',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace));
      const head = rawHead(target, line, { Connection: 'close' });
      const { answers, closed } = await exchange(target, head, { answers: 2 });
      assert.deepEqual([answers[0]?.status, closed], [201, true]);
    },
  },
  {
    id: 'connection/http-1.0',
    title: 'HTTP/1.0 without Host gets a response',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace)).replace('1.1', '1.0');
      const { answers } = await exchange(target, rawHead(target, line, { Host: null }), {
        answers: 2,
      });
      assert.ok(answers[0] !== undefined, 'no answer');
      expectPage(answers[0]);
    },
  },
  {
    id: 'connection/half-closed',
    title: 'A client that half-closes its connection after a request gets its response',
    ask: async (target) => {
      const bytes = rawJson(target, 'POST', sitesOf(target.workspace), '{"name":"a"}');
      expectSite(await answerTo(target, bytes, { halfClose: true }), 201);
    },
  },
  {
    id: 'connection/slow-request',
    title: 'A request that arrives in small pieces gets a response once it is complete',
    ask: async (target) => {
      const bytes = rawJson(target, 'POST', sitesOf(target.workspace), '{"name":"slow"}');
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += 10) pieces.push(bytes.subarray(at, at + 10));
      expectSite(await answerTo(target, pieces, { pause: 1 }), 201);
    },
  },
  {
    id: 'connection/idle-connections',
    title: 'Fifty silent connections do not affect other clients',
    ask: async (target) => {
      const silent = Array.from({ length: 50 }, () =>
        exchange(target, 'GET /v1/', { patience: 300 }).catch(() => undefined),
      );
      await pageOf(target, target.workspace, '?limit=1');
      await Promise.all(silent);
    },
  },
];
