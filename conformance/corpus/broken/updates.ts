import { changeInput } from '../deviations/inputs.ts';
import { changeBody } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Exchange, Input } from '../service/exchange.ts';
import type { Deviation, Service } from '../service/service.ts';
import type { RouteRecord, SiteRecord } from '../service/store.ts';

/** Stores and answers an updated site otherwise than asked. */
function updateSiteAs(
  change: (site: SiteRecord, old: SiteRecord, input: Input, service: Service) => SiteRecord,
): Deviation {
  return (service) => {
    const plain = service.operations.updateSite;
    service.operations.updateSite = async (exchange) => {
      const old = service.store.findSite(exchange.resourceId);
      const body = await plain(exchange);
      const site = service.store.findSite(exchange.resourceId);
      if (!old || !site) return body;
      const changed = change(site, old, exchange.input, service);
      service.store.replaceSite(changed);
      return service.represent.site(changed, exchange);
    };
  };
}

/** Does something to other records after an update of a site. */
function afterUpdateSite(
  effect: (site: SiteRecord, old: SiteRecord, exchange: Exchange, service: Service) => void,
): Deviation {
  return (service) => {
    const plain = service.operations.updateSite;
    service.operations.updateSite = async (exchange) => {
      const old = service.store.findSite(exchange.resourceId);
      const body = await plain(exchange);
      const site = service.store.findSite(exchange.resourceId);
      if (old && site) effect(site, old, exchange, service);
      return body;
    };
  };
}

function updateRouteAs(
  change: (route: RouteRecord, old: RouteRecord, input: Input) => RouteRecord,
): Deviation {
  return (service) => {
    const plain = service.operations.updateRoute;
    service.operations.updateRoute = async (exchange) => {
      const old = service.store.findRoute(exchange.resourceId);
      const body = await plain(exchange);
      const route = service.store.findRoute(exchange.resourceId);
      if (!old || !route) return body;
      const changed = change(route, old, exchange.input);
      service.store.replaceRoute(changed);
      return service.represent.route(changed, exchange);
    };
  };
}

const neighbour =
  (offset: number): Deviation =>
  (service) =>
    afterUpdateSite((site, _old, _exchange, { store }) => {
      const sites = store.sitesOf(site.workspaceId);
      const other = sites[sites.findIndex(({ id }) => id === site.id) + offset];
      if (other) store.replaceSite({ ...other, name: site.name });
    })(service);

/** Moves a record by taking it out and putting it in again. */
const reinsert = (site: SiteRecord, service: Service): void => {
  service.store.removeSite(site.id);
  service.store.insertSite(site);
};

export const updates: readonly Entry[] = [
  {
    id: 'updates/name-clears-host',
    title: 'An update of the name alone clears the host.',
    deviate: updateSiteAs((site, _, input) =>
      input.hostUrl === undefined ? { ...site, hostUrl: null } : site,
    ),
  },
  {
    id: 'updates/host-clears-name',
    title: 'An update of the host alone empties the name.',
    deviate: updateSiteAs((site, _, input) =>
      input.name === undefined && input.hostUrl !== undefined ? { ...site, name: '' } : site,
    ),
  },
  {
    id: 'updates/host-becomes-name',
    title: 'An update of the host alone sets the name to it too.',
    deviate: updateSiteAs((site, _, input) =>
      input.name === undefined && input.hostUrl ? { ...site, name: input.hostUrl } : site,
    ),
  },
  {
    id: 'updates/empty-clears-all',
    title: 'An update without any field clears name and host.',
    deviate: updateSiteAs((site, _, input) =>
      input.name === undefined && input.hostUrl === undefined
        ? { ...site, name: '', hostUrl: null }
        : site,
    ),
  },
  {
    id: 'updates/only-name-when-both',
    title: 'An update of name and host changes only the name.',
    deviate: updateSiteAs((site, old, input) =>
      input.name !== undefined ? { ...site, hostUrl: old.hostUrl } : site,
    ),
  },
  {
    id: 'updates/only-host-when-both',
    title: 'An update of name and host changes only the host.',
    deviate: updateSiteAs((site, old, input) =>
      input.hostUrl !== undefined ? { ...site, name: old.name } : site,
    ),
  },
  {
    id: 'updates/name-ignored',
    title: 'An update of the name is ignored.',
    deviate: changeInput(['updateSite'], (input) => ({ ...input, name: undefined })),
  },
  {
    id: 'updates/host-kept-once-set',
    title: 'An update of the host is ignored when the site has one.',
    deviate: updateSiteAs((site, old) => ({ ...site, hostUrl: old.hostUrl ?? site.hostUrl })),
  },
  {
    id: 'updates/host-ignored-when-none',
    title: 'An update cannot give a host to a site that has none.',
    deviate: updateSiteAs((site, old) =>
      old.hostUrl === null ? { ...site, hostUrl: null } : site,
    ),
  },
  {
    id: 'updates/name-appended',
    title: 'An update appends the new name to the old one.',
    deviate: updateSiteAs((site, old, input) =>
      input.name === undefined ? site : { ...site, name: `${old.name} ${input.name}` },
    ),
  },
  {
    id: 'updates/name-case-change-ignored',
    title: 'An update that changes only the case of the name is ignored.',
    deviate: updateSiteAs((site, old) =>
      site.name.toLowerCase() === old.name.toLowerCase() ? { ...site, name: old.name } : site,
    ),
  },
  {
    id: 'updates/empty-name-ignored',
    title: 'An update to an empty name is answered as done and ignored.',
    deviate: updateSiteAs((site, old) => (site.name === '' ? { ...site, name: old.name } : site)),
  },
  {
    id: 'updates/changes-api-key',
    title: 'An update of a site changes its apiKey.',
    deviate: updateSiteAs((site, _old, _input, service) => ({
      ...site,
      apiKey: service.newIdentifier('apiKey'),
    })),
  },
  {
    id: 'updates/answers-other-api-key',
    title: 'An update of a site answers another apiKey than the list.',
    deviate: (service) =>
      changeBody(['updateSite'], (site) => ({ ...site, apiKey: service.newIdentifier('apiKey') }))(
        service,
      ),
  },
  {
    id: 'updates/host-change-changes-api-key',
    title: 'An update of the host changes the apiKey.',
    deviate: updateSiteAs((site, old, _input, service) =>
      site.hostUrl === old.hostUrl ? site : { ...site, apiKey: service.newIdentifier('apiKey') },
    ),
  },
  {
    id: 'updates/changes-id',
    title: 'An update of a site gives it a new id.',
    deviate: (service) => {
      const plain = service.operations.updateSite;
      service.operations.updateSite = async (exchange) => {
        await plain(exchange);
        const site = service.store.findSite(exchange.resourceId);
        if (!site) return {};
        const renewed = { ...site, id: service.newIdentifier('site') };
        service.store.removeSite(site.id);
        service.store.insertSite(renewed);
        return service.represent.site(renewed, exchange);
      };
    },
  },
  {
    id: 'updates/answers-other-id',
    title: 'An update of a site answers an id that is not the one of the site.',
    deviate: (service) =>
      changeBody(['updateSite'], (site) => ({ ...site, id: service.newIdentifier('site') }))(
        service,
      ),
  },
  {
    id: 'updates/adds-a-site',
    title: 'An update of a site leaves the old one and lists the new version beside it.',
    deviate: (service) => {
      service.store.replaceSite = (site) =>
        service.store.insertSite({ ...site, id: service.newIdentifier('site') });
    },
  },
  {
    id: 'updates/moves-to-end-of-list',
    title: 'An updated site moves to the end of the list.',
    level: 'should',
    deviate: afterUpdateSite((site, _old, _exchange, service) => reinsert(site, service)),
  },
  {
    id: 'updates/moves-to-other-workspace',
    title: 'An updated site moves to another workspace.',
    deviate: afterUpdateSite((site, _old, _exchange, service) => {
      const workspaceId = service.workspaceIds.find((id) => id !== site.workspaceId);
      if (workspaceId) reinsert({ ...site, workspaceId }, service);
    }),
  },
  {
    id: 'updates/renames-site-before',
    title: 'An update of a site renames the site before it too.',
    deviate: neighbour(-1),
  },
  {
    id: 'updates/renames-site-after',
    title: 'An update of a site renames the site after it too.',
    deviate: neighbour(1),
  },
  {
    id: 'updates/renames-same-names',
    title: 'An update of a site renames every site of the workspace that had the same name.',
    deviate: afterUpdateSite((site, old, _exchange, { store }) => {
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        if (other.name === old.name) store.replaceSite({ ...other, name: site.name });
      }
    }),
  },
  {
    id: 'updates/rehosts-same-hosts',
    title: 'An update of a host changes every site of the workspace that had the same host.',
    deviate: afterUpdateSite((site, old, _exchange, { store }) => {
      if (old.hostUrl === site.hostUrl || old.hostUrl === null) return;
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        if (other.hostUrl === old.hostUrl) store.replaceSite({ ...other, hostUrl: site.hostUrl });
      }
    }),
  },
  {
    id: 'updates/takes-host-from-others',
    title: 'A host that is given to one site is taken from every other that has it.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      if (site.hostUrl === null) return;
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        if (other.id !== site.id && other.hostUrl === site.hostUrl) {
          store.replaceSite({ ...other, hostUrl: null });
        }
      }
    }),
  },
  {
    id: 'updates/renames-whole-workspace',
    title: 'An update of a name renames every site of the workspace.',
    deviate: afterUpdateSite((site, old, _exchange, { store }) => {
      if (site.name === old.name) return;
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        store.replaceSite({ ...other, name: site.name });
      }
    }),
  },
  {
    id: 'updates/resets-api-keys-of-others',
    title: 'An update of a site changes the apiKey of every other site of the workspace.',
    deviate: afterUpdateSite((site, _old, _exchange, service) => {
      for (const other of [...service.store.sitesOf(site.workspaceId)]) {
        if (other.id === site.id) continue;
        service.store.replaceSite({ ...other, apiKey: service.newIdentifier('apiKey') });
      }
    }),
  },
  {
    id: 'updates/removes-site-after',
    title: 'An update of a site removes the site that follows it in the list.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      const sites = store.sitesOf(site.workspaceId);
      const other = sites[sites.findIndex(({ id }) => id === site.id) + 1];
      if (other) store.removeSite(other.id);
    }),
  },
  {
    id: 'updates/site-loses-routes',
    title: 'An update of a site removes its routes.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      for (const route of [...store.routesOf(site.id)]) store.removeRoute(route.id);
    }),
  },
  {
    id: 'updates/unknown-site-created',
    title: 'An update of an unknown site creates it.',
    deviate: (service) => {
      const plain = service.operations.updateSite;
      service.operations.updateSite = (exchange) => {
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
      };
    },
  },
  {
    id: 'updates/unknown-site-answered',
    title: 'An update of an unknown site answers 200 with a made-up site.',
    deviate: (service) => {
      const plain = service.operations.updateSite;
      service.operations.updateSite = (exchange) => {
        if (service.store.findSite(exchange.resourceId)) return plain(exchange);
        const { name, hostUrl } = exchange.input;
        const apiKey = service.newIdentifier('apiKey');
        return { id: exchange.resourceId, name: name ?? '', hostUrl: hostUrl ?? null, apiKey };
      };
    },
  },
  {
    id: 'updates/unknown-route-created',
    title: 'An update of an unknown route creates it.',
    deviate: (service) => {
      const plain = service.operations.updateRoute;
      service.operations.updateRoute = (exchange) => {
        if (!service.store.findRoute(exchange.resourceId)) {
          service.store.insertRoute({
            id: exchange.resourceId,
            siteId: exchange.resourceId,
            pathname: '/',
            localizedVariants: [],
          });
        }
        return plain(exchange);
      };
    },
  },
  {
    id: 'updates/route-pathname-clears-variants',
    title: 'An update of the pathname alone clears the localized variants.',
    deviate: updateRouteAs((route, _, input) =>
      input.localizedVariants === undefined ? { ...route, localizedVariants: [] } : route,
    ),
  },
  {
    id: 'updates/route-variants-reset-pathname',
    title: 'An update of the localized variants alone resets the pathname to the root.',
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
    title: 'An update of a route answers another id.',
    deviate: (service) =>
      changeBody(['updateRoute'], (route) => ({ ...route, id: service.newIdentifier('route') }))(
        service,
      ),
  },
  {
    id: 'updates/route-changes-id',
    title: 'An update of a route gives it a new id, and the old one is gone.',
    deviate: (service) => {
      const plain = service.operations.updateRoute;
      service.operations.updateRoute = async (exchange) => {
        await plain(exchange);
        const route = service.store.findRoute(exchange.resourceId);
        if (!route) return {};
        const renewed = { ...route, id: service.newIdentifier('route') };
        service.store.removeRoute(route.id);
        service.store.insertRoute(renewed);
        return service.represent.route(renewed, exchange);
      };
    },
  },
  {
    id: 'updates/route-pathname-reaches-variants',
    title: 'An update of the pathname alone sets the pathname of every localized variant.',
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
    title: 'A route can be updated once; later updates are answered as done and ignored.',
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
    title: 'An update of a site answers only id and what was sent.',
    deviate: changeBody(['updateSite'], (site, { input }) => ({
      id: site['id'],
      ...(input.name === undefined ? {} : { name: site['name'] }),
      ...(input.hostUrl === undefined ? {} : { hostUrl: site['hostUrl'] }),
    })),
  },
];
