import assert from 'node:assert/strict';
import { describe, send } from './client.ts';
import { givenSurroundings } from './every-operation.ts';
import { sitesOf } from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { Question } from './question.ts';

const nest = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

export const oddBodies: readonly Question[] = [
  {
    id: 'odd-bodies/deep-arrays',
    title: 'A hundred thousand nested arrays are refused promptly',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      for (const body of [nest('[', ']', 100_000), '['.repeat(100_000)]) {
        expectProblem(await send(target, { method: 'POST', path, body }), 400, 413, 422);
      }
    },
  },
  {
    id: 'odd-bodies/deep-objects',
    title: 'A hundred thousand nested objects are refused promptly',
    ask: async (target) => {
      const body = `${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
      const answer = await send(target, { method: 'POST', path: sitesOf(target.workspace), body });
      expectProblem(answer, 400, 413, 422);
    },
  },
  {
    id: 'odd-bodies/deep-inside-a-field',
    title: 'Deep nesting in a known or unknown field is refused or ignored promptly',
    ask: async (target) => {
      const { operations } = await givenSurroundings(target);
      const deep = nest('[', ']', 100_000);
      for (const { method, path, json, status } of operations) {
        if (json === undefined) continue;
        const unknown = `{"x":${deep},${JSON.stringify(json).slice(1)}`;
        const answer = await send(target, { method, path, body: unknown });
        if (answer.status !== status) expectProblem(answer, 400, 422);
        const field = Object.keys(json)[0];
        const body = `{"${field}":${deep}}`;
        expectProblem(await send(target, { method, path, body }), 400, 422);
      }
    },
  },
  {
    id: 'odd-bodies/many-fields',
    title: 'A body of fifty thousand unknown fields gets a prompt response',
    ask: async (target) => {
      const extra = Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',');
      const body = `{"name":"a",${extra}}`;
      const answer = await send(target, { method: 'POST', path: sitesOf(target.workspace), body });
      if (answer.status !== 201) expectProblem(answer, 400, 422);
    },
  },
  {
    id: 'odd-bodies/many-errors',
    title: 'A body of twenty thousand errors is refused promptly, with a response of sane size',
    ask: async (target) => {
      const { operations } = await givenSurroundings(target);
      const { path = '' } = operations.find(({ operation }) => operation === 'createRoute') ?? {};
      const body = `{"pathname":"/a","localizedVariants":[${'5,'.repeat(20_000)}5]}`;
      const answer = await send(target, { method: 'POST', path, body });
      expectProblem(answer, 400, 422);
      assert.ok(answer.body.length < 10_000_000, `the answer has ${answer.body.length} bytes`);
    },
  },
  {
    id: 'odd-bodies/huge-numbers',
    title: 'A number of a hundred thousand digits is harmless',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      const digits = '9'.repeat(100_000);
      const ignored = await send(target, {
        method: 'POST',
        path,
        body: `{"name":"a","x":${digits}}`,
      });
      if (ignored.status !== 201) expectProblem(ignored, 400, 422);
      const body = `{"name":${digits}}`;
      expectProblem(await send(target, { method: 'POST', path, body }), 400, 422);
    },
  },
  {
    id: 'odd-bodies/of-a-list',
    title: 'The body of a GET is ignored, whatever it contains',
    ask: async (target) => {
      const path = sitesOf(target.workspace);
      for (const body of ['{"limit":1}', '{', '\0\0', '']) {
        for (const type of ['application/json', 'text/plain']) {
          const answer = await send(target, { path, body, headers: { 'content-type': type } });
          assert.equal(answer.status, 201, describe(answer));
        }
      }
    },
  },
];
