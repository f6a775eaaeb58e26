import { createServer as createHttp2Server, type Http2Session } from 'node:http2';
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

/** How many requests may be under way on one HTTP/2 connection. */
const maxConcurrentStreams = 250;

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
  http2.on('stream', streams.onStream);
  const sessions = new Map<Http2Session, TLSSocket>();
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
function watchSession(
  session: Http2Session,
  socket: TLSSocket,
  sessions: Map<Http2Session, TLSSocket>,
): void {
  sessions.set(session, socket);
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

function toClient({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** What else than idle connections of HTTP/1.1 has to end when the server closes. */
function closeTogether(
  server: Server,
  sessions: ReadonlyMap<Http2Session, TLSSocket>,
  streams: StreamServer,
): void {
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
    for (const socket of [...unused.values(), ...shaking.values()]) socket.destroy();
    return close(callback);
  };
  const closeAllConnections = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAllConnections();
    for (const [session, socket] of sessions) {
      session.destroy();
      socket.destroy();
    }
  };
}
