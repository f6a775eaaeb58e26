import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { describe, send } from './client.ts';
import { givenSurroundings } from './every-operation.ts';
import { freshWorkspace, pageOf, sitesOf } from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectSite } from './resource-shapes.ts';

const refused: readonly (readonly [slug: string, mediaType: string | null])[] = [
  ['none', null],
  ['empty', ''],
  ['plain-text', 'text/plain'],
  ['html', 'text/html'],
  ['text-json', 'text/json'],
  ['a-form', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/form-data; boundary=x'],
  ['xml', 'application/xml'],
  ['bytes', 'application/octet-stream'],
  ['json-api', 'application/vnd.api+json'],
  ['problem-json', 'application/problem+json'],
  ['json-patch', 'application/json-patch+json'],
  ['a-longer-subtype', 'application/jsonx'],
  ['a-shorter-subtype', 'application/jso'],
  ['a-wildcard', '*/*'],
  ['json-as-a-parameter', 'text/plain; a=application/json'],
  ['latin1', 'application/json; charset=latin1'],
  ['iso-8859-1', 'application/json; charset="ISO-8859-1"'],
  ['utf-16', 'application/json; charset=utf-16'],
  ['no-type', 'json'],
  ['a-prototype-key', '__proto__'],
];

const accepted = [
  'application/json',
  'Application/JSON',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; Charset=Utf-8',
];

async function refuses(target: AcceptanceTarget, mediaType: string | null): Promise<void> {
  const { operations, snapshot } = await givenSurroundings(target);
  const before = await snapshot();
  for (const { method, path, json } of operations) {
    if (json === undefined) continue;
    const body = JSON.stringify(json);
    const headers = { 'content-type': mediaType };
    expectProblem(await send(target, { method, path, body, headers }), 415);
  }
  assert.deepEqual(await snapshot(), before);
}

export const mediaTypes: readonly Question[] = [
  ...refused.map(([slug, mediaType]) => ({
    id: `media-types/refuses-${slug}`,
    title: `A body of media type ${mediaType ?? 'unspecified'} gets 415, without effect`,
    ask: (target: AcceptanceTarget) => refuses(target, mediaType),
  })),
  {
    id: 'media-types/json-in-every-spelling',
    title: 'JSON in any case, with charset utf-8 or without, is accepted',
    ask: async (target) => {
      for (const mediaType of accepted) {
        const answer = await send(target, {
          method: 'POST',
          path: sitesOf(target.workspace),
          json: { name: 'ü' },
          headers: { 'content-type': mediaType },
        });
        assert.equal(expectSite(answer, 201).name, 'ü', mediaType);
      }
    },
  },
  {
    id: 'media-types/unknown-parameters',
    title: 'Parameters that JSON does not define are ignored or get 415',
    ask: async (target) => {
      for (const parameters of ['; version=1', ';', '; charset', '; charset=', '; charset=utf8']) {
        const answer = await send(target, {
          method: 'POST',
          path: sitesOf(target.workspace),
          json: { name: 'a' },
          headers: { 'content-type': `application/json${parameters}` },
        });
        if (answer.status !== 201) expectProblem(answer, 400, 415);
      }
    },
  },
  ...['gzip', 'br', 'deflate', 'x-unknown'].map((coding) => ({
    id: `media-types/content-encoding-${coding}`,
    title: `A body of content coding ${coding} gets 415, without effect`,
    ask: async (target: AcceptanceTarget) => {
      const workspace = freshWorkspace();
      const answer = await send(target, {
        method: 'POST',
        path: sitesOf(workspace),
        body: coding === 'gzip' ? gzipSync('{"name":"a"}') : '{"name":"a"}',
        headers: { 'content-encoding': coding },
      });
      expectProblem(answer, 415);
      assert.deepEqual((await pageOf(target, workspace)).data, []);
    },
  })),
  {
    id: 'media-types/content-encoding-identity',
    title: 'A body of content coding identity is accepted or gets 415',
    ask: async (target) => {
      const answer = await send(target, {
        method: 'POST',
        path: sitesOf(target.workspace),
        json: { name: 'a' },
        headers: { 'content-encoding': 'identity' },
      });
      if (answer.status !== 201) expectProblem(answer, 415);
    },
  },
  {
    id: 'media-types/of-no-body',
    title: 'The media type of a request without a body does not matter',
    ask: async (target) => {
      const headers = { 'content-type': 'text/plain' };
      const answer = await send(target, { path: sitesOf(target.workspace), headers });
      assert.equal(answer.status, 201, describe(answer));
    },
  },
];
