import assert from 'node:assert/strict';
import { describe, send } from './client.ts';
import { givenSurroundings, toSending } from './every-operation.ts';
import { sitesOf } from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';

const refused: readonly (readonly [slug: string, value: string])[] = [
  ['html', 'text/html'],
  ['html-and-xml', 'text/html, application/xml;q=0.9'],
  ['images', 'image/*'],
  ['xml', 'application/xml'],
  ['json-of-no-weight', 'application/json;q=0'],
  ['json-of-no-weight-in-decimals', 'application/json;q=0.000'],
  ['everything-of-no-weight', '*/*;q=0'],
  ['applications-of-no-weight', 'application/*;q=0'],
  ['everything-but-json', 'application/json;q=0, */*'],
  ['a-longer-subtype', 'application/jsonx'],
];

const accepted = [
  '*/*',
  'application/*',
  'application/json',
  'APPLICATION/JSON',
  'application/json;q=0.5',
  'application/json;q=0.001',
  'text/html, application/json;q=0.5',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html;q=0, */*;q=0.1',
  'application/json, text/plain, */*',
  '*/*;q=0, application/json',
  'application/json;q=1.000',
  'text/plain ,\tapplication/json ; q=0.3',
];

/** Unusual values: they may be accepted or refused, but must not cause a server error. */
const odd = [
  '',
  ',',
  ';;;',
  'json',
  '*',
  'application/json;q=abc',
  'application/json;q=2',
  'application/problem+json',
  'application/json; charset=utf-8',
  'application/json;version=2',
  '"',
  'a/b;c="',
  '__proto__',
];

const acceptance = (target: AcceptanceTarget, accept: string) =>
  send(target, { path: sitesOf(target.workspace), headers: { accept } });

export const accept: readonly Question[] = [
  ...refused.map(([slug, value]) => ({
    id: `accept/refuses-${slug}`,
    title: `Accept: ${value} gets 406 from every operation, without effect`,
    ask: async (target: AcceptanceTarget) => {
      const { operations, snapshot } = await givenSurroundings(target);
      const before = await snapshot();
      for (const operation of operations) {
        const headers = { accept: value };
        expectProblem(await send(target, toSending(operation, { headers })), 406);
      }
      assert.deepEqual(await snapshot(), before);
    },
  })),
  {
    id: 'accept/json-among-others',
    title: 'An Accept header that allows JSON, by name or wildcard, gets JSON',
    ask: async (target) => {
      for (const value of accepted) {
        const answer = await acceptance(target, value);
        assert.equal(answer.status, 201, `Accept: ${value}: ${describe(answer)}`);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      }
    },
  },
  {
    id: 'accept/none',
    title: 'A request without Accept gets JSON',
    ask: async (target) => {
      const answer = await send(target, { path: sitesOf(target.workspace) });
      assert.equal(answer.status, 201, describe(answer));
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    },
  },
  {
    id: 'accept/odd-values',
    title: 'An unusual Accept header gets 201, 400 or 406',
    ask: async (target) => {
      for (const value of odd) {
        const answer = await acceptance(target, value);
        if (answer.status !== 201) expectProblem(answer, 400, 406);
      }
    },
  },
  {
    id: 'accept/a-thousand-values',
    title: 'An Accept header of a thousand values or spaces gets a prompt response',
    ask: async (target) => {
      for (const value of ['a/b;q=0.1,'.repeat(1000), `a/b;${' '.repeat(10_000)}x`]) {
        const answer = await acceptance(target, value);
        if (answer.status !== 201) expectProblem(answer, 400, 406, 431);
      }
    },
  },
  {
    id: 'accept/languages-charsets-and-encodings',
    title: 'Other Accept-* headers never cause a refusal',
    ask: async (target) => {
      const answer = await send(target, {
        path: sitesOf(target.workspace),
        headers: {
          'accept-language': 'xx',
          'accept-charset': 'latin1',
          'accept-encoding': 'identity',
        },
      });
      assert.equal(answer.status, 201, describe(answer));
    },
  },
];
