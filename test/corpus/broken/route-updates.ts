import { changeInput } from '../deviations/inputs.ts';
import { wrapOperation } from '../deviations/replies.ts';
import { updateRouteAs } from '../deviations/updating.ts';
import type { Entry } from '../entry.ts';
import type { Deviation } from '../service/service.ts';
import type { RouteRecord } from '../service/store.ts';

/** Changes the other routes of a site with the pathname that a route is created with or updated to. */
const toNamesakes =
  (
    operationId: 'createRoute' | 'updateRoute',
    reach: (other: RouteRecord, route: RouteRecord) => RouteRecord | undefined,
  ): Deviation =>
  ({ operations, store }) => {
    const plain = operations[operationId];
    operations[operationId] = async (exchange) => {
      const body = await plain(exchange);
      const route = store.findRoute(String(body['id']));
      if (route === undefined || exchange.input.pathname === undefined) return body;
      for (const other of [...store.routesOf(route.siteId)]) {
        if (other.id === route.id || other.pathname !== route.pathname) continue;
        const changed = reach(other, route);
        if (changed === undefined) store.removeRoute(other.id);
        else store.replaceRoute(changed);
      }
      return body;
    };
  };

export const routeUpdates: readonly Entry[] = [
  {
    id: 'updates/unknown-site-answered',
    title: 'An update of an unknown site returns 200 with a made-up site.',
    deviate: wrapOperation('updateSite', (exchange, plain, service) => {
      if (service.store.findSite(exchange.resourceId)) return plain(exchange);
      const { name, hostUrl } = exchange.input;
      const apiKey = service.newIdentifier('apiKey');
      return { id: exchange.resourceId, name: name ?? '', hostUrl: hostUrl ?? null, apiKey };
    }),
  },
  {
    id: 'updates/unknown-route-created',
    title: 'An update of an unknown route creates it.',
    deviate: wrapOperation('updateRoute', (exchange, plain, service) => {
      if (!service.store.findRoute(exchange.resourceId)) {
        service.store.insertRoute({
          id: exchange.resourceId,
          siteId: exchange.resourceId,
          pathname: '/',
          localizedVariants: [],
        });
      }
      return plain(exchange);
    }),
  },
  {
    id: 'updates/route-pathname-clears-variants',
    title: 'An update of only the pathname clears the localized variants.',
    deviate: updateRouteAs((route, _, input) =>
      input.localizedVariants === undefined ? { ...route, localizedVariants: [] } : route,
    ),
  },
  {
    id: 'updates/route-pathname-ignored',
    title: 'An update of the pathname of a route is ignored.',
    deviate: changeInput(['updateRoute'], (input) => ({ ...input, pathname: undefined })),
  },
  {
    id: 'updates/route-only-pathname-when-both',
    title: 'An update of pathname and localized variants changes only the pathname.',
    deviate: updateRouteAs((route, old, input) =>
      input.pathname === undefined ? route : { ...route, localizedVariants: old.localizedVariants },
    ),
  },
  {
    id: 'updates/route-pathname-reaches-variants',
    title: 'An update of only the pathname sets the pathname of every localized variant.',
    deviate: updateRouteAs((route, old, input) =>
      input.pathname === undefined || input.localizedVariants !== undefined
        ? route
        : {
            ...route,
            localizedVariants: old.localizedVariants.map(({ locale }) => ({
              locale,
              pathname: route.pathname,
            })),
          },
    ),
  },
  {
    id: 'updates/route-only-once',
    title: 'A route can be updated once; later updates succeed but are ignored.',
    deviate: (service) => {
      const updated = new Set<string>();
      updateRouteAs((route, old) => {
        const isFirst = !updated.has(route.id);
        updated.add(route.id);
        return isFirst ? route : old;
      })(service);
    },
  },
  {
    id: 'updates/route-writes-variants-of-namesakes',
    title: 'An update of a pathname gives its variants to other routes with that pathname.',
    deviate: toNamesakes('updateRoute', (other, { localizedVariants }) => ({
      ...other,
      localizedVariants,
    })),
  },
];
