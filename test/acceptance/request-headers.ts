import assert from 'node:assert/strict';
import { describe, send, textOf } from './client.ts';
import { freshWorkspace, givenSites, sitesOf } from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import { bodyLimitOf, type Question } from './question.ts';
import { answerTo, rawHead, rawJson, rawLine } from './raw-request.ts';
import { expectPage, expectSite } from './resource-shapes.ts';

export const requestHeaders: readonly Question[] = [
  {
    id: 'request-headers/expect-100-continue',
    title: 'Expect: 100-continue gets an interim response before the body, and then the final one',
    ask: async (target) => {
      const body = '{"name":"a"}';
      const headers = { Expect: '100-continue' };
      const whole = rawJson(target, 'POST', sitesOf(target.workspace), body, headers);
      const head = whole.subarray(0, whole.length - body.length);
      expectSite(await answerTo(target, [head, body], { awaitContinue: true }), 201);
    },
  },
  {
    id: 'request-headers/expect-100-continue-refused',
    title: 'Expect: 100-continue without the key or beyond the limit is refused at once',
    ask: async (target) => {
      const line = rawLine(target, 'POST', sitesOf(target.workspace));
      const expecting = { Expect: '100-continue', 'Content-Type': 'application/json' };
      const length = String(bodyLimitOf(target) * 2);
      const tooLarge = rawHead(target, line, { ...expecting, 'Content-Length': length });
      expectProblem(await answerTo(target, tooLarge), 413);
      const wrong = { ...expecting, Authorization: 'Bearer wrong', 'Content-Length': '12' };
      const bytes = `${rawHead(target, line, wrong)}{"name":"a"}`;
      expectProblem(await answerTo(target, bytes), 401);
    },
  },
  {
    id: 'request-headers/expect-something-else',
    title: 'An unknown expectation gets 417 or is ignored',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace));
      const answer = await answerTo(target, rawHead(target, line, { Expect: 'nonsense' }));
      assert.ok([201, 400, 417].includes(answer.status), describe(answer));
    },
  },
  {
    id: 'request-headers/upgrade',
    title: 'An offer to upgrade to another protocol gets a response in HTTP/1.1',
    ask: async (target) => {
      for (const protocol of ['websocket', 'h2c', 'TLS/1.2']) {
        const line = rawLine(target, 'GET', sitesOf(target.workspace));
        const headers = { Connection: 'Upgrade', Upgrade: protocol };
        const answer = await answerTo(target, rawHead(target, line, headers));
        assert.ok([201, 400, 426, 501].includes(answer.status), describe(answer));
      }
    },
  },
  {
    id: 'request-headers/conditional-and-range',
    title: 'Conditional and range headers do not affect the list',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 1);
      const headers = {
        range: 'bytes=0-3',
        'if-modified-since': 'nonsense',
        'if-none-match': '"x"',
      };
      const answer = await send(target, { path: sitesOf(workspace), headers });
      assert.equal(expectPage(answer).data.length, 1, textOf(answer));
    },
  },
];
