import { availableParallelism, loadavg } from 'node:os';
/** Requests that a target may limit separately: some count only writes. */
export type Lane = 'reads' | 'writes';

/** Limits the number of concurrent requests, and slows down when the target asks for it. */
export interface Pace {
  /** Waits for a free place, sends, and releases the place. */
  take<T>(lane: Lane, send: () => Promise<T>, isUrgent?: boolean): Promise<T>;
  /** The same, while no other request is in flight, so that what happens is caused by this one. */
  takeAlone<T>(lane: Lane, send: () => Promise<T>): Promise<T>;
  /** Sets the maximum number of concurrent requests from now on. */
  limitTo(most: number): void;
  /** A request was refused because of its rate: nothing is sent for this time, and fewer requests a second from then on. */
  slowDown(lane: Lane, asked: { waitMs: number; sentAt: number }): void;
  /** Whether the target ever asked to slow down. */
  wasSlowed(): boolean;
  /** The requests per second that succeeded when the target first refused some for their rate; undefined if it never did. */
  refusedAbove(): number | undefined;
}

/**
 * So many refusals are only waited for, to see what comes of sending all that is taken and then waiting; then the requests
 * are spread, beginning with so many a second.
 */
const spread = { after: 2, perSecond: 100 };

/** What a refusal leaves of the rate, what each request that is taken adds to it, and how near it may come to a rate that was refused. */
const change = { refused: 0.6, taken: 1.002, highest: 0.97 };

/** How fast requests may follow each other, as far as is known. */
interface Rate {
  perSecond: number;
  /** What was too much, and the most that was taken from one refusal to the next. */
  highest: number;
  best: number;
  /** When the next one may go, and until when none may. */
  next: number;
  pausedUntil: number;
  refusals: number;
  refusedAt: number;
  /** How many were taken since then. */
  taken: number;
}

/** @param signal ends every wait once the run has to stop */
export function createPace(concurrency: number, signal?: AbortSignal): Pace {
  let limit = concurrency;
  let active = 0;
  let slowed = false;
  let latency = 0;
  let refusedAbove: number | undefined;
  /** When the latest requests were answered; enough to tell the rate of one second. */
  const answered: number[] = [];
  const waiting: (() => void)[] = [];
  const urgent: (() => void)[] = [];
  let nextAlone: (() => void) | undefined;
  /** Requests that are sent alone, one after the other. While there is one, no other request starts. */
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
      refusedAbove ??= countLastSecond(answered);
      rate.pausedUntil = Math.max(rate.pausedUntil, Date.now() + waitMs);
      const isNew = !limited.has(lane);
      if (!isNew) rate.taken -= 1;
      limited.add(lane);
      // What was under way when the pace was slowed is refused for the same reason; what kept no pace says nothing about it.
      if (sentAt < rate.refusedAt || (isNew && limited.size > 1)) return;
      lower(rate);
      // As many at once as that rate needs are hardly too many, unless the target refuses them again and again.
      if (rate.perSecond < Number.POSITIVE_INFINITY) {
        const needed = Math.ceil((2 * rate.perSecond * latency) / 1000);
        limit = Math.min(limit, Math.max(1, needed, Math.floor(limit / 2)));
      }
    },
  };
}

function createRate(): Rate {
  const [perSecond, highest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    perSecond,
    highest,
    best: 0,
    next: 0,
    pausedUntil: 0,
    refusals: 0,
    refusedAt: 0,
    taken: 0,
  };
}

function lower(rate: Rate): void {
  const now = Date.now();
  // The rate is measured between two refusals; before the first one, the target may have allowed a burst.
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

function countLastSecond(moments: readonly number[]): number {
  const since = Date.now() - 1000;
  return moments.filter((moment) => moment >= since).length;
}

function ignore(): void {}

/** Reads Retry-After (RFC 9110, section 10.2.3), seconds or a date, into milliseconds; one second where it says nothing. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 1000;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - now);
}

/** How long a target takes to respond. */
export interface Latency {
  note(milliseconds: number): void;
  /** The slowest response so far. */
  slowestMs(): number;
  /** The fastest response so far; undefined before the first. */
  fastestMs(): number | undefined;
  /** The time that the distance adds to each response; undefined before the first. */
  roundTripMs(): number | undefined;
}

/** Distance adds the same to each response. Where the usual one takes so many times as long as the fastest, work does. */
const steady = 1.5;
const kept = 64;

/** So many processes wait for each core of this machine when responses are late because of them. */
const crowded = 4;

function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) > crowded * availableParallelism();
}

/** @param isBusy whether this machine is so busy that a response may have waited for it */
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
      // A busy machine, or a busy target, says nothing about the distance.
      return usual > steady * fastest || isBusy() ? 0 : fastest;
    },
  };
}
