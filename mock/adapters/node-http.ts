import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ControlOptions, OpenControl } from '../features/control/open-control.ts';
import type { AnyReply, Handler, MockRequest, Sink, StreamBody } from '../handler.ts';
import { acceptsHtml } from '../http/steps.ts';
import { Refusal, refuseTooLarge } from '../refusal.ts';
import type { Certificate, HttpsOptions } from './certificate.ts';
import { pause } from './fetch.ts';

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
const closingPatience = 5000;

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
      }, closingPatience);
      server.close(() => {
        clearTimeout(end);
        resolve();
      });
      drain();
    });
  return {
    url: `${scheme}://${toUrlHost(host)}:${bound}${basePath}`,
    host,
    port: bound,
    certificate,
    close,
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

/**
 * Responds to a request. Never rejects.
 * @param closing aborted when the server closes. Responses that would never end then have to end
 */
export type NodeListener = (
  message: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
) => Promise<void>;

/** How long a refused connection is read after the response, in milliseconds. */
const lingerTime = 500;

/** @returns a function that closes connections as soon as they await no response */
function serveRequests(
  server: Server,
  event: 'connection' | 'secureConnection',
  listener: NodeListener,
): () => void {
  /** Open connections, with the response to the last request of each, which is sent after all others. */
  const connections = new Map<Duplex, ServerResponse | undefined>();
  const closing = new AbortController();
  const { signal } = closing;
  server.on(event, (socket: Socket) => {
    // A TLS handshake may end after the server has closed.
    if (signal.aborted) socket.destroy();
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  const listen = (message: IncomingMessage, response: ServerResponse): void => {
    if (!connections.has(message.socket)) return;
    connections.set(message.socket, response);
    void listener(message, response, signal);
  };
  server.on('request', listen);
  // The client is told to continue when its body is needed.
  server.on('checkContinue', listen);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (code === 'ECONNRESET') socket.destroy();
    // The client cannot know the outcome of a request after the last one, and sends it again (RFC 9112, section 9.6).
    else if (code !== 'HPE_CLOSED_CONNECTION') refuse(socket, errorStatuses[code] ?? 400);
  });
  // CONNECT requests a tunnel. Node stops reading requests from this connection.
  server.on('connect', ({ socket }: IncomingMessage) => refuse(socket, 400));
  return () => {
    closing.abort();
    for (const [socket, last] of connections)
      if (last === undefined || last.writableFinished) socket.destroy();
  };

  /** Responds to bytes that are not a valid request, without a body, and closes the connection. */
  function refuse(socket: Duplex, status: number): void {
    const last = connections.get(socket);
    // Everything that follows is ignored.
    if (!connections.delete(socket)) return;
    if (last === undefined || last.writableFinished) writeAndClose(socket, status);
    // Earlier requests get their responses first.
    else if (last.req.complete) last.once('close', () => writeAndClose(socket, status));
    // The last request is the malformed one.
    else if (last.headersSent) socket.destroy();
    else last.writeHead(status, { connection: 'close' }).end();
  }
}

function writeAndClose(socket: Duplex, status: number): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  socket.end(`${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // Closing with unread data would reset the connection, and the client would lose the response.
  socket.once('end', () => socket.destroy());
  socket.resume();
  setTimeout(() => socket.destroy(), lingerTime).unref();
}

/** Other bytes that are not a valid request get 400. */
const errorStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** A request to a server. */
class NodeRequest implements MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly hasBody: boolean;
  readonly rawHeaders: readonly string[];
  readonly refusal: Refusal | undefined;
  bytes: Uint8Array | undefined;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  /** The host in the target, if any. */
  readonly #authority: string | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, basePath: string) {
    const { method = '', url = '', headers, rawHeaders } = message;
    const { target, authority } = readTarget(url);
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    const inner = removeBasePath(path, basePath, headers.accept);
    this.method = method;
    this.path = inner ?? path;
    this.refusal = inner === undefined ? refuseOutside(path, basePath) : checkHost(rawHeaders);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    // RFC 9112, section 6.3: one of two headers announces a body.
    this.hasBody =
      (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
    this.rawHeaders = rawHeaders;
    this.#message = message;
    this.#response = response;
    this.#authority = authority;
    // Otherwise Node drains the empty stream after the response, which takes a tenth of the time of a GET.
    if (!this.hasBody) message.resume();
  }

  get localAddress(): string | undefined {
    return this.#message.socket.localAddress;
  }

  header(name: string): string | undefined {
    if (name === 'host' && this.#authority !== undefined) return this.#authority;
    const value = this.#message.headers[name];
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  }

  /**
   * Reads the body. Node discards what is not read. The promise stays pending if the client disconnects: a request that
   * never arrived has no effect.
   * @throws Refusal as soon as it exceeds the limit
   */
  body(limit: number): Promise<Uint8Array | undefined> {
    if (!this.hasBody) return Promise.resolve(undefined);
    const { headers, httpVersion } = this.#message;
    if (headers.expect !== undefined && httpVersion === '1.1') this.#response.writeContinue();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      this.#message.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
        else {
          chunks.length = 0;
          reject(refuseTooLarge(limit));
        }
      });
      this.#message.once('end', () => {
        const [first, ...others] = chunks;
        this.bytes = others.length === 0 ? first : Buffer.concat(chunks);
        resolve(this.bytes);
      });
    });
  }
}

/** Splits an absolute URL, as sent to a proxy. Its host counts instead of the header (RFC 9112, section 3.2.2). */
function readTarget(target: string): { target: string; authority?: string } {
  if (target.startsWith('/')) return { target };
  const [start, authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (start === undefined || authority === undefined) return { target };
  const rest = target.slice(start.length);
  return { target: rest.startsWith('/') ? rest : `/${rest}`, authority };
}

/** Returns undefined for a path outside the base path. A browser at the root is redirected to the page. */
function removeBasePath(path: string, basePath: string, accept?: string): string | undefined {
  if (basePath === '' || (path === '/' && acceptsHtml(accept))) return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

function refuseOutside(path: string, basePath: string): Refusal {
  const shown = path.slice(0, 200);
  const detail = `The path ${shown} is outside the base path ${basePath}. Use ${basePath}${shown}.`;
  return new Refusal('unknown-path', detail);
}

/** With two Host headers, an intermediary may read a different one than this server (RFC 9112, section 3.2). */
function checkHost(rawHeaders: readonly string[]): Refusal | undefined {
  const hosts = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  );
  if (hosts.length < 2) return undefined;
  const faults = [{ header: 'Host', detail: 'must be sent once' }];
  const detail = `The header Host was sent ${hosts.length} times. Send it once.`;
  return new Refusal('malformed-request', detail, { faults });
}

/**
 * Creates the listener for the requests of a mock.
 * @param basePath a prefix of all paths, or an empty string
 * @param control handles requests to the control surface, if it is enabled
 */
export function createNodeListener(
  service: Handler,
  basePath: string,
  control?: Handler<AnyReply>,
): NodeListener {
  return async (message, response, closing) => {
    // The date comes from the clock of the mock.
    response.sendDate = false;
    try {
      const request = new NodeRequest(message, response, basePath);
      const handle = control !== undefined && isForControl(request) ? control : service;
      const reply = await handle(request);
      if (closing.aborted) response.setHeader('Connection', 'close');
      if (reply.delayMs !== undefined || reply.injected?.disruption !== undefined)
        await disturb(response, reply, closing);
      sendReply(response, reply, closing);
    } catch {
      response.destroy();
    }
  };
}

/** A browser at the root is referred to the page. */
function isForControl(request: MockRequest): boolean {
  const { method, path } = request;
  if (path === '/') return method === 'GET' && acceptsHtml(request.header('accept'));
  return isControlPath(path);
}

/** Whether a path belongs to the control surface. Percent-encoded variants do not. */
function isControlPath(path: string): boolean {
  return path.startsWith('/__mock') && (path.length === 7 || path.charAt(7) === '/');
}

/** Sends a reply: whole or unending. */
function sendReply(
  response: ServerResponse,
  { status, headers, body }: AnyReply,
  closing: AbortSignal,
): void {
  // The client has disconnected, or got its response.
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, headers);
  if (typeof body === 'function') writeUnending(response, body, closing);
  else writeWhole(response, body);
}

/**
 * Sends head and body in one write. `end(body)` adds an empty write after them, so both go through `writev`, which takes an
 * eighth of the processor time of a small response.
 */
function writeWhole(response: ServerResponse, body: string | Uint8Array | undefined): void {
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

/**
 * Delays a response, and resets the connection, sends nothing, or only half of the body, as the reply specifies.
 * @throws when the connection has to be closed: the client has disconnected, or nothing is to be sent
 */
async function disturb(
  response: ServerResponse,
  { status, headers, body = '', delayMs = 0, injected }: AnyReply,
  closing: AbortSignal,
): Promise<void> {
  // The client waits longer than the server otherwise allows.
  response.setTimeout(0);
  const leaving = signalClose(response);
  if (delayMs > 0) await pause(delayMs, leaving);
  switch (injected?.disruption) {
    case 'reset':
      // Node can reset only a plain TCP connection. For any other, it throws, and the connection is closed.
      response.req.socket.resetAndDestroy();
      return;
    case 'hang':
      await pause(undefined, AbortSignal.any([leaving, closing]));
      return;
    case 'truncate': {
      if (typeof body === 'function' || body.length === 0) return;
      const bytes = Buffer.from(body);
      response.writeHead(status, headers);
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    }
  }
}

/** A signal that is aborted when the client disconnects, or has the whole response. */
function signalClose(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return closed.signal;
}

/** Writes an unending body until either side ends it. */
function writeUnending(response: ServerResponse, body: StreamBody, closing: AbortSignal): void {
  const leaving = signalClose(response);
  const end = (): void => void response.end();
  const over = AbortSignal.any([leaving, closing]);
  over.addEventListener('abort', end);
  if (over.aborted) end();
  response.flushHeaders();
  const sink: Sink = {
    write: (text) => {
      if (!response.writableEnded && !response.destroyed) response.write(text);
    },
    get buffered() {
      return response.writableLength;
    },
    end,
    signal: leaving,
  };
  body(sink);
}
