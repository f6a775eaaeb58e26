import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { ControlOptions, OpenControl } from '../features/control/open-control.ts';
import type { Certificate, HttpsOptions } from './certificate.ts';
import { type NodeListener, serveRequests } from './node-http.ts';

/** The options of a server. */
export interface ListenOptions {
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /** The port to listen on. Default: 0, a free port. */
  port?: number;
  /** Enables the control surface under `/__mock/`. Default: disabled. */
  control?: boolean | ControlOptions;
  /**
   * Enables HTTPS: with your own certificate, or with `true`, which creates one on first use and keeps it in the user's
   * cache folder. Default: HTTP.
   */
  https?: boolean | HttpsOptions;
  /** A prefix for all paths, for example `/api/sites`. Other paths get 404. Default: none. */
  basePath?: string;
}

/** A running server of a mock. */
export interface Listening {
  /** The base URL, with the base path. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly host: string;
  /** The port that the server listens on. */
  readonly port: number;
  /** The control surface, if it is enabled. */
  readonly control: OpenControl | undefined;
  /** The HTTPS certificate, for clients that have to trust it. */
  readonly certificate: Certificate | undefined;
  /** Stops accepting requests, waits up to five seconds for open responses, and closes. */
  close(): Promise<void>;
}

/** Limits for slow clients, in milliseconds. */
const limits = {
  /** For a request head, and for a TLS handshake before it. */
  headersTimeout: 10_000,
  /** For a whole request. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  /** For the next request on a connection. */
  keepAliveTimeout: 65_000,
} satisfies ServerOptions;

/** How long a client may neither send nor read anything, in milliseconds. */
const idleTimeout = 120_000;

/** How long open responses may take once the server closes, in milliseconds. */
const patience = 5000;

/**
 * Normalises a base path: `api/sites/` becomes `/api/sites`, and `/` becomes an empty string.
 * @throws RangeError if it is not a valid URL path
 */
export function readBasePath(text: string): string {
  const path = `/${text}`.replace(/^\/+/, '/').replace(/\/+$/, '');
  const isPath = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)*$/i.test(path);
  if (isPath && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return path;
  throw new RangeError(`"${text}" is not a base path; write it like /api/sites`);
}

/** A server that listens, before its control surface is known. */
type Bound = Pick<Listening, 'url' | 'host' | 'port' | 'certificate' | 'close'>;

/**
 * Serves requests on a port, over HTTPS if there is a certificate.
 * @throws the error of `node:net` if the address is not available, for example `EADDRINUSE`
 */
export async function listen(
  listener: NodeListener,
  { host = '127.0.0.1', port = 0, basePath = '' }: ListenOptions,
  certificate?: Certificate,
): Promise<Bound> {
  const server = certificate ? await createSecureServer(certificate) : createServer(limits);
  server.timeout = idleTimeout;
  // Any header may announce a body, so all are read. `maxHeaderSize` limits their number.
  server.maxHeadersCount = 0;
  const drain = serveRequests(server, certificate ? 'secureConnection' : 'connection', listener);
  // Connections in a TLS handshake do not carry requests yet.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const scheme = certificate === undefined ? 'http' : 'https';
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      const end = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, patience);
      server.close(() => {
        clearTimeout(end);
        resolve();
      });
      drain();
    });
  let closing: Promise<void> | undefined;
  return {
    url: `${scheme}://${toUrlHost(host)}:${bound}${basePath}`,
    host,
    port: bound,
    certificate,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Loaded on demand, because an HTTP server does not need TLS. */
async function createSecureServer({ cert, key }: HttpsOptions): Promise<Server> {
  const { createServer: createHttpsServer } = await import('node:https');
  const { headersTimeout: handshakeTimeout } = limits;
  return createHttpsServer({ ...limits, cert, key, handshakeTimeout, minVersion: 'TLSv1.2' });
}

/** Formats a host for a URL. Clients cannot call a wildcard address, so this machine's address replaces it. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
