import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Exchange } from '../../mock/adapters/exchange.ts';
import { toPairs } from '../../mock/handler.ts';
import { BodyCopy } from './body-copy.ts';
import type { JudgedExchange, TrafficExchange } from './judge-exchange.ts';
import { mergeHeaders, toResponseHeaders } from './proxy-headers.ts';
import type { createUpstream } from './upstream.ts';

export interface ForwardOptions {
  /** Responds with 502 instead of an exchange that violates the contract. Default: false. */
  fail?: boolean;
  /** Judges each exchange. Returns undefined if it says nothing about the service. */
  judge: (exchange: TrafficExchange) => JudgedExchange | undefined;
  /** Called with one line for each failure of the proxy itself. */
  onError: (line: string) => void;
}

/** A request on its way to the upstream, and its response on the way back. */
export class Forwarding {
  readonly #exchange: Exchange;
  readonly #target: string;
  readonly #upstream: ReturnType<typeof createUpstream>;
  readonly #options: ForwardOptions;
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  readonly #sent = new BodyCopy();
  readonly #received = new BodyCopy();
  #answer: IncomingMessage | undefined;
  /** The response to the client, once it has begun. */
  #response: ServerResponse | undefined;

  constructor(
    exchange: Exchange,
    target: string,
    upstream: ReturnType<typeof createUpstream>,
    options: ForwardOptions,
  ) {
    this.#exchange = exchange;
    this.#target = target;
    this.#upstream = upstream;
    this.#options = options;
  }

  /** Streams the request to the upstream and its response back, and checks both at the end. */
  async run(): Promise<void> {
    this.#exchange.sendContinue();
    try {
      this.#answer = await this.#upstream.send(this.#exchange, this.#target, this.#sent);
      await this.#passBack(this.#answer);
    } catch (error) {
      this.#breakOff(error);
    }
  }

  /** With `fail`, the response waits until it is checked, unless it is too long or a stream of events. */
  async #passBack(answer: IncomingMessage): Promise<void> {
    const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
    if (!this.#options.fail || isStream) this.#writeHead(answer);
    for await (const chunk of answer) await this.#passChunk(answer, chunk);
    const [violation] = this.#check(true)?.violations ?? [];
    if (violation !== undefined && this.#response === undefined) {
      const reason = `the exchange violates the contract: ${violation.message}`;
      writeProblem(this.#exchange, 502, reason);
      return;
    }
    await this.#release(answer);
    this.#response?.addTrailers(toPairs(answer.rawTrailers));
    this.#response?.end();
  }

  /** Holds a chunk back, or sends it. */
  async #passChunk(answer: IncomingMessage, chunk: Buffer): Promise<void> {
    const isHeld = this.#response === undefined && this.#received.hasRoomFor(chunk);
    if (!isHeld) await this.#release(answer);
    this.#received.add(chunk);
    if (!isHeld) await this.#write(chunk);
  }

  #writeHead(answer: IncomingMessage): void {
    const response = this.#exchange.takeResponse();
    if (response === undefined) throw new Error('the client no longer expects a response');
    this.#response = response;
    response.writeHead(answer.statusCode ?? 502, toResponseHeaders(answer.rawHeaders));
    response.flushHeaders();
  }

  /** Sends what was held back, if that has not been done. */
  async #release(answer: IncomingMessage): Promise<void> {
    if (this.#response !== undefined) return;
    this.#writeHead(answer);
    const held = this.#received.readBytes();
    if (held.length > 0) await this.#write(held);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const response = this.#response;
    const isRead = response?.write(bytes) ?? true;
    if (response !== undefined && !isRead)
      await once(response, 'drain', { signal: this.#exchange.ended });
  }

  /** Ends the response, because one of both sides broke off. */
  #breakOff(error: unknown): void {
    const { message, ended, isTaken } = this.#exchange;
    const isOwn = this.#response !== undefined;
    if (!ended.aborted && (isOwn || !isTaken)) {
      const isLate = this.#answer !== undefined;
      const reason = isLate ? 'the upstream aborted its response' : toFault(error);
      this.#options.onError(`${message.method} ${this.#target.split('?')[0]}: ${reason}`);
      if (!isOwn) writeProblem(this.#exchange, 502, reason);
    }
    if (isOwn) this.#exchange.abort();
    this.#check(false);
  }

  #check(isComplete: boolean): JudgedExchange | undefined {
    const { message } = this.#exchange;
    const answer = this.#answer;
    const requestHeaders = mergeHeaders(message);
    const responseHeaders = mergeHeaders(answer);
    const requestBody = this.#sent.readText(requestHeaders['content-encoding']);
    const responseBody = this.#received.readText(responseHeaders['content-encoding']);
    return this.#options.judge({
      method: message.method ?? 'GET',
      url: this.#upstream.toUrl(this.#target),
      requestHeaders,
      // A body that was not sent to its end says nothing.
      requestBody: message.readableEnded ? requestBody : undefined,
      response: answer && {
        status: answer.statusCode ?? 502,
        headers: responseHeaders,
        body: isComplete ? responseBody : undefined,
      },
      startedAt: this.#startedAt.toISOString(),
      durationMs: performance.now() - this.#start,
    });
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
export function writeProblem(exchange: Exchange, status: number, detail: string): void {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  const body = `${JSON.stringify(problem)}\n`;
  const response = exchange.takeResponse();
  response?.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response?.end(body);
}
