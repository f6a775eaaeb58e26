import { defaultApiKey } from '../../mock/mock-options.ts';
import { sitesOf } from '../support/test-client.ts';

/** HTTP/2 frames as bytes, valid or not (RFC 9113, section 4.1). */
export const types = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  promise: 5,
  ping: 6,
  goAway: 7,
  window: 8,
  continuation: 9,
} as const;

export const endStream = 0x1;
export const endHeaders = 0x4;
const padded = 0x8;

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array | readonly number[] = [],
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Uint8Array.from(payload)]);
}

export type Fields = readonly (readonly [name: string, value: string])[];

/** Encodes headers as literals without an index (RFC 7541, section 6.2.2), which can contain anything. */
export function toBlock(fields: Fields): Buffer {
  return Buffer.concat(
    fields.flatMap(([name, value]) => [Buffer.of(0), toLiteral(name), toLiteral(value)]),
  );
}

function toLiteral(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length: number[] = [];
  let rest = bytes.length;
  if (rest < 127) length.push(rest);
  else {
    length.push(127);
    for (rest -= 127; rest >= 128; rest = Math.floor(rest / 128)) length.push(128 + (rest % 128));
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

export const toHead = (method: string, path: string, more: Fields = []): Fields => [
  [':method', method],
  [':scheme', 'https'],
  [':authority', 'localhost'],
  [':path', path],
  ['authorization', `Bearer ${defaultApiKey}`],
  ...more,
];

const json = ['content-type', 'application/json'] as const;
const expecting = ['expect', '100-continue'] as const;
const list = toBlock(toHead('GET', sitesOf()));
const create = toBlock(toHead('POST', sitesOf(), [json]));
const body = Buffer.from('{"name":"A site"}');
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const cancel = number(8);
const settings = (...pairs: readonly (readonly [id: number, value: number])[]): Buffer =>
  Buffer.concat(
    pairs.map(([id, value]) => Buffer.concat([Buffer.of(id >> 8, id & 255), number(value)])),
  );
const whole = endHeaders | endStream;
const get = (stream: number): Buffer => frame(types.headers, whole, stream, list);
const post = (stream: number, sent: Uint8Array = body): Buffer =>
  Buffer.concat([
    frame(types.headers, endHeaders, stream, create),
    frame(types.data, endStream, stream, sent),
  ]);
const reset = (stream: number): Buffer => frame(types.reset, 0, stream, cancel);
const request = (head: Fields, flags: number = whole): Buffer =>
  frame(types.headers, flags, 1, toBlock(head));
const many = (count: number, toFrame: (stream: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => toFrame(2 * at + 1)));
const leave = (method: string, path: string, ...fields: Fields): Buffer =>
  Buffer.concat([request(toHead(method, path, fields), endHeaders), reset(1)]);

/** Attacks of an HTTP/2 client on a server, by name. Each follows the preface and empty settings. */
export const frameAttacks: Readonly<Record<string, Buffer>> = {
  'a reset after a request with Expect: 100-continue': leave('POST', sitesOf(), json, expecting),
  'a reset after a request for the page': leave('GET', '/__mock/', expecting),
  'a reset after a request for the control surface': leave('POST', '/__mock/reset', expecting),
  'a reset after a body': Buffer.concat([post(1), reset(1)]),
  'a rapid reset': many(3000, (stream) => Buffer.concat([get(stream), reset(stream)])),
  'a reset of requests to the page': many(200, (stream) =>
    Buffer.concat([
      frame(types.headers, whole, stream, toBlock(toHead('GET', '/__mock/'))),
      reset(stream),
    ]),
  ),
  'more concurrent requests than allowed': many(1000, get),
  'endless headers': Buffer.concat([
    frame(types.headers, 0, 1, list),
    many(3000, () => frame(types.continuation, 0, 1, toBlock([['a', 'b'.repeat(1000)]]))),
  ]),
  'empty continuations': Buffer.concat([
    frame(types.headers, 0, 1, list),
    many(3000, () => frame(types.continuation, 0, 1)),
  ]),
  'a header of 14,000 characters': request(toHead('GET', sitesOf(), [['a', 'b'.repeat(14_000)]])),
  'a thousand headers': request(
    toHead(
      'GET',
      sitesOf(),
      Array.from({ length: 1000 }, (_, at) => [`a${at}`, ''] as const),
    ),
  ),
  'a window of 0 for responses': Buffer.concat([
    frame(types.settings, 0, 0, settings([4, 0])),
    many(200, get),
  ]),
  'many settings': many(5000, () => frame(types.settings, 0, 0, settings([4, 65_535]))),
  'invalid settings': frame(types.settings, 0, 0, settings([5, 1], [2, 7], [4, 2 ** 31])),
  'truncated settings': frame(types.settings, 0, 0, [0, 4, 0]),
  'the smallest frame size and the largest table': Buffer.concat([
    frame(types.settings, 0, 0, settings([1, 2 ** 32 - 1], [5, 16_384], [6, 0])),
    many(50, get),
  ]),
  'many pings': many(20_000, () => frame(types.ping, 0, 0, Buffer.alloc(8))),
  'a short ping': frame(types.ping, 0, 0, [1]),
  'a window update of 0': Buffer.concat([get(1), frame(types.window, 0, 1, number(0))]),
  'a window above the maximum': many(3, () => frame(types.window, 0, 0, number(2 ** 31 - 1))),
  'data without a request': frame(types.data, endStream, 7, body),
  'data for the connection': frame(types.data, 0, 0, body),
  'data after the end': Buffer.concat([post(1), frame(types.data, 0, 1, body)]),
  'many empty data frames': Buffer.concat([
    frame(types.headers, endHeaders, 1, create),
    many(20_000, () => frame(types.data, 0, 1)),
  ]),
  'a body beyond the limit': Buffer.concat([
    frame(types.headers, endHeaders, 1, create),
    many(4, () => frame(types.data, 0, 1, Buffer.alloc(16_384, ' '))),
    many(100, () => frame(types.data, 0, 1, Buffer.alloc(16_384, ' '))),
  ]),
  'a body with a wrong length': Buffer.concat([
    request(toHead('POST', sitesOf(), [json, ['content-length', '5']]), endHeaders),
    frame(types.data, endStream, 1, body),
  ]),
  'two lengths': Buffer.concat([
    request(
      toHead('POST', sitesOf(), [json, ['content-length', '5'], ['content-length', '17']]),
      endHeaders,
    ),
    frame(types.data, endStream, 1, body),
  ]),
  'padding larger than the frame': frame(types.data, padded, 1, [200, 1, 2]),
  'a stream that depends on itself': Buffer.concat([
    frame(types.priority, 0, 1, [0, 0, 0, 1, 5]),
    get(1),
  ]),
  'many priorities': many(20_000, (stream) => frame(types.priority, 0, stream, [0, 0, 0, 0, 5])),
  'a push promise from the client': frame(types.promise, endHeaders, 1, [0, 0, 0, 2, ...list]),
  'headers that cannot be decoded': frame(types.headers, whole, 1, [0xff, 0xff, 0xff, 0xff, 0xff]),
  'a header table of an invalid size': frame(
    types.headers,
    whole,
    1,
    [0x3f, 0xff, 0xff, 0xff, 0x7f],
  ),
  'trailers with a path': Buffer.concat([
    frame(types.headers, endHeaders, 1, create),
    frame(types.data, 0, 1, body),
    frame(types.headers, whole, 1, toBlock([[':path', '/']])),
  ]),
  trailers: Buffer.concat([
    frame(types.headers, endHeaders, 1, create),
    frame(types.data, 0, 1, body),
    frame(types.headers, whole, 1, toBlock([['x-checksum', '1']])),
  ]),
  'no path': request([
    [':method', 'GET'],
    [':scheme', 'https'],
  ]),
  'an empty path': request(toHead('GET', '')),
  'a path without a slash': request(toHead('GET', 'x')),
  'the path *': request(toHead('OPTIONS', '*')),
  'a path of control characters': request(toHead('GET', '/\u0000\r\n\u007f')),
  'no method': request([
    [':path', '/'],
    [':scheme', 'https'],
  ]),
  'an invalid method': request(toHead('\u0000G E T', '/')),
  'a CONNECT': request(
    [
      [':method', 'CONNECT'],
      [':authority', 'a:1'],
    ],
    endHeaders,
  ),
  'an extended CONNECT': request(toHead('CONNECT', '/', [[':protocol', 'websocket']]), endHeaders),
  'upper-case names and a Connection header': request(
    toHead('GET', '/', [
      ['A', 'b'],
      ['connection', 'close'],
    ]),
  ),
  'a transfer coding': request(toHead('POST', sitesOf(), [json, ['transfer-encoding', 'chunked']])),
  'an invalid host': request(toHead('GET', sitesOf(), [['host', 'a b']])),
  'an unknown expectation': request(toHead('POST', sitesOf(), [json, ['expect', 'tea']])),
  'decreasing stream ids': Buffer.concat([get(9), get(3)]),
  'a stream id of the server': frame(types.headers, whole, 2, list),
  'the largest stream id': frame(types.headers, whole, 2 ** 31 - 1, list),
  'GOAWAY during a request': Buffer.concat([
    frame(types.headers, endHeaders, 1, create),
    frame(types.goAway, 0, 0, [...number(0), ...number(0)]),
    frame(types.data, endStream, 1, body),
    get(3),
  ]),
  'frames of unknown types': many(1000, (stream) => frame(200, 255, stream, body)),
  'a frame larger than allowed': frame(types.data, 0, 1, Buffer.alloc(20_000)),
  text: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
};

/** The bytes of an attack from the start of the connection. */
export function openConnection(attack: Uint8Array): Buffer {
  return Buffer.concat([preface, frame(types.settings, 0, 0), attack]);
}
