import { changeSitesOfList } from '../deviations/listing.ts';
import { changePage } from '../deviations/paging.ts';
import { changeBody, wrapOperation } from '../deviations/replies.ts';
import { hide } from '../deviations/storing.ts';
import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';

export const listing: readonly Entry[] = [
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
    title: 'The first site of a page appears twice.',
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
    title: 'The order of the list is reversed with every call.',
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
    title: 'The list starts one site later with every call.',
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
    title: 'The list is ordered by name, and equal names are in a random order.',
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
      'The sites within a page are in the opposite order, so that its last one is not the cursor of the next.',
    deviate: changePage((page) => ({ ...page, sites: [...page.sites].reverse() })),
  },
  {
    id: 'listing/empty-workspace-refused',
    title: 'Listing a workspace without sites gets status 404.',
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
    title: 'A workspace that accepts sites cannot be listed if it is not the first.',
    deviate: wrapOperation('listSites', (exchange, plain, service) => {
      if (exchange.resourceId === service.workspaceIds[1]) {
        throw new Refusal('not-found', 'no such workspace');
      }
      return plain(exchange);
    }),
  },
  {
    id: 'listing/null-instead-of-last-page',
    title: 'The empty page after the last site has null as data.',
    deviate: changeBody(['listSites'], (page, { query }) =>
      query.after !== undefined && Array.isArray(page['data']) && page['data'].length === 0
        ? { ...page, data: null }
        : page,
    ),
  },
  {
    id: 'listing/writes-a-site',
    title: 'Every call of the list adds a site named "Untitled".',
    deviate: wrapOperation('listSites', async (exchange, plain, service) => {
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
    }),
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
  {
    id: 'listing/hides-http-hosts',
    title: 'Sites whose host has http are not listed.',
    deviate: hide(({ hostUrl }) => hostUrl?.startsWith('http:') ?? false),
  },
  {
    id: 'listing/hides-empty-names',
    title: 'Sites with an empty name are not listed.',
    deviate: hide(({ name }) => name === ''),
  },
];
