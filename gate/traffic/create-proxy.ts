import {
  type ClientRequest,
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Contract } from '../../contract/index.ts';
import { type Listening, type ListenOptions, listen } from '../../mock/adapters/listen.ts';
import { createHttpServer } from '../../mock/adapters/node-http.ts';
import { createCore } from '../../mock/create-core.ts';
import { createLazyControl, openAccess } from '../../mock/features/control/open-control.ts';
import { createLazyWebhooks } from '../../mock/features/webhooks/load-webhooks.ts';
import { forward, hasBody, keepHeaders } from './forward.ts';
import {
  createPathReader,
  type JudgedExchange,
  judgeExchange,
  type TrafficExchange,
} from './judge-exchange.ts';

export interface ProxyOptions {
  contract: Contract;
  /** Where the service answers, with its base path. */
  upstream: string;
  /** Answers 502 in place of an exchange that breaks the contract. Default: everything passes. */
  fail?: boolean;
  /** How many requests the journal keeps. Default: 250. */
  journal?: number;
  /** Told of each exchange of the service once it was judged. */
  onJudged?: (judged: JudgedExchange) => void;
  /** Told of failures of the proxy itself, in one line. */
  onError?: (line: string) => void;
}

export interface Proxy {
  /** Serves on a port until it is closed. The page is under `/__mock/` where the control surface is on. */
  listen(options: ListenOptions): Promise<Listening>;
}

/** How much of a body is kept to be judged, in bytes. A longer one passes, and its shape is not judged. */
const judgedBytes = 4 * 1024 * 1024;
const upstreamTimeoutMs = 60_000;

/**
 * A reverse proxy that passes everything through as it is, judges what passed, and answers nothing itself but for what it
 * cannot pass on.
 */
export function createProxy({
  contract,
  upstream,
  fail = false,
  journal = 250,
  onJudged,
  onError = () => {},
}: ProxyOptions): Proxy {
  const target = new URL(upstream);
  const isSecure = target.protocol === 'https:';
  const kept = { keepAlive: true, timeout: upstreamTimeoutMs };
  const agent = isSecure ? new HttpsAgent(kept) : new HttpAgent(kept);
  const send = isSecure ? httpsRequest : httpRequest;
  const prefix = target.pathname.replace(/\/+$/, '');
  const readPath = createPathReader(contract, upstream);
  // Journal, page and control surface are those of a mock that answers no request.
  const core = createCore({ contract, journal, onError }, () => performance.now());

  return {
    listen: async (where) => {
      const { control: wanted = false, host = '127.0.0.1' } = where;
      const toUrl = (name: string): string => `http://${name}`;
      const access =
        wanted === false ? undefined : openAccess(wanted === true ? {} : wanted, { host, toUrl });
      const control = access && createLazyControl(core, access, createLazyWebhooks(core, {}).load);
      // The server of a mock answers what is for the control surface; it listens nowhere itself.
      const inner = createHttpServer(
        { handler: core.pipeline, bodyLimit: core.core.bodyLimit },
        control,
      );
      const server = createServer({ requestTimeout: 0 }, (message, response) => {
        if (control?.accepts(message.url ?? '') === true) inner.emit('request', message, response);
        else pass(message, response);
      });
      server.on('upgrade', (_, socket) => {
        socket.on('error', () => {});
        socket.end(
          toRawProblem(
            501,
            'WebSockets and other upgrades are not supported by this proxy; connect to the service directly.',
          ),
        );
      });
      server.on('clientError', (_, socket) => {
        if (socket.writable) socket.end(toRawProblem(400, 'The request is not valid HTTP.'));
        else socket.destroy();
      });
      const bound = await listen(server, where);
      return {
        ...bound,
        control: access && {
          url: `${bound.url}/__mock/`,
          get token() {
            return access.token;
          },
        },
        close: async () => {
          control?.close();
          await bound.close();
          agent.destroy();
        },
      };
    },
  };

  function pass(message: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    const startedAt = new Date().toISOString();
    const sent = createCopy();
    const received = createCopy();
    let outgoing = openUpstream(message);
    let isOver = false;
    const refuse = (detail: string): void => {
      if (response.headersSent) response.destroy();
      else writeProblem(response, 502, detail);
    };
    response.on('close', () => {
      if (!isOver) outgoing.destroy();
    });
    let isRepeated = false;
    follow();
    if (hasBody(message))
      forward(
        message,
        () => outgoing,
        sent.add,
        () => {},
      );
    else outgoing.end();

    /** A kept connection that the upstream has closed meanwhile says nothing of it: what only reads is sent once more. */
    function canRepeat(): boolean {
      const isRead = message.method === 'GET' || message.method === 'HEAD';
      return (
        isRead &&
        outgoing.reusedSocket &&
        !isRepeated &&
        sent.bytes().length === 0 &&
        !response.headersSent
      );
    }

    function follow(): void {
      outgoing.on('timeout', () =>
        outgoing.destroy(new Error(`no response within ${upstreamTimeoutMs / 1000} seconds`)),
      );
      outgoing.on('error', (error) => {
        if (isOver) return;
        if (canRepeat()) {
          isRepeated = true;
          outgoing = openUpstream(message, false);
          follow();
          outgoing.end();
          return;
        }
        isOver = true;
        const code = 'code' in error ? String(error.code) : error.message;
        onError(
          `${message.method} ${message.url?.split('?')[0]}: the upstream did not respond (${code})`,
        );
        refuse(`The upstream did not respond (${code}).`);
        note(undefined);
      });
      outgoing.on('response', (incoming) => {
        incoming.on('error', () => response.destroy());
        incoming.on('close', () => {
          if (!incoming.complete) response.destroy();
        });
        if (fail) {
          incoming.on('data', received.add);
          incoming.on('end', () =>
            finish(incoming, (judged) => writeJudged(incoming, response, received.bytes(), judged)),
          );
          return;
        }
        response.writeHead(
          incoming.statusCode ?? 502,
          incoming.statusMessage,
          keepHeaders(incoming.rawHeaders, false),
        );
        forward(
          incoming,
          () => response,
          received.add,
          () => finish(incoming, () => {}),
        );
      });
    }

    function finish(
      incoming: IncomingMessage,
      then: (judged: JudgedExchange | undefined) => void,
    ): void {
      isOver = true;
      then(note(incoming));
    }

    /** Judges what passed, and writes it into the journal. */
    function note(incoming: IncomingMessage | undefined): JudgedExchange | undefined {
      const requestHeaders = toHeaders(message.rawHeaders);
      const exchange: TrafficExchange = {
        method: message.method ?? 'GET',
        url: `${target.origin}${prefix}${message.url ?? '/'}`,
        requestHeaders,
        requestBody: sent.text(requestHeaders['content-encoding']),
        response: incoming && {
          status: incoming.statusCode ?? 0,
          headers: toHeaders(incoming.rawHeaders),
          body: received.text(incoming.headers['content-encoding']),
        },
        startedAt,
        durationMs: performance.now() - started,
      };
      const judged = judge(exchange);
      writeJournal(message, exchange, judged, sent.bytes());
      return judged;
    }
  }

  function openUpstream(message: IncomingMessage, isKept = true): ClientRequest {
    const headers = keepHeaders(message.rawHeaders, true);
    headers.push('X-Forwarded-Host', message.headers.host ?? '', 'X-Forwarded-Proto', 'http');
    return send({
      ...(isKept ? { agent } : { agent: false as const, timeout: upstreamTimeoutMs }),
      protocol: target.protocol,
      hostname: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port === '' ? undefined : Number(target.port),
      method: message.method,
      path: `${prefix}${message.url ?? '/'}`,
      headers: ['Host', target.host, ...headers],
    });
  }

  function judge(exchange: TrafficExchange): JudgedExchange | undefined {
    try {
      const path = exchange.method === 'OPTIONS' ? undefined : readPath(new URL(exchange.url));
      const judged = path === undefined ? undefined : judgeExchange(contract, exchange, path, true);
      if (judged !== undefined) onJudged?.(judged);
      return judged;
    } catch (error) {
      onError(
        `an exchange could not be judged: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }
  }

  function writeJournal(
    message: IncomingMessage,
    exchange: TrafficExchange,
    judged: JudgedExchange | undefined,
    body: Uint8Array,
  ): void {
    const [path = '/', ...query] = (message.url ?? '/').split('?');
    const { response } = exchange;
    core.journal.middleware.onSent?.({
      head: {
        method: exchange.method,
        path,
        query: query.join('?'),
        header: (name) => exchange.requestHeaders[name],
        listHeaders: () => message.rawHeaders,
        hasBody: body.length > 0,
      },
      session: 'default',
      body: body.length === 0 ? undefined : body,
      durationMs: exchange.durationMs,
      reply: {
        status: response?.status ?? 0,
        headers: Object.entries(response?.headers ?? {}).flat(),
        body: response?.body,
        operation: judged?.operation?.id,
        faults: (judged?.violations ?? []).map(({ side, message: detail, pointer }) => ({
          detail: `${side}: ${detail}`,
          ...(pointer !== undefined && { pointer }),
        })),
      },
    });
  }
}

/** The exchange as it was, or with `--fail` the first violation in its place. */
function writeJudged(
  incoming: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array,
  judged: JudgedExchange | undefined,
): void {
  const [violation] = judged?.violations ?? [];
  if (violation !== undefined) {
    writeProblem(response, 502, `The ${violation.side} breaks the contract: ${violation.message}`);
    return;
  }
  response.writeHead(
    incoming.statusCode ?? 502,
    incoming.statusMessage,
    keepHeaders(incoming.rawHeaders, false),
  );
  response.end(body);
}

function toHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = String(raw[at]).toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? String(raw[at + 1]) : `${before}, ${raw[at + 1]}`;
  }
  return headers;
}

function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** Keeps what passed, up to a bound. */
function createCopy() {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= judgedBytes) chunks.push(chunk);
      else chunks = [];
    },
    bytes: (): Buffer => join(chunks),
    /** Undefined where nothing came, or too much to be kept. */
    text: (encoding: string | undefined): string | undefined => {
      if (size === 0 || size > judgedBytes) return undefined;
      return decode(join(chunks), encoding)?.toString('utf8');
    },
  };
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  const options = { maxOutputLength: judgedBytes };
  try {
    switch (encoding?.trim().toLowerCase()) {
      case undefined:
      case '':
      case 'identity':
        return bytes;
      case 'gzip':
        return gunzipSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

function toProblem(status: number, detail: string): string {
  const titles: Record<number, string> = {
    400: 'Bad Request',
    501: 'Not Implemented',
    502: 'Bad Gateway',
  };
  return `${JSON.stringify({ type: 'about:blank', title: titles[status] ?? 'Error', status, detail })}\n`;
}

function writeProblem(response: ServerResponse, status: number, detail: string): void {
  const body = toProblem(status, detail);
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function toRawProblem(status: number, detail: string): string {
  const body = toProblem(status, detail);
  const reason = status === 501 ? 'Not Implemented' : 'Bad Request';
  return `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
