import { Unanswered } from '../results.ts';
import type { Connections } from './connect.ts';
import { createOutages } from './outages.ts';
import { createLatency, type Lane, type Latency, type Pace } from './pace.ts';
import type { TargetReply } from './reply.ts';
import { createRetries, isGateway, type Next } from './retries.ts';
import type { Halt } from './time-limit.ts';
import { type Attempt, type Loss, nameRoute, sendOnce, type TargetRequest } from './wire.ts';

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
  /** Whether the target stopped responding each time the request was sent. */
  isFatal?: true | undefined;
  /** Earlier attempts of the request, the oldest first. */
  earlier?: readonly Earlier[];
  /** The previous request on the same connection. */
  before?: TargetRequest | undefined;
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
  /**
   * Sends a request once, optionally to another base URL. It is not repeated, and does not count as evidence about the
   * target.
   */
  ask(request: TargetRequest, baseUrl?: string): Promise<Attempt>;
  /** Number of requests sent so far, including retries. */
  count(): number;
  /** How long the target takes to respond. */
  latency: Latency;
  /** If a gateway returned 5xx for requests that succeeded at a lower rate: the statuses, and the rate where they began. */
  rateLimit(): { statuses: readonly number[]; perSecond: number; repeated: number } | undefined;
  /** Notes for the report about network problems. */
  listNotes(): string[];
  close(): void;
}

export interface SendOptions {
  /** Sends the request on a new connection, without the influence of earlier requests. Default: false. */
  onFreshConnection?: boolean;
  /** Sends the request on the connection reserved for this purpose. Default: any. */
  connection?: string | undefined;
  /** Whether the interface documents the request. Other requests are suspected first if the target crashes. Default: false. */
  isOrdinary?: boolean;
  /** Has priority over other requests. Default: false. */
  isUrgent?: boolean;
}

export interface TargetOptions {
  baseUrl: string;
  connections: Connections;
  /** Headers that are added to each request. */
  headers?: Readonly<Record<string, string>>;
  pace: Pace;
  halt: Halt;
  /** Timeout for the last attempt of a request. Earlier attempts have shorter ones, based on usual response times. */
  timeoutMs: number;
  /** Called before a noticeable wait. */
  onWait?: (reason: string, milliseconds: number) => void;
}

/** Maximum number of large bodies that are read concurrently. */
const large = { bytes: 1_000_000, atOnce: 4 };

export function createTarget({
  baseUrl,
  pace,
  halt,
  timeoutMs,
  connections,
  headers = {},
  onWait = () => {},
}: TargetOptions): Target {
  let sentCount = 0;
  const latency = createLatency();
  /** Requests that succeeded after retries, and the reasons for these. */
  const recovered = { lost: 0, gateway: new Set<number>() };
  let gatewayCount = 0;

  const toAgent = ({ isFresh, connection }: Pick<Next, 'isFresh'> & SendOptions) => {
    if (isFresh) return connections.fresh;
    return connection === undefined ? connections.kept : connections.own(connection);
  };
  const sendHow = (
    request: TargetRequest,
    how: Pick<Next, 'isFresh' | 'timeoutMs'> & Pick<SendOptions, 'connection'>,
    url = baseUrl,
  ) => {
    sentCount += 1;
    return sendOnce(request, {
      baseUrl: url,
      agent: toAgent(how),
      headers,
      forward: connections.forward,
      timeoutMs: Math.min(how.timeoutMs, Math.max(1, halt.remaining())),
      signal: halt.signal,
    });
  };
  const outages = createOutages({
    halt,
    timeoutMs,
    probe: (request, limitMs) => sendHow(request, { isFresh: true, timeoutMs: limitMs }),
  });
  const retries = createRetries({ pace, halt, latency, outages, timeoutMs, onWait });

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
    // Requests sent at the same time are refused for the same reason.
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
    async send(
      request,
      { onFreshConnection = false, connection, isOrdinary = false, isUrgent = false } = {},
    ) {
      const lane = request.method === 'GET' ? 'reads' : 'writes';
      const route = nameRoute(request);
      const earlier: Attempt[] = [];
      let how: Next = {
        isFresh: onFreshConnection,
        isAlone: false,
        timeoutMs: retries.toPatience(),
      };
      for (;;) {
        await outages.settled();
        retries.assertRunning();
        const hanging = retries.explainHanging(route);
        if (hanging !== undefined) throw new Unanswered(hanging);
        const next = how;
        const act = async () => {
          outages.sending(request, isOrdinary);
          const made = await sendHow(request, { ...next, connection });
          // Later requests must not be blamed for a target that this one crashed.
          if (made.loss === 'lost' && !made.isStale) await retries.examine(made, request);
          return made;
        };
        const attempt = await (how.isAlone
          ? pace.takeAlone(lane, act)
          : pace.take(lane, act, isUrgent));
        if (attempt.reply === undefined) retries.assertRunning();
        else {
          retries.noteAnswer(route);
          outages.answered(request, attempt.reply.status);
        }
        note(attempt, earlier, lane);
        const decided = await retries.decide(request, attempt, earlier, lane);
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
    // Requests that never reached the target are not reported.
    earlier: earlier
      .filter(({ isStale }) => !isStale)
      .map((one) => ({ status: one.reply?.status, error: one.error })),
    before,
    startedAt,
    durationMs,
  };
}
