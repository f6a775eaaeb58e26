import { changePage, changeSitesOfList, leak, otherSites } from '../deviations/lists.ts';
import { wrapOperation } from '../deviations/replies.ts';
import { type Entry, entries } from '../entry.ts';
import { type Body, type OperationId, type Query, Refusal } from '../service/exchange.ts';
import { around, type Deviation } from '../service/service.ts';

export const leaks: readonly Entry[] = entries({
  'listing/ignores-workspace: Every workspace lists the sites of all.': changeSitesOfList(
    (sites, workspaceId, service) => [...sites, ...otherSites(service, workspaceId)],
  ),
  'listing/always-first-workspace: Every workspace lists the sites of the first one.': (
    service,
  ) => {
    service.listedSites = () => service.store.sitesOf(service.workspaceIds[0]);
  },
  'listing/leaks-on-first-page: The first page ends with a site of another workspace.': leak(
    (page, foreign, after) =>
      after === undefined
        ? [...page.sites.slice(0, -1), ...foreign.slice(0, 1), ...page.sites.slice(-1)]
        : page.sites,
  ),
  'listing/leaks-on-later-page: Pages after the first start with a site of another workspace.':
    leak((page, foreign, after) =>
      after === undefined ? page.sites : [...foreign.slice(0, 1), ...page.sites],
    ),
  'listing/leaks-when-empty: A workspace without sites lists those of another.': changeSitesOfList(
    (sites, workspaceId, service) =>
      sites.length === 0 ? otherSites(service, workspaceId) : sites,
  ),
});

export const listing: readonly Entry[] = entries({
  'listing/repeats-first-for-last-on-later-page: Pages after the first have their first site again in place of their last.':
    changePage((page, { query }) => {
      const { after } = query;
      if (after === undefined || page.sites.length === 0) return page;
      return { ...page, sites: [...page.sites.slice(0, -1), ...page.sites.slice(0, 1)] };
    }),
  'listing/misses-second-on-later-pages: Pages after the first lack their second site, which comes on no other page.':
    around('paginate', (paginate) => (sites, query, exchange) => {
      const page = paginate(sites, query, exchange);
      if (query.after === undefined || page.sites.length < 2) return page;
      return { ...page, sites: page.sites.filter((_, index) => index !== 1) };
    }),
  'listing/order-changes-between-calls: The order of the list is reversed with every call.': (
    service,
  ) => {
    let calls = 0;
    service.order = (sites) => {
      calls += 1;
      return calls % 2 === 0 ? [...sites].reverse() : sites;
    };
  },
  'listing/order-rotates: The list starts one site later with every call.': (service) => {
    let calls = 0;
    service.order = (sites) => {
      const start = sites.length === 0 ? 0 : calls++ % sites.length;
      return [...sites.slice(start), ...sites.slice(0, start)];
    };
  },
  'listing/order-depends-on-limit: The list is ordered by name when the limit is above 10, and by creation below.':
    (service) => {
      service.order = (sites, { query }) =>
        query.limit > 10 ? [...sites].sort((a, b) => (a.name < b.name ? 1 : -1)) : sites;
    },
  'listing/unstable-order-of-equal-names: The list is ordered by name, and equal names are in a random order.':
    (service) => {
      service.order = (sites) =>
        sites
          .map((site) => ({ site, rank: Math.random() }))
          .sort((a, b) =>
            a.site.name === b.site.name ? a.rank - b.rank : a.site.name < b.site.name ? -1 : 1,
          )
          .map(({ site }) => site);
    },
  'listing/empty-workspace-refused: Listing a workspace without sites gets status 404.': around(
    'paginate',
    (paginate, service) => (sites, query, exchange) => {
      const isGiven = service.workspaceIds.some((id) => id === exchange.resourceId);
      if (isGiven && sites.length === 0) throw new Refusal('not-found', 'no sites found');
      return paginate(sites, query, exchange);
    },
  ),
  'listing/writes-a-site: Every call of the list adds a site named "Untitled".': wrapOperation(
    'listSites',
    async (exchange, plain, service) => {
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
    },
  ),
});

interface CacheOptions {
  /** Returns the cache key of a list; undefined for lists that are not cached. Default: each query has its own key. */
  readonly toKey?: (workspaceId: string, query: Query) => string | undefined;
  /** Operations that clear the cache. */
  readonly emptiedBy: readonly OperationId[];
  /** Whether an update clears the cache. */
  readonly isNoticed?: (body: unknown) => boolean;
  readonly milliseconds?: number;
}

const byQuery = (workspaceId: string, { limit, after }: Query): string =>
  `${workspaceId.toLowerCase()} ${limit} ${after}`;

/** Serves lists from a cache that some writes do not clear. */
const cacheLists =
  (options: CacheOptions): Deviation =>
  (service) => {
    const { toKey = byQuery, emptiedBy, isNoticed = () => true, milliseconds } = options;
    const cache = new Map<string, { body: Body; until: number }>();
    const { listSites } = service.operations;
    service.operations.listSites = async (exchange) => {
      const key = toKey(exchange.resourceId, exchange.query);
      const kept = key === undefined ? undefined : cache.get(key);
      if (kept !== undefined && Date.now() < kept.until) return kept.body;
      const body = await listSites(exchange);
      const until = Date.now() + (milliseconds ?? Number.POSITIVE_INFINITY);
      if (key !== undefined) cache.set(key, { body, until });
      return body;
    };
    for (const operationId of emptiedBy) {
      const plain = service.operations[operationId];
      service.operations[operationId] = async (exchange) => {
        const body = await plain(exchange);
        if (isNoticed(exchange.body)) cache.clear();
        return body;
      };
    }
  };

const creations = ['createSite', 'duplicateSite'] as const;
const names = (field: string) => (body: unknown) =>
  typeof body === 'object' && body !== null && field in body;

export const cachedLists: readonly Entry[] = entries({
  'caches/list-not-emptied-by-updates: A list comes from a cache that creations and copies empty, and updates do not.':
    cacheLists({ emptiedBy: creations }),
  'caches/list-not-emptied-by-host-updates: A list comes from a cache that an update of a name empties, and one of a host does not.':
    cacheLists({ emptiedBy: [...creations, 'updateSite'], isNoticed: names('name') }),
});
