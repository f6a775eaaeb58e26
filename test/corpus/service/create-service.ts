import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type Body,
  type Exchange,
  emptyInput,
  emptyQuery,
  Refusal,
  type Reply,
  type ServiceRequest,
} from './exchange.ts';
import { endpoints, mapEndpoints, paginate } from './operations.ts';
import {
  checkBody,
  isIdentifier,
  matchOperation,
  readAfter,
  readBody,
  readLimit,
  readQuery,
  readSkipValidation,
  toInput,
} from './read-request.ts';
import { createStore, type Representations, type Service, type ServiceOptions } from './service.ts';

/** The name of the scheme is case-insensitive (RFC 9110, section 11.1); the key is not. */
function isBearer(header: string | undefined, apiKey: string): boolean {
  return header?.slice(0, 7).toLowerCase() === 'bearer ' && header.slice(7) === apiKey;
}

export function createService(options: ServiceOptions): Service {
  const store = createStore();
  const service: Service = {
    apiKey: options.apiKey,
    workspaceIds: options.workspaceIds,
    store,
    basePath: '',
    // A pooled connection must not be closed while a client starts to use it.
    keepAliveTimeout: 60_000,
    background: [],
    respond: (request) => handleRequest(service, request),
    matchOperation,
    admit: () => undefined,
    isAuthorised: (exchange) => isBearer(exchange.request.headers.authorization, service.apiKey),
    isIdentifier,
    readQuery: (exchange) => readQuery(service, exchange),
    readLimit,
    readAfter,
    readSkipValidation,
    readBody,
    checkBody: (exchange) => checkBody(service, exchange),
    // Copies, because deviations change rules in place.
    fieldRules: mapEndpoints(({ fields }) => ({ ...fields })),
    toInput: (exchange) => toInput(service, exchange),
    operations: mapEndpoints(
      ({ run }) =>
        (exchange) =>
          run(service, exchange),
    ),
    newIdentifier: () => randomUUID(),
    nameCopy: (original) => `Copy of ${original.name}`,
    listedSites: (workspaceId) => store.sitesOf(workspaceId),
    order: (sites) => sites,
    paginate,
    represent: createRepresentations(),
    statuses: mapEndpoints(({ status }) => status),
    toReply: (exchange, body) => toReply(service, exchange, body),
    refuse,
    serialise,
    send,
  };
  return service;
}

/** Handles a request, step by step. */
async function handleRequest(service: Service, request: ServiceRequest): Promise<Reply> {
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

function createRepresentations(): Representations {
  const represent: Representations = {
    site: ({ id, name, hostUrl, apiKey, further }) => ({ id, name, hostUrl, apiKey, ...further }),
    route: ({ id, pathname, localizedVariants, further }) => ({
      id,
      pathname,
      localizedVariants,
      ...further,
    }),
    webhook: ({ id, workspaceId, url, eventType, further }) => ({
      id,
      workspaceId,
      url,
      eventType,
      ...further,
    }),
    page: ({ sites, hasMore }, exchange) => ({
      data: sites.map((site) => represent.site(site, exchange)),
      hasMore,
    }),
  };
  return represent;
}

const json = { 'content-type': 'application/json' } as const;

export function serialise(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body) ?? '');
}

export function toReply(service: Service, exchange: Exchange, body: Body): Reply {
  const { operationId } = exchange;
  const status = operationId === 'unmatched' ? 404 : service.statuses[operationId];
  if (operationId !== 'unmatched' && endpoints[operationId].status === 204)
    return { status, headers: {}, bytes: Buffer.alloc(0) };
  return { status, headers: json, bytes: service.serialise(body, exchange) };
}

export function refuse(_exchange: Exchange, refusal: Refusal): Reply {
  const error = { code: refusal.reason, message: refusal.message };
  const headers = { ...json, ...refusal.headers };
  return { status: refusal.status, headers, bytes: serialise({ error }) };
}

export function crash(): Reply {
  const error = { code: 'internal', message: 'internal server error' };
  return { status: 500, headers: json, bytes: serialise({ error }) };
}

export function send(_request: ServiceRequest, reply: Reply, response: ServerResponse): void {
  const length = { 'content-length': String(reply.bytes.length) };
  response.writeHead(
    reply.status,
    reply.status === 204 ? reply.headers : { ...length, ...reply.headers },
  );
  response.end(reply.bytes);
}
