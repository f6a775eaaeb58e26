/*
 * conformance/runner/: requests to the target: one client, retries, pace and limits of time. It imports outcomes.ts, contract/ and
 * writers/, and knows no check. Start here; one table says what is retried.
 */

import { readRetryAfter } from '../../contract/retry-after.ts';
import {
  type Attempt,
  type Connection,
  describeRequest,
  type HttpClient,
  nameEndpoint,
  type TargetRequest,
} from './client.ts';
import { type Halt, Stopped, wait } from './halt.ts';
import { createPace, type Pace, type Turn } from './pace.ts';
import { findRetry, longestWaitMs, type Reason, toReason } from './retries.ts';
import { type FailedAttempt, type Sent, toAnswered, toSkipped, toUnanswered } from './sent.ts';

export type { Sent } from './sent.ts';

interface SendOptions {
  /** Default: any. */
  connection?: Connection | undefined;
  /** Whether to repeat a request that may have been carried out. Default: yes. */
  mayRepeat?: () => boolean;
  /** Maximum number of attempts. Default: as the table of retries says. */
  attempts?: number;
}

interface TargetOptions {
  baseUrl: string;
  client: HttpClient;
  halt: Halt;
  /** The timeout of an attempt. */
  timeoutMs: number;
  /** Called before a noticeable wait. */
  onWait?: (reason: string, milliseconds: number) => void;
}

const noticedMs = 3000;

/** How long to wait for a target that no longer accepts connections. */
const patienceMs = 6000;

/** After this many unanswered requests in a row, an endpoint is not called again. */
const mostHung = 4;

/** Besides the retry, a request that hangs is sent on so many further new connections. */
const furtherConnections = 2;

/** If more requests than one in so many were answered only when repeated, the network loses requests. */
const losses = { oneIn: 20 };

/** If a gateway or a rate limit refuses this many requests in a row, for this time, the run ends. */
const mostRefused = { inRow: 24, forMs: 10_000 };

/** Creates the service under test. The suite knows only its base URL. */
export async function createTarget(options: TargetOptions): Promise<Target> {
  return new Target(options, await createPace(options.halt.signal));
}

export class Target {
  readonly baseUrl: string;
  readonly #client: HttpClient;
  readonly #halt: Halt;
  readonly #timeoutMs: number;
  readonly #onWait: (reason: string, milliseconds: number) => void;
  readonly #pace: Pace;
  readonly #refusals = new Map<number, number>();
  readonly #counts = { sent: 0, answered: 0, repeated: 0, refusedInRow: 0 };
  readonly #pending = new Set<TargetRequest>();
  /** Unanswered requests in a row, by endpoint. */
  readonly #hung = new Map<string, number>();
  /** Endpoints for which a request was proven to hang, or is being proven to. */
  readonly #hanging = new Set<string>();
  #fastest = Number.POSITIVE_INFINITY;
  #acceptedAt = Date.now();
  /** The first GET that was answered. It shows whether the target still responds. */
  #plain: TargetRequest | undefined;
  #revival: Promise<boolean> | undefined;

  constructor(options: TargetOptions, pace: Pace) {
    this.baseUrl = options.baseUrl;
    this.#client = options.client;
    this.#halt = options.halt;
    this.#timeoutMs = options.timeoutMs;
    this.#onWait = options.onWait ?? (() => {});
    this.#pace = pace;
  }

  /** How often a gateway or a rate limit refused a request, by status. */
  get refusals(): ReadonlyMap<number, number> {
    return this.#refusals;
  }

  /** Number of requests sent so far, including retries. */
  count(): number {
    return this.#counts.sent;
  }

  /** The fastest response so far, in milliseconds: the network delay of a target that works quickly. */
  roundTripMs(): number {
    return this.#fastest;
  }

  /** Notes for the report about network problems. */
  listNotes(): string[] {
    const { repeated } = this.#counts;
    if (repeated === 0) return [];
    const statuses = [...this.#refusals].map(
      ([status, count]) => `status ${status} ${count} times`,
    );
    const reason = statuses.length === 0 ? '' : ` (${statuses.join(', ')}); the run slowed down`;
    return [`${repeated} requests got a response only when they were repeated${reason}`];
  }

  /** Whether the endpoint of a request no longer responds, so it is not called again. */
  isHung(request: TargetRequest): boolean {
    return (this.#hung.get(nameEndpoint(request)) ?? 0) >= mostHung;
  }

  /** Whether a request without a response proves nothing, because the network or the target loses many. */
  losesRequests(): boolean {
    const { answered, repeated } = this.#counts;
    return repeated * losses.oneIn > answered;
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Sends a request, with retries if a network problem or a gateway prevented a response.
   * @throws Stopped if the run has ended
   */
  async send(request: TargetRequest, options: SendOptions = {}): Promise<Sent> {
    const { mayRepeat = () => true, attempts = Number.POSITIVE_INFINITY } = options;
    const earlier: FailedAttempt[] = [];
    while (!this.isHung(request)) {
      const attempt = await this.#attempt(request, earlier.at(-1), options);
      if (attempt.reason === undefined) {
        if (attempt.reply !== undefined) this.#noteAnswer(request, earlier.length > 0);
        return toAnswered(request, attempt, earlier);
      }
      const isRepeated = await this.#prepareRetry(request, attempt, earlier, attempts);
      const { isHarmless = false } = findRetry(attempt.reason);
      if (!isRepeated || !(isHarmless || mayRepeat()))
        return this.#giveUp(request, attempt, earlier, options);
      earlier.push(attempt);
    }
    return toSkipped(request, mostHung);
  }

  /** Sends a request once, in its turn. Without a response, it also finds out whether the target was down. */
  async #attempt(
    request: TargetRequest,
    last: FailedAttempt | undefined,
    { connection = 'any' }: SendOptions,
  ): Promise<FailedAttempt | (Attempt & { reason?: undefined })> {
    this.#assertRunning();
    const turn: Turn = {
      kind: toKind(request),
      isRepeated: last !== undefined,
      isAlone: last !== undefined && findRetry(last.reason).isAlone === true,
    };
    this.#pending.add(request);
    try {
      const used = last === undefined ? connection : 'new';
      const attempt = await this.#pace.run(() => this.#sendOnce(request, used), turn);
      const reason = toReason(attempt);
      if (reason === undefined) return attempt;
      this.#assertRunning();
      const wasDown = attempt.reply === undefined && (await this.#awaitRevival());
      return { ...attempt, reason, wasDown };
    } finally {
      this.#pending.delete(request);
    }
  }

  async #sendOnce(request: TargetRequest, connection: Connection): Promise<Attempt> {
    this.#counts.sent += 1;
    this.#halt.noteRequest();
    const limit = Math.min(this.#timeoutMs, Math.max(1, Math.floor(this.#halt.remaining())));
    const attempt = await this.#client.send(request, limit, connection);
    if (attempt.reply === undefined) return attempt;
    this.#halt.noteAnswer();
    this.#fastest = Math.min(this.#fastest, attempt.durationMs);
    return attempt;
  }

  #assertRunning(): void {
    const reason = this.#halt.reason();
    if (reason !== undefined) throw new Stopped(reason);
  }

  /** The result of a request that is not repeated, or repeated only to prove that it never gets a response. */
  async #giveUp(
    request: TargetRequest,
    last: FailedAttempt,
    earlier: readonly FailedAttempt[],
    { mayRepeat = () => true, attempts }: SendOptions,
  ): Promise<Sent> {
    const unanswered = toUnanswered(request, last, earlier);
    const all = [...earlier, last];
    const isSuspect = earlier.length > 0 && all.every(({ reason }) => reason === 'timeout');
    // A timeout that the end of the run has shortened proves nothing.
    const hasTime = this.#halt.remaining() > 2 * this.#timeoutMs;
    const endpoint = nameEndpoint(request);
    const isDecided = attempts !== undefined || this.#hanging.has(endpoint);
    if (!isSuspect || !hasTime || isDecided) return unanswered;
    for (let count = 1; count <= furtherConnections; count += 1)
      if (!mayRepeat()) return unanswered;
    this.#hanging.add(endpoint);
    const further = await this.#sendToProve(request);
    const answer = further.find(({ reply }) => reply !== undefined);
    if (answer !== undefined) {
      this.#hanging.delete(endpoint);
      this.#noteAnswer(request, true);
      return toAnswered(request, answer, all);
    }
    const isHanging = further.length > 0 && further.every(({ loss }) => loss === 'timeout');
    if (!isHanging) this.#hanging.delete(endpoint);
    return { ...unanswered, isHanging };
  }

  /** Sends a request on new connections, beside one that was answered before. Returns nothing unless that is answered again. */
  async #sendToProve(request: TargetRequest): Promise<readonly Attempt[]> {
    const plain = this.#plain;
    if (plain === undefined) return [];
    const sending = Array.from({ length: furtherConnections }, () =>
      this.#sendOnce(request, 'new'),
    );
    const control = await this.#sendOnce(plain, 'new');
    const further = await Promise.all(sending);
    return control.reply === undefined ? [] : further;
  }

  #noteAnswer(request: TargetRequest, isRepeated: boolean): void {
    if (request.method === 'GET') this.#plain ??= request;
    this.#counts.answered += 1;
    if (isRepeated) this.#counts.repeated += 1;
    this.#counts.refusedInRow = 0;
    this.#acceptedAt = Date.now();
    this.#hung.delete(nameEndpoint(request));
    this.#pace.accept(toKind(request), this.#fastest);
  }

  /** Whether to repeat a request, after the necessary pause. */
  async #prepareRetry(
    request: TargetRequest,
    { reply, startedAt, reason }: FailedAttempt,
    earlier: readonly FailedAttempt[],
    attempts: number,
  ): Promise<boolean> {
    const { most, pauseMs, slows = false } = findRetry(reason);
    const asked = readRetryAfter(reply?.headers['retry-after']) ?? 0;
    if (reply !== undefined) this.#noteRefusal(reply.status, asked);
    const same = earlier.filter((attempt) => attempt.reason === reason).length;
    const isLast = same >= most || earlier.length + 1 >= attempts;
    if (isLast || asked > Math.min(longestWaitMs, this.#halt.remaining())) {
      this.#noteHang(request, reason);
      return false;
    }
    if (asked > noticedMs)
      this.#onWait(`${nameEndpoint(request)} got status ${reply?.status} with Retry-After`, asked);
    if (slows) this.#pace.slowDown(toKind(request), startedAt, asked || pauseMs);
    else await wait(pauseMs, this.#halt.signal);
    return true;
  }

  #noteHang(request: TargetRequest, reason: Reason): void {
    if (reason !== 'timeout') return;
    const endpoint = nameEndpoint(request);
    this.#hung.set(endpoint, (this.#hung.get(endpoint) ?? 0) + 1);
  }

  /** Ends the run if a gateway or a rate limit no longer lets any request pass. */
  #noteRefusal(status: number, asked: number): void {
    this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1);
    const isHopeless = asked > Math.min(longestWaitMs, this.#halt.remaining());
    this.#counts.refusedInRow += isHopeless ? mostRefused.inRow / 4 : 1;
    const isLong = isHopeless || Date.now() - this.#acceptedAt > mostRefused.forMs;
    if (this.#counts.refusedInRow < mostRefused.inRow || !isLong) return;
    const wish = asked > 0 ? `, and asks the client to wait ${Math.ceil(asked / 1000)} s` : '';
    this.#halt.stop(
      `${this.baseUrl} returns status ${status} to every request, however often it is repeated${wish}; check the gateway or the rate limit in front of the service, then repeat the run`,
    );
  }

  /** Waits until the target responds again. Returns whether it was down. */
  async #awaitRevival(): Promise<boolean> {
    if (this.#plain === undefined) return false;
    this.#revival ??= this.#revive(this.#plain).finally(() => {
      this.#revival = undefined;
    });
    return this.#revival;
  }

  /** Sends a request until it is answered, and stops the run if it is not for too long. */
  async #revive(request: TargetRequest): Promise<boolean> {
    const suspects = [...this.#pending].slice(0, 3).map(describeRequest);
    const startedAt = Date.now();
    for (let wasDown = false; ; wasDown = true) {
      const { reply, loss } = await this.#sendOnce(request, 'new');
      // Responses to other requests show that only this one is broken.
      const isAlive = reply !== undefined || loss === 'unreadable' || this.#acceptedAt > startedAt;
      if (isAlive) return wasDown;
      if (Date.now() - startedAt > patienceMs)
        this.#halt.stop(
          `the target stopped responding to any request; pending at that moment: ${suspects.join(', ')}; check its log, restart it, and repeat the run`,
        );
      this.#assertRunning();
      await wait(200, this.#halt.signal);
    }
  }
}

function toKind({ method }: TargetRequest): Turn['kind'] {
  return method === 'GET' ? 'read' : 'write';
}
