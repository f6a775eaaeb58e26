import { hide, reinsert, updateRouteAs, updateSiteAs } from '../deviations/records.ts';
import { changeBody, wrapOperation } from '../deviations/replies.ts';
import { changeInput } from '../deviations/requests.ts';
import { type Entry, entries, should } from '../entry.ts';
import { type Body, type Input, type OperationId, Refusal } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

export const persistence: readonly Entry[] = entries({
  'persistence/create-not-stored: A created site is returned and never stored.': (service) => {
    service.store.insertSite = () => undefined;
  },
  'persistence/create-overwrites-previous: A workspace keeps only the ten sites that were created last.':
    (service) => {
      const { insertSite, sitesOf, removeSite } = service.store;
      service.store.insertSite = (site) => {
        insertSite(site);
        const sites = sitesOf(site.workspaceId);
        if (sites.length > 10 && sites[0]) removeSite(sites[0].id);
      };
    },
  'persistence/same-name-replaces: A site that is created with an existing name replaces the old one.':
    (service) => {
      const { insertSite, sitesOf, removeSite } = service.store;
      service.store.insertSite = (site) => {
        const old = sitesOf(site.workspaceId).find(({ name }) => name === site.name);
        if (old) removeSite(old.id);
        insertSite(site);
      };
    },
});

export const persistenceOfOthers: readonly Entry[] = entries({
  'persistence/route-not-stored: A created route is returned and cannot be updated, because it was never stored.':
    (service) => {
      service.store.insertRoute = () => undefined;
    },
  'persistence/route-second-replaces-first: A site keeps only the route that was created last.': (
    service,
  ) => {
    const { insertRoute, routesOf, removeRoute } = service.store;
    service.store.insertRoute = (route) => {
      for (const old of [...routesOf(route.siteId)]) removeRoute(old.id);
      insertRoute(route);
    };
  },
  'persistence/route-update-not-stored: An update of a route is returned and not stored.': (
    service,
  ) => {
    service.store.replaceRoute = () => undefined;
  },
  'persistence/route-update-pathname-not-stored: An update of a route stores localized variants and not the pathname.':
    (service) => {
      const { replaceRoute, findRoute } = service.store;
      service.store.replaceRoute = (route) =>
        replaceRoute({ ...route, pathname: findRoute(route.id)?.pathname ?? route.pathname });
    },
  'persistence/route-update-answers-old-record: An update of a route is stored and returns the record from before.':
    wrapOperation('updateRoute', async (exchange, plain, service) => {
      const old = service.store.findRoute(exchange.resourceId);
      const body = await plain(exchange);
      return old ? service.represent.route(old, exchange) : body;
    }),
  'persistence/sites-without-host-not-listed: Sites without a host are not listed.': hide(
    (site) => site.hostUrl === null,
  ),
  'persistence/equal-creates-merged: A site that is created with the same body again is the first one, returned again.':
    (service) => {
      const plain = service.operations.createSite;
      const created = new Map<string, string>();
      service.operations.createSite = async (exchange) => {
        const key = `${exchange.resourceId} ${JSON.stringify(exchange.body)}`;
        const site = service.store.findSite(created.get(key) ?? '');
        if (site) return service.represent.site(site, exchange);
        const body = await plain(exchange);
        created.set(key, String(body['id']));
        return body;
      };
    },
});

export const updates: readonly Entry[] = entries({
  'updates/name-clears-host: An update of only the name clears the host.': updateSiteAs(
    (site, _, input) => (input.hostUrl === undefined ? { ...site, hostUrl: null } : site),
  ),
  'updates/host-clears-name: An update of only the host empties the name.': updateSiteAs(
    (site, _, input) =>
      input.name === undefined && input.hostUrl !== undefined ? { ...site, name: '' } : site,
  ),
  'updates/name-case-change-ignored: An update that changes only the case of the name is ignored.':
    updateSiteAs((site, old) =>
      site.name.toLowerCase() === old.name.toLowerCase() ? { ...site, name: old.name } : site,
    ),
  'updates/empty-name-ignored: An update to an empty name succeeds but is ignored.': updateSiteAs(
    (site, old) => (site.name === '' ? { ...site, name: old.name } : site),
  ),
  'updates/moves-to-end-of-list: An updated site moves to the end of the list.': should(
    updateSiteAs((site, _old, _input, service) => {
      reinsert(site, service);
      return site;
    }),
  ),
  'updates/site-loses-routes: An update of a site removes its routes.': updateSiteAs(
    (site, _old, _input, { store }) => {
      for (const route of [...store.routesOf(site.id)]) store.removeRoute(route.id);
      return site;
    },
  ),
});

export const routeUpdates: readonly Entry[] = entries({
  'updates/unknown-site-answered: An update of an unknown site returns 200 with a made-up site.':
    wrapOperation('updateSite', (exchange, plain, service) => {
      if (service.store.findSite(exchange.resourceId)) return plain(exchange);
      const { name, hostUrl } = exchange.input;
      const apiKey = service.newIdentifier('apiKey');
      return { id: exchange.resourceId, name: name ?? '', hostUrl: hostUrl ?? null, apiKey };
    }),
  'updates/unknown-route-created: An update of an unknown route creates it.': wrapOperation(
    'updateRoute',
    (exchange, plain, service) => {
      if (!service.store.findRoute(exchange.resourceId)) {
        service.store.insertRoute({
          id: exchange.resourceId,
          siteId: exchange.resourceId,
          pathname: '/',
          localizedVariants: [],
        });
      }
      return plain(exchange);
    },
  ),
  'updates/route-pathname-clears-variants: An update of only the pathname clears the localized variants.':
    updateRouteAs((route, _, input) =>
      input.localizedVariants === undefined ? { ...route, localizedVariants: [] } : route,
    ),
  'updates/route-pathname-ignored: An update of the pathname of a route is ignored.': changeInput(
    ['updateRoute'],
    (input) => ({ ...input, pathname: undefined }),
  ),
  'updates/route-only-pathname-when-both: An update of pathname and localized variants changes only the pathname.':
    updateRouteAs((route, old, input) =>
      input.pathname === undefined ? route : { ...route, localizedVariants: old.localizedVariants },
    ),
  'updates/route-only-once: A route can be updated once; later updates succeed but are ignored.': (
    service,
  ) => {
    const updated = new Set<string>();
    updateRouteAs((route, old) => {
      const isFirst = !updated.has(route.id);
      updated.add(route.id);
      return isFirst ? route : old;
    })(service);
  },
});

/** Returns some fields with the values in the previous response. */
function answerPrevious(operationId: OperationId, fields: readonly string[]): Deviation {
  return (service) => {
    let previous: Body | undefined;
    changeBody([operationId], (body) => {
      const kept = previous ?? body;
      previous = body;
      const old = fields.map((field) => [field, kept[field]] as const);
      return { ...body, ...Object.fromEntries(old) };
    })(service);
  };
}

export const mixUps: readonly Entry[] = entries({
  'mix-ups/create-answers-previous-site: Creating a site returns the site that was created before.':
    answerPrevious('createSite', ['id', 'name', 'hostUrl', 'apiKey']),
  'mix-ups/create-answers-previous-api-key: Creating a site returns the apiKey of the site that was created before.':
    answerPrevious('createSite', ['apiKey']),
  'mix-ups/route-answers-previous-route: Creating a route returns the route that was created before.':
    answerPrevious('createRoute', ['id', 'pathname', 'localizedVariants']),
  'mix-ups/route-answers-previous-variants: Creating a route returns the localized variants of the route before.':
    answerPrevious('createRoute', ['localizedVariants']),
  'mix-ups/webhook-answers-previous-url: Creating a webhook returns the address of the webhook before.':
    answerPrevious('createWebhook', ['url']),
  'mix-ups/list-answers-previous-page: Listing returns the page that was requested before.':
    answerPrevious('listSites', ['data', 'hasMore']),
  'mix-ups/variants-of-previous-route: A route that is created without localized variants gets those of the route before.':
    (service) => {
      let kept: Input['localizedVariants'];
      changeInput(['createRoute'], (input) => {
        kept = input.localizedVariants ?? kept;
        return { ...input, localizedVariants: kept };
      })(service);
    },
});

/** Refuses an operation on records of the second workspace. */
const lostInSecond = (operationId: OperationId): Deviation => {
  return wrapOperation(operationId, (exchange, plain, service) => {
    const { findRoute, findSite } = service.store;
    const siteId = findRoute(exchange.resourceId)?.siteId ?? exchange.resourceId;
    if (findSite(siteId)?.workspaceId === service.workspaceIds[1])
      throw new Refusal('not-found', 'no such thing here');
    return plain(exchange);
  });
};

/** Faults that only show in the second workspace. */
export const secondWorkspace: readonly Entry[] = entries({
  'updates/second-workspace-unknown: Sites of the second workspace cannot be updated.':
    lostInSecond('updateSite'),
  'refusals/routes-of-second-workspace: Sites of the second workspace accept no routes.':
    lostInSecond('createRoute'),
  'route-updates/second-workspace-unknown: Routes of sites of the second workspace cannot be updated.':
    lostInSecond('updateRoute'),
});
