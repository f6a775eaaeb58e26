import { gzipSync } from 'node:zlib';
import type { Sending } from './client.ts';

/** A change of a valid request to every operation that it concerns, and the statuses with which it is refused. */
export interface RefusedRequest {
  title: string;
  change: Partial<Sending>;
  statuses: readonly number[];
  /** Put in place of the id in the path. */
  id?: string;
  /** Whether it only concerns operations with a body. */
  needsBody?: true;
}

const ofBytes = (...bytes: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);

/** Bodies that are not JSON in UTF-8 (RFC 8259). */
const bodies: readonly (readonly [title: string, body: string | Buffer])[] = [
  ['a truncated object', '{'],
  ['a truncated string', '{"name":"a'],
  ['a missing comma', '{"name":"a" "hostUrl":"https://a.example"}'],
  ['a trailing comma', '{"name":"a",}'],
  ['single quotes', "{'name':'a'}"],
  ['two texts', '{"name":"a"}{"name":"b"}'],
  ['a comment', '{"name":"a"/* b */}'],
  ['NaN', '{"name":"a","x":NaN}'],
  ['a raw line break', '{"name":"a\nb"}'],
  ['a NUL at the end', '{"name":"a"}\0'],
  ['a form', 'name=a&hostUrl=b'],
  ['white space', ' \n\t '],
  ['a no-break space', '\u00a0{"name":"a"}'],
  ['an invalid byte', ofBytes(0x61, 0xff, 0x62)],
  ['Latin-1', ofBytes(0x62, 0xfc, 0x72)],
  ['an overlong slash', ofBytes(0xc0, 0xaf)],
  ['an encoded surrogate', ofBytes(0xed, 0xa0, 0x80)],
  ['a character beyond Unicode', ofBytes(0xf4, 0x90, 0x80, 0x80)],
  ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeff{"name":"a"}', 'utf16le')],
  ['random bytes', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xcd])],
];

const mediaTypes = [
  null,
  '',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/problem+json',
  'application/jsonx',
  'application/jso',
  '*/*',
  'text/plain; a=application/json',
  'application/json; charset=latin1',
  'application/json; charset="ISO-8859-1"',
  'application/json; charset=utf-16',
  'json',
  '__proto__',
];

/** The mock's unit tests have the others. */
const accepts = ['text/html', 'application/json;q=0, */*'];

const id = '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e';

/** Values in place of an id. */
const ids: readonly (readonly [title: string, value: string])[] = [
  ['a word', 'abc'],
  ['without hyphens', id.replaceAll('-', '')],
  ['in braces', `%7B${id}%7D`],
  ['a URN', `urn:uuid:${id}`],
  ['a digit short', id.slice(0, -1)],
  ['a digit long', `${id}0`],
  ['with a letter beyond f', `${id.slice(0, -1)}g`],
  ['with a line break after it', `${id}%0A`],
  ['with a NUL after it', `${id}%00`],
  ['with a space before it', `%20${id}`],
  ['without hexadecimal digits', '%zz'],
  ['a lone percent sign', '%'],
  ['dots', '%2e%2e'],
  ['a way out', '..%2f..%2fetc%2fpasswd'],
  ['overlong UTF-8', '%c0%af'],
  ['an encoded surrogate', '%ed%a0%80'],
  ['a header', '%0d%0aX-Injected:%201'],
  ['in Arabic digits', '%D9%A1'.repeat(8)],
  ['ten thousand letters', 'a'.repeat(10_000)],
  ['a key of every object', '__proto__'],
  ['a method of every object', 'constructor'],
];

/** Refused by every operation without effect. */
export const refusedRequests: readonly RefusedRequest[] = [
  ...bodies.map(([title, body]) => ({
    title: `a body that is ${title}`,
    change: { body, json: undefined },
    statuses: [400],
    needsBody: true as const,
  })),
  ...mediaTypes.map((mediaType) => ({
    title: `a body of the media type ${mediaType}`,
    change: { headers: { 'content-type': mediaType } },
    statuses: [415],
    needsBody: true as const,
  })),
  ...['gzip', 'br', 'deflate', 'x-unknown'].map((coding) => ({
    title: `a body of the content coding ${coding}`,
    change: {
      json: undefined,
      body: coding === 'gzip' ? gzipSync('{"name":"a"}') : '{"name":"a"}',
      headers: { 'content-encoding': coding },
    },
    statuses: [415],
    needsBody: true as const,
  })),
  ...accepts.map((accept) => ({
    title: `Accept: ${accept}`,
    change: { headers: { accept } },
    statuses: [406],
  })),
  ...ids.map(([title, value]) => ({
    title: `an id that is ${title}`,
    change: {},
    id: value,
    statuses: [400, 404],
  })),
];

/** Paths outside the interface. */
export const unknownPaths: readonly string[] = [
  '/nothing',
  '/v1',
  `/v2/workspaces/${id}/sites`,
  `/workspaces/${id}/sites`,
  `/v1/workspaces/${id}`,
  `/v1/workspaces/${id}/sites/`,
  `/v1/workspaces//${id}/sites`,
  `//v1/workspaces/${id}/sites`,
  '/v1/workspaces//sites',
  `/V1/WORKSPACES/${id}/SITES`,
  `/v1/workspaces/${id}/site`,
  `/v1/workspaces/${id}/sites/${id}`,
  `/v1/workspaces/${id}/sites.json`,
  `/v1/workspaces/${id}%2Fsites`,
  `/v1/workspaces/${id}/sites%3Flimit=1`,
  `/v1/workspaces/${id}/sites;v=1`,
  '/__proto__',
  '/v1/constructor/constructor/sites',
  '/v1/<script>alert(1)</script>?limit=<b>',
];

/** Each is more than an origin, or not an origin. */
export const refusedHosts: readonly string[] = [
  'https://example.com/shop',
  'https://example.com?a=1',
  'https://example.com/?a=1',
  'https://example.com#top',
  'https://user:secret@example.com',
  '',
  'example',
  'example.com',
  '//example.com',
  'https://',
  'https:example.com',
  'https:\\\\example.com',
  'https://exa mple.com',
  ' https://example.com ',
  'https://example.com\n',
  'https://exam\tple.com',
  'https://example.com:99999',
  'https://example.com:port',
  'javascript:alert(1)',
  'mailto:a@example.com',
  'null',
  'https://a.example https://b.example',
  'https://%zz.example',
];

/** Origins, and how they are returned: case and default ports are normalised (RFC 3986, section 6.2). */
export const acceptedHosts: readonly (readonly [given: string, returned?: string])[] = [
  ['https://example.com'],
  ['http://localhost:3000'],
  ['https://a.b.c.example.co.uk:8443'],
  ['http://[::1]:3000'],
  ['https://xn--bcher-kva.example'],
  ['HTTPS://Example.COM', 'https://example.com'],
  ['https://example.com:443', 'https://example.com'],
  ['http://example.com:80', 'http://example.com'],
];

export const refusedPathnames: readonly string[] = [
  'about',
  '',
  'https://a.example/b',
  '/a b',
  '/a?b',
  '/a#b',
  '/%zz',
  '/%',
  '/a\n',
];

export const refusedLocales: readonly string[] = [
  '',
  'english',
  'en',
  'en_US',
  'en-',
  '-US',
  'en US',
  'en-US ',
  'e-US',
  'en-US\n',
];

/** Neither `true` nor `false`. */
export const refusedSkipValidations: readonly string[] = [
  'TRUE',
  'True',
  '1',
  'yes',
  '',
  'null',
  'true%20',
  'true,false',
  'constructor',
  'true&skipValidation=false',
];
