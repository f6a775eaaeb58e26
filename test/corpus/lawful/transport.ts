import { brotliCompressSync, gzipSync } from 'node:zlib';
import { changeReply } from '../deviations/replies.ts';
import { type Entry, entries } from '../entry.ts';
import { operationIds, Refusal } from '../service/exchange.ts';
import { around, type Deviation } from '../service/service.ts';

const changeJson = (change: (json: string) => string): Deviation =>
  changeReply(operationIds, (reply) => ({
    ...reply,
    bytes: Buffer.from(change(reply.bytes.toString())),
  }));

const addHeaders = (headers: Readonly<Record<string, string>>): Deviation =>
  changeReply(operationIds, (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }));

const compress = (encoding: string, pack: (bytes: Buffer) => Buffer): Deviation =>
  around('send', (send) => (request, reply, response) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    if (!accepted.includes(encoding)) return send(request, reply, response);
    const headers = { ...reply.headers, 'content-encoding': encoding, vary: 'accept-encoding' };
    send(request, { ...reply, headers, bytes: pack(reply.bytes) }, response);
  });

/** Sends the body in pieces of a few bytes, which may split a character. */
const inPieces =
  (size: number, count: number): Deviation =>
  (service) => {
    service.send = (_request, reply, response) => {
      response.writeHead(reply.status, reply.headers);
      for (let piece = 0; piece < count; piece += 1) {
        response.write(reply.bytes.subarray(piece * size, (piece + 1) * size));
      }
      setImmediate(() => response.end(reply.bytes.subarray(count * size)));
    };
  };

const basePath =
  (path: string): Deviation =>
  (service) => {
    service.basePath = path;
  };

const escapeNonAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const transport: readonly Entry[] = entries({
  'transport/gzip: Responses are gzipped where the client takes that.': compress('gzip', gzipSync),
  'transport/brotli: Responses are packed by Brotli where the client takes that.': compress(
    'br',
    brotliCompressSync,
  ),
  'transport/small-chunks: Responses come in chunks of seven bytes without a length.': inPieces(
    7,
    40,
  ),
  'transport/single-bytes: Responses start with many chunks of one byte.': inPieces(1, 60),
  'transport/closes-connections: The connection closes after every response.': around(
    'send',
    (send) => (request, reply, response) =>
      send(request, { ...reply, headers: { ...reply.headers, connection: 'close' } }, response),
  ),
  'transport/http-1-0: Responses are HTTP/1.0 without a length; their end is the end of the connection.':
    (service) => {
      service.send = (_request, reply, response) => {
        const headers = Object.entries(reply.headers).map(
          ([name, value]) => `${name}: ${value}\r\n`,
        );
        response.socket?.write(`HTTP/1.0 ${reply.status} Status\r\n${headers.join('')}\r\n`);
        response.socket?.end(reply.bytes);
      };
    },
  'transport/short-keep-alive: Idle connections close after 60 milliseconds.': (service) => {
    service.keepAliveTimeout = 60;
  },
  'transport/charset: The Content-Type names the charset.': addHeaders({
    'content-type': 'application/json; charset=utf-8',
  }),
  'transport/charset-without-space: The Content-Type names the charset in capitals and without a space.':
    addHeaders({ 'content-type': 'application/json;charset=UTF-8' }),
  'transport/media-type-in-capitals: The Content-Type is written with capitals, which HTTP treats as equal.':
    addHeaders({ 'content-type': 'Application/JSON' }),
  'transport/more-headers: Responses have many more headers: tags, cookies, policies and identifiers.':
    addHeaders({
      etag: 'W/"1"',
      'set-cookie': 'session=1; Path=/; HttpOnly',
      'x-request-id': '0',
      'strict-transport-security': 'max-age=1',
      'cache-control': 'public, max-age=60',
      'content-language': 'en',
      server: 'corpus',
      link: '</v1>; rel="next"',
    }),
  'transport/base-path: The base URL has a path.': basePath('/api/management'),
  'transport/pretty-printed: JSON is indented.': changeJson((json) =>
    JSON.stringify(JSON.parse(json), null, 4),
  ),
  'transport/white-space-around: The JSON is surrounded by whitespace.': changeJson(
    (json) => `\r\n\t ${json}\n`,
  ),
  'transport/ascii-only: JSON is ASCII; everything else is escaped.': changeJson(escapeNonAscii),
  'transport/all-escaped: Every slash and every angle bracket of the JSON is escaped.': changeJson(
    (json) => json.replaceAll('/', '\\/').replaceAll('<', '\\u003c'),
  ),
  'transport/bodies-up-to-16-kilobytes: Bodies of more than 16 kB get status 413.': around(
    'readBody',
    (readBody) => (exchange) => {
      if (exchange.request.bytes.length > 16_384)
        throw new Refusal('too-large', 'the body is too large');
      return readBody(exchange);
    },
  ),
  'transport/early-hints: An interim response of status 103 precedes every response.': around(
    'send',
    (send) => (request, reply, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      send(request, reply, response);
    },
  ),
  'transport/trailing-slash-redirected: A path with a slash at its end is redirected to the one without.':
    around(
      'respond',
      (respond) => async (request) =>
        request.path.length > 1 && request.path.endsWith('/')
          ? {
              status: 308,
              headers: { location: request.path.slice(0, -1) },
              bytes: Buffer.alloc(0),
            }
          : respond(request),
    ),
});
