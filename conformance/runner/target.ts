import {
  type Attempt,
  type Connection,
  describeRequest,
  type HttpClient,
  type Loss,
  nameRoute,
  type TargetRequest,
} from './client.ts';
import { type Halt, Stopped, wait } from './halt.ts';
import { createPace } from './pace.ts';
import type { TargetReply } from './reply.ts';

/** A request and its final result. Without a reply, even after retries, `loss` and `error` contain the reason. */
export interface Sent extends Omit<Attempt, 'code' | 'loss'>, Partial<Pick<Attempt, 'code'>> {
  /** The request as sent. */
  request: TargetRequest;
  /** Why there is no response. */
  loss?: Loss | undefined;
  /** The statuses of earlier attempts that may have had an effect; undefined without a response. */
  earlier?: readonly { status: number | undefined }[];
  /** Whether the target stopped accepting connections each time this was sent. */
  isFatal?: boolean;
}

interface SendOptions {
  /** Default: any. */
  connection?: Connection | undefined;
  /** Whether to repeat a request that may have been carried out. Default: yes. */
  mayRepeat?: () => boolean;
  /** Maximum number of attempts. Default: as the table below says. */
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

interface Retry {
  /** Maximum number of retries for this reason. */
  most: number;
  /** Pause before a retry. */
  pauseMs: number;
  /** Whether the request had no effect for certain. */
  isHarmless?: boolean;
  /** Repeats the request while no other is in flight. */
  isAlone?: boolean;
  /** Pauses the whole run, for as long as Retry-After says, and slows it down. */
  slows?: boolean;
}

/** What is retried, always on a new connection. Everything else is the response of the target, 500 and 501 included. */
const retries = {
  unreached: { most: 5, pauseMs: 500, isHarmless: true },
  lost: { most: 2, pauseMs: 20, isAlone: true },
  timeout: { most: 1, pauseMs: 0 },
  429: { most: 12, pauseMs: 1000, isHarmless: true, slows: true },
  502: { most: 4, pauseMs: 1000, slows: true },
  503: { most: 4, pauseMs: 1000, slows: true },
  504: { most: 4, pauseMs: 1000, slows: true },
} as const satisfies Readonly<Record<string, Retry>>;

type Reason = keyof typeof retries;

/** Longer waits are not worth it, so the request remains unanswered. */
const longestWaitMs = 60_000;
const noticedMs = 3000;

/** How long to wait for a target that no longer accepts connections. */
const patienceMs = 6000;

/** After this many unanswered requests in a row, a route is not called again. */
const mostHung = 4;

/** If a gateway or a rate limit refuses this many requests in a row, for this time, the run ends. */
const mostRefused = { inRow: 24, forMs: 10_000 };

/** Why to repeat a request; undefined if the service itself answered. */
function toReason({ reply, loss }: Pick<Attempt, 'reply' | 'loss'>): Reason | undefined {
  const reason: string | number | undefined = reply?.status ?? loss;
  return reason !== undefined && Object.hasOwn(retries, reason) ? (reason as Reason) : undefined;
}

/** An attempt without a response of the service. */
interface FailedAttempt extends Attempt {
  reason: Reason;
  wasDown: boolean;
}

export type Target = Awaited<ReturnType<typeof createTarget>>;

/** The service under test. The suite knows only its base URL. */
export async function createTarget({
  baseUrl,
  client,
  halt,
  timeoutMs,
  onWait = () => {},
}: TargetOptions) {
  const pace = await createPace(halt.signal);
  const refusals = new Map<number, number>();
  const counts = { sent: 0, repeated: 0, refusedInRow: 0 };
  const pending = new Set<TargetRequest>();
  const hung = new Map<string, number>();
  let fastest = Number.POSITIVE_INFINITY;
  let acceptedAt = Date.now();
  /** The first GET that was answered. It shows whether the target still responds. */
  let plain: TargetRequest | undefined;
  let revival: Promise<boolean> | undefined;

  const sendOnce = async (request: TargetRequest, connection: Connection): Promise<Attempt> => {
    counts.sent += 1;
    const limit = Math.min(timeoutMs, Math.max(1, Math.floor(halt.remaining())));
    const attempt = await client.send(request, limit, connection);
    if (attempt.reply !== undefined) fastest = Math.min(fastest, attempt.durationMs);
    return attempt;
  };
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
      // Responses to other requests show that only this one is broken.
      if (reply !== undefined || loss === 'unreadable' || acceptedAt > startedAt) return wasDown;
      if (Date.now() - startedAt > patienceMs)
        halt.stop(
          `the target stopped responding to any request; pending at that moment: ${suspects.join(', ')}; check its log, restart it, and repeat the run`,
        );
      assertRunning();
      await wait(200, halt.signal);
    }
  };
  const awaitRevival = async (): Promise<boolean> => {
    if (plain === undefined) return false;
    revival ??= revive(plain).finally(() => {
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
    { reply, startedAt, reason }: FailedAttempt,
    earlier: readonly FailedAttempt[],
    attempts: number,
  ): Promise<boolean> => {
    const { most, pauseMs, slows = false }: Retry = retries[reason];
    const asked = readRetryAfter(reply?.headers['retry-after']);
    if (reply !== undefined) noteRefusal(reply.status, asked);
    const same = earlier.filter((one) => one.reason === reason).length;
    const isLast = same >= most || earlier.length + 1 >= attempts;
    if (isLast || asked > Math.min(longestWaitMs, halt.remaining())) {
      const route = nameRoute(request);
      if (reason === 'timeout') hung.set(route, (hung.get(route) ?? 0) + 1);
      return false;
    }
    if (asked > noticedMs)
      onWait(`${nameRoute(request)} got status ${reply?.status} with Retry-After`, asked);
    if (slows) pace.slowDown(toKind(request), startedAt, asked || pauseMs);
    else await wait(pauseMs, halt.signal);
    return true;
  };
  const noteAnswer = (request: TargetRequest, isRepeated: boolean) => {
    if (request.method === 'GET') plain ??= request;
    if (isRepeated) counts.repeated += 1;
    counts.refusedInRow = 0;
    acceptedAt = Date.now();
    hung.delete(nameRoute(request));
    pace.accept(toKind(request), fastest);
  };
  const isHung = (request: TargetRequest) => (hung.get(nameRoute(request)) ?? 0) >= mostHung;

  return {
    baseUrl,
    /** How often a gateway or a rate limit refused a request, by status. */
    refusals: refusals as ReadonlyMap<number, number>,
    /** Number of requests sent so far, including retries. */
    count: () => counts.sent,
    /** The fastest response so far, in milliseconds: the network delay of a target that works quickly. */
    roundTripMs: () => fastest,
    /** Notes for the report about network problems. */
    listNotes: (): string[] =>
      counts.repeated === 0
        ? []
        : [
            `${counts.repeated} requests got a response only when they were repeated${listStatuses(refusals)}`,
          ],
    /** Whether the route of a request no longer responds, so it is not called again. */
    isHung,
    close: () => client.close(),
    /**
     * Sends a request, with retries if a network problem or a gateway prevented a response.
     * @throws Stopped if the run has ended
     */
    async send(request: TargetRequest, options: SendOptions = {}): Promise<Sent> {
      const { connection = 'any', mayRepeat = () => true } = options;
      const earlier: FailedAttempt[] = [];
      while (!isHung(request)) {
        assertRunning();
        const last = earlier.at(-1);
        const retry: Retry | undefined = last && retries[last.reason];
        pending.add(request);
        const made = await pace.run(
          () => sendOnce(request, retry === undefined ? connection : 'new'),
          {
            kind: toKind(request),
            isRepeated: retry !== undefined,
            isAlone: retry?.isAlone === true,
          },
        );
        const reason = toReason(made);
        if (reason === undefined) {
          pending.delete(request);
          if (made.reply !== undefined) noteAnswer(request, earlier.length > 0);
          return toSent(request, made, earlier);
        }
        assertRunning();
        const wasDown = made.reply === undefined && (await awaitRevival());
        const failed: FailedAttempt = { ...made, reason, wasDown };
        pending.delete(request);
        const { attempts = Number.POSITIVE_INFINITY } = options;
        const isRepeated = await prepareRetry(request, failed, earlier, attempts);
        const { isHarmless = false }: Retry = retries[reason];
        if (!isRepeated || !(isHarmless || mayRepeat())) return toSent(request, failed, earlier);
        earlier.push(failed);
      }
      return toSkipped(request);
    },
  };
}

function toKind({ method }: TargetRequest): 'read' | 'write' {
  return method === 'GET' ? 'read' : 'write';
}

function toSent(
  request: TargetRequest,
  { reply, loss, error, code, startedAt, durationMs, ...last }: Attempt & Partial<FailedAttempt>,
  earlier: readonly FailedAttempt[],
): Sent {
  const isRefused = reply !== undefined && last.reason !== undefined;
  return {
    request,
    reply: isRefused ? undefined : reply,
    loss: isRefused ? 'refused' : loss,
    error: isRefused ? describeRefusal(reply, earlier.length + 1) : error,
    code,
    earlier: earlier
      .filter(({ reason }) => reason !== 'unreached')
      .map((one) => ({ status: one.reply?.status })),
    isFatal: last.wasDown === true && earlier.every(({ wasDown }) => wasDown),
    startedAt,
    durationMs,
  };
}

function describeRefusal({ status, headers }: TargetReply, times: number): string {
  const asked = readRetryAfter(headers['retry-after']);
  return asked > longestWaitMs
    ? `status ${status}, and asks the client to wait ${Math.ceil(asked / 1000)} s (Retry-After)`
    : `status ${status} all ${times} times it was sent`;
}

/** The result for a request that was not sent, because its route never responds. */
function toSkipped(request: TargetRequest): Sent {
  return {
    request,
    reply: undefined,
    loss: 'unreached',
    error: `${nameRoute(request)} did not respond to ${mostHung} requests in a row, and was not called again`,
    startedAt: Date.now(),
    durationMs: 0,
  };
}

function listStatuses(refusals: ReadonlyMap<number, number>): string {
  const list = [...refusals].map(([status, count]) => `status ${status} ${count} times`);
  return list.length === 0 ? '' : ` (${list.join(', ')}); the run slowed down`;
}

/** Reads Retry-After (RFC 9110, section 10.2.3), seconds or a date, in milliseconds; 0 without one. */
function readRetryAfter(value: string | undefined): number {
  if (value === undefined) return 0;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}
