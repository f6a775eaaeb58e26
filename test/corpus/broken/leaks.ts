import { changeSitesOfList, leak, otherSites } from '../deviations/listing.ts';
import { changePage } from '../deviations/paging.ts';
import { rememberUpdated } from '../deviations/storing.ts';
import type { Entry } from '../entry.ts';
import type { Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** The sites of all workspaces in order of creation. */
function recordSites({ store }: Service): readonly SiteRecord[] {
  const all: SiteRecord[] = [];
  const { insertSite } = store;
  store.insertSite = (site) => {
    all.push(site);
    insertSite(site);
  };
  return all;
}

export const leaks: readonly Entry[] = [
  {
    id: 'listing/ignores-workspace',
    title: 'Every workspace lists the sites of all.',
    deviate: changeSitesOfList((sites, workspaceId, service) => [
      ...sites,
      ...otherSites(service, workspaceId),
    ]),
  },
  {
    id: 'listing/always-first-workspace',
    title: 'Every workspace lists the sites of the first one.',
    deviate: (service) => {
      service.listedSites = () => service.store.sitesOf(service.workspaceIds[0]);
    },
  },
  {
    id: 'listing/leaks-on-first-page',
    title: 'The first page ends with a site of another workspace.',
    deviate: leak((page, foreign, after) =>
      after === undefined
        ? [...page.sites.slice(0, -1), ...foreign.slice(0, 1), ...page.sites.slice(-1)]
        : page.sites,
    ),
  },
  {
    id: 'listing/leaks-on-later-page',
    title: 'Pages after the first start with a site of another workspace.',
    deviate: leak((page, foreign, after) =>
      after === undefined ? page.sites : [...foreign.slice(0, 1), ...page.sites],
    ),
  },
  {
    id: 'listing/leaks-into-room-left',
    title: 'A last page that is not full is filled up with sites of another workspace.',
    deviate: changePage((page, { service, exchange, query }) => {
      const room = query.limit - page.sites.length;
      return {
        ...page,
        sites: [
          ...page.sites,
          ...otherSites(service, exchange.resourceId).slice(0, Math.max(0, room)),
        ],
      };
    }),
  },
  {
    id: 'listing/leaks-when-empty',
    title: 'A workspace without sites lists those of another.',
    deviate: changeSitesOfList((sites, workspaceId, service) =>
      sites.length === 0 ? otherSites(service, workspaceId) : sites,
    ),
  },
  {
    id: 'listing/leaks-same-names',
    title: 'A list shows sites of another workspace that have a name of this one.',
    deviate: changeSitesOfList((sites, workspaceId, service) => {
      const names = new Set(sites.map(({ name }) => name));
      return [...sites, ...otherSites(service, workspaceId).filter(({ name }) => names.has(name))];
    }),
  },
  {
    id: 'listing/leaks-copies',
    title: 'A copy is listed in every workspace.',
    deviate: (service) => {
      const copies = new Set<unknown>();
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        const body = await plain(exchange);
        copies.add(body['id']);
        return body;
      };
      changeSitesOfList((sites, workspaceId) => [
        ...sites,
        ...otherSites(service, workspaceId).filter(({ id }) => copies.has(id)),
      ])(service);
    },
  },
  {
    id: 'listing/leaks-updated-sites',
    title: 'A site that was updated is listed in every workspace.',
    deviate: (service) => {
      const updated = rememberUpdated(service);
      changeSitesOfList((sites, workspaceId) => [
        ...sites,
        ...otherSites(service, workspaceId).filter(({ id }) => updated.has(id)),
      ])(service);
    },
  },
  {
    id: 'listing/filters-after-cutting',
    title:
      'Pages are cut from the sites of all workspaces and filtered afterwards, so that they are too short.',
    deviate: (service) => {
      const all = recordSites(service);
      service.paginate = (_, { limit, after }, exchange) => {
        const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const cut = all.slice(start, start + limit);
        const sites = cut.flatMap(({ id, workspaceId }) =>
          workspaceId === exchange.resourceId ? (service.store.findSite(id) ?? []) : [],
        );
        return { sites, hasMore: start + limit < all.length };
      };
    },
  },
  {
    id: 'listing/drops-workspace-behind-cursor',
    title: 'After a valid cursor, a page shows sites of all workspaces.',
    deviate: (service) => {
      const all = recordSites(service);
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const { after } = query;
        if (after === undefined || !sites.some(({ id }) => id === after))
          return paginate(sites, query, exchange);
        const current = all.map((site) => service.store.findSite(site.id) ?? site);
        return paginate(current, query, exchange);
      };
    },
  },
  {
    id: 'listing/create-in-first-workspace',
    title: 'Every site is created in the first workspace.',
    deviate: (service) => {
      const { insertSite } = service.store;
      service.store.insertSite = (site) =>
        insertSite({ ...site, workspaceId: service.workspaceIds[0] });
    },
  },
  {
    id: 'listing/create-in-other-workspace',
    title: 'A site is created in a workspace other than the one named.',
    deviate: (service) => {
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        const workspaceId = service.workspaceIds.find((id) => id !== site.workspaceId);
        insertSite({ ...site, workspaceId: workspaceId ?? site.workspaceId });
      };
    },
  },
  {
    id: 'listing/create-in-all-workspaces',
    title: 'A created site is listed in every workspace.',
    deviate: (service) => {
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        for (const workspaceId of service.workspaceIds) insertSite({ ...site, workspaceId });
      };
    },
  },
];
