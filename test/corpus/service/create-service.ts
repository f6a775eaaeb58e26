import { randomUUID } from 'node:crypto';
import { handleRequest } from './handle-request.ts';
import { matchOperation } from './match-operation.ts';
import { mapEndpoints, paginate } from './operations.ts';
import {
  checkBody,
  isIdentifier,
  readAfter,
  readBody,
  readLimit,
  readQuery,
  readSkipValidation,
  toInput,
} from './read-request.ts';
import { refuse, send, serialise, toReply } from './reply.ts';
import { createRepresentations } from './represent.ts';
import type { Service, ServiceOptions } from './service.ts';
import { createStore } from './store.ts';

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
