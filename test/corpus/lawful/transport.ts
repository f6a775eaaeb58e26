import { brotliCompressSync, gzipSync } from 'node:zlib';
import { changeReply } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import { operationIds } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const changeJson = (change: (json: string) => string): Deviation =>
  changeReply(operationIds, (reply) => ({
    ...reply,
    bytes: Buffer.from(change(reply.bytes.toString())),
  }));

const addHeaders = (headers: Readonly<Record<string, string>>): Deviation =>
  changeReply(operationIds, (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }));

const compress =
  (encoding: string, pack: (bytes: Buffer) => Buffer): Deviation =>
  (service) => {
    const { send } = service;
    service.send = (request, reply, response) => {
      const accepted = request.headers['accept-encoding'] ?? '';
      if (!accepted.includes(encoding)) return send(request, reply, response);
      const headers = { ...reply.headers, 'content-encoding': encoding, vary: 'accept-encoding' };
      send(request, { ...reply, headers, bytes: pack(reply.bytes) }, response);
    };
  };

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

export const transport: readonly Entry[] = [
  {
    id: 'transport/gzip',
    title: 'Responses are gzipped where the client takes that.',
    deviate: compress('gzip', gzipSync),
  },
  {
    id: 'transport/brotli',
    title: 'Responses are packed by Brotli where the client takes that.',
    deviate: compress('br', brotliCompressSync),
  },
  {
    id: 'transport/small-chunks',
    title: 'Responses come in chunks of seven bytes without a length.',
    deviate: inPieces(7, 40),
  },
  {
    id: 'transport/single-bytes',
    title: 'Responses start with many chunks of one byte.',
    deviate: inPieces(1, 60),
  },
  {
    id: 'transport/closes-connections',
    title: 'The connection closes after every response.',
    deviate: (service) => {
      const { send } = service;
      service.send = (request, reply, response) =>
        send(request, { ...reply, headers: { ...reply.headers, connection: 'close' } }, response);
    },
  },
  {
    id: 'transport/http-1-0',
    title: 'Responses are HTTP/1.0 without a length; their end is the end of the connection.',
    deviate: (service) => {
      service.send = (_request, reply, response) => {
        const headers = Object.entries(reply.headers).map(
          ([name, value]) => `${name}: ${value}\r\n`,
        );
        response.socket?.write(`HTTP/1.0 ${reply.status} Status\r\n${headers.join('')}\r\n`);
        response.socket?.end(reply.bytes);
      };
    },
  },
  {
    id: 'transport/short-keep-alive',
    title: 'Idle connections close after 60 milliseconds.',
    deviate: (service) => {
      service.keepAliveTimeout = 60;
    },
  },
  {
    id: 'transport/charset',
    title: 'The Content-Type names the charset.',
    deviate: addHeaders({ 'content-type': 'application/json; charset=utf-8' }),
  },
  {
    id: 'transport/charset-without-space',
    title: 'The Content-Type names the charset in capitals and without a space.',
    deviate: addHeaders({ 'content-type': 'application/json;charset=UTF-8' }),
  },
  {
    id: 'transport/media-type-in-capitals',
    title: 'The Content-Type is written with capitals, which HTTP treats as equal.',
    deviate: addHeaders({ 'content-type': 'Application/JSON' }),
  },
  {
    id: 'transport/more-headers',
    title: 'Responses have many more headers: tags, cookies, policies and identifiers.',
    deviate: addHeaders({
      etag: 'W/"1"',
      'set-cookie': 'session=1; Path=/; HttpOnly',
      'x-request-id': '0',
      'strict-transport-security': 'max-age=1',
      'cache-control': 'public, max-age=60',
      'content-language': 'en',
      server: 'corpus',
      link: '</v1>; rel="next"',
    }),
  },
  {
    id: 'transport/base-path',
    title: 'The base URL has a path.',
    deviate: basePath('/api/management'),
  },
  {
    id: 'transport/pretty-printed',
    title: 'JSON is indented.',
    deviate: changeJson((json) => JSON.stringify(JSON.parse(json), null, 4)),
  },
  {
    id: 'transport/white-space-around',
    title: 'The JSON is surrounded by whitespace.',
    deviate: changeJson((json) => `\r\n\t ${json}\n`),
  },
  {
    id: 'transport/ascii-only',
    title: 'JSON is ASCII; everything else is escaped.',
    deviate: changeJson(escapeNonAscii),
  },
  {
    id: 'transport/all-escaped',
    title: 'Every slash and every angle bracket of the JSON is escaped.',
    deviate: changeJson((json) => json.replaceAll('/', '\\/').replaceAll('<', '\\u003c')),
  },
  {
    id: 'transport/bodies-up-to-16-kilobytes',
    title: 'Bodies of more than 16 kB get status 413.',
    deviate: (service) => {
      const { readBody } = service;
      service.readBody = (exchange) => {
        if (exchange.request.bytes.length > 16_384)
          throw new Refusal('too-large', 'the body is too large');
        return readBody(exchange);
      };
    },
  },
  {
    id: 'transport/early-hints',
    title: 'An interim response of status 103 precedes every response.',
    deviate: (service) => {
      const { send } = service;
      service.send = (request, reply, response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        send(request, reply, response);
      };
    },
  },
  {
    id: 'transport/trailing-slash-redirected',
    title: 'A path with a slash at its end is redirected to the one without.',
    deviate: (service) => {
      const { respond } = service;
      service.respond = async (request) =>
        request.path.length > 1 && request.path.endsWith('/')
          ? {
              status: 308,
              headers: { location: request.path.slice(0, -1) },
              bytes: Buffer.alloc(0),
            }
          : respond(request);
    },
  },
];
