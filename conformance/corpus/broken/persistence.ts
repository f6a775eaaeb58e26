import { pause } from '../deviations/traffic.ts';
import type { Entry } from '../entry.ts';
import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Changes what a listing finds; single reads and writes are untouched. */
function changeListing(
  change: (sites: readonly SiteRecord[], service: Service) => readonly SiteRecord[],
): Deviation {
  return (service) => {
    const { listedSites } = service;
    service.listedSites = (workspaceId) => change(listedSites(workspaceId), service);
  };
}

/** Keeps only some of the sites out of the list that a condition names. */
const hide = (isHidden: (site: SiteRecord) => boolean): Deviation =>
  changeListing((sites) => sites.filter((site) => !isHidden(site)));

/** Answers as if written, and stores something else. */
const storeSiteAs =
  (change: (site: SiteRecord) => SiteRecord): Deviation =>
  (service) => {
    const { insertSite } = service.store;
    service.store.insertSite = (site) => insertSite(change(site));
  };

const storeUpdateAs =
  (change: (site: SiteRecord, old: SiteRecord) => SiteRecord): Deviation =>
  (service) => {
    const { replaceSite, findSite } = service.store;
    service.store.replaceSite = (site) => replaceSite(change(site, findSite(site.id) ?? site));
  };

/** Drops every nth write of one kind. */
const dropEvery =
  (count: number): Deviation =>
  (service) => {
    const { insertSite } = service.store;
    let written = 0;
    service.store.insertSite = (site) => {
      written += 1;
      if (written % count !== 0) insertSite(site);
    };
  };

export const persistence: readonly Entry[] = [
  {
    id: 'persistence/create-not-stored',
    title: 'A created site is answered and never stored.',
    deviate: (service) => {
      service.store.insertSite = () => undefined;
    },
  },
  {
    id: 'persistence/every-second-create-lost',
    title: 'Every second created site is answered and not stored.',
    deviate: dropEvery(2),
  },
  {
    id: 'persistence/every-fifth-create-lost',
    title: 'Every fifth created site is answered and not stored.',
    deviate: dropEvery(5),
  },
  {
    id: 'persistence/create-overwrites-previous',
    title: 'A workspace keeps only the ten sites that were created last.',
    deviate: (service) => {
      const { insertSite, sitesOf, removeSite } = service.store;
      service.store.insertSite = (site) => {
        insertSite(site);
        const sites = sitesOf(site.workspaceId);
        if (sites.length > 10 && sites[0]) removeSite(sites[0].id);
      };
    },
  },
  {
    id: 'persistence/same-name-replaces',
    title: 'A site that is created under a known name takes the place of the old one.',
    deviate: (service) => {
      const { insertSite, sitesOf, removeSite } = service.store;
      service.store.insertSite = (site) => {
        const old = sitesOf(site.workspaceId).find(({ name }) => name === site.name);
        if (old) removeSite(old.id);
        insertSite(site);
      };
    },
  },
  {
    id: 'persistence/create-stored-twice',
    title: 'A created site is stored twice, under two ids.',
    deviate: (service) => {
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        insertSite(site);
        insertSite({ ...site, id: service.newIdentifier('site') });
      };
    },
  },
  {
    id: 'persistence/create-stores-name-trimmed',
    title: 'A created site answers its name as sent and stores it trimmed.',
    deviate: storeSiteAs((site) => ({ ...site, name: site.name.trim() })),
  },
  {
    id: 'persistence/create-stores-name-cut',
    title: 'A created site answers its name as sent and stores 30 characters of it.',
    deviate: storeSiteAs((site) => ({ ...site, name: site.name.slice(0, 30) })),
  },
  {
    id: 'persistence/create-stores-no-host',
    title: 'A created site answers its host and does not store it.',
    deviate: storeSiteAs((site) => ({ ...site, hostUrl: null })),
  },
  {
    id: 'persistence/create-stores-other-id',
    title: 'A created site answers an id under which it is not stored.',
    deviate: (service) =>
      storeSiteAs((site) => ({ ...site, id: service.newIdentifier('site') }))(service),
  },
  {
    id: 'persistence/create-stores-other-api-key',
    title: 'A created site answers an apiKey that it does not keep.',
    deviate: (service) =>
      storeSiteAs((site) => ({ ...site, apiKey: service.newIdentifier('apiKey') }))(service),
  },
  {
    id: 'persistence/update-not-stored',
    title: 'An update of a site is answered and not stored.',
    deviate: storeUpdateAs((_, old) => old),
  },
  {
    id: 'persistence/update-name-not-stored',
    title: 'An update of a site stores the host and not the name.',
    deviate: storeUpdateAs((site, old) => ({ ...site, name: old.name })),
  },
  {
    id: 'persistence/update-host-not-stored',
    title: 'An update of a site stores the name and not the host.',
    deviate: storeUpdateAs((site, old) => ({ ...site, hostUrl: old.hostUrl })),
  },
  {
    id: 'persistence/update-only-first-stored',
    title: 'Only the first update of a site is stored.',
    deviate: (service) => {
      const updated = new Set<string>();
      storeUpdateAs((site, old) => {
        const isFirst = !updated.has(site.id);
        updated.add(site.id);
        return isFirst ? site : old;
      })(service);
    },
  },
  {
    id: 'persistence/update-lasts-one-read',
    title: 'An updated site turns back to what it was once it has been listed.',
    deviate: (service) => {
      const { replaceSite, findSite } = service.store;
      const { listSites } = service.operations;
      const undone = new Map<string, SiteRecord>();
      service.store.replaceSite = (site) => {
        const old = findSite(site.id);
        if (old) undone.set(site.id, old);
        replaceSite(site);
      };
      service.operations.listSites = async (exchange) => {
        const page = await listSites(exchange);
        for (const old of undone.values()) replaceSite(old);
        undone.clear();
        return page;
      };
    },
  },
  {
    id: 'persistence/list-shows-old-version',
    title: 'The list shows every site as it was created, never as updated.',
    deviate: (service) => {
      const { insertSite } = service.store;
      const first = new Map<string, SiteRecord>();
      service.store.insertSite = (site) => {
        first.set(site.id, site);
        insertSite(site);
      };
      changeListing((sites) => sites.map((site) => first.get(site.id) ?? site))(service);
    },
  },
  {
    id: 'persistence/list-shows-previous-version',
    title: 'The list shows every updated site one version behind.',
    deviate: (service) => {
      const { replaceSite, findSite } = service.store;
      const previous = new Map<string, SiteRecord>();
      service.store.replaceSite = (site) => {
        const old = findSite(site.id);
        if (old) previous.set(site.id, old);
        replaceSite(site);
      };
      changeListing((sites) => sites.map((site) => previous.get(site.id) ?? site))(service);
    },
  },
  {
    id: 'persistence/list-shows-old-host',
    title: 'The list shows the host with which a site was created after it was changed.',
    deviate: (service) => {
      const { insertSite } = service.store;
      const first = new Map<string, SiteRecord>();
      service.store.insertSite = (site) => {
        first.set(site.id, site);
        insertSite(site);
      };
      changeListing((sites) =>
        sites.map((site) => ({ ...site, hostUrl: (first.get(site.id) ?? site).hostUrl })),
      )(service);
    },
  },
  {
    id: 'persistence/list-cached-for-ever',
    title: 'A page is cached under its query and never renewed.',
    deviate: (service) => {
      const plain = service.operations.listSites;
      const cache = new Map<string, Awaited<ReturnType<typeof plain>>>();
      service.operations.listSites = async (exchange) => {
        const key = `${exchange.resourceId}?${exchange.request.query}`;
        const page = cache.get(key) ?? (await plain(exchange));
        cache.set(key, page);
        return page;
      };
    },
  },
  {
    id: 'persistence/update-answers-old-record',
    title: 'An update of a site is stored and answers the record from before.',
    deviate: (service) => {
      const plain = service.operations.updateSite;
      service.operations.updateSite = async (exchange) => {
        const old = service.store.findSite(exchange.resourceId);
        const body = await plain(exchange);
        return old ? service.represent.site(old, exchange) : body;
      };
    },
  },
  {
    id: 'persistence/empty-update-answers-created-record',
    title: 'An update that changes nothing answers the site as it was created.',
    deviate: (service) => {
      const { insertSite } = service.store;
      const { updateSite } = service.operations;
      const first = new Map<string, SiteRecord>();
      service.store.insertSite = (site) => {
        first.set(site.id, site);
        insertSite(site);
      };
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
    id: 'persistence/route-not-stored',
    title: 'A created route is answered and cannot be updated, because it was never stored.',
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
    title: 'An update of a route is answered and not stored.',
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
    title: 'An update of a route is stored and answers the record from before.',
    deviate: (service) => {
      const plain = service.operations.updateRoute;
      service.operations.updateRoute = async (exchange) => {
        const old = service.store.findRoute(exchange.resourceId);
        const body = await plain(exchange);
        return old ? service.represent.route(old, exchange) : body;
      };
    },
  },
  {
    id: 'persistence/duplicate-not-stored',
    title: 'A copy is answered and never stored.',
    deviate: (service) => {
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        const body = await plain(exchange);
        service.store.removeSite(String(body['id']));
        return body;
      };
    },
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
      const { replaceSite } = service.store;
      const updated = new Set<string>();
      service.store.replaceSite = (site) => {
        updated.add(site.id);
        replaceSite(site);
      };
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
    title: 'A site that is created with the same body again is the first one, answered anew.',
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
    title: 'A site is gone half a second after it was created.',
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
