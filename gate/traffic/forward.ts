import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
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
  /** Called with each exchange. */
  judge(exchange: TrafficExchange, sent: Buffer): JudgedExchange | undefined;
  onError(line: string): void;
}

/** Streams a request to the upstream and its response back, and checks both at the end. */
export async function forward(
  message: IncomingMessage,
  response: ServerResponse,
  { agent, base, fail, judge, onError }: ForwardOptions,
): Promise<void> {
  const refused = explainRefusal(message);
  if (refused !== undefined) {
    response.shouldKeepAlive = false;
    writeProblem(response, 400, refused);
    return;
  }
  const started = performance.now();
  const startedAt = Date.now();
  const sent = createBodyCopy();
  const received = createBodyCopy();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { method = 'GET', url: target = '/' } = message;
  const prefix = base.pathname.replace(/\/+$/, '');
  const hasBody =
    message.headers['transfer-encoding'] !== undefined ||
    Number(message.headers['content-length'] ?? 0) > 0;
  const body = hasBody ? Readable.from(readCopied(message, sent), { objectMode: false }) : null;
  response.once('finish', () => body?.destroy());
  const request = {
    origin: base.origin,
    path: `${prefix}${target}`,
    // Any method that Node can parse.
    method: method as Dispatcher.HttpMethod,
    headers: toRequestHeaders(message, base.host),
    body,
    signal: gone.signal,
    onInfo: ({ statusCode, headers }: { statusCode: number; headers: object }) =>
      writeInformation(response, statusCode, headers),
  };
  const where = `${method} ${target.split('?')[0]}`;
  let answer: Dispatcher.ResponseData;
  try {
    answer = await send(agent, request);
  } catch (error) {
    if (!gone.signal.aborted) {
      const reason = explain(error);
      onError(`${where}: ${reason}`);
      writeProblem(response, 502, `${reason[0]?.toUpperCase()}${reason.slice(1)}.`);
    }
    note(undefined, false);
    return;
  }
  try {
    await passResponse(answer);
  } catch {
    // The upstream or the client broke off. The other side is cut off as well.
    if (!gone.signal.aborted) onError(`${where}: the upstream aborted its response`);
    response.destroy();
    note(answer, false);
  }

  /** With `fail`, the response waits until it is checked, unless it is too long or a stream of events. */
  async function passResponse({ body, headers, trailers }: Dispatcher.ResponseData): Promise<void> {
    const held: Buffer[] = [];
    const isHeld = fail && !/^text\/event-stream\b/i.test(String(headers['content-type']));
    if (!isHeld) writeHead();
    for await (const chunk of body) {
      received.add(chunk);
      held.push(chunk);
      if (!isHeld || !received.isWhole()) await release(held);
    }
    const judged = note(answer, true);
    const [violation] = response.headersSent ? [] : (judged?.violations ?? []);
    if (violation !== undefined) {
      const reason = `The ${violation.side} violates the contract: ${violation.message}`;
      writeProblem(response, 502, reason);
      return;
    }
    await release(held);
    response.addTrailers(trailers);
    response.end();
  }

  async function release(held: Buffer[]): Promise<void> {
    if (!response.headersSent) writeHead();
    for (const chunk of held.splice(0))
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
  }

  function writeHead(): void {
    const { statusCode, statusText, headers } = answer;
    // A control character in a reason phrase can be read, but not sent.
    const reason = statusText.replaceAll(/[^\t -~\x80-\xff]/g, '?');
    response.writeHead(statusCode, reason, toResponseHeaders(headers));
    response.flushHeaders();
  }

  function note(
    from: Dispatcher.ResponseData | undefined,
    isComplete: boolean,
  ): JudgedExchange | undefined {
    const requestHeaders = mergeHeaders(message.headersDistinct);
    const requestBody = sent.text(requestHeaders['content-encoding']);
    const headers = mergeHeaders(from?.headers ?? {});
    const exchange: TrafficExchange = {
      method,
      url: `${base.origin}${prefix}${target}`,
      requestHeaders,
      requestBody,
      isRequestBodyLeftOut: requestBody === undefined && !sent.isEmpty(),
      response: from && {
        status: from.statusCode,
        headers,
        body: isComplete ? received.text(headers['content-encoding']) : undefined,
      },
      startedAt,
      durationMs: performance.now() - started,
    };
    return judge(exchange, sent.bytes());
  }
}

/** A kept connection may have been closed by the upstream. Repeating a read without a body is safe. */
async function send(agent: Dispatcher, request: Dispatcher.RequestOptions) {
  try {
    return await agent.request(request);
  } catch (error) {
    const isRead = /^(?:GET|HEAD)$/.test(request.method) && request.body === null;
    if (!isRead || !isLost(error)) throw error;
    return agent.request({ ...request, reset: true });
  }
}

function isLost(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(readReason(error));
}

/** Explains why a request is not forwarded: it could mean something else to the upstream than to this proxy. */
function explainRefusal({ rawHeaders, url = '/' }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return 'The request has more than one Host header.';
  if (!/^\/[\x21-\x7e]*$/.test(url)) return 'The request target must be a path.';
  const climbs = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:;|[/\\?]|%2f|%5c|$)/i;
  return climbs.test(url.split('?')[0] ?? '') ? 'The path must not contain "..".' : undefined;
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

function toResponseHeaders(headers: Dispatcher.ResponseData['headers']) {
  const dropped = listDropped(headers['connection']);
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    dropped.has(name) || value === undefined ? [] : [[name, toLatin1(value)]],
  );
  return Object.fromEntries(kept);
}

/** Header values are bytes, which undici decodes as UTF-8 and Node sends as Latin-1. */
function toLatin1(value: string | string[]): string | string[] {
  return Array.isArray(value)
    ? value.map((each) => Buffer.from(each).toString('latin1'))
    : Buffer.from(value).toString('latin1');
}

/** Names of the headers of this connection: the known ones, and those in all Connection headers. */
function listDropped(connection: string | readonly string[] = []): ReadonlySet<string> {
  const names = [connection].flat().flatMap((value) => value.toLowerCase().split(','));
  const named = names.map((name) => name.trim()).filter((name) => !endToEnd.test(name));
  return new Set([...hopByHop, ...named]);
}

async function* readCopied(message: IncomingMessage, copy: BodyCopy): AsyncGenerator<Buffer> {
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

function writeInformation(response: ServerResponse, status: number, headers: object): void {
  if (status === 102) response.writeProcessing();
  if (status !== 103 || !('link' in headers)) return;
  try {
    response.writeEarlyHints({ link: [headers.link].flat().map(String) });
  } catch {
    // Node reads any header of an upstream, but sends only well-formed links. Hints are optional.
  }
}

type BodyCopy = ReturnType<typeof createBodyCopy>;

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
    isEmpty: () => size === 0,
    isWhole: () => size <= judgedBytes,
    /** Undefined if there was no body, or if it was too long or cannot be decoded. */
    text: (encoding: string | undefined): string | undefined =>
      size === 0 || size > judgedBytes ? undefined : decode(Buffer.concat(chunks), encoding),
  };
}

function decode(bytes: Buffer, encoding = ''): string | undefined {
  const options = { maxOutputLength: judgedBytes };
  const decoders: Record<string, (from: Buffer) => Buffer> = {
    '': (from) => from,
    identity: (from) => from,
    gzip: (from) => gunzipSync(from, options),
    br: (from) => brotliDecompressSync(from, options),
    deflate: (from) => inflateSync(from, options),
  };
  try {
    return decoders[encoding.trim().toLowerCase()]?.(bytes).toString('utf8');
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
function readReason(error: unknown): string {
  const code = readErrorCode(error);
  return code === undefined || code === 'undefined' ? String(error) : code;
}

function explain(error: unknown): string {
  const reason = readReason(error).split('\n')[0] ?? '';
  if (/TIMEOUT/.test(reason)) return 'the upstream did not respond in time';
  if (/^HPE_|HTTPParserError|ASSERTION|bad upgrade/.test(`${reason} ${error}`))
    return `the upstream returned invalid HTTP (${reason})`;
  return /certificate|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(reason)
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
