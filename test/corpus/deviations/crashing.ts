import { type Exchange, type OperationId, operationIds } from '../service/exchange.ts';
import type { RefusalReason } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';
import { wrapOperation } from './replies.ts';

/** Responds to refusals of one kind with a 5xx status. */
export const crashInsteadOf =
  (
    reason: RefusalReason,
    status: number,
    isMeant: (exchange: Exchange) => boolean = () => true,
  ): Deviation =>
  (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return refusal.reason === reason && isMeant(exchange) ? { ...reply, status } : reply;
    };
  };

/** Crashes on valid requests that meet a condition. */
export const crashOn =
  (isFatal: (exchange: Exchange, service: Service) => boolean): Deviation =>
  (service) => {
    for (const operationId of operationIds)
      wrapOperation(operationId, (exchange, plain) => {
        if (isFatal(exchange, service)) throw new Error('internal');
        return plain(exchange);
      })(service);
  };

export const crashOnName = (isFatal: (name: string) => boolean): Deviation =>
  crashOn(({ input }) => input.name !== undefined && isFatal(input.name));

/** Leaks a resource with each refusal of one kind, and fails once none is left. */
export const leakOn =
  (reason: RefusalReason, size: number): Deviation =>
  (service) => {
    const { admit, refuse } = service;
    let left = size;
    service.admit = (exchange) => {
      if (left <= 0) throw new Error('the pool is used up');
      return admit(exchange);
    };
    service.refuse = (exchange, refusal) => {
      if (refusal.reason === reason) left -= 1;
      return refuse(exchange, refusal);
    };
  };

export const isFor =
  (operationId: OperationId) =>
  (exchange: Exchange): boolean =>
    exchange.operationId === operationId;

export const isEmptyUpdate = ({ operationId, body }: Exchange): boolean =>
  (operationId === 'updateSite' || operationId === 'updateRoute') && JSON.stringify(body) === '{}';

/** Crashes when a value is repeated. */
export const crashOnRepeated =
  (keyOf: (exchange: Exchange) => string | undefined): Deviation =>
  (service) => {
    const seen = new Set<string>();
    crashOn((exchange) => {
      const key = keyOf(exchange);
      if (key === undefined) return false;
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated;
    })(service);
  };

export const reasons: readonly (readonly [reason: RefusalReason, what: string])[] = [
  ['malformed', 'A body that is not JSON'],
  ['invalid', 'An invalid body'],
  ['not-found', 'An unknown id'],
  ['bad-identifier', 'An id in the path that is not a UUID'],
  ['bad-query', 'A bad query parameter'],
  ['no-operation', 'A path or method that is not served'],
];
