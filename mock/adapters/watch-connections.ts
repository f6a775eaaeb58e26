import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findConnection } from './read-request.ts';

/** How often all connections are looked at, in milliseconds. */
const interval = 10_000;

/** For how many looks in a row a connection may be idle. */
const mostIdle = 7;

/** How long a response may wait for its client to read on, in milliseconds. */
const patience = 30_000;

/**
 * What responses tell clients about idle connections: less than what a connection gets, so that clients close it first and
 * none sends a request to one that is being closed.
 */
export const keepAlive = 'timeout=65';

/** What a look needs of a connection. */
export interface WatchedSocket extends Pick<Socket, 'bytesRead' | 'writableLength'> {
  readonly timeout?: number | undefined;
  setTimeout(milliseconds: number): unknown;
  destroy(): unknown;
}

/** What a look found, for the next one. */
interface Look {
  received: number;
  /** How many looks in a row found the connection idle. */
  idle: number;
}

/**
 * Ends connections that are idle, and those whose client has stopped to read. One look at all of them takes the place of
 * the two timers that `node:http` starts and stops for every request (`keepAliveTimeout`).
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

/** @param last the response to the last request, if there was one: `node:http` ends connections without any request */
export function lookAt(
  socket: WatchedSocket,
  last: Pick<ServerResponse, 'writableFinished'> | undefined,
  look: Look,
): void {
  const isIdle = last?.writableFinished === true && socket.bytesRead === look.received;
  look.received = socket.bytesRead;
  look.idle = isIdle ? look.idle + 1 : 0;
  if (look.idle >= mostIdle) socket.destroy();
  // A timeout begins anew with each byte that is read, and `node:http` ends the connection with it.
  else if (socket.writableLength === 0) {
    if (socket.timeout) socket.setTimeout(0);
  } else if (!socket.timeout) socket.setTimeout(patience);
}
