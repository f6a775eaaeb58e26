import type { Exchange, Input } from '../service/exchange.ts';
import type { Deviation, Service } from '../service/service.ts';
import type { RouteRecord, SiteRecord } from '../service/store.ts';
import { wrapOperation } from './replies.ts';

/** Stores and returns an updated site with other values than requested. */
export function updateSiteAs(
  change: (site: SiteRecord, old: SiteRecord, input: Input, service: Service) => SiteRecord,
): Deviation {
  return wrapOperation('updateSite', async (exchange, plain, service) => {
    const old = service.store.findSite(exchange.resourceId);
    const body = await plain(exchange);
    const site = service.store.findSite(exchange.resourceId);
    if (!old || !site) return body;
    const changed = change(site, old, exchange.input, service);
    service.store.replaceSite(changed);
    return service.represent.site(changed, exchange);
  });
}

/** Changes other records after an update of a site. */
export function afterUpdateSite(
  effect: (site: SiteRecord, old: SiteRecord, exchange: Exchange, service: Service) => void,
): Deviation {
  return wrapOperation('updateSite', async (exchange, plain, service) => {
    const old = service.store.findSite(exchange.resourceId);
    const body = await plain(exchange);
    const site = service.store.findSite(exchange.resourceId);
    if (old && site) effect(site, old, exchange, service);
    return body;
  });
}

export function updateRouteAs(
  change: (route: RouteRecord, old: RouteRecord, input: Input) => RouteRecord,
): Deviation {
  return wrapOperation('updateRoute', async (exchange, plain, service) => {
    const old = service.store.findRoute(exchange.resourceId);
    const body = await plain(exchange);
    const route = service.store.findRoute(exchange.resourceId);
    if (!old || !route) return body;
    const changed = change(route, old, exchange.input);
    service.store.replaceRoute(changed);
    return service.represent.route(changed, exchange);
  });
}

/** Moves a record to the end by removing and inserting it. */
export const reinsert = (site: SiteRecord, service: Service): void => {
  service.store.removeSite(site.id);
  service.store.insertSite(site);
};
