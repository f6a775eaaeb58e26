import assert from 'node:assert/strict';
import { describe, send } from './client.ts';
import { givenSurroundings, toSending } from './every-operation.ts';
import { givenSite, pageOf, sitesOf } from './operations.ts';
import { expectProblem, expectUnauthorized } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { answerTo, rawHead, rawLine } from './raw-request.ts';

const swapCase = (text: string): string =>
  [...text]
    .map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()))
    .join('');

/** Values of the header Authorization without a valid key. */
const refused: readonly (readonly [slug: string, header: (key: string) => string | null])[] = [
  ['no-header', () => null],
  ['an-empty-header', () => ''],
  ['the-scheme-alone', () => 'Bearer'],
  ['the-scheme-and-a-space', () => 'Bearer '],
  ['a-wrong-key', () => 'Bearer wrong'],
  ['a-wrong-key-of-the-same-length', (key) => `Bearer ${'x'.repeat(key.length)}`],
  ['a-shorter-key', (key) => `Bearer ${key.slice(0, -1)}`],
  ['half-a-key', (key) => `Bearer ${key.slice(0, Math.ceil(key.length / 2))}`],
  ['a-longer-key', (key) => `Bearer ${key}x`],
  ['the-key-twice', (key) => `Bearer ${key}${key}`],
  ['the-key-and-a-word', (key) => `Bearer ${key} more`],
  ['a-list-of-keys', (key) => `Bearer wrong,${key}`],
  [
    'the-last-character-changed',
    (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('~') ? '-' : '~'}`,
  ],
  ['the-case-of-the-key', (key) => `Bearer ${swapCase(key) === key ? `${key}A` : swapCase(key)}`],
  ['the-key-without-scheme', (key) => key],
  ['no-space', (key) => `Bearer${key}`],
  ['a-colon', (key) => `Bearer: ${key}`],
  ['quotes', (key) => `Bearer "${key}"`],
  ['basic', (key) => `Basic ${Buffer.from(`user:${key}`).toString('base64')}`],
  ['the-key-as-basic', (key) => `Basic ${key}`],
  ['digest', (key) => `Digest username="${key}"`],
  ['token', (key) => `Token ${key}`],
  ['the-key-in-base64', (key) => `Bearer ${Buffer.from(key).toString('base64')}`],
  ['latin1-bytes', (key) => `Bearer ${key}\u00e9`],
  ['a-very-long-key', (key) => `Bearer ${key.padEnd(6000, 'x')}`],
  ['null', () => 'Bearer null'],
  ['a-prototype-key', () => 'Bearer __proto__'],
];

async function refusesEverywhere(
  target: AcceptanceTarget,
  header: (key: string) => string | null,
): Promise<void> {
  const { operations, snapshot } = await givenSurroundings(target);
  const before = await snapshot();
  const headers = { authorization: header(target.apiKey) };
  for (const operation of operations) {
    expectUnauthorized(await send(target, toSending(operation, { headers })));
  }
  assert.deepEqual(await snapshot(), before);
}

const wrongKey = { authorization: 'Bearer wrong' };

export const key: readonly Question[] = [
  {
    id: 'key/right-on-every-operation',
    title: 'The API key gives access to every operation',
    ask: async (target) => {
      const { operations } = await givenSurroundings(target);
      for (const operation of operations) {
        const answer = await send(target, toSending(operation));
        assert.equal(answer.status, operation.status, describe(answer));
      }
    },
  },
  ...refused.map(([slug, header]) => ({
    id: `key/refuses-${slug}`,
    title: `Every operation returns 401 without effect for ${slug.replaceAll('-', ' ')} as the key`,
    ask: (target: AcceptanceTarget) => refusesEverywhere(target, header),
  })),
  {
    id: 'key/api-key-of-a-site',
    title: "A site's apiKey is not the key of the App",
    ask: async (target) => {
      const site = await givenSite(target);
      await refusesEverywhere(target, () => `Bearer ${site.apiKey}`);
    },
  },
  {
    id: 'key/other-places',
    title: 'The key is ignored in any other header, in the query and in cookies',
    ask: async (target) => {
      const { apiKey } = target;
      const path = sitesOf(target.workspace);
      const others = {
        'x-api-key': apiKey,
        cookie: `key=${apiKey}`,
        'proxy-authorization': `Bearer ${apiKey}`,
      };
      const headers = { authorization: null, ...others };
      const query = `?key=${apiKey}&api_key=${apiKey}&access_token=${apiKey}&apiKey=${apiKey}`;
      expectUnauthorized(await send(target, { path: path + query, headers }));
    },
  },
  {
    id: 'key/scheme-in-any-case',
    title: 'The scheme in another case is accepted (RFC 9110, 11.1) or gets 401',
    ask: async (target) => {
      for (const scheme of ['bearer', 'BEARER']) {
        const headers = { authorization: `${scheme} ${target.apiKey}` };
        const answer = await send(target, { path: sitesOf(target.workspace), headers });
        if (answer.status !== 201) expectUnauthorized(answer);
      }
    },
  },
  {
    id: 'key/two-headers',
    title: 'Two Authorization headers get 400 or 401, or only one of them counts',
    ask: async (target) => {
      const right = `Bearer ${target.apiKey}`;
      for (const values of [
        [right, 'Bearer wrong'],
        ['Bearer wrong', right],
      ]) {
        const line = rawLine(target, 'GET', sitesOf(target.workspace));
        const answer = await answerTo(target, rawHead(target, line, { Authorization: values }));
        assert.ok([201, 400, 401].includes(answer.status), describe(answer));
      }
    },
  },
  {
    id: 'key/two-wrong-headers',
    title: 'Two wrong Authorization headers do not add up to a right one',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace));
      const half = Math.ceil(target.apiKey.length / 2);
      const values = [`Bearer ${target.apiKey.slice(0, half)}`, target.apiKey.slice(half)];
      const answer = await answerTo(target, rawHead(target, line, { Authorization: values }));
      expectProblem(answer, 400, 401);
    },
  },
  {
    id: 'key/refusals-do-not-lock-out',
    title: 'Fifty refused requests do not lock out the right key',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      for (let count = 0; count < 50; count += 1) await send(target, { path, headers: wrongKey });
      await pageOf(target, target.workspace);
    },
  },
];
