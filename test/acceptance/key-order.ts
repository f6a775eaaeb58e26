import assert from 'node:assert/strict';
import { send } from './client.ts';
import { freshWorkspace, sitesOf } from './operations.ts';
import { expectProblem, expectUnauthorized } from './problem-shape.ts';
import { bodyLimitOf, type Question } from './question.ts';
import { answerTo, rawHead, rawLine } from './raw-request.ts';

const wrongKey = { authorization: 'Bearer wrong' };

export const keyOrder: readonly Question[] = [
  {
    id: 'key/before-the-body',
    title: 'Without the key, no other error in the request matters',
    ask: async (target) => {
      const method = 'POST';
      const path = sitesOf(target.workspace);
      const type = (value: string) => ({ ...wrongKey, 'content-type': value });
      const deep = '['.repeat(100_000);
      for (const body of ['{', '', 'null', '{}', '{"name":5}', '\xff', deep]) {
        expectUnauthorized(await send(target, { method, path, body, headers: wrongKey }));
      }
      for (const value of ['text/plain', 'application/json; charset=latin1', '']) {
        expectUnauthorized(await send(target, { method, path, body: '{}', headers: type(value) }));
      }
    },
  },
  {
    id: 'key/before-parameters',
    title: 'Without the key, invalid parameters and unknown ids get the same response',
    ask: async (target) => {
      const nobody = freshWorkspace();
      const json = { name: 'x' };
      const sendings = [
        { path: `${sitesOf(target.workspace)}?limit=abc` },
        { path: `${sitesOf(target.workspace)}?after=${nobody}` },
        { path: sitesOf('not-a-uuid') },
        { method: 'PATCH', path: `/v1/sites/${nobody}`, json },
        { method: 'PATCH', path: '/v1/sites/not-a-uuid', json },
        { method: 'POST', path: `/v1/sites/${nobody}/duplicate`, json },
        { method: 'POST', path: `/v1/sites/${nobody}/routes?skipValidation=maybe`, json },
        { method: 'PATCH', path: `/v1/routes/${nobody}`, json },
      ];
      for (const sending of sendings) {
        expectUnauthorized(await send(target, { ...sending, headers: wrongKey }));
      }
    },
  },
  {
    id: 'key/before-the-accepted-media-type',
    title: 'Without the key, a request that does not accept JSON gets 401',
    ask: async (target) => {
      const headers = { ...wrongKey, accept: 'text/html' };
      expectUnauthorized(await send(target, { path: sitesOf(target.workspace), headers }));
    },
  },
  {
    id: 'key/before-the-size',
    title: 'Without the key, a body that is too large is refused at once',
    ask: async (target) => {
      const line = rawLine(target, 'POST', sitesOf(target.workspace));
      const head = rawHead(target, line, {
        Authorization: 'Bearer wrong',
        'Content-Type': 'application/json',
        'Content-Length': String(bodyLimitOf(target) * 50),
      });
      expectProblem(await answerTo(target, head), 401, 413);
    },
  },
  {
    id: 'key/head',
    title: 'HEAD without the key gets 401 without a body',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      const answer = await send(target, { method: 'HEAD', path, headers: wrongKey });
      assert.deepEqual([answer.status, answer.body.length], [401, 0]);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/i);
    },
  },
  {
    id: 'key/unknown-paths',
    title: 'Without the key, an unknown path or method is refused as well',
    ask: async (target) => {
      const headers = wrongKey;
      expectProblem(await send(target, { path: '/v1/nothing', headers }), 401, 404);
      const path = sitesOf(target.workspace);
      expectProblem(await send(target, { method: 'DELETE', path, headers }), 401, 405);
    },
  },
];
