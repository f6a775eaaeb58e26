import type { Entry, Proof } from '../entry.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
import type { Body, OperationId, Query } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

interface CacheOptions {
  /** Which lists are kept under one key; undefined keeps none. Default: each query by itself. */
  readonly toKey?: (workspaceId: string, query: Query) => string | undefined;
  /** What empties the cache. */
  readonly emptiedBy: readonly OperationId[];
  /** Whether an update empties it. */
  readonly isNoticed?: (body: unknown) => boolean;
  readonly milliseconds?: number;
}

const byQuery = (workspaceId: string, { limit, after }: Query): string =>
  `${workspaceId.toLowerCase()} ${limit} ${after}`;

/** Serves lists from a cache that some writes do not empty. */
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

/** A list, an update of each field, and the list again each time. */
const listAroundUpdates: Proof = async (client) => {
  const id = await makeSite(client, 0, { name: 'A', hostUrl: 'https://a.example.com' });
  await makeSite(client, 0, { name: 'Z' });
  const shown: string[] = [];
  for (const body of [{}, { name: 'B' }, { hostUrl: 'https://b.example.com' }]) {
    await client.call('PATCH', `/v1/sites/${id}`, { body });
    for (const query of ['', '?limit=1', '?limit=100']) {
      const { text } = await client.call('GET', `${sitesOf(client, 0)}${query}`);
      shown.push(text.replaceAll(/"(?:id|apiKey)":"[^"]+"/g, ''));
    }
  }
  return shown;
};

export const cachedLists: readonly Entry[] = [
  {
    id: 'caches/list-not-emptied-by-updates',
    title: 'A list comes from a cache that creations and copies empty, and updates do not.',
    deviate: cacheLists({ emptiedBy: creations }),
    proof: listAroundUpdates,
  },
  {
    id: 'caches/list-not-emptied-by-host-updates',
    title:
      'A list comes from a cache that an update of a name empties, and one of a host does not.',
    deviate: cacheLists({ emptiedBy: [...creations, 'updateSite'], isNoticed: names('name') }),
    proof: listAroundUpdates,
  },
  {
    id: 'caches/list-not-emptied-by-name-updates',
    title:
      'A list comes from a cache that an update of a host empties, and one of a name does not.',
    deviate: (service) => {
      const isNoticed = (body: unknown) => names('hostUrl')(body) || !names('name')(body);
      cacheLists({ emptiedBy: ['updateSite'], isNoticed })(service);
    },
    proof: listAroundUpdates,
  },
  {
    id: 'caches/first-page-not-emptied-by-updates',
    title: 'The first page comes from a cache that creations and copies empty, and updates do not.',
    deviate: cacheLists({
      emptiedBy: creations,
      toKey: (workspaceId, query) =>
        query.after === undefined ? byQuery(workspaceId, query) : undefined,
    }),
    proof: listAroundUpdates,
  },
  {
    id: 'caches/plain-list-not-emptied-by-updates',
    title:
      'A list without limit comes from a cache that creations and copies empty, and updates do not.',
    deviate: cacheLists({
      emptiedBy: creations,
      toKey: (workspaceId, query) =>
        query.limit === 20 && query.after === undefined ? workspaceId.toLowerCase() : undefined,
    }),
    proof: listAroundUpdates,
  },
  {
    id: 'caches/list-kept-for-a-minute',
    title: 'A list that was answered once is answered again for a minute.',
    deviate: cacheLists({ emptiedBy: [], milliseconds: 60_000 }),
    proof: listAroundUpdates,
  },
];
