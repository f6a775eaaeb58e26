import assert from 'node:assert/strict';
import { describe, send } from './client.ts';
import { freshWorkspace, givenSite, pageOf, sitesOf } from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import { type AcceptanceTarget, bodyLimitOf, type Question } from './question.ts';
import { answerTo, exchange, rawHead, rawJson, rawLine } from './raw-request.ts';
import { expectSite } from './resource-shapes.ts';

/** A valid new site of about this many bytes, most of them in an ignored field. */
const siteOfSize = (bytes: number): string => `{"name":"large","x":"${'x'.repeat(bytes)}"}`;

const post = (target: AcceptanceTarget, path: string, headers: Record<string, string>): string =>
  rawHead(target, rawLine(target, 'POST', path), {
    'Content-Type': 'application/json',
    ...headers,
  });

export const bodySize: readonly Question[] = [
  {
    id: 'body-size/half-the-limit',
    title: 'A body of half the limit is accepted',
    ask: async (target) => {
      const body = siteOfSize(bodyLimitOf(target) / 2);
      const answer = await send(target, { method: 'POST', path: sitesOf(target.workspace), body });
      assert.equal(expectSite(answer, 201).name, 'large');
    },
  },
  {
    id: 'body-size/announced',
    title: 'A body announced to exceed the limit gets 413 before it is sent',
    ask: async (target) => {
      const length = String(bodyLimitOf(target) * 50);
      const head = post(target, sitesOf(target.workspace), { 'Content-Length': length });
      expectProblem(await answerTo(target, head), 413);
    },
  },
  {
    id: 'body-size/absurdly-long',
    title: 'A body announced to have a billion gigabytes gets 413 or 400',
    ask: async (target) => {
      for (const length of ['999999999999999999', '99999999999999999999999999']) {
        const head = post(target, sitesOf(target.workspace), { 'Content-Length': length });
        const answer = await answerTo(target, head);
        assert.ok([400, 413].includes(answer.status), describe(answer));
      }
    },
  },
  {
    id: 'body-size/announced-and-sent',
    title: 'A body beyond the limit that is sent at once gets 413, without effect',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const body = siteOfSize(bodyLimitOf(target) * 4);
      const answer = await answerTo(target, rawJson(target, 'POST', sitesOf(workspace), body));
      expectProblem(answer, 413);
      assert.deepEqual((await pageOf(target, workspace)).data, []);
    },
  },
  {
    id: 'body-size/through-an-ordinary-client',
    title: 'An ordinary client that sends twice the limit can read the 413',
    ask: async (target) => {
      const body = siteOfSize(bodyLimitOf(target) * 2);
      const path = sitesOf(target.workspace);
      // A server that closes with unread bytes resets the connection, and the response is sometimes lost (RFC 9112,
      // 9.6), hence the repetition.
      for (let count = 0; count < 15; count += 1) {
        expectProblem(await send(target, { method: 'POST', path, body }), 413);
      }
    },
  },
  {
    id: 'body-size/chunked',
    title: 'A chunked body gets 413 once it passes the limit, without effect',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const head = post(target, sitesOf(workspace), { 'Transfer-Encoding': 'chunked' });
      const data = 'x'.repeat(65_536);
      const chunk = `10000\r\n${data}\r\n`;
      const count = Math.ceil((bodyLimitOf(target) * 2) / data.length);
      // The last chunk is never sent: the server has to respond without it.
      const bytes = `${head}${chunk.repeat(count)}`;
      expectProblem(await answerTo(target, bytes), 413);
      assert.deepEqual((await pageOf(target, workspace)).data, []);
    },
  },
  {
    id: 'body-size/update',
    title: 'An update beyond the limit gets 413, without effect',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const site = await givenSite(target, {}, workspace);
      const body = siteOfSize(bodyLimitOf(target) * 2);
      const path = `/v1/sites/${site.id}`;
      expectProblem(await send(target, { method: 'PATCH', path, body }), 413);
      assert.deepEqual((await pageOf(target, workspace)).data, [site]);
    },
  },
  {
    id: 'body-size/connection-afterwards',
    title: 'After a 413, the connection is closed or serves the next request',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      const large = rawJson(target, 'POST', path, siteOfSize(bodyLimitOf(target) * 2));
      const next = rawHead(target, rawLine(target, 'GET', `${path}?limit=1`));
      const { answers, closed } = await exchange(target, [large, next], { answers: 2 });
      assert.equal(answers[0]?.status, 413);
      if (closed) assert.equal(answers.length, 1, 'closed after a second answer');
      else assert.equal(answers[1]?.status, 201, 'the rest of the body was taken for a request');
    },
  },
  {
    id: 'body-size/sent-byte-by-byte',
    title: 'A small body that arrives in many chunks is accepted',
    ask: async (target) => {
      const pieces = [...'{"name":"many pieces"}'];
      const sending = { method: 'POST', path: sitesOf(target.workspace), pieces };
      assert.equal(expectSite(await send(target, sending), 201).name, 'many pieces');
    },
  },
];
