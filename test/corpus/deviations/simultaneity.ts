import { endpoints } from '../../../generated/endpoints.ts';
import { type Body, type Exchange, type OperationId, operationIds } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';
import { pause } from './traffic.ts';

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
