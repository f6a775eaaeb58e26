import assert from 'node:assert/strict';
import { freshWorkspace, givenSites, listSites, pageOf } from './operations.ts';
import { expectBadParameter } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';

/** Queries with an invalid limit. */
const refused: readonly (readonly [slug: string, query: string])[] = [
  ['101', '?limit=101'],
  ['minus-one', '?limit=-1'],
  ['a-million', '?limit=1000000'],
  ['beyond-safe-integers', '?limit=99999999999999999999'],
  ['beyond-doubles', '?limit=1e999'],
  ['just-above-100', '?limit=100.0000001'],
  ['letters', '?limit=abc'],
  ['a-fraction', '?limit=1.5'],
  ['nothing', '?limit='],
  ['no-value', '?limit'],
  ['trailing-letters', '?limit=5abc'],
  ['two-values', '?limit=5&limit=6'],
  ['hexadecimal', '?limit=0x10'],
  ['binary', '?limit=0b11'],
  ['a-space-before', '?limit=%205'],
  ['a-space-after', '?limit=5%20'],
  ['a-line-break', '?limit=5%0A'],
  ['a-plus-sign', '?limit=%2B5'],
  ['a-plus-that-is-a-space', '?limit=+5'],
  ['arabic-digits', '?limit=%D9%A5'],
  ['full-width-digits', '?limit=%EF%BC%95'],
  ['nan', '?limit=NaN'],
  ['infinity', '?limit=Infinity'],
  ['null', '?limit=null'],
  ['true', '?limit=true'],
  ['a-comma', '?limit=5,6'],
  ['an-array', '?limit=%5B5%5D'],
  ['a-semicolon', '?limit=5;limit=6'],
  ['a-nul', '?limit=5%00'],
  ['a-lone-percent-sign', '?limit=5%'],
  ['no-hexadecimal-digits', '?limit=%zz'],
  ['overlong-utf8', '?limit=%C0%B5'],
];

/** Unusual spellings of a whole number: they may be accepted or refused, but not misread. */
const open: readonly (readonly [query: string, meaning: number])[] = [
  ['?limit=1e1', 10],
  ['?limit=5.0', 5],
  ['?limit=007', 7],
  ['?limit=-0', 0],
  ['?limit=50e-1', 5],
];

async function refuses(target: AcceptanceTarget, query: string): Promise<void> {
  expectBadParameter(await listSites(target, target.workspace, query), 'limit');
}

export const limits: readonly Question[] = [
  {
    id: 'limits/zero-lists-none-and-has-more',
    title: 'limit=0 lists no sites and reports that there are some',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 2);
      const all = await pageOf(target, workspace, '?limit=0');
      assert.deepEqual(all, { data: [], hasMore: true });
      const rest = await pageOf(target, workspace, `?limit=0&after=${sites[0]?.id}`);
      assert.deepEqual(rest, { data: [], hasMore: true });
    },
  },
  {
    id: 'limits/zero-lists-none-and-has-no-more',
    title: 'limit=0 reports none in an empty workspace and after the last site',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const empty = await pageOf(target, workspace, '?limit=0');
      assert.deepEqual(empty, { data: [], hasMore: false });
      const [site] = await givenSites(target, workspace, 1);
      const end = await pageOf(target, workspace, `?limit=0&after=${site?.id}`);
      assert.deepEqual(end, { data: [], hasMore: false });
    },
  },
  {
    id: 'limits/one',
    title: 'limit=1 lists only the first site',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 2);
      const page = await pageOf(target, workspace, '?limit=1');
      assert.deepEqual(page, { data: sites.slice(0, 1), hasMore: true });
    },
  },
  {
    id: 'limits/percent-encoded',
    title: 'A percent-encoded limit is decoded',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 3);
      assert.equal((await pageOf(target, workspace, '?limit=%32')).data.length, 2);
      assert.equal((await pageOf(target, workspace, '?li%6Dit=2')).data.length, 2);
    },
  },
  {
    id: 'limits/place-in-the-query',
    title: 'Empty parts and unknown parameters around the limit are ignored',
    ask: async (target) => {
      const workspace = freshWorkspace();
      await givenSites(target, workspace, 3);
      for (const query of ['?&limit=2', '?limit=2&', '?a=1&limit=2&b', '?a=limit=1&limit=2']) {
        assert.equal((await pageOf(target, workspace, query)).data.length, 2, query);
      }
    },
  },
  {
    id: 'limits/unusual-spellings',
    title: 'An unusual spelling of a whole number is read exactly or refused',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const sites = await givenSites(target, workspace, 11);
      for (const [query, meaning] of open) {
        const answer = await listSites(target, workspace, query);
        if (answer.status === 400) expectBadParameter(answer, 'limit');
        else {
          const page = await pageOf(target, workspace, query);
          assert.deepEqual(page.data, sites.slice(0, meaning), query);
        }
      }
    },
  },
  ...refused.map(([slug, query]) => ({
    id: `limits/refuses-${slug}`,
    title: `A list with ${query} is refused, and the refusal names the limit`,
    ask: (target: AcceptanceTarget) => refuses(target, query),
  })),
];
