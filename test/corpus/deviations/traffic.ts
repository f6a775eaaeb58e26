import type { Exchange } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Lets every request wait before it is looked at. */
export const delay =
  (milliseconds: (exchange: Exchange) => number): Deviation =>
  (service) => {
    const { admit } = service;
    service.admit = async (exchange) => {
      await pause(milliseconds(exchange));
      await admit(exchange);
    };
  };

export interface RateOptions {
  readonly requests: number;
  readonly windowMilliseconds: number;
  /** What Retry-After says; 'none' leaves it out. */
  readonly retryAfter: 'seconds' | 'date' | 'none';
  readonly counts?: (exchange: Exchange) => boolean;
}

/** Takes so many requests in a window of time and answers the rest 429. */
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

/** Takes so many requests a second, and as many more at once as were not asked for before, up to a number. */
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
  // An HTTP date has whole seconds, so the next whole one after the window is named.
  const date = new Date((Math.floor(windowEnd / 1000) + 1) * 1000).toUTCString();
  const headers = {
    seconds: { 'retry-after': String(seconds) },
    date: { 'retry-after': date },
    none: {},
  };
  return new Refusal('too-many', 'slow down', 429, headers[retryAfter]);
}

/** Takes so many requests at the same moment and answers the rest 429. */
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
