import type { Connections } from './connect.ts';
import { type Halt, Stopped } from './halt.ts';
import { createLatency, type Latency } from './latency.ts';
import { createOutages, type TargetState } from './outages.ts';
import { Unanswered } from './outcome.ts';
import { type Lane, type Pace, parseRetryAfter, wait } from './pace.ts';
import type { TargetReply } from './reply.ts';
import {
  type Attempt,
  describeRequest,
  type Loss,
  nameRoute,
  sendOnce,
  type TargetRequest,
} from './wire.ts';

export type { TargetReply } from './reply.ts';
export { type TargetRequest, unreadableAnswer } from './wire.ts';

/** A request, and its final outcome. */
export interface Sent {
  request: TargetRequest;
  /** Undefined if no response arrived, even when the request was repeated. `error` then contains the reason. */
  reply: TargetReply | undefined;
  loss?: Loss | undefined;
  error: string | undefined;
  /** The target stopped responding each time the request was sent. */
  isFatal?: true | undefined;
  /** Earlier attempts of the request, the oldest first. */
  earlier?: readonly Earlier[];
  /** The previous request on the same connection. */
  before?: TargetRequest | undefined;
  startedAt: number;
  durationMs: number;
}

/** An attempt that was repeated. What it did is not known. */
export interface Earlier {
  status: number | undefined;
  error: string | undefined;
}

/** The service under test, known by its base URL alone. */
export interface Target {
  baseUrl: string;
  /**
   * Sends a request, and repeats it where the wire or a gateway kept it from being answered.
   * @throws Stopped when the run has ended
   */
  send(request: TargetRequest, how?: SendOptions): Promise<Sent>;
  /** Sends a request once, to another base URL where that is given. Nothing is repeated, and nothing is concluded. */
  ask(request: TargetRequest, baseUrl?: string): Promise<Attempt>;
  /** Requests sent so far, retries included. */
  count(): number;
  /** How long the target takes to respond. */
  latency: Latency;
  /** Where requests were answered by a gateway's 5xx, and succeeded more slowly: what it answered, and from which rate on. */
  rateLimit(): { statuses: readonly number[]; perSecond: number; repeated: number } | undefined;
  /** What a reader of the results has to know about the wire. */
  listNotes(): string[];
  close(): void;
}

export interface SendOptions {
  /** What the same connection carried before must not matter. Default: false. */
  onFreshConnection?: boolean;
  /** The interface documents such a request; what ends a target is looked for among others first. Default: false. */
  isOrdinary?: boolean;
  /** Goes before requests that are not. Default: false. */
  isUrgent?: boolean;
}

export interface TargetOptions {
  baseUrl: string;
  connections: Connections;
  /** Sent with each request besides its own headers. */
  headers?: Readonly<Record<string, string>>;
  pace: Pace;
  halt: Halt;
  /** How long the last attempt of a request may take. The first ones are cut to what the target usually takes. */
  timeoutMs: number;
  /** Called before a wait that a person would notice. */
  onWait?: (reason: string, milliseconds: number) => void;
}

/** How often a request is repeated before its answer counts. */
const repeats = { tooMany: 11, gateway: 5, failure: 2, lost: 1, refused: 3 };

/** So many requests of a route are repeated in vain; the next ones are taken at their word. */
const provenBy = 2;

/** A longer wait is not worth it: what the target would answer then stays unknown. */
const longestWaitMs = 60_000;
const noticedMs = 3000;

/** The first attempt may take so many times as long as the slowest answer so far. */
const patience = { least: 3000, factor: 8 };

/** Bodies of this size are read a few at a time. */
const large = { bytes: 1_000_000, atOnce: 4 };

/** How a request is sent again. */
interface Next {
  isFresh: boolean;
  /** While no other request is under way. */
  isAlone: boolean;
  timeoutMs: number;
}

/** What is known of a route: how many requests hung, or failed, whenever they were sent. */
interface RouteRecord {
  hung: number;
  failed: number;
  isAnswered: boolean;
}

export function createTarget({
  baseUrl,
  pace,
  halt,
  timeoutMs,
  connections,
  headers = {},
  onWait = () => {},
}: TargetOptions): Target {
  const routes = new Map<string, RouteRecord>();
  let sentCount = 0;
  const latency = createLatency();
  /** Requests that were answered at last, and what kept them from it. */
  const recovered = { lost: 0, gateway: new Set<number>() };
  let gatewayCount = 0;

  const sendHow = (
    request: TargetRequest,
    how: Pick<Next, 'isFresh' | 'timeoutMs'>,
    url = baseUrl,
  ) => {
    sentCount += 1;
    return sendOnce(request, {
      baseUrl: url,
      agent: how.isFresh ? connections.fresh : connections.kept,
      headers,
      forward: connections.forward,
      timeoutMs: Math.min(how.timeoutMs, Math.max(1, halt.remaining())),
      signal: halt.signal,
    });
  };
  /** In which state the target was after attempts that were lost. */
  const examined = new WeakMap<Attempt, TargetState>();
  const outages = createOutages({
    halt,
    timeoutMs,
    probe: (request, limitMs) => sendHow(request, { isFresh: true, timeoutMs: limitMs }),
  });
  const recordOf = (route: string): RouteRecord => {
    const found = routes.get(route) ?? { hung: 0, failed: 0, isAnswered: false };
    routes.set(route, found);
    return found;
  };
  const assertRunning = () => {
    const reason = halt.reason();
    if (reason !== undefined) throw new Stopped(reason);
  };
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
      return { ...again, isAlone: true };
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
    // It met a target that was down already, and did not bring that about.
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

  function note(attempt: Attempt, earlier: readonly Attempt[], lane: Lane) {
    const { reply } = attempt;
    if (reply === undefined) return;
    latency.note(attempt.durationMs);
    if (reply.size > large.bytes) pace.limitTo(large.atOnce);
    if (reply.status >= 500) return;
    if (earlier.some((one) => one.reply === undefined && !one.isStale)) recovered.lost += 1;
    const refused = earlier.filter((one) => isGateway(one.reply?.status ?? 0));
    const [first] = refused;
    if (first === undefined) return;
    for (const one of refused) recovered.gateway.add(one.reply?.status ?? 0);
    gatewayCount += 1;
    // Requests of one moment are refused for one reason.
    pace.slowDown(lane, { waitMs: 0, sentAt: first.startedAt });
  }

  return {
    baseUrl,
    count: () => sentCount,
    latency,
    listNotes: () => [
      ...(recovered.lost === 0
        ? []
        : [
            `${recovered.lost} of ${sentCount} requests got no response at first, and got one when repeated on a new connection`,
          ]),
    ],
    rateLimit: () =>
      gatewayCount === 0
        ? undefined
        : {
            statuses: [...recovered.gateway].sort(),
            perSecond: pace.refusedAbove() ?? 0,
            repeated: gatewayCount,
          },
    close: () => connections.close(),
    async ask(request, url) {
      const attempt = await sendHow(request, { isFresh: true, timeoutMs }, url);
      if (attempt.reply !== undefined && url === undefined)
        outages.answered(request, attempt.reply.status);
      if (attempt.reply !== undefined) latency.note(attempt.durationMs);
      return attempt;
    },
    async send(request, { onFreshConnection = false, isOrdinary = false, isUrgent = false } = {}) {
      const lane = request.method === 'GET' ? 'reads' : 'writes';
      const route = nameRoute(request);
      const record = recordOf(route);
      const earlier: Attempt[] = [];
      let how: Next = { isFresh: onFreshConnection, isAlone: false, timeoutMs: toPatience() };
      for (;;) {
        await outages.settled();
        assertRunning();
        if (record.hung >= provenBy && !record.isAnswered)
          throw new Unanswered(
            `${route} did not respond to ${record.hung} requests within ${timeoutMs} ms each, and was not called again`,
          );
        const next = how;
        const act = async () => {
          outages.sending(request, isOrdinary);
          const made = await sendHow(request, next);
          // What is sent next must not meet a target that this request has ended.
          if (made.loss === 'lost' && !made.isStale)
            examined.set(made, await outages.examine(request));
          return made;
        };
        const attempt = await (how.isAlone
          ? pace.takeAlone(lane, act)
          : pace.take(lane, act, isUrgent));
        if (attempt.reply === undefined) assertRunning();
        else {
          record.isAnswered = true;
          outages.answered(request, attempt.reply.status);
        }
        note(attempt, earlier, lane);
        const decided = await decide(request, attempt, earlier, lane);
        if (decided === undefined) return toSent(request, attempt, earlier);
        earlier.push(attempt);
        how = { ...decided, isFresh: decided.isFresh || onFreshConnection };
      }
    },
  };
}

function toSent(
  request: TargetRequest,
  { reply, loss, error, isFatal, before, startedAt, durationMs }: Attempt,
  earlier: readonly Attempt[],
): Sent {
  return {
    request,
    reply,
    loss,
    error,
    isFatal,
    // What never reached the target is not told.
    earlier: earlier
      .filter(({ isStale }) => !isStale)
      .map((one) => ({ status: one.reply?.status, error: one.error })),
    before,
    startedAt,
    durationMs,
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
