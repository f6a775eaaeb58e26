import type { Clock } from '../../sessions/clock.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each failed attempt the next one follows, as the assumption `event-retries` has it. */
const schedules = {
  'standard-webhooks': [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
} as const satisfies Record<string, readonly number[]>;

/** The longest that a receiver may ask to be left alone. */
const longest = 24 * hour;

/**
 * Milliseconds until a delivery is tried again; undefined when it has been tried often enough. A receiver that asks for
 * more time by `Retry-After` gets it in full: its seconds are real time.
 * @param failed how many attempts have failed
 */
export function toRetryDelay(
  schedule: keyof typeof schedules,
  failed: number,
  { timeScale, retryAfter = 0 }: { timeScale: number; retryAfter?: number | undefined },
): number | undefined {
  const documented = schedules[schedule][failed - 1];
  if (documented === undefined) return undefined;
  return Math.max(1, Math.round(documented / timeScale), Math.min(retryAfter, longest));
}

/**
 * Milliseconds that `Retry-After` asks for (RFC 9110, section 10.2.3), as seconds or as a date.
 * @param now milliseconds since 1970 by the clock of the receiver
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * second;
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Something that is due at a time of a session's clock. */
export interface Alarm {
  /** Milliseconds since 1970, by the session's clock. */
  readonly dueAt: number;
  cancel(): void;
}

/**
 * Rings once, when the clock of the session has gone on by so much: real time counts while the clock is not frozen, and
 * so does every step by hand. A clock that goes by requests is overtaken by real time.
 */
export function setAlarm(clock: Clock, delay: number, ring: () => void): Alarm {
  let since = clock.read();
  let timer: NodeJS.Timeout | undefined;
  const stop = clock.subscribe(follow);
  follow(since);
  return {
    get dueAt() {
      return since + delay;
    },
    cancel,
  };

  function follow(now: number): void {
    clearTimeout(timer);
    // A clock that was put back waits no longer than at first.
    if (now < since) since = now;
    const left = since + delay - now;
    if (left <= 0) fire();
    else if (!clock.frozen) timer = setTimeout(fire, left).unref();
  }

  function fire(): void {
    cancel();
    ring();
  }

  function cancel(): void {
    clearTimeout(timer);
    stop();
  }
}
