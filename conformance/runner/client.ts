import tls from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { ShellText } from '../../writers/curl.ts';
import { bounds, type TargetReply, toReply } from './reply.ts';

/** The Authorization header of a request, and its form in reports, without the key. */
export interface Credential {
  /** Undefined sends no Authorization header. */
  value: string | undefined;
  /** A wrong place for the value: another header or a query parameter. */
  header?: string;
  parameter?: string;
  /** The value as reports show it, if it contains another secret. Default: the value, with a variable in place of the key. */
  shown?: ShellText;
  /** What an operation needs besides it, because a document asks for several schemes at once. */
  others?: readonly Credential[];
}

/** A request as sent: the path with its query, and the exact bytes of the body. */
export interface TargetRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  credential: Credential;
  body: Uint8Array | undefined;
}

/**
 * Why there is no reply. `unreached`: no connection could be opened, so the target never saw the request. `refused`: a
 * gateway or a rate limit answered each time. `lost`: the connection was closed, or the response did not end. `timeout`:
 * nothing arrived in time. `unreadable`: the response is not HTTP, or does not match its headers.
 */
export type Loss = 'unreached' | 'refused' | 'lost' | 'timeout' | 'unreadable';

/** The result of sending one request once. */
export interface Attempt {
  /** The response. */
  reply: TargetReply | undefined;
  /** Why there is none. */
  loss: Loss | undefined;
  /** Why there is no reply, in words. */
  error: string | undefined;
  /** The code of a system or TLS error, of an HTTP parser, or `PROXY_` with the status of a proxy. */
  code: string | undefined;
  /** When it was sent, in milliseconds since 1970. */
  startedAt: number;
  /** The time to the end of the response. */
  durationMs: number;
}

/** How to connect to a target. */
interface HttpClientOptions {
  baseUrl: string;
  /** Headers that are added to each request. */
  headers: Readonly<Record<string, string>>;
  /** Additional trusted certificate authorities, in PEM format. */
  ca?: string | undefined;
  /** Accepts any certificate. */
  insecure?: boolean | undefined;
  proxy?: string | undefined;
  /** Ends pending requests. */
  signal: AbortSignal;
}

/** Which connection a request uses: any of the pool, a new one, or the one with this name. */
export type Connection = 'any' | 'new' | { name: string };

export type HttpClient = ReturnType<typeof createHttpClient>;

/** Creates the HTTP client of a run. It sends paths exactly as written, and follows no redirects. */
export function createHttpClient({
  baseUrl,
  headers,
  ca,
  insecure,
  proxy,
  signal,
}: HttpClientOptions) {
  const connect = toTlsOptions({ ca, insecure });
  const { origin, pathname } = new URL(baseUrl);
  const open = (connections?: number): Dispatcher => {
    const options = {
      ...(connections === undefined ? {} : { connections }),
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    return proxy === undefined
      ? new Pool(origin, { ...options, connect })
      : new ProxyAgent({ ...options, uri: proxy, requestTls: connect, proxyTunnel: false });
  };
  const pool = open();
  const named = new Map<string, Dispatcher>();
  const find = (connection: Connection): Dispatcher => {
    if (connection === 'new') return open(1);
    if (connection === 'any') return pool;
    const dispatcher = named.get(connection.name) ?? open(1);
    named.set(connection.name, dispatcher);
    return dispatcher;
  };
  return {
    /** Sends a request once. Any result is returned, never thrown. */
    async send(
      request: TargetRequest,
      timeoutMs: number,
      connection: Connection,
    ): Promise<Attempt> {
      const startedAt = Date.now();
      const dispatcher = find(connection);
      const options = {
        origin,
        path: pathname.replace(/\/$/, '') + addKey(request.path, request.credential),
        method: request.method as Dispatcher.HttpMethod,
        headers: { ...toHeaders(request), ...headers, ...request.headers },
        body: request.body ?? null,
        reset: connection === 'new',
      };
      const outcome = await exchangeInTime(dispatcher, options, timeoutMs, signal);
      if (connection === 'new') dispatcher.destroy().catch(() => {});
      return { ...outcome, startedAt, durationMs: Date.now() - startedAt };
    },
    close(): void {
      for (const dispatcher of [pool, ...named.values()]) dispatcher.destroy().catch(() => {});
    },
  };
}

/** Sends a request, and gives up when its time is over or the run ends. */
async function exchangeInTime(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Untimed> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const progress = { hasStarted: false };
  try {
    return await exchange(dispatcher, { ...options, signal: limit.signal }, progress);
  } catch (error) {
    if (signal.aborted) return lose('timeout', 'the run ended before a response arrived');
    if (!limit.signal.aborted) return toLoss(error);
    return progress.hasStarted
      ? lose('lost', `the response did not end within ${timeoutMs} ms`)
      : lose('timeout', `no response within ${timeoutMs} ms`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Node replaces the default certificates by the given ones, so this adds the defaults. */
function toTlsOptions({ ca, insecure }: Pick<HttpClientOptions, 'ca' | 'insecure'>) {
  return {
    ...(ca === undefined ? {} : { ca: [...tls.rootCertificates, ca] }),
    ...(insecure === true ? { rejectUnauthorized: false } : {}),
  };
}

/** An attempt without its times. */
type Untimed = Omit<Attempt, 'startedAt' | 'durationMs'>;

async function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
  progress: { hasStarted: boolean },
): Promise<Untimed> {
  const { statusCode, headers: received, body } = await dispatcher.request(options);
  progress.hasStarted = true;
  const headers = Object.fromEntries(
    Object.entries(received).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const raw = await readBody(body);
  if (raw === undefined) return lose('unreadable', tooLarge);
  const bytes = await decode(raw, headers['content-encoding']);
  const reply = toReply(statusCode, headers, bytes);
  return { reply, loss: undefined, error: undefined, code: undefined };
}

/** Undefined if the body is too large. Copies it into one buffer: many small chunks would fill the memory with objects. */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  let buffer = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > bounds.read) return undefined;
    if (length + chunk.length > buffer.length)
      buffer = Buffer.concat([buffer], 2 * (length + chunk.length));
    buffer.set(chunk, length);
    length += chunk.length;
  }
  return Uint8Array.from(buffer.subarray(0, length));
}

/** By the value of Content-Encoding, which comes from the target. */
const decoders = new Map<string, (bytes: Uint8Array) => Promise<Buffer>>([
  ['gzip', (bytes) => promisify(gunzip)(bytes, { maxOutputLength: bounds.read })],
  ['deflate', (bytes) => promisify(inflate)(bytes, { maxOutputLength: bounds.read })],
  ['br', (bytes) => promisify(brotliDecompress)(bytes, { maxOutputLength: bounds.read })],
]);

async function decode(bytes: Uint8Array, encoding = ''): Promise<Uint8Array> {
  const decoder = decoders.get(encoding.trim().toLowerCase());
  return decoder === undefined || bytes.length === 0 ? bytes : decoder(bytes);
}

function toHeaders({ credential }: TargetRequest): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Encoding': 'gzip, deflate' };
  for (const { value, parameter, header = 'Authorization' } of listAll(credential)) {
    if (value === undefined || parameter !== undefined) continue;
    const before = headers[header];
    // Several cookies share one header (RFC 6265, section 5.4).
    headers[header] = before === undefined ? value : `${before}; ${value}`;
  }
  return headers;
}

/** A credential, and those that are sent with it. */
export function listAll(credential: Credential): readonly Credential[] {
  return [credential, ...(credential.others ?? [])];
}

/** Adds a key to the query only when sending. The request's own path must not contain it, because reports show that. */
function addKey(path: string, credential: Credential): string {
  let target = path;
  for (const { parameter, value } of listAll(credential)) {
    if (parameter === undefined || value === undefined) continue;
    target += `${target.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(value)}`;
  }
  return target;
}

const tooLarge = `the response is larger than ${bounds.read / 1e6} MB`;

function lose(loss: Loss, error: string, code?: string): Untimed {
  return { reply: undefined, loss, error, code };
}

/** Errors of connections that were lost after the request was sent. All others prevent a connection. */
const afterSending = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'];

function toLoss(error: unknown): Untimed {
  const { message, code } = readError(error);
  const refusedBy = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (refusedBy !== undefined)
    return lose('unreached', `the proxy returned ${refusedBy} to CONNECT`, `PROXY_${refusedBy}`);
  if (code === 'ERR_BUFFER_TOO_LARGE') return lose('unreadable', tooLarge);
  if (/^Z_|^ERR_.*BROTLI|^ERR__ERROR/.test(code))
    return lose(
      'unreadable',
      `the body of the response does not match its Content-Encoding: ${message} (${code})`,
    );
  if (/^HPE_|^UND_ERR_(?:RES|HEADERS_OVERFLOW)/.test(code))
    return lose('unreadable', `the response is not HTTP/1.1: ${message} (${code})`, code);
  const text = message === '' ? code : message.includes(code) ? message : `${message} (${code})`;
  return lose(afterSending.includes(code) ? 'lost' : 'unreached', text, code);
}

/** Reads the fields of an error without `instanceof`: Node's errors may come from another realm, as in tests. */
function readError(error: unknown): { message: string; code: string } {
  const { message, code, name }: { message?: unknown; code?: unknown; name?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const ownCode = name === 'HTTPParserError' ? 'HPE_INVALID' : '';
  return {
    message: typeof message === 'string' ? message : String(error),
    code: typeof code === 'string' ? code : ownCode,
  };
}

/** Matches the ids in a text. */
export const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Method and path of a request without ids and query. Identifies the code of the service that handles it. */
export function nameEndpoint({ method, path }: Pick<TargetRequest, 'method' | 'path'>): string {
  const [address = path] = path.split('?');
  return `${method} ${address.replaceAll(uuids, '{id}')}`;
}

/** Describes a request in one line, to find it in a log. */
export function describeRequest({ method, path, body }: TargetRequest): string {
  const most = 80;
  const text = body === undefined ? '' : new TextDecoder().decode(body.subarray(0, most));
  const excerpt = body !== undefined && body.length > most ? `${text}…` : text;
  return `${method} ${path}${body === undefined ? '' : ` (body: ${excerpt === '' ? 'empty' : excerpt})`}`;
}
