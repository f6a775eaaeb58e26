import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Writable } from 'node:stream';
import {
  isDisturbed,
  isWhole,
  type Sink,
  toPairs,
  type UnendingReply,
  type WholeReply,
  type WireReply,
} from '../mock-request.ts';
import { smallestHeld, unreadResponses } from './limit-memory.ts';
import { closeAfter, findConnection } from './read-request.ts';
import { keepAlive } from './watch-connections.ts';

/** How long the rest of a refused request is read, in milliseconds. */
const patience = 1000;

/** Endless responses. The server ends them when it closes. */
export type UnendingResponses = Set<ServerResponse>;

export interface SendOptions {
  unending: UnendingResponses;
  /** Whether to close the connection, because the rest of the request is not read. */
  closes: boolean;
}

/** Sends a reply: whole, endless, or disturbed by a fault. */
export function sendReply(
  message: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
  { unending, closes }: SendOptions,
): void {
  // The request was aborted, or the client has disconnected.
  if (response.headersSent) return;
  if (isWhole(reply) && !isDisturbed(reply)) {
    writeWhole(message, response, reply, closes);
    return;
  }
  const writeHead = (): void => {
    response.sendDate = false;
    response.writeHead(reply.status, reply.headers);
  };
  if (isWhole(reply))
    disturbReply(response, reply, {
      unending,
      writeHead,
      writeWhole: () => writeWhole(message, response, reply, closes),
      reset: () => response.socket?.resetAndDestroy(),
      breakOff: () => response.destroy(),
    });
  else {
    // A client that closes its side of the connection wants no more data.
    message.socket.once('end', () => response.end());
    writeHead();
    response.flushHeaders();
    writeUnending(response, reply, unending);
  }
}

function writeWhole(
  message: IncomingMessage,
  response: ServerResponse,
  reply: WholeReply,
  closes: boolean,
): void {
  if (closes) writeReplyAndClose(message, response, reply);
  else writeReply(response, reply);
}

function writeReply(response: ServerResponse, { status, headers, body }: WholeReply): void {
  const { socket } = response;
  const closes = socket === null || findConnection(socket).isClosing;
  // The date comes from the clock of the mock.
  response.sendDate = false;
  const { kept, length } = readHeaders(headers);
  response.writeHead(status, closes ? headers : kept);
  if (body === undefined || socket === null) {
    response.end(body);
    return;
  }
  limitUnread(response, body);
  // Corked, head and body are sent in one write. `end(body)` adds an empty write after them, so both go through
  // `writev`, which takes an eighth of the processor time of a small response.
  socket.cork();
  // A text with as many bytes as characters is ASCII. Node then copies it instead of encoding each character, which saves
  // 0.7 us of a small response, and 2.4 us of a list of 20.
  if (body.length === length && typeof body === 'string') response.write(body, 'latin1');
  else response.write(body);
  socket.uncork();
  response.end();
}

/** The headers of a reply as they are sent. */
interface SentHeaders {
  headers: readonly string[];
  /** With `Keep-Alive`. */
  kept: string[];
  /** The value of `Content-Length`. */
  length: number;
}

/** The last ones: most replies share their list with the reply before. */
let last: SentHeaders | undefined;

function readHeaders(headers: readonly string[]): SentHeaders {
  if (last?.headers !== headers) {
    const length = Number(headers[headers.indexOf('Content-Length') + 1]);
    last = { headers, kept: [...headers, 'Keep-Alive', keepAlive], length };
  }
  return last;
}

/**
 * Responds at once, and closes the connection after the rest of the request or a timeout. A connection that is closed
 * with unread bytes is reset, and the client would lose the response (RFC 9112, section 9.6).
 */
export function writeReplyAndClose(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: WholeReply,
): void {
  closeAfter(message);
  response.sendDate = false;
  response.writeHead(status, [...headers, 'Connection', 'close']);
  response.flushHeaders();
  if (body !== undefined) {
    limitUnread(response, body);
    response.write(body);
  }
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, patience);
  message.once('end', end);
  message.once('close', end);
  message.resume();
}

/** Formats a whole response for a socket whose request could not be parsed. */
export function toHttp({ status, headers, body = '' }: WholeReply): string {
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  const lines = toPairs(headers).map(([name, value]) => `${name}: ${value}`);
  return [start, ...lines, 'Connection: close', '', body].join('\r\n');
}

/** Counts a response until it is read or its connection ends. */
function limitUnread(response: ServerResponse, { length }: string | Uint8Array): void {
  if (length >= smallestHeld) unreadResponses.hold(response, length);
}

/** An HTTP/1.1 response, or an HTTP/2 stream. */
type Outlet = Writable & { readonly headersSent: boolean };

/** The actions of a protocol that a disturbed reply needs. */
interface Ways<Response extends Outlet> {
  /** Endless responses. The server ends them when it closes. */
  unending: Set<Response>;
  writeHead(): void;
  writeWhole(): void;
  /** Resets the connection or the stream. */
  reset(): void;
  /** The same after part of the body has been written. */
  breakOff(): void;
}

/** Delays or cuts off a reply, resets the connection, or sends nothing, as the reply specifies. */
export function disturbReply<Response extends Outlet>(
  response: Response,
  { delayMs = 0, injected, body }: WholeReply,
  { unending, writeHead, writeWhole, reset, breakOff }: Ways<Response>,
): void {
  if (delayMs <= 0) {
    send();
    return;
  }
  const timer = setTimeout(send, delayMs);
  response.once('close', () => clearTimeout(timer));

  function send(): void {
    if (response.headersSent || response.destroyed) return;
    const half = Buffer.from(body ?? '');
    switch (injected?.disruption) {
      case 'reset':
        reset();
        return;
      case 'hang':
        keepUntilClosed(response, unending);
        return;
      case 'truncate':
        if (half.length === 0) break;
        writeHead();
        response.write(half.subarray(0, Math.floor(half.length / 2)), breakOff);
        return;
    }
    writeWhole();
  }
}

/** Writes an endless body until either side ends it. The head has already been written. */
export function writeUnending<Response extends Outlet>(
  response: Response,
  { body }: UnendingReply,
  unending: Set<Response>,
): void {
  const leaving = new AbortController();
  keepUntilClosed(response, unending);
  response.once('close', () => leaving.abort());
  const sink: Sink = {
    write: (text) => {
      if (!response.writableEnded && !response.destroyed) response.write(text);
    },
    get buffered() {
      return response.writableLength;
    },
    end: () => response.end(),
    signal: leaving.signal,
  };
  body(sink);
}

function keepUntilClosed<Response extends Outlet>(response: Response, open: Set<Response>): void {
  open.add(response);
  response.once('close', () => open.delete(response));
}
