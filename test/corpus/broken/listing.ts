import { changePage } from '../deviations/paging.ts';
import { wrapOperation } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';

export const listing: readonly Entry[] = [
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
    id: 'listing/order-depends-on-limit',
    title: 'The list is ordered by name when the limit is above 10, and by creation below.',
    deviate: (service) => {
      service.order = (sites, { query }) =>
        query.limit > 10 ? [...sites].sort((a, b) => (a.name < b.name ? 1 : -1)) : sites;
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
];
