import type { ServerResponse } from 'node:http';
import type {
  Body,
  Exchange,
  Input,
  LocalizedVariant,
  MaybePromise,
  OperationId,
  Query,
  Refusal,
  Reply,
  ServiceRequest,
} from './exchange.ts';
import type { FieldRules } from './field-rules.ts';

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

type StepOf<Part> = {
  [Key in keyof Part]: Part[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof Part];

/** Replaces a step by one that may call the plain step. */
export const around =
  <Step extends StepOf<Service>>(
    step: Step,
    make: (plain: Service[Step], service: Service) => Service[Step],
  ): Deviation =>
  (service) => {
    service[step] = make(service[step], service);
  };

/** The same for a function of the store. */
export const aroundStore =
  <Step extends keyof Store>(
    step: Step,
    make: (plain: Store[Step], service: Service) => Store[Step],
  ): Deviation =>
  (service) => {
    service.store[step] = make(service.store[step], service);
  };

export interface ServiceOptions {
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
}

export interface SiteRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly hostUrl: string | null;
  readonly locale: string | undefined;
  readonly further?: Input['further'];
  readonly apiKey: string;
}

export interface RouteRecord {
  readonly id: string;
  readonly siteId: string;
  readonly pathname: string;
  readonly localizedVariants: readonly LocalizedVariant[];
  readonly further?: Input['further'];
}

export interface WebhookRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly url: string;
  readonly eventType: string;
  readonly further?: Input['further'];
}

/** Records are immutable, so a saved one stays the same. Ids match in any case. */
export interface Store {
  /** The sites of a workspace in order of creation. */
  sitesOf: (workspaceId: string) => readonly SiteRecord[];
  findSite: (id: string) => SiteRecord | undefined;
  insertSite: (site: SiteRecord) => void;
  replaceSite: (site: SiteRecord) => void;
  removeSite: (id: string) => void;
  routesOf: (siteId: string) => readonly RouteRecord[];
  findRoute: (id: string) => RouteRecord | undefined;
  insertRoute: (route: RouteRecord) => void;
  replaceRoute: (route: RouteRecord) => void;
  removeRoute: (id: string) => void;
  insertWebhook: (webhook: WebhookRecord) => void;
  webhooksOf: (workspaceId: string) => readonly WebhookRecord[];
}

/** Stores records by id, and by owner in order of insertion. */
function createTable<T extends { readonly id: string }>(ownerOf: (record: T) => string) {
  const owners = new Map<string, T[]>();
  const places = new Map<string, { list: T[]; position: number }>();
  const listOf = (owner: string): T[] => {
    const key = owner.toLowerCase();
    const list = owners.get(key) ?? [];
    owners.set(key, list);
    return list;
  };
  return {
    of: (owner: string): readonly T[] => owners.get(owner.toLowerCase()) ?? [],
    find: (id: string): T | undefined => {
      const entry = places.get(id.toLowerCase());
      return entry?.list[entry.position];
    },
    insert: (record: T): void => {
      const list = listOf(ownerOf(record));
      places.set(record.id.toLowerCase(), { list, position: list.length });
      list.push(record);
    },
    replace: (record: T): void => {
      const entry = places.get(record.id.toLowerCase());
      if (entry) entry.list[entry.position] = record;
    },
    remove: (id: string): void => {
      const entry = places.get(id.toLowerCase());
      if (!entry) return;
      entry.list.splice(entry.position, 1);
      places.delete(id.toLowerCase());
      for (const [position, record] of entry.list.entries()) {
        places.set(record.id.toLowerCase(), { list: entry.list, position });
      }
    },
  };
}

export function createStore(): Store {
  const sites = createTable<SiteRecord>((site) => site.workspaceId);
  const routes = createTable<RouteRecord>((route) => route.siteId);
  const webhooks = createTable<WebhookRecord>((webhook) => webhook.workspaceId);
  return {
    sitesOf: sites.of,
    findSite: sites.find,
    insertSite: sites.insert,
    replaceSite: sites.replace,
    removeSite: sites.remove,
    routesOf: routes.of,
    findRoute: routes.find,
    insertRoute: routes.insert,
    replaceRoute: routes.replace,
    removeRoute: routes.remove,
    insertWebhook: webhooks.insert,
    webhooksOf: webhooks.of,
  };
}
