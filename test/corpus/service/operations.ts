import type { RequestBody } from '../../../contract/index.ts';
import {
  type Body,
  type Exchange,
  type OperationId,
  operationIds,
  type Query,
  Refusal,
} from './exchange.ts';
import {
  type FieldRule,
  isEventType,
  isOrigin,
  isUri,
  localizedVariants,
  pathname,
  text,
} from './field-rules.ts';
import type { RouteRecord, Service, SitePage, SiteRecord } from './service.ts';

export function paginate(sites: readonly SiteRecord[], query: Query): SitePage {
  let start = 0;
  if (query.after !== undefined) {
    const after = query.after.toLowerCase();
    start = sites.findIndex((site) => site.id.toLowerCase() === after) + 1;
    if (start === 0)
      throw new Refusal('bad-query', 'after is not the id of a site in this workspace');
  }
  const end = start + query.limit;
  return { sites: sites.slice(start, end), hasMore: end < sites.length };
}

function requireSite(service: Service, exchange: Exchange): SiteRecord {
  const site = service.store.findSite(exchange.resourceId);
  if (!site) throw new Refusal('not-found', 'no such site');
  return site;
}

function requireRoute(service: Service, exchange: Exchange): RouteRecord {
  const route = service.store.findRoute(exchange.resourceId);
  if (!route) throw new Refusal('not-found', 'no such route');
  return route;
}

function createSite(service: Service, exchange: Exchange): Body {
  const { name, hostUrl, locale, further } = exchange.input;
  const site: SiteRecord = {
    id: service.newIdentifier('site'),
    workspaceId: exchange.resourceId,
    name: name ?? '',
    hostUrl: hostUrl ?? null,
    locale,
    further,
    apiKey: service.newIdentifier('apiKey'),
  };
  service.store.insertSite(site);
  return service.represent.site(site, exchange);
}

function updateSite(service: Service, exchange: Exchange): Body {
  const { name, hostUrl, further } = exchange.input;
  const old = requireSite(service, exchange);
  const site = {
    ...old,
    name: name ?? old.name,
    hostUrl: hostUrl ?? old.hostUrl,
    further: { ...old.further, ...further },
  };
  service.store.replaceSite(site);
  return service.represent.site(site, exchange);
}

function duplicateSite(service: Service, exchange: Exchange): Body {
  const original = requireSite(service, exchange);
  const copy: SiteRecord = {
    ...original,
    id: service.newIdentifier('site'),
    apiKey: service.newIdentifier('apiKey'),
    name: exchange.input.name ?? service.nameCopy(original),
  };
  service.store.insertSite(copy);
  // If a deviation reuses ids, the copy may be its own original, which already has the routes.
  const routes = copy.id === original.id ? [] : [...service.store.routesOf(original.id)];
  for (const route of routes) {
    const id = service.newIdentifier('route');
    service.store.insertRoute({ ...route, id, siteId: copy.id });
  }
  return service.represent.site(copy, exchange);
}

function listSites(service: Service, exchange: Exchange): Body {
  const sites = service.order(service.listedSites(exchange.resourceId), exchange);
  const page = service.paginate(sites, exchange.query, exchange);
  return service.represent.page(page, exchange);
}

function createRoute(service: Service, exchange: Exchange): Body {
  const site = requireSite(service, exchange);
  const route: RouteRecord = {
    id: service.newIdentifier('route'),
    siteId: site.id,
    pathname: exchange.input.pathname ?? '',
    localizedVariants: exchange.input.localizedVariants ?? [],
    further: exchange.input.further,
  };
  service.store.insertRoute(route);
  return service.represent.route(route, exchange);
}

function updateRoute(service: Service, exchange: Exchange): Body {
  const old = requireRoute(service, exchange);
  const route = {
    ...old,
    pathname: exchange.input.pathname ?? old.pathname,
    localizedVariants: exchange.input.localizedVariants ?? old.localizedVariants,
    further: { ...old.further, ...exchange.input.further },
  };
  service.store.replaceRoute(route);
  return service.represent.route(route, exchange);
}

function createWebhook(service: Service, exchange: Exchange): Body {
  const webhook = {
    id: service.newIdentifier('webhook'),
    workspaceId: exchange.resourceId,
    url: exchange.input.url ?? '',
    eventType: exchange.input.eventType ?? '',
    further: exchange.input.further,
  };
  service.store.insertWebhook(webhook);
  return service.represent.webhook(webhook, exchange);
}

type FieldOf<Id extends OperationId> =
  RequestBody<Id> extends undefined ? never : keyof NonNullable<RequestBody<Id>>;

interface Endpoint<Id extends OperationId> {
  /** The method, the collection in the path, and the rest after the id, such as `routes` or `routes <id>`. */
  readonly line: string;
  /** The status of a success. */
  readonly status: number;
  /** The rules for the fields of a body. */
  readonly fields: Readonly<Record<FieldOf<Id>, FieldRule>>;
  readonly run: (service: Service, exchange: Exchange) => Body;
}

/**
 * All operations of the document, with all fields of their bodies. An addition to the document does not compile until
 * it is listed here.
 */
export const endpoints: { readonly [Id in OperationId]: Endpoint<Id> } = {
  listSites: { line: 'GET workspaces sites', status: 201, fields: {}, run: listSites },
  createSite: {
    line: 'POST workspaces sites',
    status: 201,
    fields: { name: text(true), hostUrl: text(false, isOrigin), locale: text(false) },
    run: createSite,
  },
  updateSite: {
    line: 'PATCH sites ',
    status: 200,
    fields: { name: text(false), hostUrl: text(false, isOrigin) },
    run: updateSite,
  },
  duplicateSite: {
    line: 'POST sites duplicate',
    status: 201,
    fields: { name: text(false) },
    run: duplicateSite,
  },
  createRoute: {
    line: 'POST sites routes',
    status: 201,
    fields: { pathname: pathname(true), localizedVariants },
    run: createRoute,
  },
  updateRoute: {
    line: 'PATCH routes ',
    status: 200,
    fields: { pathname: pathname(false), localizedVariants },
    run: updateRoute,
  },
  createWebhook: {
    line: 'POST workspaces webhooks',
    status: 201,
    fields: { url: text(true, isUri), eventType: text(true, isEventType) },
    run: createWebhook,
  },
};

/** Creates a value for each operation. */
export function mapEndpoints<T>(
  make: (endpoint: (typeof endpoints)[OperationId], operationId: OperationId) => T,
): Record<OperationId, T> {
  const converted: Partial<Record<OperationId, T>> = {};
  // The loop sets a value for each id, so none is missing.
  for (const operationId of operationIds)
    converted[operationId] = make(endpoints[operationId], operationId);
  return converted as Record<OperationId, T>;
}
