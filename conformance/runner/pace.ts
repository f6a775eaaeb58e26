import { availableParallelism, loadavg } from 'node:os';
/** Kinds of requests with separate rate limits: some targets only count writes. */
export type Lane = 'reads' | 'writes';

/** Limits the number of concurrent requests, and slows down when the target requires it. */
export interface Pace {
  /** Waits for a free slot, sends, and releases the slot. */
  take<T>(lane: Lane, send: () => Promise<T>, isUrgent?: boolean): Promise<T>;
  /** Does the same without any concurrent request, so that effects have a clear cause. */
  takeAlone<T>(lane: Lane, send: () => Promise<T>): Promise<T>;
  /** Sets the maximum number of concurrent requests from now on. */
  limitTo(most: number): void;
  /** Reports a rate-limited request: pauses for the given time and lowers the rate afterwards. */
  slowDown(lane: Lane, asked: { waitMs: number; sentAt: number }): void;
  /** Whether the target ever limited the rate. */
  wasSlowed(): boolean;
  /** The rate of successful requests per second when the target first limited it; undefined if it never did. */
  refusedAbove(): number | undefined;
}

/**
 * After the first few refusals, requests only wait as told: a burst and a pause may be enough. After that, requests are
 * spread evenly, starting at `perSecond`.
 */
const spread = { after: 2, perSecond: 100 };

/** Factors: of the rate after a refusal, after each accepted request, and of the highest rate in relation to a refused one. */
const change = { refused: 0.6, taken: 1.002, highest: 0.97 };

type Rate = ReturnType<typeof createRate>;

/** @param signal ends every wait when the run stops */
export function createPace(concurrency: number, signal?: AbortSignal): Pace {
  let limit = concurrency;
  let active = 0;
  let slowed = false;
  let latency = 0;
  let refusedAbove: number | undefined;
  /** Times of the latest responses, to calculate the rate of one second. */
  const answered: number[] = [];
  const waiting: (() => void)[] = [];
  const urgent: (() => void)[] = [];
  let nextAlone: (() => void) | undefined;
  /** Queue of requests that are sent alone. While it is not empty, no other request starts. */
  let alone = Promise.resolve();
  let countAlone = 0;
  const rate = createRate();
  // Operations that were never rate-limited do not need to slow down.
  const limited = new Set<Lane>();

  const isAborted = () => signal?.aborted === true;
  const wakeNext = () => {
    if (countAlone > 0 && !isAborted()) {
      if (active === 0 && nextAlone !== undefined) start(nextAlone);
      return;
    }
    while (active < limit || isAborted()) {
      const next = urgent.shift() ?? waiting.shift() ?? nextAlone;
      if (next === undefined) return;
      start(next);
    }
  };
  const start = (next: () => void) => {
    if (next === nextAlone) nextAlone = undefined;
    active += 1;
    next();
  };
  signal?.addEventListener('abort', wakeNext, { once: true });

  const sendNow = async <T>(lane: Lane, send: () => Promise<T>): Promise<T> => {
    try {
      if (limited.has(lane)) await waitForTurn(rate, signal);
      const sentAt = Date.now();
      const result = await send();
      latency += (Date.now() - sentAt - latency) / 10;
      answered.push(Date.now());
      if (answered.length > 2000) answered.splice(0, 1000);
      return result;
    } finally {
      if (limited.has(lane)) {
        rate.taken += 1;
        rate.perSecond = Math.min(rate.perSecond * change.taken, rate.highest);
      }
      active -= 1;
      wakeNext();
    }
  };
  return {
    async take(lane, send, isUrgent = false) {
      await new Promise<void>((resolve) => {
        (isUrgent ? urgent : waiting).push(resolve);
        wakeNext();
      });
      return sendNow(lane, send);
    },
    takeAlone(lane, send) {
      countAlone += 1;
      const turn = alone.then(async () => {
        try {
          await new Promise<void>((resolve) => {
            nextAlone = resolve;
            wakeNext();
          });
          return await sendNow(lane, send);
        } finally {
          countAlone -= 1;
          wakeNext();
        }
      });
      alone = turn.then(ignore, ignore);
      return turn;
    },
    limitTo(most) {
      limit = Math.min(limit, most);
    },
    wasSlowed: () => slowed,
    refusedAbove: () => refusedAbove,
    slowDown(lane, { waitMs, sentAt }) {
      slowed = true;
      refusedAbove ??= answered.filter((moment) => moment >= Date.now() - 1000).length;
      rate.pausedUntil = Math.max(rate.pausedUntil, Date.now() + waitMs);
      const isNew = !limited.has(lane);
      if (!isNew) rate.taken -= 1;
      limited.add(lane);
      // Requests that were pending at the last slowdown were refused for the same reason. Requests that were not paced do
      // not show the limit.
      if (sentAt < rate.refusedAt || (isNew && limited.size > 1)) return;
      lower(rate);
      // The target can usually handle the concurrency that this rate needs, unless it keeps refusing.
      if (rate.perSecond < Number.POSITIVE_INFINITY) {
        const needed = Math.ceil((2 * rate.perSecond * latency) / 1000);
        limit = Math.min(limit, Math.max(1, needed, Math.floor(limit / 2)));
      }
    },
  };
}

/** The allowed rate of requests, as far as known. */
function createRate() {
  return {
    perSecond: Number.POSITIVE_INFINITY,
    /** The rate that was refused, and the highest rate between two refusals. */
    highest: Number.POSITIVE_INFINITY,
    best: 0,
    /** When the next request may be sent, and the end of a pause. */
    next: 0,
    pausedUntil: 0,
    refusals: 0,
    refusedAt: 0,
    /** Number of requests accepted since then. */
    taken: 0,
  };
}

function lower(rate: Rate): void {
  const now = Date.now();
  // The rate is measured between two refusals. Before the first one, the target may have allowed a burst.
  if (rate.refusals > 0)
    rate.best = Math.max(rate.best, (1000 * rate.taken) / Math.max(1, now - rate.refusedAt));
  rate.refusals += 1;
  rate.refusedAt = now;
  rate.taken = 0;
  if (rate.refusals < spread.after) return;
  if (rate.refusals === spread.after) {
    rate.perSecond = Math.max(spread.perSecond, rate.best);
    return;
  }
  rate.highest = change.highest * rate.perSecond;
  rate.perSecond = Math.min(
    rate.highest,
    Math.max(0.95 * rate.best, change.refused * rate.perSecond),
  );
}

async function waitForTurn(rate: Rate, signal?: AbortSignal): Promise<void> {
  do {
    const at = Math.max(Date.now(), rate.next, rate.pausedUntil);
    rate.next = at + 1000 / rate.perSecond;
    if (at > Date.now()) await wait(at - Date.now(), signal);
  } while (rate.pausedUntil > Date.now() && signal?.aborted !== true);
}

/** @param signal ends the wait early */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

function ignore(): void {}

/** Converts Retry-After (RFC 9110, section 10.2.3) from seconds or a date to milliseconds. Default: one second. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 1000;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - now);
}

/** Measures the response times of a target. */
export interface Latency {
  note(milliseconds: number): void;
  slowestMs(): number;
  /** The fastest response so far; undefined before the first. */
  fastestMs(): number | undefined;
  /** The network delay of each response; undefined before the first. */
  roundTripMs(): number | undefined;
}

/**
 * Network delay is the same for each response. If the usual response is slower than the fastest by this factor, the cause is
 * work on the target.
 */
const steady = 1.5;
const kept = 64;

/** Load per core at which this machine counts as busy. */
const crowded = 4;

function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) > crowded * availableParallelism();
}

/** @param isBusy whether this machine is so busy that responses may be delayed */
export function createLatency(isBusy = isMachineBusy): Latency {
  const first: number[] = [];
  let slowest = 0;
  let fastest: number | undefined;
  return {
    note(milliseconds) {
      if (first.length < kept) first.push(milliseconds);
      slowest = Math.max(slowest, milliseconds);
      fastest = Math.min(fastest ?? milliseconds, milliseconds);
    },
    slowestMs: () => slowest,
    fastestMs: () => fastest,
    roundTripMs() {
      if (fastest === undefined) return undefined;
      const usual = first.toSorted((one, other) => one - other)[Math.floor(first.length / 2)] ?? 0;
      // On a busy machine, or with a busy target, the delay is unknown.
      return usual > steady * fastest || isBusy() ? 0 : fastest;
    },
  };
}
