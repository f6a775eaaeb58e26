import type { Client, RawHeaders } from './client.ts';

type Bytes = (client: Client, path: string) => string;

const body = '{"name":"smuggled"}';
const chunked = `13\r\n${body}\r\n0\r\n\r\n`;
const ownLength = { 'Content-Length': String(body.length) };
const inChunks = { 'Transfer-Encoding': 'chunked' };

const post =
  (headers: RawHeaders, content = body): Bytes =>
  (client, path) =>
    client.head(`POST ${path}`, { 'Content-Type': 'application/json', ...headers }) + content;

const line =
  (text: string): Bytes =>
  (client, path) =>
    client.head(text.replace('PATH', path));

/** Bytes that are not a valid HTTP/1.1 request (RFC 9112), in Latin-1. */
export const malformedRequests: readonly (readonly [title: string, bytes: Bytes])[] = [
  ['a garbage line', () => 'this is not http\r\n\r\n'],
  ['binary garbage', () => '\x00\x01\x02\xff\xfe\r\n\r\n'],
  ['the start of TLS', () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown version', line('POST PATH HTTP/9.9')],
  ['no target', line('POST HTTP/1.1')],
  ['a space in the target', line('GET PATH x HTTP/1.1')],
  ['a target without a slash', line('GET v1/sites HTTP/1.1')],
  ['no Host', post({ Host: null, ...ownLength })],
  ['two lengths', post({ 'Content-Length': [String(body.length), '5'] })],
  ['a list of lengths', post({ 'Content-Length': `${body.length}, 5` })],
  ['a negative length', post({ 'Content-Length': '-1' })],
  ['a length in letters', post({ 'Content-Length': 'abc' })],
  ['a signed length', post({ 'Content-Length': `+${body.length}` })],
  ['a length and chunks', post({ 'Content-Length': '5', ...inChunks }, chunked)],
  ['an unknown transfer coding', post({ 'Transfer-Encoding': 'gzip' })],
  ['chunks not last', post({ 'Transfer-Encoding': 'chunked, identity' }, chunked)],
  ['a broken transfer coding', post({ 'Transfer-Encoding': 'chunkedx' }, chunked)],
  ['a bad chunk size', post(inChunks, `zz\r\n${body}\r\n0\r\n\r\n`)],
  ['a chunk longer than its size', post(inChunks, `2\r\n${body}\r\n0\r\n\r\n`)],
  ['no last chunk', post(inChunks, chunked.slice(0, -5))],
  ['a body shorter than its length', post({ 'Content-Length': '100' })],
  ['a space before the colon', post({ 'Content-Length ': String(body.length) })],
  ['a space in a field name', post({ 'X A': '1', ...ownLength })],
  ['a folded field', post({ 'X-A': 'a\r\n b', 'Content-Length': '-1' })],
  ['a NUL in a field', post({ 'X-A': 'a\0b', ...ownLength })],
  ['no colon in a field', post({ 'X-A\r\nnonsense': '1\r\nnonsense' })],
  ['a path of a hundred thousand letters', line(`GET /v1/${'a'.repeat(100_000)} HTTP/1.1`)],
  ['a header of a hundred thousand letters', post({ 'X-A': 'a'.repeat(100_000), ...ownLength })],
  ['ten thousand headers', post({ A: Array.from({ length: 10_000 }, () => 'b'), ...ownLength })],
  ['raw bytes in the path', line('GET /v1/sites/\xe9 HTTP/1.1')],
  ['raw bytes in the query', line('GET PATH?limit=\xff HTTP/1.1')],
  ['a method in lower case', line('get PATH HTTP/1.1')],
  ['an unknown method', line('GETT PATH HTTP/1.1')],
  ['CONNECT', line('CONNECT example.com:443 HTTP/1.1')],
];
