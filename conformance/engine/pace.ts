/** Lets a bounded number of requests go at once, and slows down when the target asks for it. */
export interface Pace {
  /** Waits for a place, sends, and gives the place back. */
  take<T>(send: () => Promise<T>): Promise<T>;
  /** The target answered that it gets too much: nothing is sent for so long, and fewer at once from then on. */
  slowDown(waitMs: number): void;
  /** Whether it ever did. */
  wasSlowed(): boolean;
}

export function createPace(concurrency: number): Pace {
  let limit = concurrency;
  let active = 0;
  let pausedUntil = 0;
  const waiting: (() => void)[] = [];

  const release = () => {
    active -= 1;
    waiting.shift()?.();
  };
  const enter = async () => {
    while (active >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    active += 1;
    for (let rest = pausedUntil - Date.now(); rest > 0; rest = pausedUntil - Date.now()) {
      await wait(rest);
    }
  };
  return {
    async take(send) {
      await enter();
      try {
        return await send();
      } finally {
        release();
      }
    },
    wasSlowed: () => limit < concurrency,
    slowDown(waitMs) {
      pausedUntil = Math.max(pausedUntil, Date.now() + waitMs);
      limit = Math.max(1, Math.floor(limit / 2));
    },
  };
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Reads Retry-After (RFC 9110, section 10.2.3), seconds or a date, into milliseconds; one second where it says nothing. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 1000;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - now);
}
