import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { readErrorCode } from '../../contract/errors.ts';
import type { JudgedExchange, TrafficExchange } from './judge-exchange.ts';

/** Headers of a single connection (RFC 9110, section 7.6.1), and those that a client of the upstream sets itself. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'expect',
]);

/** Headers for the receiver. The Connection header cannot declare them as specific to the connection. */
const endToEnd =
  /^(?:accept|authorization|cache-control|content-|cookie|date|etag|host$|if-|last-modified|location|origin|prefer|range|referer|retry-after|server|set-cookie|user-agent|vary|www-authenticate|x-forwarded-)/;

interface ForwardOptions {
  agent: Dispatcher;
  /** Origin and path of the upstream. */
  base: URL;
  /** Responds with 502 instead of an exchange that violates the contract. */
  fail: boolean;
  /** Called with each exchange at its end, and the bytes of the request body. */
  onExchange(exchange: TrafficExchange, sent: Buffer): JudgedExchange | undefined;
  onError(line: string): void;
}

/** Streams a request to the upstream and its response back, and checks both at the end. */
export async function forward(
  message: IncomingMessage,
  response: ServerResponse,
  { agent, base, fail, onExchange, onError }: ForwardOptions,
): Promise<void> {
  const refused = explainRefusal(message);
  if (refused !== undefined) {
    response.shouldKeepAlive = false;
    writeProblem(response, 400, refused);
    return;
  }
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const sent = createBodyCopy();
  const received = createBodyCopy();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { method = 'GET', url: target = '/', headers } = message;
  const path = `${base.pathname.replace(/\/+$/, '')}${target}`;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const body = hasBody ? Readable.from(readCopied(message, sent), { objectMode: false }) : null;
  response.once('finish', () => body?.destroy());
  const where = `${method} ${target.split('?')[0]}`;
  let answer: Dispatcher.ResponseData | undefined;
  try {
    answer = await agent.request({
      origin: base.origin,
      path,
      // Any method that Node can parse.
      method: method as Dispatcher.HttpMethod,
      headers: toRequestHeaders(message, base.host),
      body,
      signal: gone.signal,
    });
    await passResponse(answer);
  } catch (error) {
    if (!gone.signal.aborted) {
      const reason = answer === undefined ? explain(error) : 'the upstream aborted its response';
      onError(`${where}: ${reason}`);
      if (answer === undefined) writeProblem(response, 502, reason);
    }
    // If one side breaks off, so does the other.
    if (answer !== undefined) response.destroy();
    tell(false);
  }

  /** With `fail`, the response waits until it is checked, unless it is too long or a stream of events. */
  async function passResponse(from: Dispatcher.ResponseData): Promise<void> {
    const held: Buffer[] = [];
    const isHeld = fail && !/^text\/event-stream\b/i.test(String(from.headers['content-type']));
    const release = async (): Promise<void> => {
      if (!response.headersSent) {
        response.writeHead(from.statusCode, toResponseHeaders(from.headers));
        response.flushHeaders();
      }
      for (const chunk of held.splice(0))
        if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
    };
    if (!isHeld) await release();
    for await (const chunk of from.body) {
      received.add(chunk);
      held.push(chunk);
      if (!isHeld || received.size() > judgedBytes) await release();
    }
    const [violation] = tell(true)?.violations ?? [];
    if (violation !== undefined && !response.headersSent) {
      const reason = `the ${violation.side} violates the contract: ${violation.message}`;
      writeProblem(response, 502, reason);
      return;
    }
    await release();
    response.addTrailers(from.trailers);
    response.end();
  }

  function tell(isComplete: boolean): JudgedExchange | undefined {
    const requestHeaders = mergeHeaders(message.headersDistinct);
    const requestBody = decode(sent.bytes(), requestHeaders['content-encoding']);
    const responseHeaders = mergeHeaders(answer?.headers ?? {});
    const responseBody = decode(received.bytes(), responseHeaders['content-encoding']);
    const exchange: TrafficExchange = {
      method,
      url: base.origin + path,
      requestHeaders,
      requestBody,
      isRequestBodyLeftOut: requestBody === undefined && sent.size() > 0,
      response: answer && {
        status: answer.statusCode,
        headers: responseHeaders,
        body: isComplete ? responseBody : undefined,
      },
      startedAt,
      durationMs: performance.now() - started,
    };
    return onExchange(exchange, sent.bytes());
  }
}

/** Explains why a request is not forwarded: it could mean something else to the upstream than to this proxy. */
function explainRefusal({ headersDistinct, url = '/' }: IncomingMessage): string | undefined {
  if ((headersDistinct['host']?.length ?? 0) > 1)
    return 'the request has more than one Host header';
  if (!/^\/[\x21-\x7e]*$/.test(url)) return 'the request target must be a path';
  const climbs = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:;|[/\\?]|%2f|%5c|$)/i;
  return climbs.test(url.split('?')[0] ?? '') ? 'the path must not contain ".."' : undefined;
}

function toRequestHeaders(message: IncomingMessage, host: string): string[] {
  const { rawHeaders } = message;
  const dropped = listDropped(message.headersDistinct['connection']);
  const kept = rawHeaders.flatMap((name, at) =>
    at % 2 === 1 || dropped.has(name.toLowerCase()) || /^host$/i.test(name)
      ? []
      : [name, rawHeaders[at + 1] ?? ''],
  );
  const from = message.headers.host ?? '';
  return ['Host', host, ...kept, 'X-Forwarded-Host', from, 'X-Forwarded-Proto', 'http'];
}

/** Header values are bytes, which undici decodes as UTF-8 and Node sends as Latin-1. */
function toResponseHeaders(headers: Dispatcher.ResponseData['headers']) {
  const toLatin1 = (value: string): string => Buffer.from(value).toString('latin1');
  const dropped = listDropped(headers['connection']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value = []]) =>
      dropped.has(name) ? [] : [[name, [value].flat().map(toLatin1)]],
    ),
  );
}

/** Names of the headers of this connection: the known ones, and those in all Connection headers. */
function listDropped(connection: string | readonly string[] = []): ReadonlySet<string> {
  const names = [connection].flat().flatMap((value) => value.toLowerCase().split(','));
  const named = names.map((name) => name.trim()).filter((name) => !endToEnd.test(name));
  return new Set([...hopByHop, ...named]);
}

async function* readCopied(
  message: IncomingMessage,
  copy: ReturnType<typeof createBodyCopy>,
): AsyncGenerator<Buffer> {
  // If the upstream responds early, the rest is discarded, and the client can send the next request.
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      copy.add(chunk);
      yield chunk;
    }
  } finally {
    message.resume();
  }
}

/** Maximum number of bytes of a body to keep for the check. Longer bodies are forwarded without it. */
const judgedBytes = 4 * 1024 * 1024;

/** Collects a body, up to a size limit. */
function createBodyCopy() {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= judgedBytes) chunks.push(chunk);
      else chunks = [];
    },
    /** Empty if there was no body, or if it was too long. */
    bytes: () => Buffer.concat(chunks),
    size: () => size,
  };
}

const decoders = new Map([
  ['br', brotliDecompressSync],
  ['gzip', unzipSync],
  ['deflate', unzipSync],
]);

/** Undefined without bytes, or if they are not what the header says. */
function decode(bytes: Buffer, encoding = 'identity'): string | undefined {
  const name = encoding.trim().toLowerCase();
  if (bytes.length === 0) return undefined;
  if (name === 'identity') return bytes.toString();
  try {
    return decoders.get(name)?.(bytes, { maxOutputLength: judgedBytes }).toString();
  } catch {
    return undefined;
  }
}

function mergeHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
  );
}

/** Errors of undici have a code only sometimes. */
function explain(error: unknown): string {
  const code = readErrorCode(error);
  const reason = (code === undefined || code === 'undefined' ? String(error) : code).split('\n')[0];
  if (/^HPE_|HTTPParserError|ASSERTION|bad upgrade/.test(`${reason} ${error}`))
    return `the upstream returned invalid HTTP (${reason})`;
  return /certificate|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(`${reason}`)
    ? `the certificate of the upstream is not trusted (${reason}); name the file of its authority with --ca, or, for a test system, use --insecure`
    : `the upstream did not respond (${reason})`;
}

/** Responds with a problem of the proxy itself (RFC 9457). */
export function writeProblem(response: ServerResponse, status: number, detail: string): void {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  const body = `${JSON.stringify(problem)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
