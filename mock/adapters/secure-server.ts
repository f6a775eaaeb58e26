import {
  createServer as createHttp2Server,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createStreamServer, type StreamServer } from './http2.ts';
import type { HttpsOptions, ServerParts } from './node-http.ts';

/** How long an HTTP/2 connection may be idle, in milliseconds. */
const idleTimeout = 65_000;

/** How often a connection is checked, in milliseconds. */
const interval = 10_000;

/** Number of consecutive checks without data from a client until it is pinged, and until its connection is ended. */
const looks = { untilPing: 6, untilEnd: 8 };

/**
 * The same while the server closes. A client that does not read its response is given up after the last number of
 * checks.
 */
const closing = { interval: 100, looks: { untilEnd: 2, untilGivenUp: 10 } };

/** Maximum number of open requests on one HTTP/2 connection. */
const maxConcurrentStreams = 250;

/** An HTTP/2 connection and its unfinished requests. */
interface Connection {
  socket: TLSSocket;
  streams: Set<ServerHttp2Stream>;
}

type Connections = Map<Http2Session, Connection>;

/**
 * Creates an HTTPS server that serves HTTP/1.1 like an HTTP server. It passes connections of clients that choose HTTP/2
 * (RFC 7301) to a second server, which never listens.
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
      // The handshake may take as long as the request head after it.
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
      // The server creates the session synchronously.
      http2.once('session', (session) => watchSession(session, socket, sessions));
      http2.emit('connection', socket);
    } else for (const serve of serveHttp1) serve.call(server, socket);
  });
  closeTogether(server, sessions, streams);
  return server;
}

/**
 * Ends a connection that is idle, or whose client has disconnected. After invalid frames or too many open requests,
 * Node ends the session, but neither closes the connection nor notices when the client does.
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
 * Ends connections without any more data. Node waits for some of them forever, for example if a client disconnected
 * without reading, or sent more data after the end of a request.
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

/** Ends everything that the server does not end itself when it closes: it ends only idle HTTP/1.1 connections. */
function closeTogether(server: Server, sessions: Connections, streams: StreamServer): void {
  // Connections in a TLS handshake, which are not HTTP connections yet, by the address of their client.
  const shaking = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const client = toClient(socket);
    shaking.set(client, socket);
    socket.once('close', () => shaking.delete(client));
  });
  server.on('secureConnection', (socket: TLSSocket) => shaking.delete(toClient(socket)));
  // `node:http` does not regard a connection without any request as idle.
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
