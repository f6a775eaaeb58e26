import { latestTime } from '../../sessions/clock.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after each failed attempt, as defined by the assumption `event-retries`. */
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

/** The longest delay between two attempts, from the schedule or from `Retry-After`. */
const longest = 24 * hour;

/**
 * Returns the delay before the next retry in milliseconds; undefined after the last retry. `Retry-After` is never
 * shortened by the time scale, because its seconds are real time.
 * @param failed number of failed attempts
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

/** Returns the time of a retry, which never leaves the years that a timestamp can name. */
export function toRetryTime(now: number, delay: number): string {
  return new Date(Math.min(now + delay, latestTime)).toISOString();
}
