import {
  type Body,
  type Exchange,
  type MaybePromise,
  type OperationId,
  operationIds,
  type RefusalReason,
  type Reply,
} from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import { around, type Deviation, type Operations, type Service } from '../service/service.ts';

type Condition = (exchange: Exchange) => boolean;

const always: Condition = () => true;

/** Does something before, after or instead of an operation. */
export function wrapOperation(
  operationId: OperationId,
  act: (exchange: Exchange, plain: Operations[OperationId], service: Service) => MaybePromise<Body>,
): Deviation {
  return (service) => {
    const plain = service.operations[operationId];
    service.operations[operationId] = (exchange) => act(exchange, plain, service);
  };
}

/** Changes the response object of some operations, after everything was stored correctly. */
export function changeBody(
  operationIds: readonly OperationId[],
  change: (body: Body, exchange: Exchange) => Body,
): Deviation {
  return (service) => {
    for (const operationId of operationIds)
      wrapOperation(operationId, async (exchange, plain) =>
        change(await plain(exchange), exchange),
      )(service);
  };
}

/** Changes every site in every response, including lists. */
export function changeSites(change: (site: Body, exchange: Exchange) => Body): Deviation {
  return (service) => {
    const plain = service.represent.site;
    service.represent.site = (site, exchange) => change(plain(site, exchange), exchange);
  };
}

interface Place {
  readonly index: number;
  readonly length: number;
  readonly exchange: Exchange;
}

/** Changes the sites of a listed page. */
export function changeListed(change: (site: Body, position: Place) => unknown): Deviation {
  return changeBody(['listSites'], (page, exchange) => {
    const data = Array.isArray(page['data']) ? page['data'] : [];
    const changed = data.map((site, index) =>
      change(isObject(site) ? site : {}, { index, length: data.length, exchange }),
    );
    return { ...page, data: changed };
  });
}

/** Changes the status, headers or bytes of the successful responses of some operations. */
export function changeReply(
  operationIds: readonly OperationId[],
  change: (reply: Reply, exchange: Exchange) => Reply,
): Deviation {
  return around('toReply', (plain) => (exchange, body) => {
    const reply = plain(exchange, body);
    const isMeant = operationIds.some((operationId) => operationId === exchange.operationId);
    return isMeant ? change(reply, exchange) : reply;
  });
}

export function answerStatus(
  operationId: OperationId,
  status: number,
  when: Condition = always,
): Deviation {
  return changeReply([operationId], (reply, exchange) =>
    when(exchange) ? { ...reply, status } : reply,
  );
}

export const isLaterPage: Condition = (exchange) => exchange.query.after !== undefined;

export function without(body: Body, field: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

export type Change = (body: Body) => Body;

export const set =
  (field: string, value: unknown): Change =>
  (body) => ({ ...body, [field]: value });

export const drop =
  (field: string): Change =>
  (body) =>
    without(body, field);

export function eachVariant(change: (variant: Body) => unknown): Change {
  return (route) => {
    const variants = route['localizedVariants'];
    if (!Array.isArray(variants)) return route;
    const objects = variants.map((item) => (isObject(item) ? item : {}));
    const localizedVariants = objects.map(change);
    return { ...route, localizedVariants };
  };
}

/** Changes the variants only if there are none. */
export const whenNoVariants =
  (change: Change): Change =>
  (route) => {
    const variants = route['localizedVariants'];
    return Array.isArray(variants) && variants.length === 0 ? change(route) : route;
  };

/** Responds to refusals of one kind with a 5xx status. */
export const crashInsteadOf = (
  reason: RefusalReason,
  status: number,
  isMeant: (exchange: Exchange) => boolean = () => true,
): Deviation =>
  around('refuse', (refuse) => (exchange, refusal) => {
    const reply = refuse(exchange, refusal);
    return refusal.reason === reason && isMeant(exchange) ? { ...reply, status } : reply;
  });

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
