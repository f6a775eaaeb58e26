import {
  type Exchange,
  emptyInput,
  emptyQuery,
  type Reply,
  type ServiceRequest,
} from './exchange.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** Handles a request, step by step. */
export async function handleRequest(service: Service, request: ServiceRequest): Promise<Reply> {
  const match = service.matchOperation(request);
  const exchange: Exchange = {
    request,
    operationId: match?.operationId ?? 'unmatched',
    resourceId: match?.resourceId ?? '',
    partId: match?.partId,
    query: emptyQuery,
    body: undefined,
    input: emptyInput,
  };
  try {
    await service.admit(exchange);
    if (!match) throw new Refusal('no-operation', 'nothing is served here');
    if (!service.isAuthorised(exchange)) throw new Refusal('unauthorised', 'the key is wrong');
    for (const id of [exchange.resourceId, exchange.partId]) {
      if (id === undefined || service.isIdentifier(id, exchange)) continue;
      throw new Refusal('bad-identifier', 'the path needs a UUID');
    }
    exchange.query = service.readQuery(exchange);
    exchange.body = service.readBody(exchange);
    service.checkBody(exchange);
    exchange.input = service.toInput(exchange);
    const body = await service.operations[match.operationId](exchange);
    return service.toReply(exchange, body);
  } catch (error) {
    if (error instanceof Refusal) return service.refuse(exchange, error);
    throw error;
  }
}
