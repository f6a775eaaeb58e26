import assert from 'node:assert/strict';
import { type Answer, send, textOf } from './client.ts';
import {
  createSite,
  currentSite,
  duplicateSite,
  freshWorkspace,
  givenSite,
  pageOf,
  sitesOf,
  updateSite,
} from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectSite } from './resource-shapes.ts';

const names: readonly (readonly [slug: string, name: string])[] = [
  ['emoji', 'Shop 🏬👩‍👩‍👧‍👦🇨🇭'],
  ['combining-characters', 'e\u0301 and \u00e9, \u1112\u1161\u11ab and \ud55c'],
  ['right-to-left', 'متجر \u202eabc\u202c עברית'],
  ['quotes', `"double" 'single' \`back\``],
  ['backslashes', 'C:\\new\\table \\u0041 \\'],
  ['line-separators', 'a\u2028b\u2029c\u0085d'],
  ['line-breaks-and-tabs', 'a\nb\r\nc\td'],
  ['nul', 'a\u0000b'],
  ['other-control-characters', '\u0001\u001b[31m\u007f\u009f'],
  ['byte-order-mark', '\ufeffa\ufeff'],
  ['noncharacters', '\uffff\ufffe\u{10ffff}'],
  ['replacement-character', 'a\ufffdb'],
  ['spaces-around', '  a\u00a0b \u3000'],
  ['markup', '<script>alert("&amp;")</script> ]]> --> $1 {{2}} %s %00'],
  ['slashes', '/a//b/../c?d#e'],
  ['digits', '007'],
  ['words-of-json', 'null'],
  ['astral-letters', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠮷野家'],
  ['capital-sharp-s', 'STRASSE straße İstanbul ı'],
  ['ten-thousand-letters', 'ä'.repeat(10_000)],
];

async function comesBack(target: AcceptanceTarget, name: string): Promise<void> {
  const workspace = freshWorkspace();
  const site = await givenSite(target, { name }, workspace);
  assert.equal(site.name, name, 'as created');
  const other = await givenSite(target, {}, workspace);
  assert.equal(expectSite(await updateSite(target, other.id, { name }), 200).name, name, 'updated');
  const copy = expectSite(await duplicateSite(target, site.id, { name }), 201);
  assert.equal(copy.name, name, 'as the name of a copy');
  const listed = (await pageOf(target, workspace)).data.map((item) => item.name);
  assert.deepEqual(listed, [name, name, name], 'as listed');
}

const create = (target: AcceptanceTarget, body: string | Buffer): Promise<Answer> =>
  send(target, { method: 'POST', path: sitesOf(target.workspace), body });

export const text: readonly Question[] = [
  ...names.map(([slug, name]) => ({
    id: `text/${slug}`,
    title: `A name with ${slug.replaceAll('-', ' ')} is returned unchanged everywhere`,
    ask: (target: AcceptanceTarget) => comesBack(target, name),
  })),
  {
    id: 'text/escapes-are-read',
    title: 'JSON escapes are decoded',
    ask: async (target) => {
      const answer = await create(target, '{"\\u006eame":"\\u00fc\\ud83c\\udfec\\/\\b\\f"}');
      assert.equal(expectSite(answer, 201).name, 'ü🏬/\b\f');
    },
  },
  {
    id: 'text/lone-surrogates-are-kept-or-refused',
    title: 'The escape of a lone surrogate is kept or refused, never replaced',
    ask: async (target) => {
      for (const name of ['a\ud800b', '\udc00', '\udfec\ud83c', 'a\ud83c']) {
        const answer = await createSite(target, target.workspace, { name });
        if (answer.status !== 201) expectProblem(answer, 400, 422);
        else {
          const site = expectSite(answer, 201);
          assert.equal(site.name, name);
          assert.deepEqual(await currentSite(target, site.id), site);
        }
      }
    },
  },
  {
    id: 'text/answers-are-utf8',
    title: 'A response is UTF-8 without a byte order mark, of the announced length',
    ask: async (target) => {
      const answer = await createSite(target, target.workspace, { name: 'ü🏬' });
      assert.equal(expectSite(answer, 201).name, 'ü🏬');
      const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        answer.body,
      );
      assert.equal(decoded, textOf(answer));
      assert.equal(decoded[0], '{');
      const length = answer.headers.get('content-length');
      if (length !== null) assert.equal(Number(length), answer.body.length);
    },
  },
  {
    id: 'text/characters-split-between-packets',
    title: 'A character split between two chunks of a body stays intact',
    ask: async (target) => {
      const bytes = Buffer.from('{"name":"ü🏬é"}');
      const pieces = [...bytes].map((byte) => Buffer.from([byte]));
      const sending = { method: 'POST', path: sitesOf(target.workspace), pieces };
      assert.equal(expectSite(await send(target, sending), 201).name, 'ü🏬é');
    },
  },
  {
    id: 'text/white-space-around',
    title: 'Whitespace around the JSON text is ignored',
    ask: async (target) => {
      const answer = await create(target, ' \r\n\t{ "name" :\n"a" }\r\n ');
      assert.equal(expectSite(answer, 201).name, 'a');
    },
  },
  {
    id: 'text/duplicate-keys',
    title: 'A body with a duplicate field is read as one of the two or refused',
    ask: async (target) => {
      const answer = await create(target, '{"name":"first","name":"second"}');
      if (answer.status !== 201) expectProblem(answer, 400, 422);
      else assert.ok(['first', 'second'].includes(expectSite(answer, 201).name));
    },
  },
  {
    id: 'text/byte-order-mark-before-the-body',
    title: 'A byte order mark before the body is skipped or refused',
    ask: async (target) => {
      const answer = await create(target, '\ufeff{"name":"a"}');
      if (answer.status !== 201) expectProblem(answer, 400);
      else assert.equal(expectSite(answer, 201).name, 'a');
    },
  },
];
