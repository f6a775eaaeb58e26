import type { Outages, TargetState } from './outages.ts';
import { type Lane, type Latency, type Pace, parseRetryAfter, wait } from './pace.ts';
import type { TargetReply } from './reply.ts';
import { type Halt, Stopped } from './time-limit.ts';
import { type Attempt, describeRequest, nameRoute, type TargetRequest } from './wire.ts';

/** Maximum number of retries, by reason, before the response counts. */
const repeats = { tooMany: 11, gateway: 5, failure: 2, lost: 1, refused: 3 };

/** After this many failed retries on a route, its later responses count without retries. */
const provenBy = 2;

/**
 * The first requests that a gateway refuses are repeated immediately, one at a time. Later ones are not: a gateway that
 * keeps failing does so regardless of the load, and each such repetition would delay all others.
 */
const mostAloneAtFirst = 20;

/** Longer waits are not worth it, so the response remains unknown. */
const longestWaitMs = 60_000;
const noticedMs = 3000;

/** Timeout of the first attempt: a multiple of the slowest response so far. */
const patience = { least: 3000, factor: 8 };

/** How to repeat a request. */
export interface Next {
  isFresh: boolean;
  /** Sends it while no other request is pending. */
  isAlone: boolean;
  timeoutMs: number;
}

/** Experience with a route: how many of its requests timed out or failed so far. */
export interface RouteRecord {
  hung: number;
  failed: number;
  isAnswered: boolean;
}

/** A response of a rate limit, or of a gateway instead of the service. */
interface Refused {
  request: TargetRequest;
  reply: TargetReply;
  sentAt: number;
  /** Number of earlier attempts with the same kind of response. */
  same: number;
  lane: Lane;
  again: Next;
}

export interface RetryOptions {
  pace: Pace;
  halt: Halt;
  latency: Latency;
  outages: Outages;
  timeoutMs: number;
  onWait: (reason: string, milliseconds: number) => void;
}

/** Decides whether the result of an attempt is final, or how to repeat the request. */
export function createRetries({ pace, halt, latency, outages, timeoutMs, onWait }: RetryOptions) {
  const routes = new Map<string, RouteRecord>();
  /** Number of requests repeated after a refusal by a gateway. */
  let gatewayRepeats = 0;
  /** The state of the target after each lost attempt. */
  const examined = new WeakMap<Attempt, TargetState>();
  const recordOf = (route: string): RouteRecord => {
    const found = routes.get(route) ?? { hung: 0, failed: 0, isAnswered: false };
    routes.set(route, found);
    return found;
  };
  /** @throws Stopped when the run has ended */
  const assertRunning = () => {
    const reason = halt.reason();
    if (reason !== undefined) throw new Stopped(reason);
  };
  /** Timeout for the first attempt of a request, in milliseconds. */
  const toPatience = () =>
    Math.min(timeoutMs, Math.max(patience.least, patience.factor * latency.slowestMs()));

  /** Decides what to do after an attempt; undefined if its result is final. */
  async function decide(
    request: TargetRequest,
    attempt: Attempt,
    earlier: readonly Attempt[],
    lane: Lane,
  ): Promise<Next | undefined> {
    const again = { isFresh: false, isAlone: false, timeoutMs: toPatience() };
    const { reply } = attempt;
    if (reply === undefined)
      return attempt.isStale ? { ...again, isFresh: true } : decideLost(request, attempt, earlier);
    const { status } = reply;
    const same = earlier.filter((one) => isSameKind(one.reply?.status, status)).length;
    if (status === 429 || isGateway(status))
      return decideRefused({ request, reply, sentAt: attempt.startedAt, same, lane, again });
    if (status < 500 || isProven(request, same, repeats.failure)) return undefined;
    await wait(50 * (same + 1), halt.signal);
    return again;
  }

  async function decideRefused(refused: Refused): Promise<Next | undefined> {
    const { request, reply, sentAt, same, lane, again } = refused;
    const { status } = reply;
    const isLimit = status === 429;
    const asked = toAskedWait(reply);
    if (asked > Math.min(longestWaitMs, halt.remaining())) {
      await endUnreasonableWait(request, status, asked);
      return undefined;
    }
    if (isLimit ? same >= repeats.tooMany : isProven(request, same, repeats.gateway))
      return undefined;
    if (asked > noticedMs)
      onWait(`the target returned ${status} with Retry-After to ${nameRoute(request)}`, asked);
    if (isLimit) {
      pace.slowDown(lane, { waitMs: Math.max(asked, (same + 1) * 50), sentAt });
      return again;
    }
    await wait(Math.max(asked, Math.min(2000, 100 * 3 ** same)), halt.signal);
    gatewayRepeats += 1;
    return { ...again, isAlone: same > 0 || gatewayRepeats <= mostAloneAtFirst };
  }

  /** Whether a response counts because enough attempts got the same. */
  function isProven(request: TargetRequest, same: number, most: number): boolean {
    const record = recordOf(nameRoute(request));
    if (same < (record.failed < provenBy ? most : 0)) return false;
    if (same > 0) record.failed += 1;
    return true;
  }

  async function decideLost(
    request: TargetRequest,
    attempt: Attempt,
    earlier: readonly Attempt[],
  ): Promise<Next | undefined> {
    const record = recordOf(nameRoute(request));
    const before = earlier.filter(isLost);
    const wasDown = outages.wasDownSince(before[0]?.startedAt);
    const state = await findState(attempt, request);
    assertRunning();
    // The target was already down, so this request did not cause it.
    const refusals = earlier.filter(isRefusedToConnect).length;
    if (state === 'back' && isRefusedToConnect(attempt) && refusals < repeats.refused)
      return { isFresh: true, isAlone: true, timeoutMs };
    if (before.length < repeats.lost) {
      if (state === 'down') stopForOutage();
      if (attempt.loss === 'timeout' && record.hung >= provenBy) return undefined;
      return { isFresh: true, isAlone: state !== 'up' || attempt.loss === 'lost', timeoutMs };
    }
    noteHanging(record, attempt);
    if (state !== 'up' && wasDown) endFatally(request, attempt);
    else if (state === 'down') stopForOutage();
    return undefined;
  }

  async function findState(attempt: Attempt, request: TargetRequest): Promise<TargetState> {
    if (attempt.loss === 'unreadable') return 'up';
    return examined.get(attempt) ?? outages.examine(request);
  }

  function noteHanging(record: RouteRecord, { loss, durationMs }: Attempt): void {
    if (loss === 'timeout' || (loss !== 'lost' && durationMs >= patience.least)) record.hung += 1;
  }

  function endFatally(request: TargetRequest, attempt: Attempt): void {
    halt.stop(
      `the target stopped responding after ${describeRequest(request)}, and again when it was repeated; this is a failure of the target, and the rest of the run would only repeat it`,
    );
    attempt.isFatal = true;
    attempt.error = `the target stopped responding each time this was sent (${attempt.error})`;
  }

  function stopForOutage(): never {
    halt.stop(outages.explain());
    throw new Stopped(outages.explain());
  }

  /**
   * Stops the run if even the simplest request is refused. Otherwise, the limit concerns only one operation, and the run
   * continues.
   */
  async function endUnreasonableWait(request: TargetRequest, status: number, asked: number) {
    const plain = await outages.probe();
    if (plain === undefined || (plain.reply?.status !== status && plain.reply !== undefined))
      return;
    halt.stop(
      `the target returns ${status} to ${nameRoute(request)} and asks the client to wait ${Math.ceil(asked / 1000)} s (Retry-After); wait until it accepts requests again, or raise its limit for the run`,
    );
    assertRunning();
  }

  return {
    decide,
    /** Explains why requests of a route are no longer sent: none of them got a response. */
    explainHanging(route: string): string | undefined {
      const { hung, isAnswered } = recordOf(route);
      if (hung < provenBy || isAnswered) return undefined;
      return `${route} did not respond to ${hung} requests within ${timeoutMs} ms each, and was not called again`;
    },
    noteAnswer(route: string): void {
      recordOf(route).isAnswered = true;
    },
    /** Checks whether the target still responds after a lost attempt, before other requests are sent. */
    async examine(attempt: Attempt, request: TargetRequest): Promise<void> {
      examined.set(attempt, await outages.examine(request));
    },
    toPatience,
    assertRunning,
  };
}

/** Waiting time that a refusal requests, in milliseconds. Without the header, only a rate limit implies one. */
function toAskedWait({ status, headers }: TargetReply): number {
  const retryAfter = headers['retry-after'];
  return status === 429 || retryAfter !== undefined ? parseRetryAfter(retryAfter, Date.now()) : 0;
}

/** Whether the request may have reached the target without a response. */
function isLost(attempt: Attempt): boolean {
  return attempt.reply === undefined && !attempt.isStale && !isRefusedToConnect(attempt);
}

/** Whether the connection was refused, so the request never reached the target. */
function isRefusedToConnect({ code }: Attempt): boolean {
  return code === 'ECONNREFUSED';
}

/** Whether a gateway sent this status instead of the service. */
export function isGateway(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function isSameKind(one: number | undefined, other: number): boolean {
  if (one === undefined) return false;
  if (other === 429 || one === 429) return one === other;
  return one >= 500 && isGateway(one) === isGateway(other);
}
