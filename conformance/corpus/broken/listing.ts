import { changePage } from '../deviations/paging.ts';
import { changeBody } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { SitePage } from '../service/operations.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

const otherSites = (service: Service, workspaceId: string): readonly SiteRecord[] =>
  service.workspaceIds.flatMap((id) => (id === workspaceId ? [] : service.store.sitesOf(id)));

/** Adds sites of other workspaces to some pages. */
const leak = (
  add: (
    page: SitePage,
    foreign: readonly SiteRecord[],
    after: string | undefined,
  ) => readonly SiteRecord[],
): Deviation =>
  changePage((page, { service, exchange, query }) => ({
    ...page,
    sites: add(page, otherSites(service, exchange.resourceId), query.after),
  }));

const changeSitesOfList =
  (
    change: (
      sites: readonly SiteRecord[],
      workspaceId: string,
      service: Service,
    ) => readonly SiteRecord[],
  ): Deviation =>
  (service) => {
    const { listedSites } = service;
    service.listedSites = (workspaceId) => change(listedSites(workspaceId), workspaceId, service);
  };

export const listing: readonly Entry[] = [
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
      const updated = new Set<string>();
      const { replaceSite } = service.store;
      service.store.replaceSite = (site) => {
        updated.add(site.id);
        replaceSite(site);
      };
      changeSitesOfList((sites, workspaceId) => [
        ...sites,
        ...otherSites(service, workspaceId).filter(({ id }) => updated.has(id)),
      ])(service);
    },
  },
  {
    id: 'listing/filters-after-cutting',
    title:
      'Pages are cut from the sites of all workspaces and filtered afterwards, so that they come short.',
    deviate: (service) => {
      const all: SiteRecord[] = [];
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        all.push(site);
        insertSite(site);
      };
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
    title: 'A site is created in another workspace than the one named.',
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
  {
    id: 'listing/repeats-first-site',
    title: 'The first site is listed again at the end.',
    deviate: changeSitesOfList((sites) =>
      sites.length > 1 ? [...sites, ...sites.slice(0, 1)] : sites,
    ),
  },
  {
    id: 'listing/repeats-first-for-last-on-later-page',
    title: 'Pages after the first have their first site again in place of their last.',
    deviate: changePage((page, { query }) => {
      const { after } = query;
      if (after === undefined || page.sites.length === 0) return page;
      return { ...page, sites: [...page.sites.slice(0, -1), ...page.sites.slice(0, 1)] };
    }),
  },
  {
    id: 'listing/repeats-within-page',
    title: 'The first site of a page stands there twice.',
    deviate: changePage((page) => ({
      ...page,
      sites:
        page.sites.length > 1
          ? [...page.sites.slice(0, 1), ...page.sites.slice(0, -1)]
          : page.sites,
    })),
  },
  {
    id: 'listing/misses-first-site',
    title: 'The site that comes first is not listed.',
    deviate: changeSitesOfList((sites) => sites.slice(1)),
  },
  {
    id: 'listing/misses-every-tenth',
    title: 'Every tenth site is not listed.',
    deviate: changeSitesOfList((sites) => sites.filter((_, index) => index % 10 !== 9)),
  },
  {
    id: 'listing/misses-last-on-last-page',
    title: 'The last page lacks its last site.',
    deviate: changePage((page) =>
      page.hasMore ? page : { ...page, sites: page.sites.slice(0, -1) },
    ),
  },
  {
    id: 'listing/misses-second-on-later-pages',
    title: 'Pages after the first lack their second site, which comes on no other page.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const page = paginate(sites, query, exchange);
        if (query.after === undefined || page.sites.length < 2) return page;
        return { ...page, sites: page.sites.filter((_, index) => index !== 1) };
      };
    },
  },
  {
    id: 'listing/order-changes-between-calls',
    title: 'The order of the list turns round with every call.',
    deviate: (service) => {
      let calls = 0;
      service.order = (sites) => {
        calls += 1;
        return calls % 2 === 0 ? [...sites].reverse() : sites;
      };
    },
  },
  {
    id: 'listing/order-rotates',
    title: 'The list starts one site further on with every call.',
    deviate: (service) => {
      let calls = 0;
      service.order = (sites) => {
        const start = sites.length === 0 ? 0 : calls++ % sites.length;
        return [...sites.slice(start), ...sites.slice(0, start)];
      };
    },
  },
  {
    id: 'listing/order-random',
    title: 'The order of the list is random with every call.',
    deviate: (service) => {
      service.order = (sites) =>
        sites
          .map((site) => ({ site, rank: Math.random() }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ site }) => site);
    },
  },
  {
    id: 'listing/order-depends-on-limit',
    title: 'The list is ordered by name when the limit is above 10, and by creation below.',
    deviate: (service) => {
      service.order = (sites, { query }) =>
        query.limit > 10 ? [...sites].sort((a, b) => (a.name < b.name ? 1 : -1)) : sites;
    },
  },
  {
    id: 'listing/order-differs-on-later-pages',
    title: 'Pages after the first are cut from the list in the opposite order.',
    deviate: (service) => {
      service.order = (sites, { query }) =>
        query.after === undefined ? sites : [...sites].reverse();
    },
  },
  {
    id: 'listing/unstable-order-of-equal-names',
    title: 'The list is ordered by name, and equal names stand in a random order.',
    deviate: (service) => {
      service.order = (sites) =>
        sites
          .map((site) => ({ site, rank: Math.random() }))
          .sort((a, b) =>
            a.site.name === b.site.name ? a.rank - b.rank : a.site.name < b.site.name ? -1 : 1,
          )
          .map(({ site }) => site);
    },
  },
  {
    id: 'listing/page-reversed',
    title:
      'The sites within a page stand in the opposite order, so that its last is no cursor to the next.',
    deviate: changePage((page) => ({ ...page, sites: [...page.sites].reverse() })),
  },
  {
    id: 'listing/empty-workspace-refused',
    title: 'Listing a workspace without sites answers 404.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const isGiven = service.workspaceIds.some((id) => id === exchange.resourceId);
        if (isGiven && sites.length === 0) throw new Refusal('not-found', 'no sites found');
        return paginate(sites, query, exchange);
      };
    },
    proof: async (client) =>
      (await client.call('GET', `/v1/workspaces/${client.workspaceIds[1]}/sites`)).status,
  },
  {
    id: 'listing/second-workspace-not-found',
    title: 'A workspace that takes sites cannot be listed when it is not the first.',
    deviate: (service) => {
      const plain = service.operations.listSites;
      service.operations.listSites = (exchange) => {
        if (exchange.resourceId === service.workspaceIds[1]) {
          throw new Refusal('not-found', 'no such workspace');
        }
        return plain(exchange);
      };
    },
  },
  {
    id: 'listing/null-instead-of-last-page',
    title: 'The empty page behind the last site has null as data.',
    deviate: changeBody(['listSites'], (page, { query }) =>
      query.after !== undefined && Array.isArray(page['data']) && page['data'].length === 0
        ? { ...page, data: null }
        : page,
    ),
  },
  {
    id: 'listing/writes-a-site',
    title: 'Every call of the list adds a site named "Untitled".',
    deviate: (service) => {
      const plain = service.operations.listSites;
      service.operations.listSites = async (exchange) => {
        const page = await plain(exchange);
        service.store.insertSite({
          id: service.newIdentifier('site'),
          workspaceId: exchange.resourceId,
          name: 'Untitled',
          hostUrl: null,
          locale: undefined,
          apiKey: service.newIdentifier('apiKey'),
        });
        return page;
      };
    },
    level: 'should',
  },
  {
    id: 'listing/cached-across-workspaces',
    title: 'A first page is cached without regard to the workspace until the next write.',
    deviate: (service) => {
      const plain = service.operations.listSites;
      const { insertSite, replaceSite } = service.store;
      const cache = new Map<string, Awaited<ReturnType<typeof plain>>>();
      service.store.insertSite = (site) => {
        cache.clear();
        insertSite(site);
      };
      service.store.replaceSite = (site) => {
        cache.clear();
        replaceSite(site);
      };
      service.operations.listSites = async (exchange) => {
        const key = String(exchange.request.query);
        const page = cache.get(key) ?? (await plain(exchange));
        cache.set(key, page);
        return page;
      };
    },
  },
];
