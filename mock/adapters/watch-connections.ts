import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findConnection } from './read-request.ts';

/** How often all connections are checked, in milliseconds. */
const interval = 10_000;

/** Number of consecutive checks that a connection may be idle for. */
const mostIdle = 7;

/** How long a client may stop reading a response, in milliseconds. */
const patience = 30_000;

/**
 * The idle timeout in responses. It is shorter than the real one, so that clients close a connection first and never
 * send a request on a closing one.
 */
export const keepAlive = 'timeout=65';

/** The part of a socket that a check uses. */
export interface WatchedSocket extends Pick<Socket, 'bytesRead' | 'writableLength'> {
  readonly timeout?: number | undefined;
  setTimeout(milliseconds: number): unknown;
  destroy(): unknown;
}

/** The result of a check, for the next one. */
interface Look {
  received: number;
  /** Number of consecutive checks that found the connection idle. */
  idle: number;
}

/**
 * Ends connections that are idle, and those whose client has stopped reading. One periodic check of all connections
 * replaces the two timers that `node:http` starts and stops for every request (`keepAliveTimeout`).
 */
export function watchConnections(server: Server, event: 'connection' | 'secureConnection'): void {
  const looks = new Map<Socket, Look>();
  server.on(event, (socket: Socket) => {
    looks.set(socket, { received: 0, idle: 0 });
    socket.once('close', () => looks.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, look] of looks) lookAt(socket, findConnection(socket).last, look);
  }, interval).unref();
  server.once('close', () => clearInterval(timer));
}

/** @param last the response to the last request, if any: `node:http` ends connections without a request */
export function lookAt(
  socket: WatchedSocket,
  last: Pick<ServerResponse, 'writableFinished'> | undefined,
  look: Look,
): void {
  const isIdle = last?.writableFinished === true && socket.bytesRead === look.received;
  look.received = socket.bytesRead;
  look.idle = isIdle ? look.idle + 1 : 0;
  if (look.idle >= mostIdle) socket.destroy();
  // Each byte that the client reads restarts the timeout, after which `node:http` ends the connection.
  else if (socket.writableLength === 0) {
    if (socket.timeout) socket.setTimeout(0);
  } else if (!socket.timeout) socket.setTimeout(patience);
}
