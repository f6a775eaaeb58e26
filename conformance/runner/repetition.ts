import type { Outages, TargetState } from './outages.ts';
import { type Halt, Stopped } from './outcome.ts';
import { type Lane, type Latency, type Pace, parseRetryAfter, wait } from './pace.ts';
import { type Attempt, describeRequest, nameRoute, type TargetRequest } from './wire.ts';

/** How often a request is repeated before its answer counts. */
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

export interface RepetitionOptions {
  pace: Pace;
  halt: Halt;
  latency: Latency;
  outages: Outages;
  timeoutMs: number;
  onWait: (reason: string, milliseconds: number) => void;
}

/** Decides whether an attempt is the answer to a request, or how the request is sent again. */
export function createRepetition({
  pace,
  halt,
  latency,
  outages,
  timeoutMs,
  onWait,
}: RepetitionOptions) {
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
    const record = recordOf(nameRoute(request));
    const { reply } = attempt;
    if (reply === undefined) {
      if (attempt.isStale) return { ...again, isFresh: true };
      return decideLost(request, attempt, earlier);
    }
    const same = earlier.filter((one) => isSameKind(one.reply?.status, reply.status)).length;
    if (reply.status === 429 || isGateway(reply.status)) {
      const retryAfter = reply.headers['retry-after'];
      const asked =
        reply.status === 429 || retryAfter !== undefined
          ? parseRetryAfter(retryAfter, Date.now())
          : 0;
      if (asked > Math.min(longestWaitMs, halt.remaining())) {
        await endUnreasonableWait(request, reply.status, asked);
        return undefined;
      }
      const most =
        reply.status === 429 ? repeats.tooMany : record.failed < provenBy ? repeats.gateway : 0;
      if (same >= most) {
        if (reply.status !== 429 && same > 0) record.failed += 1;
        return undefined;
      }
      if (asked > noticedMs)
        onWait(
          `the target returned ${reply.status} with Retry-After to ${nameRoute(request)}`,
          asked,
        );
      if (reply.status === 429) {
        const waitMs = Math.max(asked, (same + 1) * 50);
        pace.slowDown(lane, { waitMs, sentAt: attempt.startedAt });
        return again;
      }
      await wait(Math.max(asked, Math.min(2000, 100 * 3 ** same)), halt.signal);
      gatewayRepeats += 1;
      return { ...again, isAlone: same > 0 || gatewayRepeats <= mostAloneAtFirst };
    }
    if (reply.status < 500) return undefined;
    if (same >= (record.failed < provenBy ? repeats.failure : 0)) {
      if (same > 0) record.failed += 1;
      return undefined;
    }
    await wait(50 * (same + 1), halt.signal);
    return again;
  }

  async function decideLost(
    request: TargetRequest,
    attempt: Attempt,
    earlier: readonly Attempt[],
  ): Promise<Next | undefined> {
    const record = recordOf(nameRoute(request));
    const isSlow = attempt.loss !== 'lost' && attempt.durationMs >= patience.least;
    const before = earlier.filter(
      (one) => one.reply === undefined && !one.isStale && !isRefusedToConnect(one),
    );
    const wasDown = outages.wasDownSince(before[0]?.startedAt);
    const state =
      attempt.loss === 'unreadable'
        ? 'up'
        : (examined.get(attempt) ?? (await outages.examine(request)));
    assertRunning();
    // The target was already down, so this request did not cause it.
    const refusals = earlier.filter(isRefusedToConnect).length;
    if (state === 'back' && isRefusedToConnect(attempt) && refusals < repeats.refused)
      return { isFresh: true, isAlone: true, timeoutMs };
    if (before.length >= repeats.lost) {
      if (isSlow || attempt.loss === 'timeout') record.hung += 1;
      if (state !== 'up' && wasDown) {
        halt.stop(
          `the target stopped responding after ${describeRequest(request)}, and again when it was repeated; this is a failure of the target, and the rest of the run would only repeat it`,
        );
        attempt.isFatal = true;
        attempt.error = `the target stopped responding each time this was sent (${attempt.error})`;
        return undefined;
      }
      if (state === 'down') stopForOutage();
      return undefined;
    }
    if (state === 'down') stopForOutage();
    if (attempt.loss === 'timeout' && record.hung >= provenBy) return undefined;
    return { isFresh: true, isAlone: state !== 'up' || attempt.loss === 'lost', timeoutMs };
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
