import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { PassThrough } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { type ListenOptions, listen } from '../../mock/adapters/node-http.ts';
import type { JudgedExchange, TrafficExchange } from './judge-exchange.ts';

export interface ProxyOptions {
  /** The base URL of the service. */
  upstream: string;
  /** Additional trusted certificate authorities, in PEM format. Default: none. */
  ca?: string | undefined;
  /** Accepts any certificate of the upstream. Default: false. */
  insecure?: boolean;
  /** Responds with 502 instead of an exchange that violates the contract. Default: false. */
  fail?: boolean;
  /** Judges each exchange. Returns undefined if it says nothing about the service. */
  judge: (exchange: TrafficExchange) => JudgedExchange | undefined;
  /** Called with one line for each failure of the proxy itself. */
  onError?: (line: string) => void;
}

const upstreamTimeoutMs = 60_000;
/** Longer bodies are forwarded without a check. */
const judgedBytes = 4 * 1024 * 1024;

/**
 * Serves a reverse proxy that forwards everything unchanged and checks it. It only generates responses if it cannot forward a
 * request.
 */
export async function serveProxy(
  { upstream, ca, insecure, fail, judge, onError = () => {} }: ProxyOptions,
  where: ListenOptions,
) {
  const base = new URL(upstream);
  const agent = new Agent({
    // A connection for each request: no bytes of one can become part of the next.
    pipelining: 0,
    headersTimeout: upstreamTimeoutMs,
    // A stream may be silent for any length of time.
    bodyTimeout: 0,
    connect: {
      timeout: upstreamTimeoutMs,
      rejectUnauthorized: insecure !== true,
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    },
  });
  const bound = await listen(forward, where);
  return {
    ...bound,
    close: async () => {
      await bound.close();
      await agent.destroy();
    },
  };

  /** Streams a request to the upstream and its response back, and checks both at the end. */
  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that uses this as a forward proxy sends the whole URL.
    const target = message.url?.replace(/^https?:\/\/[^/?]*/i, '') || '/';
    const refused = explainRefusal(message, target);
    if (refused !== undefined) {
      response.shouldKeepAlive = false;
      writeProblem(response, 400, refused);
      return;
    }
    const started = performance.now();
    const startedAt = new Date().toISOString();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method = 'GET', headers } = message;
    const path = `${base.pathname.replace(/\/+$/, '')}${target}`;
    const received = new BodyCopy();
    const sent = new BodyCopy();
    message.on('data', (chunk: Buffer) => sent.add(chunk));
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const body = hasBody ? message.pipe(new PassThrough()) : null;
    // If the upstream responds early, the rest is discarded, and the client can send the next request.
    body?.once('close', () => message.resume());
    response.once('finish', () => body?.destroy());
    if (headers.expect !== undefined) response.writeContinue();
    const name = `${method} ${target.split('?')[0]}`;
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
        const reason = answer === undefined ? toFault(error) : 'the upstream aborted its response';
        onError(`${name}: ${reason}`);
        if (answer === undefined) writeProblem(response, 502, reason);
      }
      // If one side breaks off, so does the other.
      if (answer !== undefined) response.destroy();
      check(false);
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
        if (!isHeld || received.size > judgedBytes) await release();
      }
      const [violation] = check(true)?.violations ?? [];
      if (violation !== undefined && !response.headersSent) {
        const reason = `the ${violation.side} violates the contract: ${violation.message}`;
        writeProblem(response, 502, reason);
        return;
      }
      await release();
      response.addTrailers(from.trailers);
      response.end();
    }

    function check(isComplete: boolean): JudgedExchange | undefined {
      const requestHeaders = mergeHeaders(headers);
      const responseHeaders = mergeHeaders(answer?.headers ?? {});
      const requestBody = sent.read(requestHeaders['content-encoding']);
      const responseBody = received.read(responseHeaders['content-encoding']);
      return judge({
        method,
        url: base.origin + path,
        requestHeaders,
        // A body that was not sent to its end says nothing.
        requestBody: message.readableEnded ? requestBody : undefined,
        response: answer && {
          status: answer.statusCode,
          headers: responseHeaders,
          body: isComplete ? responseBody : undefined,
        },
        startedAt,
        durationMs: performance.now() - started,
      });
    }
  }
}

/** Explains why a request is not forwarded: it could mean something else to the upstream than to this proxy. */
function explainRefusal({ headersDistinct }: IncomingMessage, target: string): string | undefined {
  if ((headersDistinct['host']?.length ?? 0) > 1)
    return 'the request has more than one Host header';
  if (!/^(?:chunked)?$/i.test(headersDistinct['transfer-encoding']?.join() ?? ''))
    return 'the only transfer coding that is forwarded is chunked';
  if (!/^\/[!"$-~]*$/.test(target)) return 'the request target must be a path';
  const climbs = /(?:[/\\]|%(?:25)*(?:2f|5c|c0%af))(?:\.|%(?:25)*(?:2e|c0%ae|u002e)){2}(?![\w.-])/i;
  return climbs.test(target.split('?')[0] ?? '') ? 'the path must not contain ".."' : undefined;
}

/** Headers of a single connection (RFC 9110, section 7.6.1), and those that a client of the upstream sets itself. */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'proxy-authenticate', 'proxy-authorization', 'expect'],
];

/** Headers for the receiver. The Connection header cannot declare them as specific to the connection. */
const endToEnd =
  /^(?:accept|authorization|cache-control|content-|cookie|date|etag|forwarded$|host$|idempotency-key|if-|last-modified|location|origin|prefer|range|referer|retry-after|server|set-cookie|user-agent|vary|www-authenticate|x-(?:amz|api|auth|csrf|forwarded)-)/;

/** Names of the headers of this connection: the known ones, and those in all Connection headers. */
function listDropped(connection: string | readonly string[] = []): Set<string> {
  const names = [connection].flat().flatMap((value) => value.toLowerCase().split(','));
  const named = names.map((name) => name.trim()).filter((name) => !endToEnd.test(name));
  return new Set([...hopByHop, ...named]);
}

function toRequestHeaders({ rawHeaders, headersDistinct }: IncomingMessage, host: string) {
  const dropped = listDropped(headersDistinct['connection']).add('host');
  const kept = rawHeaders.flatMap((name, at) =>
    at % 2 === 1 || dropped.has(name.toLowerCase()) ? [] : [name, rawHeaders[at + 1] ?? ''],
  );
  return ['Host', host, ...kept];
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

function mergeHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
  );
}

/** Keeps a body for the check, up to a size limit. */
class BodyCopy {
  size = 0;
  #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > judgedBytes) this.#chunks = [];
    else this.#chunks.push(chunk);
  }

  /** Undefined if it was too long, or if it is not what the header says. */
  read(encoding = 'identity'): string | undefined {
    if (this.size > judgedBytes) return undefined;
    const bytes = Buffer.concat(this.#chunks);
    const name = encoding.trim().toLowerCase();
    if (bytes.length === 0 || name === 'identity') return bytes.toString();
    try {
      const decode = name === 'br' ? brotliDecompressSync : unzipSync;
      return decode(bytes, { maxOutputLength: judgedBytes }).toString();
    } catch {
      return undefined;
    }
  }
}

function toFault(error: unknown): string {
  const { message, code } = Object(error);
  const [reason = ''] = String(message || code).split('\n');
  const advice = /certificate/i.test(reason)
    ? '; trust its certificate with --ca, or, for a test system, use --insecure'
    : '';
  return `the upstream gave no valid response (${reason})${advice}`;
}

/** Responds with a problem of the proxy itself (RFC 9457). */
function writeProblem(response: ServerResponse, status: number, detail: string): void {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  const body = `${JSON.stringify(problem)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
