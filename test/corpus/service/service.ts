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
import type { Refusal } from './refusal.ts';
import type { RouteRecord, SiteRecord, Store, WebhookRecord } from './store.ts';

export interface Match {
  readonly operationId: OperationId;
  readonly resourceId: string;
  readonly partId: string | undefined;
}

export type Operations = Record<OperationId, (exchange: Exchange) => MaybePromise<Body>>;

export interface SitePage {
  readonly sites: readonly SiteRecord[];
  readonly hasMore: boolean;
}

export interface Representations {
  site: (site: SiteRecord, exchange: Exchange) => Body;
  route: (route: RouteRecord, exchange: Exchange) => Body;
  webhook: (webhook: WebhookRecord, exchange: Exchange) => Body;
  page: (page: SitePage, exchange: Exchange) => Body;
}

export type IdentifierKind = 'site' | 'apiKey' | 'route' | 'webhook';

/**
 * The whole service as replaceable steps. Steps call each other through this object, so that all others see a replaced
 * step, and several deviations can be combined.
 */
export interface Service {
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
  readonly store: Store;
  /** Precedes /v1 in every path, and is part of the base URL. */
  basePath: string;
  /** How long an idle connection stays open, in milliseconds. */
  keepAliveTimeout: number;
  /** Tasks that start with the server. Each returns the function that stops it. */
  readonly background: (() => () => void)[];

  respond: (request: ServiceRequest) => Promise<Reply>;
  matchOperation: (request: ServiceRequest) => Match | undefined;
  /** The first step: delays, and refusals that are independent of the request. */
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

export type Deviation = (service: Service) => void;

export interface ServiceOptions {
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
}
