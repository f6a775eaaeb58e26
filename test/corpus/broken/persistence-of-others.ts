import { wrapOperation } from '../deviations/replies.ts';
import { hide } from '../deviations/storing.ts';
import type { Entry } from '../entry.ts';

export const persistenceOfOthers: readonly Entry[] = [
  {
    id: 'persistence/route-not-stored',
    title: 'A created route is returned and cannot be updated, because it was never stored.',
    deviate: (service) => {
      service.store.insertRoute = () => undefined;
    },
  },
  {
    id: 'persistence/route-second-replaces-first',
    title: 'A site keeps only the route that was created last.',
    deviate: (service) => {
      const { insertRoute, routesOf, removeRoute } = service.store;
      service.store.insertRoute = (route) => {
        for (const old of [...routesOf(route.siteId)]) removeRoute(old.id);
        insertRoute(route);
      };
    },
  },
  {
    id: 'persistence/route-update-not-stored',
    title: 'An update of a route is returned and not stored.',
    deviate: (service) => {
      service.store.replaceRoute = () => undefined;
    },
  },
  {
    id: 'persistence/route-update-pathname-not-stored',
    title: 'An update of a route stores localized variants and not the pathname.',
    deviate: (service) => {
      const { replaceRoute, findRoute } = service.store;
      service.store.replaceRoute = (route) =>
        replaceRoute({ ...route, pathname: findRoute(route.id)?.pathname ?? route.pathname });
    },
  },
  {
    id: 'persistence/route-update-answers-old-record',
    title: 'An update of a route is stored and returns the record from before.',
    deviate: wrapOperation('updateRoute', async (exchange, plain, service) => {
      const old = service.store.findRoute(exchange.resourceId);
      const body = await plain(exchange);
      return old ? service.represent.route(old, exchange) : body;
    }),
  },
  {
    id: 'persistence/sites-without-host-not-listed',
    title: 'Sites without a host are not listed.',
    deviate: hide((site) => site.hostUrl === null),
  },
  {
    id: 'persistence/equal-creates-merged',
    title: 'A site that is created with the same body again is the first one, returned again.',
    deviate: (service) => {
      const plain = service.operations.createSite;
      const made = new Map<string, string>();
      service.operations.createSite = async (exchange) => {
        const key = `${exchange.resourceId} ${JSON.stringify(exchange.body)}`;
        const site = service.store.findSite(made.get(key) ?? '');
        if (site) return service.represent.site(site, exchange);
        const body = await plain(exchange);
        made.set(key, String(body['id']));
        return body;
      };
    },
  },
];
