import { changeInput } from '../deviations/inputs.ts';
import { changeBody, wrapOperation } from '../deviations/replies.ts';
import { updateRouteAs } from '../deviations/updating.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import { readId } from '../probe/script/session.ts';
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

/** Reads a route after another one of its site got its pathname. */
const nameTwice =
  (operationId: 'createRoute' | 'updateRoute'): Proof =>
  async (client) => {
    const site = await makeSite(client, 0, { name: 'A' });
    const make = async (pathname: string, localizedVariants: object[]) =>
      readId(
        await client.call('POST', `/v1/sites/${site}/routes`, {
          body: { pathname, localizedVariants },
        }),
      );
    const first = await make('/a', [{ locale: 'en-US', pathname: '/en' }]);
    const second = await make(operationId === 'createRoute' ? '/a' : '/b', []);
    await client.call('PATCH', `/v1/routes/${second}`, { body: { pathname: '/a' } });
    const { status, text } = await client.call('PATCH', `/v1/routes/${first}`, { body: {} });
    return [status, text.includes('/en')];
  };

export const routeUpdates: readonly Entry[] = [
  {
    id: 'updates/unknown-site-created',
    title: 'An update of an unknown site creates it.',
    deviate: wrapOperation('updateSite', (exchange, plain, service) => {
      if (!service.store.findSite(exchange.resourceId)) {
        service.store.insertSite({
          id: exchange.resourceId,
          workspaceId: service.workspaceIds[0],
          name: '',
          hostUrl: null,
          locale: undefined,
          apiKey: service.newIdentifier('apiKey'),
        });
      }
      return plain(exchange);
    }),
  },
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
    id: 'updates/route-variants-reset-pathname',
    title: 'An update of only the localized variants resets the pathname to the root.',
    deviate: updateRouteAs((route, _, input) =>
      input.pathname === undefined ? { ...route, pathname: '/' } : route,
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
    id: 'updates/route-only-variants-when-both',
    title: 'An update of pathname and localized variants changes only the variants.',
    deviate: updateRouteAs((route, old, input) =>
      input.localizedVariants === undefined ? route : { ...route, pathname: old.pathname },
    ),
  },
  {
    id: 'updates/route-answers-other-id',
    title: 'An update of a route returns another id.',
    deviate: (service) =>
      changeBody(['updateRoute'], (route) => ({ ...route, id: service.newIdentifier('route') }))(
        service,
      ),
  },
  {
    id: 'updates/route-changes-id',
    title: 'An update of a route gives it a new id, and the old one is unknown.',
    deviate: wrapOperation('updateRoute', async (exchange, plain, service) => {
      await plain(exchange);
      const route = service.store.findRoute(exchange.resourceId);
      if (!route) return {};
      const renewed = { ...route, id: service.newIdentifier('route') };
      service.store.removeRoute(route.id);
      service.store.insertRoute(renewed);
      return service.represent.route(renewed, exchange);
    }),
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
    id: 'updates/route-changes-siblings',
    title: 'An update of the pathname of a route changes every route of its site.',
    deviate: (service) => {
      const { replaceRoute, routesOf } = service.store;
      service.store.replaceRoute = (route) => {
        for (const other of [...routesOf(route.siteId)]) {
          replaceRoute({ ...other, pathname: route.pathname });
        }
        replaceRoute(route);
      };
    },
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
    id: 'updates/answers-only-changed-fields',
    title: 'An update of a site returns only id and what was sent.',
    deviate: changeBody(['updateSite'], (site, { input }) => ({
      id: site['id'],
      ...(input.name === undefined ? {} : { name: site['name'] }),
      ...(input.hostUrl === undefined ? {} : { hostUrl: site['hostUrl'] }),
    })),
  },
  {
    id: 'updates/route-writes-variants-of-namesakes',
    title: 'An update of a pathname gives its variants to other routes with that pathname.',
    deviate: toNamesakes('updateRoute', (other, { localizedVariants }) => ({
      ...other,
      localizedVariants,
    })),
    proof: nameTwice('updateRoute'),
  },
  {
    id: 'updates/route-replaces-namesakes',
    title: 'An update to a pathname that another route of the site has removes that route.',
    deviate: toNamesakes('updateRoute', () => undefined),
    proof: nameTwice('updateRoute'),
  },
  {
    id: 'updates/new-route-writes-variants-of-namesakes',
    title: 'A new route gives its variants to other routes of the site with its pathname.',
    deviate: toNamesakes('createRoute', (other, { localizedVariants }) => ({
      ...other,
      localizedVariants,
    })),
    proof: nameTwice('createRoute'),
  },
  {
    id: 'updates/new-route-replaces-namesakes',
    title: 'A new route replaces another one of the site with its pathname.',
    deviate: toNamesakes('createRoute', () => undefined),
    proof: nameTwice('createRoute'),
  },
];
