import { wrapOperation } from '../deviations/replies.ts';
import { changeListing, hide, rememberUpdated } from '../deviations/storing.ts';
import { pause } from '../deviations/traffic.ts';
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
    id: 'persistence/route-update-variants-not-stored',
    title: 'An update of a route stores the pathname and not the localized variants.',
    deviate: (service) => {
      const { replaceRoute, findRoute } = service.store;
      service.store.replaceRoute = (route) => {
        const { localizedVariants } = findRoute(route.id) ?? route;
        replaceRoute({ ...route, localizedVariants });
      };
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
    id: 'persistence/duplicate-not-stored',
    title: 'A copy is returned and never stored.',
    deviate: wrapOperation('duplicateSite', async (exchange, plain, service) => {
      const body = await plain(exchange);
      service.store.removeSite(String(body['id']));
      return body;
    }),
  },
  {
    id: 'persistence/sites-without-host-not-listed',
    title: 'Sites without a host are not listed.',
    deviate: hide((site) => site.hostUrl === null),
  },
  {
    id: 'persistence/sites-with-host-not-listed',
    title: 'Sites with a host are not listed.',
    deviate: hide((site) => site.hostUrl !== null),
  },
  {
    id: 'persistence/sites-with-locale-not-listed',
    title: 'Sites that were created with a locale are not listed.',
    deviate: hide((site) => site.locale !== undefined),
  },
  {
    id: 'persistence/non-ascii-names-not-listed',
    title: 'Sites whose names are not ASCII are not listed.',
    deviate: hide((site) => /[^\0-\x7f]/.test(site.name)),
  },
  {
    id: 'persistence/same-names-listed-once',
    title: 'Of sites with the same name only one is listed.',
    deviate: changeListing((sites) => [
      ...new Map(sites.map((site) => [site.name, site])).values(),
    ]),
  },
  {
    id: 'persistence/updated-sites-not-listed',
    title: 'A site that was updated is no longer listed.',
    deviate: (service) => {
      const updated = rememberUpdated(service);
      hide((site) => updated.has(site.id))(service);
    },
  },
  {
    id: 'persistence/newest-site-not-listed',
    title: 'The site that was created last is not listed until another is created.',
    deviate: changeListing((sites) => sites.slice(0, -1)),
  },
  {
    id: 'persistence/sites-with-routes-not-listed',
    title: 'A site that has routes is no longer listed.',
    deviate: (service) => hide((site) => service.store.routesOf(site.id).length > 0)(service),
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
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      for (let count = 0; count < 2; count += 1) {
        await client.call('POST', path, { body: { name: 'Same' } });
      }
      return (await client.call('GET', path)).text.split('Same').length;
    },
  },
  {
    id: 'persistence/site-expires',
    title: 'A site disappears half a second after it was created.',
    deviate: (service) => {
      const { insertSite, removeSite } = service.store;
      service.store.insertSite = (site) => {
        insertSite(site);
        setTimeout(() => removeSite(site.id), 500).unref();
      };
    },
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      await client.call('POST', path, { body: { name: 'Brief' } });
      await pause(600);
      return (await client.call('GET', path)).text.includes('Brief');
    },
  },
  {
    id: 'persistence/update-reverts',
    title: 'An update of a site is undone after half a second.',
    deviate: (service) => {
      const { replaceSite, findSite } = service.store;
      service.store.replaceSite = (site) => {
        const old = findSite(site.id);
        replaceSite(site);
        if (old) setTimeout(() => replaceSite(old), 500).unref();
      };
    },
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      const { text } = await client.call('POST', path, { body: { name: 'Before' } });
      const site = `/v1/sites/${text.match(/"id":"([^"]+)"/)?.[1]}`;
      await client.call('PATCH', site, { body: { name: 'After' } });
      await pause(600);
      return (await client.call('GET', path)).text.includes('After');
    },
  },
];
