import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type {
  Body,
  Exchange,
  Input,
  MaybePromise,
  OperationId,
  Query,
  Reply,
  ServiceRequest,
} from './exchange.ts';
import type { FieldRules } from './field-rules.ts';
import { handleRequest } from './handle-request.ts';
import { type Match, matchOperation } from './match-operation.ts';
import { mapEndpoints, type Operations, paginate, type SitePage } from './operations.ts';
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
import type { Refusal } from './refusal.ts';
import { refuse, send, serialise, toReply } from './reply.ts';
import { createRepresentations, type Representations } from './represent.ts';
import { createStore, type SiteRecord, type Store } from './store.ts';

export type IdentifierKind = 'site' | 'apiKey' | 'route' | 'webhook';

/**
 * The whole service as replaceable steps. Steps call each other through this object, so that a
 * deviation that replaces one is seen by all others; several deviations stack.
 */
export interface Service {
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
  readonly store: Store;
  /** Precedes /v1 in every path; part of the base URL that clients are given. */
  basePath: string;
  /** How long an idle connection stays open, in milliseconds. */
  keepAliveTimeout: number;
  /** Started with the server; each answers the function that stops it. */
  readonly background: (() => () => void)[];

  respond: (request: ServiceRequest) => Promise<Reply>;
  matchOperation: (request: ServiceRequest) => Match | undefined;
  /** Comes first: delays, and refusals that are not about the request itself. */
  admit: (exchange: Exchange) => MaybePromise<void>;
  isAuthorised: (exchange: Exchange) => boolean;
  isIdentifier: (text: string, exchange: Exchange) => boolean;
  readQuery: (exchange: Exchange) => Query;
  readLimit: (text: string | null, exchange: Exchange) => number;
  readAfter: (text: string | null, exchange: Exchange) => string | undefined;
  readSkipValidation: (text: string | null, exchange: Exchange) => boolean;
  readBody: (exchange: Exchange) => unknown;
  checkBody: (exchange: Exchange) => void;
  readonly fieldRules: FieldRules;
  toInput: (exchange: Exchange) => Input;

  readonly operations: Operations;
  newIdentifier: (kind: IdentifierKind) => string;
  nameCopy: (original: SiteRecord) => string;
  listedSites: (workspaceId: string) => readonly SiteRecord[];
  order: (sites: readonly SiteRecord[], exchange: Exchange) => readonly SiteRecord[];
  paginate: (sites: readonly SiteRecord[], query: Query, exchange: Exchange) => SitePage;

  readonly represent: Representations;
  readonly statuses: Record<OperationId, number>;
  toReply: (exchange: Exchange, body: Body) => Reply;
  refuse: (exchange: Exchange, refusal: Refusal) => Reply;
  serialise: (body: unknown, exchange: Exchange) => Buffer;
  send: (exchange: ServiceRequest, reply: Reply, response: ServerResponse) => void;
}

/** The scheme's name is case-insensitive (RFC 9110, section 11.1); the key is not. */
function isBearer(header: string | undefined, apiKey: string): boolean {
  return header?.slice(0, 7).toLowerCase() === 'bearer ' && header.slice(7) === apiKey;
}

export type Deviation = (service: Service) => void;

export interface ServiceOptions {
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
}

export function createService(options: ServiceOptions): Service {
  const store = createStore();
  const service: Service = {
    apiKey: options.apiKey,
    workspaceIds: options.workspaceIds,
    store,
    basePath: '',
    // Clients that pool connections must not meet one that closes just as they use it.
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
    toInput,
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
