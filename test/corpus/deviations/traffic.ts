import type { Exchange } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Delays every request before it is handled. */
export const delay =
  (milliseconds: (exchange: Exchange) => number): Deviation =>
  (service) => {
    const { admit } = service;
    service.admit = async (exchange) => {
      await pause(milliseconds(exchange));
      await admit(exchange);
    };
  };

interface RateOptions {
  readonly requests: number;
  readonly windowMilliseconds: number;
  /** The form of Retry-After; 'none' omits it. */
  readonly retryAfter: 'seconds' | 'date' | 'none';
  readonly counts?: (exchange: Exchange) => boolean;
}

/** Accepts a number of requests in a window of time, and responds to the rest with 429. */
export function limitRate(options: RateOptions): Deviation {
  const { requests, windowMilliseconds, retryAfter, counts = () => true } = options;
  return (service) => {
    const { admit } = service;
    let windowEnd = 0;
    let taken = 0;
    service.admit = (exchange) => {
      if (!counts(exchange)) return admit(exchange);
      const now = Date.now();
      if (now >= windowEnd) {
        windowEnd = now + windowMilliseconds;
        taken = 0;
      }
      taken += 1;
      if (taken <= requests) return admit(exchange);
      throw tooMany(retryAfter, windowEnd);
    };
  };
}

/** Limits requests with a token bucket: a number each second, plus unused ones up to a maximum. */
export const limitByTokens =
  (perSecond: number, saved: number): Deviation =>
  (service) => {
    const { admit } = service;
    let tokens = saved;
    let countedAt = Date.now();
    service.admit = (exchange) => {
      const now = Date.now();
      tokens = Math.min(saved, tokens + ((now - countedAt) * perSecond) / 1000);
      countedAt = now;
      if (tokens < 1) throw tooMany('date', now + 1000 / perSecond);
      tokens -= 1;
      return admit(exchange);
    };
  };

function tooMany(retryAfter: RateOptions['retryAfter'], windowEnd: number): Refusal {
  const seconds = Math.max(1, Math.ceil((windowEnd - Date.now()) / 1000));
  // An HTTP date has a resolution of seconds, so it is the next full second after the window.
  const date = new Date((Math.floor(windowEnd / 1000) + 1) * 1000).toUTCString();
  const headers = {
    seconds: { 'retry-after': String(seconds) },
    date: { 'retry-after': date },
    none: {},
  };
  return new Refusal('too-many', 'slow down', 429, headers[retryAfter]);
}

/** Accepts a number of simultaneous requests, and responds to the rest with 429. */
export const limitConcurrency =
  (most: number): Deviation =>
  (service) => {
    const { respond, admit } = service;
    let running = 0;
    service.respond = async (request) => {
      running += 1;
      try {
        return await respond(request);
      } finally {
        running -= 1;
      }
    };
    service.admit = async (exchange) => {
      if (running > most)
        throw new Refusal('too-many', 'one at a time', 429, { 'retry-after': '1' });
      await pause(2);
      await admit(exchange);
    };
  };
