import {
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createBodyCopy, forward, hasBody, keepHeaders, toPairs } from './forward.ts';
import type { JudgedExchange, TrafficExchange } from './judge-exchange.ts';

interface PassOptions {
  /** Responds with 502 instead of an exchange that violates the contract. */
  fail: boolean;
  /** The base URL of the service. */
  base: string;
  /** @param isKept whether an open connection may be reused */
  open(message: IncomingMessage, isKept: boolean): ClientRequest;
  /** Called with each complete exchange. */
  judge(
    exchange: TrafficExchange,
    message: IncomingMessage,
    requestBody: Buffer,
    incoming: IncomingMessage | undefined,
  ): JudgedExchange | undefined;
  onError(line: string): void;
}

/** Streams a request to the upstream and its response back, and validates both at the end. */
export function passExchange(
  message: IncomingMessage,
  response: ServerResponse,
  { fail, base, open, judge, onError }: PassOptions,
): void {
  const started = performance.now();
  const startedAt = Date.now();
  const sent = createBodyCopy();
  const received = createBodyCopy();
  let outgoing = open(message, true);
  let isAnswered = false;
  let isOver = false;
  let isRepeated = false;
  response.on('close', () => {
    if (!isOver) outgoing.destroy();
  });
  follow();
  if (hasBody(message))
    forward(
      message,
      () => outgoing,
      sent.add,
      () => {},
    );
  else outgoing.end();

  function follow(): void {
    // A stream may be silent for any length of time.
    outgoing.on('timeout', () => {
      if (!isAnswered) outgoing.destroy(new Error('timeout'));
    });
    outgoing.on('error', fall);
    outgoing.on('information', ({ statusCode, headers }) => {
      if (statusCode === 102) response.writeProcessing();
      if (statusCode === 103) writeHints(headers.link);
    });
    // The client did not request another protocol.
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      fall(new Error('101, although no upgrade was requested'));
    });
    outgoing.on('response', (incoming) => {
      if (Number(incoming.statusCode) < 100) {
        outgoing.destroy(new Error(`status ${incoming.statusCode}, which does not exist`));
        return;
      }
      isAnswered = true;
      incoming.on('error', () => breakOff(incoming));
      incoming.on('close', () => breakOff(incoming));
      if (fail && !isEndless(incoming)) hold(incoming);
      else {
        writeHead(incoming);
        forward(
          incoming,
          () => response,
          received.add,
          () => finish(incoming),
        );
      }
    });
  }

  /** Handles a missing response. */
  function fall(error: Error): void {
    // Errors of the request no longer matter after its response.
    if (isOver || isAnswered) return;
    if (canRepeat()) {
      isRepeated = true;
      outgoing = open(message, false);
      follow();
      outgoing.end();
      return;
    }
    isOver = true;
    const reason = explain(error);
    onError(`${message.method} ${toPath(message)}: ${reason}`);
    if (response.headersSent) response.destroy();
    else writeProblem(response, 502, `${reason[0]?.toUpperCase()}${reason.slice(1)}.`);
    note(undefined);
    drain();
  }

  /** Whether to send the request again: the upstream may have closed a kept-alive connection, and repeating a read is safe. */
  function canRepeat(): boolean {
    const isRead = message.method === 'GET' || message.method === 'HEAD';
    return isRead && outgoing.reusedSocket && !isRepeated && sent.isEmpty();
  }

  /** Aborts the client's response if the upstream's response is incomplete. */
  function breakOff(incoming: IncomingMessage): void {
    if (isOver || incoming.complete) return;
    isOver = true;
    // If the client disconnects, both are aborted.
    if (!response.destroyed)
      onError(`${message.method} ${toPath(message)}: the upstream aborted its response`);
    response.destroy();
    note(incoming);
  }

  function writeHints(link: string | string[] | undefined): void {
    try {
      if (link !== undefined) response.writeEarlyHints({ link });
    } catch {
      // Node reads any header of an upstream, but sends only well-formed links. Hints are optional.
    }
  }

  function writeHead(incoming: IncomingMessage): void {
    const { statusCode = 502, statusMessage = '', rawHeaders } = incoming;
    // Node reads control characters in a reason phrase, but refuses to send them.
    const reason = statusMessage.replaceAll(/[^\t -~\x80-\xff]/g, '?');
    response.writeHead(statusCode, reason, keepHeaders(rawHeaders, false));
    // Headers are usually sent with the first part of the body, but those of a stream must not wait for it.
    if (incoming.headers['content-length'] === undefined)
      setImmediate(() => {
        if (received.isEmpty() && !isOver) response.flushHeaders();
      });
  }

  /** Holds the response back until it is validated. A response that is too long to validate is forwarded. */
  function hold(incoming: IncomingMessage): void {
    incoming.on('data', (chunk: Buffer) => {
      const before = received.bytes();
      received.add(chunk);
      if (received.isWhole()) return;
      incoming.removeAllListeners('data');
      incoming.removeListener('end', release);
      writeHead(incoming);
      response.write(before);
      response.write(chunk);
      forward(
        incoming,
        () => response,
        () => {},
        () => finish(incoming),
      );
    });
    const release = (): void => {
      const [violation] = finish(incoming)?.violations ?? [];
      if (violation === undefined) {
        writeHead(incoming);
        if (incoming.rawTrailers.length > 0) response.addTrailers(toPairs(incoming.rawTrailers));
        response.end(received.bytes());
      } else
        writeProblem(
          response,
          502,
          `The ${violation.side} violates the contract: ${violation.message}`,
        );
    };
    incoming.on('end', release);
  }

  function finish(incoming: IncomingMessage): JudgedExchange | undefined {
    isOver = true;
    drain();
    return note(incoming);
  }

  /** Reads and discards the rest of the request after the response, so that the connection can be reused. */
  function drain(): void {
    if (message.complete) return;
    message.removeAllListeners('data');
    message.resume();
  }

  function note(incoming: IncomingMessage | undefined): JudgedExchange | undefined {
    const requestHeaders = toHeaders(message.rawHeaders);
    const requestBody = sent.text(requestHeaders['content-encoding']);
    const exchange: TrafficExchange = {
      method: message.method ?? 'GET',
      url: `${base}${message.url ?? '/'}`,
      requestHeaders,
      requestBody,
      isRequestBodyLeftOut: requestBody === undefined && !sent.isEmpty(),
      response: incoming && {
        status: incoming.statusCode ?? 0,
        headers: toHeaders(incoming.rawHeaders),
        body: incoming.complete ? received.text(incoming.headers['content-encoding']) : undefined,
      },
      startedAt,
      durationMs: performance.now() - started,
    };
    return judge(exchange, message, sent.bytes(), incoming);
  }
}

function toPath({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** Whether the response is an event stream, which may never end. */
function isEndless({ headers }: IncomingMessage): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** Matches TLS error codes for untrusted certificates. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

function explain(error: Error): string {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'timeout') return 'the upstream did not respond in time';
  if (/^(?:HPE_|101|status )/.test(code)) return `the upstream returned invalid HTTP (${code})`;
  return untrusted.test(code)
    ? `the certificate of the upstream is not trusted (${code}); name the file of its authority with --ca, or, for a test system, use --insecure`
    : `the upstream did not respond (${code})`;
}

function toHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

function toProblem(status: number, detail: string): string {
  return `${JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail })}\n`;
}

/** Responds with a problem of the proxy itself (RFC 9457). */
export function writeProblem(response: ServerResponse, status: number, detail: string): void {
  const body = toProblem(status, detail);
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
