import {
  createServer as createHttp2Server,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createStreamServer, type StreamServer } from './http2.ts';
import type { HttpsOptions, ServerParts } from './server-parts.ts';

/** How long an HTTP/2 connection may be idle, in milliseconds. */
const idleTimeout = 65_000;

/** How often a connection is looked at, in milliseconds. */
const interval = 10_000;

/** A client that sent nothing for so many looks is pinged, and one that does not answer by the last of them is gone. */
const looks = { untilPing: 6, untilEnd: 8 };

/** The same once the server closes. What a client does not read any more is given up after so many looks. */
const closing = { interval: 100, looks: { untilEnd: 2, untilGivenUp: 10 } };

/** How many requests may be under way on one HTTP/2 connection. */
const maxConcurrentStreams = 250;

/** A connection of HTTP/2, and its requests that are not done. */
interface Connection {
  socket: TLSSocket;
  streams: Set<ServerHttp2Stream>;
}

type Connections = Map<Http2Session, Connection>;

/**
 * Makes a server of HTTPS that serves HTTP/1.1 as an ordinary one does, and passes connections of clients that choose
 * HTTP/2 (RFC 7301) to a server of their own, which never listens.
 */
export function createSecureServer(
  { cert, key }: HttpsOptions,
  { options, listener, ...carried }: ServerParts,
): Server {
  const server = createServer(
    {
      ...options,
      cert,
      key,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['h2', 'http/1.1'],
      // What a client takes to send a head, which comes after it.
      handshakeTimeout: options.headersTimeout,
    },
    listener,
  );
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams } });
  const streams = createStreamServer(carried);
  const sessions: Connections = new Map();
  const onStream: StreamServer['onStream'] = (stream, headers, flags, rawHeaders) => {
    const { session } = stream;
    const open = session === undefined ? undefined : sessions.get(session)?.streams.add(stream);
    stream.once('close', () => open?.delete(stream));
    streams.onStream(stream, headers, flags, rawHeaders);
  };
  http2.on('stream', onStream);
  const serveHttp1 = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') {
      // The server makes the session at once.
      http2.once('session', (session) => watchSession(session, socket, sessions));
      http2.emit('connection', socket);
    } else for (const serve of serveHttp1) serve.call(server, socket);
  });
  closeTogether(server, sessions, streams);
  return server;
}

/**
 * Ends a connection that is idle, or whose client has left it. Once a client has sent frames that are not valid, or more
 * requests than may be under way, Node ends the session, but neither closes the connection nor notices that the client has.
 */
function watchSession(session: Http2Session, socket: TLSSocket, sessions: Connections): void {
  sessions.set(session, { socket, streams: new Set() });
  let received = 0;
  let quiet = 0;
  const end = (): void => {
    session.destroy();
    socket.destroy();
  };
  const look = setInterval(() => {
    quiet = socket.bytesRead === received ? quiet + 1 : 0;
    received = socket.bytesRead;
    if (session.destroyed || quiet >= looks.untilEnd) end();
    else if (quiet === looks.untilPing) session.ping(() => {});
  }, interval).unref();
  session.setTimeout(idleTimeout, () => session.close());
  // A lost connection ends only its own requests.
  session.on('error', end);
  socket.once('close', () => {
    clearInterval(look);
    sessions.delete(session);
  });
}

/** Whether the mock still has to respond to a request that has arrived. */
function isAwaited({ writableEnded, readableEnded, endAfterHeaders }: ServerHttp2Stream): boolean {
  return !writableEnded && (readableEnded || endAfterHeaders);
}

/**
 * Ends connections on which nothing more moves. Node waits for some of them forever, for example if a client left without
 * reading, or sent more data after the end of a request.
 */
function endQuiet(sessions: Connections): void {
  const quiet = new Map<Http2Session, { moved: number; looks: number }>();
  const timer = setInterval(() => {
    if (sessions.size === 0) clearInterval(timer);
    for (const [session, { socket, streams }] of sessions) {
      const look = quiet.get(session) ?? { moved: -1, looks: 0 };
      const moved = socket.bytesRead + socket.bytesWritten;
      look.looks = [...streams].some(isAwaited) || moved !== look.moved ? 0 : look.looks + 1;
      look.moved = moved;
      quiet.set(session, look);
      const { untilEnd, untilGivenUp } = closing.looks;
      if (look.looks < (streams.size === 0 ? untilEnd : untilGivenUp)) continue;
      session.destroy();
      socket.destroy();
    }
  }, closing.interval).unref();
}

function toClient({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** What else than idle connections of HTTP/1.1 has to end when the server closes. */
function closeTogether(server: Server, sessions: Connections, streams: StreamServer): void {
  // Connections in the middle of a TLS handshake, which are none of HTTP yet, by the address of their client.
  const shaking = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const client = toClient(socket);
    shaking.set(client, socket);
    socket.once('close', () => shaking.delete(client));
  });
  server.on('secureConnection', (socket: TLSSocket) => shaking.delete(toClient(socket)));
  // For `node:http`, a connection without any request yet is not idle.
  const unused = new Map<object, TLSSocket>();
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') return;
    unused.set(socket, socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: { socket: object }) => unused.delete(socket));
  const close = server.close.bind(server);
  server.close = (callback) => {
    streams.endUnending();
    for (const session of sessions.keys()) session.close();
    endQuiet(sessions);
    for (const socket of [...unused.values(), ...shaking.values()]) socket.destroy();
    return close(callback);
  };
  const closeAllConnections = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAllConnections();
    for (const [session, { socket }] of sessions) {
      session.destroy();
      socket.destroy();
    }
  };
}
