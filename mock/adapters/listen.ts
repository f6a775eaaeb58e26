import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate, HttpsOptions } from './certificate.ts';
import { Connection, idleTimeout, type NodeListener } from './connection.ts';
import { ignoreError } from './exchange.ts';

/** Where a server listens. */
export interface ListenAddress {
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /** The port to listen on. Default: 0, a free port. */
  port?: number;
  /** A prefix for all paths, for example `/api/sites`. Other paths get 404. Default: none. */
  basePath?: string;
}

/** A running server. */
export interface Bound {
  /** The base URL, with the base path. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly host: string;
  /** The port that the server listens on. */
  readonly port: number;
  /** The HTTPS certificate, for clients that have to trust it. */
  readonly certificate: Certificate | undefined;
  /** Stops accepting requests, waits up to five seconds for open responses, and closes. */
  close(): Promise<void>;
}

/** Limits for slow clients, in milliseconds, and the checks that `Connection` does instead of Node. */
const serverOptions = {
  /** For a request head, and for a TLS handshake before it. */
  headersTimeout: 10_000,
  /** For a whole request. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  /** For the next request on a connection. */
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
} satisfies ServerOptions;

/** How long open responses may take once the server closes, in milliseconds. */
const closingPatience = 5000;

/**
 * Serves requests on a port, over HTTPS if there is a certificate.
 * @param onError called with one line for each error of the server or the listener
 * @throws the error of `node:net` if the address is not available, for example `EADDRINUSE`
 */
export async function listen(
  listener: NodeListener,
  { host = '127.0.0.1', port = 0, basePath = '' }: ListenAddress,
  onError: (line: string) => void,
  certificate?: Certificate,
): Promise<Bound> {
  const server = certificate ? await createSecureServer(certificate) : createServer(serverOptions);
  server.timeout = idleTimeout;
  // Any header may announce a body, so all are read. `maxHeaderSize` limits their number.
  server.maxHeadersCount = 0;
  const sockets = trackSockets(server);
  const drain = serveConnections(server, certificate !== undefined, listener, onError);
  await bind(server, host, port);
  // For example, when the process has no file descriptor left for a connection.
  server.on('error', (error) => onError(`the server failed: ${error.message}`));
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const scheme = certificate === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://${toUrlHost(host)}:${bound}${basePath}`,
    host,
    port: bound,
    certificate,
    close: () => close(server, sockets, drain),
  };
}

/** Loaded on demand, because an HTTP server does not need TLS. */
async function createSecureServer({ cert, key }: HttpsOptions): Promise<Server> {
  const { createServer: createHttpsServer } = await import('node:https');
  const { headersTimeout: handshakeTimeout } = serverOptions;
  return createHttpsServer({
    ...serverOptions,
    cert,
    key,
    handshakeTimeout,
    minVersion: 'TLSv1.2',
  });
}

/** Keeps the sockets of all connections, also of those in a TLS handshake, which do not carry requests yet. */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Node removes its own listener from a socket that requests a tunnel.
    socket.on('error', ignoreError);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** @returns a function that closes connections as soon as they await no response */
function serveConnections(
  server: Server,
  isSecure: boolean,
  listener: NodeListener,
  onError: (line: string) => void,
): () => void {
  const connections = new Map<Duplex, Connection>();
  const closing = new AbortController();
  const options = { listener, onError, closing: closing.signal };
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    // A TLS handshake may end after the server has closed.
    if (closing.signal.aborted) socket.destroy();
    connections.set(socket, new Connection(socket, options));
    socket.on('error', ignoreError);
    socket.once('close', () => connections.delete(socket));
  });
  // `Connection` also decides about expectations: the client is told to continue when its body is needed.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const)
    server.on(event, (message, response) =>
      connections.get(message.socket)?.accept(message, response),
    );
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket);
    // A TLS handshake failed, or the client has disconnected.
    if (connection === undefined || code === 'ECONNRESET') socket.destroy();
    // The client cannot know the outcome of a request after the last one, and sends it again (RFC 9112, section 9.6).
    else if (code !== 'HPE_CLOSED_CONNECTION') connection.refuse(toStatus(code));
  });
  server.on('connect', ({ socket }: IncomingMessage) => connections.get(socket)?.refuseTunnel());
  return () => {
    closing.abort();
    for (const connection of connections.values()) connection.drain();
  };
}

/** The status for bytes that are not a valid request, by the code of Node's error. */
function toStatus(code: string): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return 400;
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function close(server: Server, sockets: ReadonlySet<Socket>, drain: () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closingPatience);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
    drain();
  });
}

/** Formats a host for a URL. Clients cannot call a wildcard address, so this machine's address replaces it. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
