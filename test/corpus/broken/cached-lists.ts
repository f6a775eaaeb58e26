import type { Entry } from '../entry.ts';
import type { Body, OperationId, Query } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

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

export const cachedLists: readonly Entry[] = [
  {
    id: 'caches/list-not-emptied-by-updates',
    title: 'A list comes from a cache that creations and copies empty, and updates do not.',
    deviate: cacheLists({ emptiedBy: creations }),
  },
  {
    id: 'caches/list-not-emptied-by-host-updates',
    title:
      'A list comes from a cache that an update of a name empties, and one of a host does not.',
    deviate: cacheLists({ emptiedBy: [...creations, 'updateSite'], isNoticed: names('name') }),
  },
];
