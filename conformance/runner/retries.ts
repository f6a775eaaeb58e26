import type { Outages, TargetState } from './outages.ts';
import { type Lane, type Latency, type Pace, parseRetryAfter, wait } from './pace.ts';
import type { TargetReply } from './reply.ts';
import { type Halt, Stopped } from './time-limit.ts';
import { type Attempt, describeRequest, nameRoute, type TargetRequest } from './wire.ts';

/** How often a request is repeated before its response counts. */
const repeats = { tooMany: 11, gateway: 5, failure: 2, lost: 1, refused: 3 };

/** So many requests of a route are repeated in vain; the next ones are taken at their word. */
const provenBy = 2;

/**
 * So many requests that a gateway refused are repeated alone at once. A gateway that goes on refusing now and then does so
 * whatever else is under way, and must not hold up all other requests each time.
 */
const mostAloneAtFirst = 20;

/** A longer wait is not worth it: what the target would answer then stays unknown. */
const longestWaitMs = 60_000;
const noticedMs = 3000;

/** The first attempt may take so many times as long as the slowest answer so far. */
const patience = { least: 3000, factor: 8 };

/** How a request is sent again. */
export interface Next {
  isFresh: boolean;
  /** While no other request is under way. */
  isAlone: boolean;
  timeoutMs: number;
}

/** What is known of a route: how many requests hung, or failed, whenever they were sent. */
export interface RouteRecord {
  hung: number;
  failed: number;
  isAnswered: boolean;
}

/** An answer of a rate limit, or of a gateway in place of the service. */
interface Refused {
  request: TargetRequest;
  reply: TargetReply;
  sentAt: number;
  /** How many earlier attempts were answered in the same way. */
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

/** Decides whether an attempt is the answer to a request, or how the request is sent again. */
export function createRetries({ pace, halt, latency, outages, timeoutMs, onWait }: RetryOptions) {
  const routes = new Map<string, RouteRecord>();
  /** How many requests were repeated after a refusal by a gateway. */
  let gatewayRepeats = 0;
  /** In which state the target was after attempts that were lost. */
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
  /** Milliseconds that the first attempt of a request may take. */
  const toPatience = () =>
    Math.min(timeoutMs, Math.max(patience.least, patience.factor * latency.slowestMs()));

  /** What to do after an attempt; undefined where it is the answer. */
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

  /** Whether an answer that came so many times before counts as it is. */
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

  /** A limit of one operation leaves that open; where the plainest request is refused as well, nothing can be asked. */
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
    /** Why a request of a route is not sent at all: none of them was answered. */
    explainHanging(route: string): string | undefined {
      const { hung, isAnswered } = recordOf(route);
      if (hung < provenBy || isAnswered) return undefined;
      return `${route} did not respond to ${hung} requests within ${timeoutMs} ms each, and was not called again`;
    },
    noteAnswer(route: string): void {
      recordOf(route).isAnswered = true;
    },
    /** Looks for the target after an attempt that was lost, before another request is sent. */
    async examine(attempt: Attempt, request: TargetRequest): Promise<void> {
      examined.set(attempt, await outages.examine(request));
    },
    toPatience,
    assertRunning,
  };
}

/** How long a refusal asks the client to wait, in milliseconds. Only a rate limit does so without the header. */
function toAskedWait({ status, headers }: TargetReply): number {
  const retryAfter = headers['retry-after'];
  return status === 429 || retryAfter !== undefined ? parseRetryAfter(retryAfter, Date.now()) : 0;
}

/** It may have reached the target. */
function isLost(attempt: Attempt): boolean {
  return attempt.reply === undefined && !attempt.isStale && !isRefusedToConnect(attempt);
}

/** The request never reached the target. */
function isRefusedToConnect({ code }: Attempt): boolean {
  return code === 'ECONNREFUSED';
}

/** What a gateway answers in place of the service. */
export function isGateway(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function isSameKind(one: number | undefined, other: number): boolean {
  if (one === undefined) return false;
  if (other === 429 || one === 429) return one === other;
  return one >= 500 && isGateway(one) === isGateway(other);
}
