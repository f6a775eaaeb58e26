import assert from 'node:assert/strict';
import { describe } from './client.ts';
import { freshWorkspace, pageOf, sitesOf } from './operations.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { answerTo, type RawHeaders, rawHead, rawJson, rawLine } from './raw-request.ts';

type Bytes = (target: AcceptanceTarget, path: string) => string | Buffer;

const body = '{"name":"smuggled"}';
const chunked = `13\r\n${body}\r\n0\r\n\r\n`;

const withHeaders =
  (headers: RawHeaders, content: string = body): Bytes =>
  (target, path) =>
    rawHead(target, rawLine(target, 'POST', path), {
      'Content-Type': 'application/json',
      ...headers,
    }) + content;

/** Bytes that are not a valid HTTP/1.1 request (RFC 9112). */
const malformed: readonly (readonly [slug: string, bytes: Bytes])[] = [
  ['a-garbage-line', () => 'this is not http\r\n\r\n'],
  ['binary-garbage', () => Buffer.from('\x00\x01\x02\xff\xfe\r\n\r\n', 'latin1')],
  ['the-start-of-tls', () => Buffer.from('\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 'latin1')],
  ['no-version', (target, path) => rawHead(target, `POST ${path}`)],
  ['an-unknown-version', (target, path) => rawHead(target, `POST ${path} HTTP/9.9`)],
  ['no-target', (target) => rawHead(target, 'POST HTTP/1.1')],
  ['a-space-in-the-target', (target, path) => rawHead(target, `GET ${path} x HTTP/1.1`)],
  ['a-target-without-a-slash', (target) => rawHead(target, 'GET v1/sites HTTP/1.1')],
  ['no-host', withHeaders({ Host: null, 'Content-Length': `${body.length}` })],
  ['two-lengths', withHeaders({ 'Content-Length': [`${body.length}`, '5'] })],
  ['a-list-of-lengths', withHeaders({ 'Content-Length': `${body.length}, 5` })],
  ['a-negative-length', withHeaders({ 'Content-Length': '-1' })],
  ['a-length-in-letters', withHeaders({ 'Content-Length': 'abc' })],
  ['a-signed-length', withHeaders({ 'Content-Length': `+${body.length}` })],
  [
    'a-length-and-chunks',
    withHeaders({ 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }, chunked),
  ],
  ['an-unknown-transfer-coding', withHeaders({ 'Transfer-Encoding': 'gzip' })],
  ['chunked-not-last', withHeaders({ 'Transfer-Encoding': 'chunked, identity' }, chunked)],
  ['a-broken-transfer-coding', withHeaders({ 'Transfer-Encoding': 'chunkedx' }, chunked)],
  [
    'a-bad-chunk-size',
    withHeaders({ 'Transfer-Encoding': 'chunked' }, `zz\r\n${body}\r\n0\r\n\r\n`),
  ],
  [
    'a-chunk-longer-than-its-size',
    withHeaders({ 'Transfer-Encoding': 'chunked' }, `2\r\n${body}\r\n0\r\n\r\n`),
  ],
  ['a-space-before-the-colon', withHeaders({ 'Content-Length ': `${body.length}` })],
  ['a-space-in-a-field-name', withHeaders({ 'X A': '1', 'Content-Length': `${body.length}` })],
  ['a-folded-field', withHeaders({ 'X-A': 'a\r\n b', 'Content-Length': '-1' })],
  ['a-nul-in-a-field', withHeaders({ 'X-A': 'a\0b', 'Content-Length': `${body.length}` })],
  ['no-colon-in-a-field', withHeaders({ 'X-A\r\nnonsense': '1\r\nnonsense' })],
  ['http-2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
];

/** The parser refuses these, so any body is accepted, but silence is not. */
async function refuses(target: AcceptanceTarget, bytes: Bytes): Promise<void> {
  const workspace = freshWorkspace();
  const answer = await answerTo(target, bytes(target, sitesOf(workspace)), { halfClose: true });
  const lawful =
    (answer.status >= 400 && answer.status < 500) || [501, 505].includes(answer.status);
  assert.ok(lawful, describe(answer));
  assert.deepEqual((await pageOf(target, workspace)).data, []);
}

const tooLong = [400, 404, 413, 414, 431];

export const malformedHttp: readonly Question[] = [
  ...malformed.map(([slug, bytes]) => ({
    id: `malformed-http/${slug}`,
    title: `A request with ${slug.replaceAll('-', ' ')} is refused with a response, without effect`,
    ask: (target: AcceptanceTarget) => refuses(target, bytes),
  })),
  {
    id: 'malformed-http/long-path',
    title: 'A path of a hundred thousand letters is refused with a response',
    ask: async (target) => {
      const line = rawLine(target, 'GET', `/v1/${'a'.repeat(100_000)}`);
      const answer = await answerTo(target, rawHead(target, line));
      assert.ok(tooLong.includes(answer.status), describe(answer));
    },
  },
  {
    id: 'malformed-http/long-header',
    title: 'A header of a hundred thousand letters is refused with a response',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace));
      const answer = await answerTo(target, rawHead(target, line, { 'X-A': 'a'.repeat(100_000) }));
      assert.ok([201, ...tooLong].includes(answer.status), describe(answer));
    },
  },
  {
    id: 'malformed-http/many-headers',
    title: 'Ten thousand headers are refused with a response',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace));
      const many = Array.from({ length: 10_000 }, () => 'b');
      const answer = await answerTo(target, rawHead(target, line, { A: many }));
      assert.ok([201, 401, ...tooLong].includes(answer.status), describe(answer));
    },
  },
  {
    id: 'malformed-http/smuggled-request',
    title: 'A request smuggled behind Content-Length and chunks is not executed',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const hidden = rawJson(target, 'POST', sitesOf(workspace), body);
      const headers = { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' };
      const outer = withHeaders(headers, '0\r\n\r\n')(target, sitesOf(workspace));
      const bytes = Buffer.concat([Buffer.from(outer), hidden]);
      const answer = await answerTo(target, bytes);
      assert.ok(answer.status >= 400 && answer.status < 502, describe(answer));
      assert.deepEqual((await pageOf(target, workspace)).data, []);
    },
  },
  {
    id: 'malformed-http/empty-lines-before-a-request',
    title: 'An empty line before a request is skipped (RFC 9112, 2.2)',
    ask: async (target) => {
      const line = rawLine(target, 'GET', sitesOf(target.workspace));
      const answer = await answerTo(target, `\r\n${rawHead(target, line)}`);
      assert.equal(answer.status, 201, describe(answer));
    },
  },
];
