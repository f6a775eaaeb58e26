import PQueue from 'p-queue';
import {
  type Attempt,
  type Client,
  type Connection,
  describeRequest,
  type Loss,
  nameRoute,
  type TargetRequest,
} from './client.ts';
import { type Halt, Stopped, wait } from './halt.ts';
import type { TargetReply } from './reply.ts';

/** A request and its final result. */
export interface Sent {
  /** The request as sent. */
  request: TargetRequest;
  /** Undefined if no response arrived, even after retries. `error` then contains the reason. */
  reply: TargetReply | undefined;
  /** Why there is no reply. */
  loss?: Loss | undefined;
  /** Why there is no reply, in words. */
  error: string | undefined;
  /** Earlier attempts of the request, the oldest first. */
  earlier?: readonly Earlier[];
  /** Whether the target stopped accepting connections each time this was sent. */
  isFatal?: boolean;
  /** When the last attempt was sent, in milliseconds since 1970. */
  startedAt: number;
  /** The time to the end of the response. */
  durationMs: number;
}

/** An attempt that was repeated. Its effect is unknown. */
export interface Earlier {
  status: number | undefined;
  error: string | undefined;
}

/** The service under test. The suite knows only its base URL. */
export interface Target {
  baseUrl: string;
  /**
   * Sends a request, with retries if a network problem or a gateway prevented a response.
   * @throws Stopped if the run has ended
   */
  send(request: TargetRequest, how?: SendOptions): Promise<Sent>;
  /** Sends a request once, on a new connection, optionally to another base URL. It is not repeated. */
  ask(request: TargetRequest, baseUrl?: string): Promise<Attempt>;
  /** Number of requests sent so far, including retries. */
  count(): number;
  /** The fastest response so far, in milliseconds: the network delay of a target that works quickly. */
  roundTripMs(): number;
  /** How often a gateway or a rate limit refused a request, by status. */
  refusals: ReadonlyMap<number, number>;
  /** Notes for the report about network problems. */
  listNotes(): string[];
  close(): void;
}

export interface SendOptions {
  /** Default: any. */
  connection?: Connection | undefined;
  /** Has priority over other requests. Default: false. */
  isUrgent?: boolean;
  /** Whether to repeat a request that may have been carried out. Default: yes. */
  mayRepeat?: () => boolean;
}

export interface TargetOptions {
  baseUrl: string;
  client: Client;
  halt: Halt;
  /** The timeout of an attempt. */
  timeoutMs: number;
  /** Called before a noticeable wait. */
  onWait?: (reason: string, milliseconds: number) => void;
}

/** Maximum number of concurrent requests. */
const mostAtOnce = 16;

interface Retry {
  /** Maximum number of retries for this reason. */
  most: number;
  /** Pause before the first retry; it doubles with each further one, up to two seconds. */
  pauseMs: number;
  /** Repeats the request while no other is pending, so that the cause of another loss is clear. */
  isAlone?: true;
  /** Slows down the whole run. */
  slows?: true;
}

/** What is repeated, always on a new connection. Everything else is the answer of the target, 500 and 501 included. */
const retries = {
  unreached: { most: 5, pauseMs: 200 },
  lost: { most: 2, pauseMs: 20, isAlone: true },
  timeout: { most: 1, pauseMs: 0 },
  429: { most: 12, pauseMs: 100, slows: true },
  502: { most: 4, pauseMs: 100, slows: true },
  503: { most: 4, pauseMs: 100, slows: true },
  504: { most: 4, pauseMs: 100, slows: true },
} as const satisfies Readonly<Record<string, Retry>>;

type Reason = keyof typeof retries;

/** The pause of the whole run after a refusal without Retry-After. */
const usualPauseMs = 1000;

/** Longer waits are not worth it, so the request remains unanswered. */
const longestWaitMs = 60_000;
const noticedMs = 3000;

/** How long to wait for a target that no longer accepts connections. */
const patienceMs = 6000;

/** After this many unanswered requests, a route that never responded is not called again. */
const mostHung = 2;

/** If a gateway or a rate limit refuses this many requests in a row, for this time, the run ends. */
const mostRefused = { inRow: 24, forMs: 10_000 };

function toReason({ reply, loss }: Pick<Attempt, 'reply' | 'loss'>): Reason | undefined {
  const reason: string | number | undefined = reply?.status ?? loss;
  return reason !== undefined && Object.hasOwn(retries, reason) ? (reason as Reason) : undefined;
}

/** An attempt without a response of the service, and whether the target was down after it. */
interface Failed extends Attempt {
  wasDown: boolean;
}

export function createTarget({
  baseUrl,
  client,
  halt,
  timeoutMs,
  onWait = () => {},
}: TargetOptions): Target {
  const pace = createPace(halt.signal);
  const refusals = new Map<number, number>();
  const counts = { sent: 0, repeated: 0, refusedInRow: 0 };
  const pending = new Set<TargetRequest>();
  const routes = { answered: new Set<string>(), hung: new Map<string, number>() };
  let fastest = Number.POSITIVE_INFINITY;
  let acceptedAt = Date.now();
  /** The first GET that was answered. It shows whether the target still responds. */
  let plain: TargetRequest | undefined;
  let revival: Promise<boolean> | undefined;

  const sendOnce = async (
    request: TargetRequest,
    connection: Connection,
    url = baseUrl,
  ): Promise<Attempt> => {
    counts.sent += 1;
    const limit = Math.min(timeoutMs, Math.max(1, halt.remaining()));
    const attempt = await client.send(request, { timeoutMs: limit, connection, baseUrl: url });
    if (attempt.reply !== undefined) fastest = Math.min(fastest, attempt.durationMs);
    return attempt;
  };
  /** @throws Stopped when the run has ended */
  const assertRunning = () => {
    const reason = halt.reason();
    if (reason !== undefined) throw new Stopped(reason);
  };
  /** Waits until the target responds again, and stops the run if it does not. Returns whether it was down. */
  const revive = async (request: TargetRequest): Promise<boolean> => {
    const suspects = [...pending].slice(0, 3).map(describeRequest);
    const startedAt = Date.now();
    for (let wasDown = false; ; wasDown = true) {
      const { reply, loss } = await sendOnce(request, 'new');
      if (reply !== undefined || loss === 'unreadable') return wasDown;
      if (Date.now() - startedAt > patienceMs)
        halt.stop(
          `the target stopped responding to any request; pending at that moment: ${suspects.join(', ')}; check its log, restart it, and repeat the run`,
        );
      assertRunning();
      await wait(200, halt.signal);
    }
  };
  const awaitRevival = (): Promise<boolean> => {
    revival ??= (plain === undefined ? Promise.resolve(false) : revive(plain)).finally(() => {
      revival = undefined;
    });
    return revival;
  };
  /** Ends the run if a gateway or a rate limit no longer lets any request pass. */
  const noteRefusal = (status: number, asked: number) => {
    refusals.set(status, (refusals.get(status) ?? 0) + 1);
    const isHopeless = asked > Math.min(longestWaitMs, halt.remaining());
    counts.refusedInRow += isHopeless ? mostRefused.inRow / 4 : 1;
    const isLong = isHopeless || Date.now() - acceptedAt > mostRefused.forMs;
    if (counts.refusedInRow < mostRefused.inRow || !isLong) return;
    const wish = asked > 0 ? `, and asks the client to wait ${Math.ceil(asked / 1000)} s` : '';
    halt.stop(
      `${baseUrl} returns status ${status} to every request, however often it is repeated${wish}; check the gateway or the rate limit in front of the service, then repeat the run`,
    );
  };
  /** Whether to repeat a request, after the necessary pause. */
  const prepareRetry = async (
    request: TargetRequest,
    { reply, startedAt }: Attempt,
    reason: Reason,
    earlier: readonly Failed[],
  ): Promise<boolean> => {
    const retry: Retry = retries[reason];
    const same = earlier.filter((one) => toReason(one) === reason).length;
    const asked = readRetryAfter(reply?.headers['retry-after']);
    if (reply !== undefined) noteRefusal(reply.status, asked);
    if (same >= retry.most || asked > Math.min(longestWaitMs, halt.remaining())) {
      const route = nameRoute(request);
      if (reason === 'timeout') routes.hung.set(route, (routes.hung.get(route) ?? 0) + 1);
      return false;
    }
    if (retry.slows) pace.slowDown(startedAt, asked || usualPauseMs);
    if (asked > noticedMs)
      onWait(`${nameRoute(request)} got status ${reply?.status} with Retry-After`, asked);
    await wait(Math.max(asked, Math.min(2000, retry.pauseMs * 2 ** same)), halt.signal);
    return true;
  };

  /** Sends a request in its turn: a repeated one with priority, and alone if its connection was lost. */
  const attempt = async (
    request: TargetRequest,
    { connection = 'any', isUrgent = false }: SendOptions,
    last: Reason | undefined,
  ): Promise<Attempt> => {
    assertRunning();
    pending.add(request);
    const retry: Retry | undefined = last && retries[last];
    return pace.run(() => sendOnce(request, retry === undefined ? connection : 'new'), {
      isAlone: retry?.isAlone === true,
      isUrgent: isUrgent || retry !== undefined,
    });
  };
  const noteAnswer = (request: TargetRequest, isRepeated: boolean) => {
    if (request.method === 'GET') plain ??= request;
    if (isRepeated) counts.repeated += 1;
    counts.refusedInRow = 0;
    acceptedAt = Date.now();
    routes.answered.add(nameRoute(request));
    pace.speedUp();
  };
  const isDead = (route: string) =>
    !routes.answered.has(route) && (routes.hung.get(route) ?? 0) >= mostHung;

  return {
    baseUrl,
    refusals,
    count: () => counts.sent,
    roundTripMs: () => fastest,
    listNotes: () =>
      counts.repeated === 0
        ? []
        : [
            `${counts.repeated} requests got a response only when they were repeated${listStatuses(refusals)}`,
          ],
    close: () => client.close(),
    ask: (request, url) => sendOnce(request, 'new', url),
    async send(request, how = {}) {
      const { mayRepeat = () => true } = how;
      const route = nameRoute(request);
      const earlier: Failed[] = [];
      for (let last: Reason | undefined; !isDead(route); ) {
        const made = await attempt(request, how, last);
        const reason = toReason(made);
        if (reason === undefined) {
          pending.delete(request);
          if (made.reply !== undefined) noteAnswer(request, earlier.length > 0);
          return toSent(request, made, earlier);
        }
        assertRunning();
        const wasDown = reason === 'unreached' || reason === 'lost' ? await awaitRevival() : false;
        pending.delete(request);
        const isRepeated = await prepareRetry(request, made, reason, earlier);
        // A request that never reached the target, or that a rate limit refused, had no effect.
        if (!isRepeated || !(reason === 'unreached' || reason === 429 || mayRepeat()))
          return toSent(request, { ...made, wasDown }, earlier);
        last = reason;
        earlier.push({ ...made, wasDown });
      }
      return toSkipped(request, route);
    },
  };
}

function toSent(
  request: TargetRequest,
  { reply, loss, error, startedAt, durationMs, ...last }: Attempt & { wasDown?: boolean },
  earlier: readonly Failed[],
): Sent {
  const isRefused = reply !== undefined && toReason({ reply, loss }) !== undefined;
  return {
    request,
    reply: isRefused ? undefined : reply,
    loss: isRefused ? 'refused' : loss,
    error: isRefused ? `status ${reply.status} all ${earlier.length + 1} times it was sent` : error,
    earlier: earlier
      .filter(({ loss: earlierLoss }) => earlierLoss !== 'unreached')
      .map((one) => ({ status: one.reply?.status, error: one.error })),
    isFatal: last.wasDown === true && earlier.every(({ wasDown }) => wasDown),
    startedAt,
    durationMs,
  };
}

/** The result for a request that was not sent, because its route never responds. */
function toSkipped(request: TargetRequest, route: string): Sent {
  return {
    request,
    reply: undefined,
    loss: 'unreached',
    error: `${route} did not respond to ${mostHung} requests, and was not called again`,
    startedAt: Date.now(),
    durationMs: 0,
  };
}

function listStatuses(refusals: ReadonlyMap<number, number>): string {
  const list = [...refusals].map(([status, count]) => `status ${status} ${count} times`);
  return list.length === 0 ? '' : ` (${list.join(', ')}); the run slowed down`;
}

/** Reads Retry-After (RFC 9110, section 10.2.3), seconds or a date, in milliseconds; 0 without one. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number {
  if (value === undefined) return 0;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/**
 * Limits the number of concurrent requests. When a gateway or a rate limit refuses one, it halves that number and spaces the
 * requests: by twice the gap if the last slowdown was recent, otherwise by a quarter more. Every accepted request speeds the
 * run up a little.
 */
function createPace(signal: AbortSignal) {
  const queue = new PQueue({ concurrency: mostAtOnce });
  const exclusive = new PQueue({ concurrency: 1 });
  let atOnce = mostAtOnce;
  let gapMs = 0;
  let nextAt = 0;
  let slowedAt = 0;
  let acceptedSince = 0;
  const sendInTurn = async <T>(send: () => Promise<T>): Promise<T> => {
    for (let now = Date.now(); nextAt > now && !signal.aborted; now = Date.now())
      await wait(nextAt - now, signal);
    nextAt = Date.now() + gapMs;
    return send();
  };
  return {
    run<T>(
      send: () => Promise<T>,
      { isAlone, isUrgent }: { isAlone: boolean; isUrgent: boolean },
    ): Promise<T> {
      if (!isAlone) return queue.add(() => sendInTurn(send), { priority: isUrgent ? 1 : 0 });
      return exclusive.add(async () => {
        queue.pause();
        try {
          await queue.onPendingZero();
          return await sendInTurn(send);
        } finally {
          queue.start();
        }
      });
    },
    slowDown(sentAt: number, pauseMs: number): void {
      nextAt = Math.max(nextAt, Date.now() + pauseMs);
      // Requests that were pending at the last slowdown were refused for the same reason.
      if (sentAt < slowedAt) return;
      slowedAt = Date.now();
      gapMs = Math.min(250, Math.max(5, (acceptedSince < 30 ? 2 : 1.25) * gapMs));
      acceptedSince = 0;
      atOnce = Math.max(1, atOnce / 2);
      queue.concurrency = Math.floor(atOnce);
    },
    speedUp(): void {
      acceptedSince += 1;
      gapMs *= 0.998;
      atOnce = Math.min(mostAtOnce, atOnce + 0.005);
      queue.concurrency = Math.floor(atOnce);
    },
  };
}
