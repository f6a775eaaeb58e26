import { wait } from './pace.ts';
import type { Halt } from './time-limit.ts';
import { type Attempt, describeRequest, nameRoute, type TargetRequest } from './wire.ts';

/** `back`: it stopped responding for a while and responds again. */
export type TargetState = 'up' | 'back' | 'down';

export type Outages = ReturnType<typeof createOutages>;

export interface OutageOptions {
  halt: Halt;
  timeoutMs: number;
  probe(request: TargetRequest, limitMs: number): Promise<Attempt>;
}

/** How long to wait for a target to respond again, after it refused connections or did not respond. */
const patienceMs = { refused: 5000, silent: 10_000 };

/** Decides whether the target stopped responding, or only one request got no response. */
export function createOutages({ halt, timeoutMs, probe }: OutageOptions) {
  /** The first GET that was answered, which serves as the probe. */
  let plain: TargetRequest | undefined;
  let last: { request: TargetRequest; status: number } | undefined;
  /** Pending requests, in the order in which they were sent. */
  const underWay = new Map<TargetRequest, { isOrdinary: boolean }>();
  let suspects: TargetRequest[] = [];
  /** Kinds of requests that got a response before. */
  const harmless = new Set<string>();
  let examination: Promise<TargetState> | undefined;
  let downAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<TargetState> {
    if (plain === undefined) return 'up';
    const startedAt = Date.now();
    suspects = rank();
    for (let failures = 0; ; failures += 1) {
      const { reply, loss, code } = await probe(plain, Math.min(5000, timeoutMs));
      if (reply !== undefined || loss === 'unreadable') return failures === 0 ? 'up' : 'back';
      downAt = Date.now();
      const patience = code === 'ECONNREFUSED' ? patienceMs.refused : patienceMs.silent;
      if (halt.reason() !== undefined || Date.now() - startedAt > patience) return 'down';
      await wait(Math.min(100 * 2 ** failures, 1000), halt.signal);
    }
  }

  /** Sorts pending requests by suspicion. Kinds of requests that got a response before are unlikely to crash a target. */
  function rank(): TargetRequest[] {
    const toSuspicion = (request: TargetRequest, isOrdinary: boolean) =>
      Number(!harmless.has(toKind(request))) +
      Number(!isOrdinary) +
      2 * Number(isNoObject(request));
    return [...underWay]
      .map(([request, { isOrdinary }]) => ({
        request,
        suspicion: toSuspicion(request, isOrdinary),
      }))
      .sort((one, other) => other.suspicion - one.suspicion)
      .map(({ request }) => request);
  }

  return {
    /** Must be called before each request. */
    sending: (request: TargetRequest, isOrdinary: boolean) => underWay.set(request, { isOrdinary }),
    answered(request: TargetRequest, status: number): void {
      underWay.delete(request);
      if (request.method === 'GET' && status < 500) plain ??= request;
      last = { request, status };
      harmless.add(toKind(request));
    },
    /** Sends a request on a new connection to find out whether the target responds. Waits for a while until it does. */
    examine(request: TargetRequest): Promise<TargetState> {
      examination ??= look().finally(() => {
        examination = undefined;
      });
      return examination.finally(() => underWay.delete(request));
    },
    /** Resolves at once, or at the end of a running examination. */
    async settled(): Promise<void> {
      while (examination !== undefined) await examination;
    },
    /** Whether the target was unresponsive at any time since the given moment. */
    wasDownSince: (moment: number | undefined) => moment !== undefined && downAt >= moment,
    /** Sends the simplest request that got a response before, once. */
    probe: async () => (plain === undefined ? undefined : probe(plain, Math.min(5000, timeoutMs))),
    /** Describes the last request with a response, and the first one without. */
    explain(): string {
      const [first, ...others] = suspects;
      const after = first === undefined ? '' : ` after ${describeRequest(first)}`;
      const also =
        others.length === 0
          ? ''
          : `, which was sent together with ${others.length} others (--concurrency 1 shows which of them it was)`;
      const answer =
        last === undefined
          ? ''
          : `; the last request that it responded to was ${describeRequest(last.request)}, with ${last.status}`;
      return `the target stopped responding${after}${also}${answer}; check its log, restart it, and repeat the run`;
    },
  };
}

/** Whether the body is not a JSON object. */
function isNoObject({ body }: TargetRequest): boolean {
  return body !== undefined && !/^\s*\{[\s\S]*\}\s*$/.test(new TextDecoder().decode(body));
}

/** Groups requests by route and form of the body. Numbers and texts count as equal. */
function toKind(request: TargetRequest): string {
  const text = new TextDecoder().decode(request.body?.subarray(0, 500));
  const form = text.replaceAll(/"(?:\\.|[^"\\])*"(?!\s*:)/g, '""').replaceAll(/\d+/g, '0');
  return `${nameRoute(request)} ${form}`;
}
