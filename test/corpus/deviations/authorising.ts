import { type Body, type Exchange, operationIds } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';

/** Accepts requests that meet a condition, in addition to those with the correct key. */
export function alsoLetIn(
  isLetIn: (header: string, exchange: Exchange, service: Service) => boolean,
): Deviation {
  return (service) => {
    const { isAuthorised } = service;
    service.isAuthorised = (exchange) =>
      isAuthorised(exchange) ||
      isLetIn(exchange.request.headers.authorization ?? '', exchange, service);
  };
}

/** The same for the text after "Bearer ". */
export const alsoTakeKey = (isTaken: (key: string, apiKey: string) => boolean): Deviation =>
  alsoLetIn((header, _, { apiKey }) => {
    const key = header.match(/^bearer +(.*)$/i)?.[1];
    return key !== undefined && isTaken(key, apiKey);
  });

/** Runs a request with a wrong key, and refuses it afterwards. */
export const carryOutRefused =
  (isMeant: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    const { isAuthorised, operations } = service;
    const refused = new WeakSet<Exchange>();
    service.isAuthorised = (exchange) => {
      if (isAuthorised(exchange)) return true;
      if (!isMeant(exchange)) return false;
      refused.add(exchange);
      return true;
    };
    for (const operationId of operationIds) {
      const plain = operations[operationId];
      operations[operationId] = async (exchange): Promise<Body> => {
        const body = await plain(exchange);
        if (refused.has(exchange)) throw new Refusal('unauthorised', 'the key is wrong');
        return body;
      };
    }
  };

export const crashWhen =
  (isFatal: (header: string | undefined) => boolean): Deviation =>
  (service) => {
    const { isAuthorised } = service;
    service.isAuthorised = (exchange) => {
      if (isFatal(exchange.request.headers.authorization)) throw new Error('authorization');
      return isAuthorised(exchange);
    };
  };
