import type { Clock } from '../../sessions/clock.ts';

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
