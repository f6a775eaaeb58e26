import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { ControlOptions, OpenControl } from '../features/control/open-control.ts';
import type { Certificate, HttpsOptions } from './node-http.ts';

/** The options of a server. */
export interface ListenOptions {
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /** The port to listen on. Default: 0, a free port. */
  port?: number;
  /** Enables the control surface under `/__mock/`. Default: disabled. */
  control?: boolean | ControlOptions;
  /**
   * Enables HTTPS, and HTTP/2 for clients that offer it: with your own certificate, or with `true`, which creates one
   * on first use and keeps it in the user's cache folder. Default: HTTP.
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

/** @throws the error of `node:net` if the address is not available, for example `EADDRINUSE` */
export async function listen(
  server: HttpServer | HttpsServer,
  { host = '127.0.0.1', port = 0, basePath = '' }: ListenOptions = {},
): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const address = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      resolve(server.address());
    });
  });
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  let closing: Promise<void> | undefined;
  return {
    url: `${'setSecureContext' in server ? 'https' : 'http'}://${toUrlHost(host)}:${bound}${basePath}`,
    host,
    port: bound,
    control: undefined,
    certificate: undefined,
    close: () => {
      closing ??= close(server, sockets);
      return closing;
    },
  };
}

function close(server: HttpServer | HttpsServer, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    // A kept connection becomes idle after its response, and is then closed too.
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const end = setTimeout(() => {
      server.closeAllConnections();
      // Connections in a TLS handshake are not HTTP connections yet.
      for (const socket of sockets) socket.destroy();
    }, patience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(end);
      resolve();
    });
    server.closeIdleConnections();
    // Browsers connect in advance; `node:http` does not regard such a connection as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** Formats a host for a URL. Clients cannot call a wildcard address, so this machine's address replaces it. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
