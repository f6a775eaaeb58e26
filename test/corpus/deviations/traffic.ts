import { endpoints } from '../../../generated/endpoints.ts';
import {
  type Body,
  type Exchange,
  type OperationId,
  operationIds,
  Refusal,
} from '../service/exchange.ts';
import { around, type Deviation, type Service } from '../service/service.ts';
import { wrapOperation } from './replies.ts';

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Delays every request before it is handled. */
export const delay = (milliseconds: (exchange: Exchange) => number): Deviation =>
  around('admit', (admit) => async (exchange) => {
    await pause(milliseconds(exchange));
    await admit(exchange);
  });

/** Never responds to some requests. */
export const hangOn =
  (isHanging: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    for (const operationId of operationIds)
      wrapOperation(operationId, (exchange, plain) =>
        isHanging(exchange) ? new Promise(() => {}) : plain(exchange),
      )(service);
  };

/** Loses every request of this number, whatever it is. */
export const loseEvery =
  (number: number): Deviation =>
  (service) => {
    let count = 0;
    around('admit', (admit) => (exchange) => {
      count += 1;
      return count % number === 0 ? new Promise(() => {}) : admit(exchange);
    })(service);
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
    let slots = 0;
    service.admit = (exchange) => {
      if (!counts(exchange)) return admit(exchange);
      const now = Date.now();
      if (now >= windowEnd) {
        windowEnd = now + windowMilliseconds;
        slots = 0;
      }
      slots += 1;
      if (slots <= requests) return admit(exchange);
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

/** Enough time for another request to interfere. */
export const moment = 25;

interface Company {
  /** 1 for the first request. */
  readonly position: number;
  /** Number of requests running at the same time. */
  readonly running: number;
  readonly service: Service;
}

/** Tells an operation which of the given operations are running at the same time. */
function countRunning(
  operations: readonly OperationId[],
  run: (plain: () => Promise<Body>, company: Company) => Promise<Body>,
): Deviation {
  return (service) => {
    let running = 0;
    for (const operationId of operations) {
      const plain = service.operations[operationId];
      service.operations[operationId] = async (exchange) => {
        running += 1;
        const position = running;
        try {
          await pause(moment);
          const together = Math.max(position, running);
          return await run(async () => plain(exchange), { position, running: together, service });
        } finally {
          running -= 1;
        }
      };
    }
  };
}

/** Uses the same id for all requests that run at the same time. */
export const shareIds =
  (operationId: OperationId, kind: 'site' | 'route' | 'webhook'): Deviation =>
  (service) => {
    const { newIdentifier } = service;
    let shared: string | undefined;
    countRunning([operationId], async (plain, { position, running }) => {
      if (position === 1) shared = undefined;
      service.newIdentifier = (asked) => {
        if (asked !== kind || running < 2) return newIdentifier(asked);
        shared ??= newIdentifier(asked);
        return shared;
      };
      return plain();
    })(service);
  };

/** Waits for the next turn of the event loop, like a database in memory. */
export const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Reads a record, waits, and writes all of it back, so that a concurrent change is lost. */
export const loseSiteUpdate =
  (wait: () => Promise<void>): Deviation =>
  (service) => {
    service.operations.updateSite = async (exchange) => {
      const old = service.store.findSite(exchange.resourceId);
      if (!old) throw new Refusal('not-found', 'no such site');
      await wait();
      const { name, hostUrl } = exchange.input;
      const site = { ...old, name: name ?? old.name, hostUrl: hostUrl ?? old.hostUrl };
      service.store.replaceSite(site);
      return service.represent.site(site, exchange);
    };
  };

export const loseRouteUpdate =
  (wait: () => Promise<void>): Deviation =>
  (service) => {
    service.operations.updateRoute = async (exchange) => {
      const old = service.store.findRoute(exchange.resourceId);
      if (!old) throw new Refusal('not-found', 'no such route');
      await wait();
      const route = {
        ...old,
        pathname: exchange.input.pathname ?? old.pathname,
        localizedVariants: exchange.input.localizedVariants ?? old.localizedVariants,
      };
      service.store.replaceRoute(route);
      return service.represent.route(route, exchange);
    };
  };

/** Stores the input of all requests in one place, so that the last one wins. */
export const mixInputs =
  (operationId: OperationId): Deviation =>
  (service) => {
    const plain = service.operations[operationId];
    let current: Exchange['input'] | undefined;
    service.operations[operationId] = async (exchange) => {
      current = exchange.input;
      await pause(moment);
      exchange.input = current;
      return plain(exchange);
    };
  };

export const answerWhenBusy = (
  operations: readonly OperationId[],
  answer: () => Promise<Body>,
): Deviation =>
  countRunning(operations, (plain, { running }) => (running > 1 ? answer() : plain()));

export const writes = operationIds.filter((operationId) => endpoints[operationId].method !== 'GET');
