import assert from 'node:assert/strict';
import { type Answer, describe, send } from './client.ts';
import { givenSurroundings } from './every-operation.ts';
import { freshWorkspace, pageOf, sitesOf } from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { answerTo, rawHead, rawJson, rawLine } from './raw-request.ts';

const ofBytes = (...bytes: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);

/** Bodies that are not JSON (RFC 8259). */
const broken: readonly (readonly [slug: string, body: string | Buffer])[] = [
  ['truncated-object', '{'],
  ['truncated-string', '{"name":"a'],
  ['truncated-escape', '{"name":"a\\u00"}'],
  ['missing-value', '{"name":}'],
  ['missing-colon', '{"name" "a"}'],
  ['missing-comma', '{"name":"a" "hostUrl":"https://a.example"}'],
  ['trailing-comma', '{"name":"a",}'],
  ['single-quotes', "{'name':'a'}"],
  ['bare-key', '{name:"a"}'],
  ['two-texts', '{"name":"a"}{"name":"b"}'],
  ['trailing-word', '{"name":"a"} more'],
  ['comment', '{"name":"a"/* b */}'],
  ['nan', '{"name":"a","x":NaN}'],
  ['leading-zero', '{"name":"a","x":01}'],
  ['plus-sign', '{"name":"a","x":+1}'],
  ['hexadecimal', '{"name":"a","x":0x1}'],
  ['raw-line-break', '{"name":"a\nb"}'],
  ['raw-nul', '{"name":"a\0b"}'],
  ['nul-at-the-end', '{"name":"a"}\0'],
  ['unknown-escape', '{"name":"\\x41"}'],
  ['word', 'undefined'],
  ['form', 'name=a&hostUrl=b'],
  ['xml', '<name>a</name>'],
  ['white-space', ' \n\t '],
  ['no-break-space', '\u00a0{"name":"a"}'],
  ['lone-quote', '"'],
  ['invalid-byte', ofBytes(0x61, 0xff, 0x62)],
  ['latin1', ofBytes(0x62, 0xfc, 0x72)],
  ['lone-continuation-byte', ofBytes(0x80)],
  ['overlong-slash', ofBytes(0xc0, 0xaf)],
  ['encoded-surrogate', ofBytes(0xed, 0xa0, 0x80)],
  ['beyond-unicode', ofBytes(0xf4, 0x90, 0x80, 0x80)],
  ['truncated-character', ofBytes(0xe2, 0x82)],
  ['utf-16le', Buffer.from('{"name":"a"}', 'utf16le')],
  ['utf-16le-with-mark', Buffer.from('\ufeff{"name":"a"}', 'utf16le')],
  ['utf-16be', Buffer.from('{"name":"a"}', 'utf16le').swap16()],
  ['utf-32', Buffer.from([...Buffer.from('{"name":"a"}')].flatMap((byte) => [0, 0, 0, byte]))],
  ['random-bytes', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xcd])],
];

async function refusesEverywhere(target: AcceptanceTarget, body: string | Buffer): Promise<void> {
  const { operations, snapshot } = await givenSurroundings(target);
  const before = await snapshot();
  for (const { method, path, json } of operations) {
    if (json !== undefined) expectProblem(await send(target, { method, path, body }), 400);
  }
  assert.deepEqual(await snapshot(), before);
}

async function refusesPart(
  target: AcceptanceTarget,
  bytes: (path: string) => string | Buffer,
): Promise<void> {
  const workspace = freshWorkspace();
  const answer = await answerTo(target, bytes(sitesOf(workspace)), { halfClose: true });
  assert.equal(answer.status, 400, describe(answer));
  assert.deepEqual((await pageOf(target, workspace)).data, []);
}

export const brokenBodies: readonly Question[] = [
  ...broken.map(([slug, body]) => ({
    id: `broken-bodies/${slug}`,
    title: `A body with ${slug.replaceAll('-', ' ')} gets 400 everywhere, without effect`,
    ask: (target: AcceptanceTarget) => refusesEverywhere(target, body),
  })),
  {
    id: 'broken-bodies/empty',
    title: 'An empty body is refused if a field is required, and otherwise harmless',
    ask: async (target) => {
      const { operations, snapshot } = await givenSurroundings(target);
      const before = await snapshot();
      for (const { operation, method, path, json } of operations) {
        if (json === undefined || operation === 'duplicateSite') continue;
        const answers: Answer[] = [
          await send(target, { method, path, body: '' }),
          await send(target, { method, path }),
        ];
        for (const answer of answers) {
          if (method !== 'PATCH' || answer.status !== 200) expectProblem(answer, 400, 415, 422);
        }
      }
      assert.deepEqual(await snapshot(), before);
    },
  },
  {
    id: 'broken-bodies/ends-before-its-length',
    title: 'A body that is shorter than announced gets 400, without effect',
    ask: (target) =>
      refusesPart(target, (path) =>
        rawJson(target, 'POST', path, '{"name":"a"}', { 'Content-Length': '100' }),
      ),
  },
  {
    id: 'broken-bodies/ends-before-the-last-chunk',
    title: 'A chunked body that ends before its last chunk gets 400, without effect',
    ask: (target) =>
      refusesPart(target, (path) => {
        const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
        return `${rawHead(target, rawLine(target, 'POST', path), headers)}c\r\n{"name":"a"}\r\n`;
      }),
  },
  {
    id: 'broken-bodies/no-body-after-a-length',
    title: 'A request that ends before its body gets 400, without effect',
    ask: (target) =>
      refusesPart(target, (path) => rawJson(target, 'POST', path, '', { 'Content-Length': '12' })),
  },
  {
    id: 'broken-bodies/client-leaves-half-way',
    title: 'A client that disconnects during a body has no effect on state or other clients',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const headers = { 'Content-Length': '100' };
      const bytes = rawJson(target, 'POST', sitesOf(workspace), '{"name":"a"}', headers);
      await answerTo(target, bytes, { patience: 50 }).catch(() => undefined);
      assert.deepEqual((await pageOf(target, workspace)).data, []);
    },
  },
];
