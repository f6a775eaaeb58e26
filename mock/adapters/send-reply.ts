import type { ServerResponse } from 'node:http';
import type { AnyReply, StreamBody } from '../handler.ts';
import { idleTimeout } from './connection.ts';
import { type Exchange, ignoreError } from './exchange.ts';
import { pause } from './fetch.ts';

/** Whether a reply is delayed, or not sent as a whole. */
export function isDisturbed({ delayMs, injected }: AnyReply): boolean {
  return delayMs !== undefined || injected?.disruption !== undefined;
}

/** Sends a reply as it specifies: delayed, cut off, or never. */
export async function disturb(exchange: Exchange, reply: AnyReply): Promise<void> {
  const { delayMs = 0, injected } = reply;
  if (delayMs > 0) await waitInPlace(exchange, delayMs, exchange.ended);
  switch (injected?.disruption) {
    case 'reset':
      exchange.reset();
      return;
    case 'hang':
      await waitInPlace(exchange, undefined, AbortSignal.any([exchange.ended, exchange.closing]));
      exchange.abort();
      return;
    case 'truncate':
      sendHalf(exchange, reply);
      return;
    case undefined:
      sendReply(exchange, reply);
  }
}

/** Sends a reply: whole or unending. */
export function sendReply(exchange: Exchange, reply: AnyReply): void {
  const { status, headers, body } = reply;
  const response = beginResponse(exchange, status, headers);
  if (response === undefined) return;
  if (typeof body === 'function') writeUnending(exchange, response, body);
  else writeWhole(response, reply.isBytes ? Buffer.from(body ?? '', 'latin1') : body);
}

/** Ends the connection after half of the body. */
function sendHalf(exchange: Exchange, { status, headers, body, isBytes }: AnyReply): void {
  const response = beginResponse(exchange, status, headers);
  const bytes = Buffer.from(typeof body === 'string' ? body : '', isBytes ? 'latin1' : 'utf8');
  if (bytes.length === 0) response?.end();
  else response?.write(bytes.subarray(0, bytes.length / 2), () => exchange.abort());
}

/** Returns undefined if there is nobody to respond to. */
function beginResponse(
  exchange: Exchange,
  status: number,
  headers: string[],
): ServerResponse | undefined {
  const response = exchange.takeResponse();
  if (response === undefined) return undefined;
  // The date comes from the clock of the mock.
  response.sendDate = false;
  // A client waits for a final response after an interim one, so it loses the connection.
  if (status < 200) exchange.closeAfterwards();
  return response.writeHead(status, headers);
}

/**
 * Waits for a duration, or forever, but not for a client that disconnects. The client may wait longer than the idle timeout
 * of the server, unless nothing is read from it: then only the timeout notices that it is gone.
 */
async function waitInPlace(
  { message: { socket } }: Exchange,
  delayMs: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!socket.isPaused()) socket.setTimeout(0);
  await pause(delayMs, signal).catch(ignoreError);
  socket.setTimeout(idleTimeout);
}

/**
 * Sends head and body in one write. `end(body)` adds an empty write after them, so both go through `writev`, which takes an
 * eighth of the processor time of a small response.
 */
function writeWhole(response: ServerResponse, body: string | Buffer | undefined): void {
  const { socket } = response;
  if (body === undefined || socket === null) {
    response.end(body);
    return;
  }
  socket.cork();
  response.write(body);
  socket.uncork();
  response.end();
}

/** Writes an unending body until either side ends it. */
function writeUnending(exchange: Exchange, response: ServerResponse, body: StreamBody): void {
  const { ended, closing } = exchange;
  const end = (): void => void response.end();
  const over = AbortSignal.any([ended, closing]);
  over.addEventListener('abort', end);
  if (over.aborted) end();
  response.flushHeaders();
  body({
    write: (text) => {
      if (!response.writableEnded && !response.destroyed) response.write(text);
    },
    get buffered() {
      return response.writableLength;
    },
    drained: () => waitForDrain(response, ended),
    end,
    abort: () => exchange.abort(),
    signal: ended,
  });
}

function waitForDrain(response: ServerResponse, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ended.aborted || !response.writableNeedDrain) {
      resolve();
      return;
    }
    const done = (): void => {
      response.removeListener('drain', done);
      ended.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    ended.addEventListener('abort', done);
  });
}
