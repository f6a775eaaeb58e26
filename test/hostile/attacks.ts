import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** How a target attacks a client that has sent a request. It stops when the socket closes. */
export type Attack = (socket: Socket) => void;

const status = 'HTTP/1.1 201 Created\r\n';
const json = 'Content-Type: application/json\r\n';
const chunked = `${status}${json}Transfer-Encoding: chunked\r\n\r\n`;
const megabyte = 'x'.repeat(1_000_000);

/** Writes the same text repeatedly, as fast as the client reads. */
function flood(socket: Socket, part: string): void {
  const buffer = Buffer.from(part);
  const write = (): void => {
    while (!socket.destroyed && socket.write(buffer));
  };
  socket.on('drain', write);
  write();
}

/** Writes one part after the other, with a pause before each. */
function trickle(socket: Socket, part: string, pause: number): void {
  const timer = setInterval(() => socket.write(part), pause);
  socket.on('close', () => clearInterval(timer));
}

function answer(body: string | Buffer, headers = json): Attack {
  return (socket) => {
    socket.write(`${status}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
    socket.end(body);
  };
}

const uuid = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';
const chineseHost = `https://${'%E4%B8%AD'.repeat(40_000)}`;

/** A site with this number of additional fields. */
function toRecord(names: number): string {
  const more = Array.from({ length: names }, (_, at) => [`field${at}`, 0]);
  return JSON.stringify({
    ...Object.fromEntries(more),
    id: uuid,
    name: 'a',
    hostUrl: null,
    apiKey: uuid,
  });
}

/**
 * Compressed spaces that a client has to decompress. They are compressed for the first attack, because most campaigns
 * need only some attacks.
 */
function toBomb(coding: string, pack: (blanks: Buffer) => Buffer): Attack {
  let packed: Buffer | undefined;
  return (socket) => {
    packed ??= pack(Buffer.alloc(100_000_000, ' '));
    answer(packed, `${json}Content-Encoding: ${coding}\r\n`)(socket);
  };
}

/** Attacks of a target on a client. A suite must end in limited time and memory, and report what happened. */
export const attacks: Record<string, Attack> = {
  'a body without end': (socket) => {
    socket.write(chunked);
    flood(socket, `${megabyte.length.toString(16)}\r\n${megabyte}\r\n`);
  },
  'a body of one-byte chunks without end': (socket) => {
    socket.write(chunked);
    flood(socket, '1\r\n \r\n'.repeat(10_000));
  },
  'JSON without end': (socket) => {
    socket.write(`${status}${json}Connection: close\r\n\r\n{"data":[`);
    flood(socket, '{},'.repeat(10_000));
  },
  'a body of 300 MB': (socket) => {
    socket.write(`${status}${json}Content-Length: 300000000\r\n\r\n`);
    flood(socket, megabyte);
  },
  'a byte each second': (socket) => {
    socket.write(chunked);
    trickle(socket, '1\r\n \r\n', 1000);
  },
  'a head, a byte each second': (socket) => trickle(socket, 'H', 1000),
  'headers without end': (socket) => {
    socket.write(status);
    flood(socket, `X-A: ${'x'.repeat(1000)}\r\n`);
  },
  'a header of 1 MB': (socket) => {
    socket.end(`${status}X-A: ${megabyte}\r\nContent-Length: 2\r\n\r\n{}`);
  },
  '5,000 headers': (socket) => {
    const headers = Array.from({ length: 5000 }, (_, at) => `X-${at}: 1\r\n`).join('');
    socket.end(`${status}${headers}Content-Length: 2\r\n\r\n{}`);
  },
  '100 Continue without end': (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  '103 Early Hints without end': (socket) =>
    flood(socket, `HTTP/1.1 103 Early Hints\r\nLink: </${'a'.repeat(500)}>\r\n\r\n`),
  'trailers without end': (socket) => {
    socket.write(`${chunked}2\r\n{}\r\n0\r\n`);
    flood(socket, `X-A: ${'x'.repeat(1000)}\r\n`);
  },
  'JSON 200,000 levels deep': answer(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'objects 200,000 levels deep': answer(`${'{"a":'.repeat(200_000)}0${'}'.repeat(200_000)}`),
  'a page of 20,000 empty sites': answer(`{"data":[${'{},'.repeat(19_999)}{}],"hasMore":true}`),
  'an object of 500,000 names': answer(toRecord(500_000)),
  'objects of 2,000 names': answer(toRecord(2000)),
  'a page of 1,900,000 empty sites': answer(
    `{"data":[${'{},'.repeat(1_899_999)}{}],"hasMore":true}`,
  ),
  'a page of 300,000 texts': answer(`{"data":[${'"",'.repeat(300_000)}""],"hasMore":true}`),
  'a host that is slow to parse': answer(
    JSON.stringify({ id: uuid, name: 'a', hostUrl: chineseHost, apiKey: uuid }),
  ),
  'a name of 20 MB': answer(
    JSON.stringify({ id: uuid, name: 'x'.repeat(20_000_000), hostUrl: null, apiKey: uuid }),
  ),
  'a gigabyte in a megabyte of gzip': toBomb('gzip', (blanks) =>
    // Concatenated gzip streams are one stream.
    Buffer.concat(Array.from<Buffer>({ length: 10 }).fill(gzipSync(blanks))),
  ),
  'a hundred megabytes in a hundred bytes of brotli': toBomb('br', (blanks) =>
    brotliCompressSync(blanks),
  ),
  'gzip within gzip, twenty times': answer(
    Array.from({ length: 20 }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from('{}')),
    `${json}Content-Encoding: ${Array.from({ length: 20 }).fill('gzip').join(', ')}\r\n`,
  ),
  'a number of a million digits': answer(
    `{"data":[],"hasMore":true,"count":${'9'.repeat(1_000_000)}}`,
  ),
  'one name a million times': answer(`{${'"data":[],'.repeat(1_000_000)}"hasMore":true}`),
  'names of prototypes': answer(
    `{"id":"${uuid}","name":"a","hostUrl":null,"apiKey":"${uuid}","__proto__":{"data":[],"hasMore":true},"constructor":{"prototype":{"id":1}}}`,
  ),
  'a redirect to a file': (socket) =>
    socket.end(
      'HTTP/1.1 308 Permanent Redirect\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n',
    ),
  'two hundred cookies of 80 bytes': answer(
    '{}',
    `${json}${`Set-Cookie: a=${'x'.repeat(70)}\r\n`.repeat(200)}`,
  ),
  'a negative length': (socket) => socket.end(`${status}${json}Content-Length: -2\r\n\r\n{}`),
  'a second response after the first': (socket) =>
    socket.end(
      `${status}${json}Content-Length: 2\r\n\r\n{}${status}${json}Content-Length: 2\r\n\r\n[]`,
    ),
  'invalid gzip': answer('{}', `${json}Content-Encoding: gzip\r\n`),
  'a redirect to itself': (socket) =>
    socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
  'more bytes than announced': (socket) =>
    socket.end(`${status}${json}Content-Length: 2\r\n\r\n{}{}{}{}`),
  'fewer bytes than announced': (socket) =>
    socket.end(`${status}${json}Content-Length: 200\r\n\r\n{}`),
  'two lengths': (socket) =>
    socket.end(`${status}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'bytes that are not HTTP': (socket) => socket.end('\u0000\u0001SSH-2.0-x\r\n'),
  'a response without its body that never ends': (socket) => {
    socket.write(`${status}${json}Content-Length: 50\r\n\r\n`);
  },
  silence: () => undefined,
  'a reset': (socket) => socket.resetAndDestroy(),
  'a reset in the body': (socket) => {
    socket.write(`${chunked}5\r\n{"a":`, () => socket.resetAndDestroy());
  },
  'a retry in a hundred years': (socket) =>
    socket.end(
      'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3153600000\r\nContent-Length: 0\r\n\r\n',
    ),
  'terminal escapes': answer('{"title":"\\u001b[2J\\u001b]0;x\\u0007"}\u001b[31m'),
};
