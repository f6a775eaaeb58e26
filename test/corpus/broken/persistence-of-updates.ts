import { rememberCreated } from '../deviations/storing.ts';
import type { Entry } from '../entry.ts';

export const persistenceOfUpdates: readonly Entry[] = [
  {
    id: 'persistence/empty-update-answers-created-record',
    title: 'An update that changes nothing returns the site as it was created.',
    deviate: (service) => {
      const { updateSite } = service.operations;
      const first = rememberCreated(service);
      service.operations.updateSite = (exchange) => {
        const { name, hostUrl } = exchange.input;
        const site = first.get(exchange.resourceId);
        if (site && name === undefined && hostUrl === undefined) {
          return service.represent.site(site, exchange);
        }
        return updateSite(exchange);
      };
    },
  },
  {
    id: 'persistence/first-pathname-not-stored-again',
    title: 'An update back to the first pathname of a route is returned and not stored.',
    deviate: (service) => {
      const first = new Map<string, string>();
      const { findRoute, replaceRoute } = service.store;
      service.store.replaceRoute = (route) => {
        const old = findRoute(route.id) ?? route;
        const before = first.get(route.id) ?? old.pathname;
        first.set(route.id, before);
        const isBack = route.pathname === before && old.pathname !== before;
        replaceRoute(isBack ? { ...route, pathname: old.pathname } : route);
      };
    },
  },
];
