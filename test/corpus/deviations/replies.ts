import type { Body, Exchange, MaybePromise, OperationId, Reply } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import type { Deviation, Operations, Service } from '../service/service.ts';

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
export function changeListed(change: (site: Body, place: Place) => unknown): Deviation {
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
  return (service) => {
    const plain = service.toReply;
    service.toReply = (exchange, body) => {
      const reply = plain(exchange, body);
      const isMeant = operationIds.some((operationId) => operationId === exchange.operationId);
      return isMeant ? change(reply, exchange) : reply;
    };
  };
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
