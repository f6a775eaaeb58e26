import type { Entry, Proof } from '../entry.ts';
import { createProbeClient } from '../probe/client.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
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

/** Caches the first list on each connection, until a write on the same connection. */
const cacheByConnection =
  (isEmptiedByOwn: boolean): Deviation =>
  (service) => {
    const caches = new WeakMap<object, Map<string, Body>>();
    const { listSites } = service.operations;
    service.operations.listSites = async (exchange) => {
      const { connection } = exchange.request;
      const cache = caches.get(connection) ?? new Map<string, Body>();
      caches.set(connection, cache);
      const key = byQuery(exchange.resourceId, exchange.query);
      const body = cache.get(key) ?? (await listSites(exchange));
      cache.set(key, body);
      return body;
    };
    const { admit } = service;
    service.admit = async (exchange) => {
      await admit(exchange);
      const { connection, method } = exchange.request;
      if (isEmptiedByOwn && method !== 'GET') caches.delete(connection);
    };
  };

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

/** Lists, and lists again after an update of each field. */
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

/** Lists, and lists again after a creation and after a copy. */
const listAroundCreations: Proof = async (client) => {
  const id = await makeSite(client, 0, { name: 'A' });
  const counts: number[] = [];
  for (const path of [sitesOf(client, 0), `/v1/sites/${id}/duplicate`]) {
    for (const query of ['', '?limit=100']) {
      await client.call('GET', `${sitesOf(client, 0)}${query}`);
      await client.call('POST', path, { body: { name: 'B' } });
      const { text } = await client.call('GET', `${sitesOf(client, 0)}${query}`);
      counts.push(text.split('"id"').length);
    }
  }
  return counts;
};

/** Lists on one connection, updates on another, and lists again on the first. */
const listOnOneConnection: Proof = async (client) => {
  const id = await makeSite(client, 0, { name: 'A' });
  const other = createProbeClient(client);
  try {
    await other.call('GET', sitesOf(client, 0));
    await client.call('PATCH', `/v1/sites/${id}`, { body: { name: 'B' } });
    const { text } = await other.call('GET', sitesOf(client, 0));
    return text.includes('"B"');
  } finally {
    other.close();
  }
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
    title: 'A list is returned unchanged for a minute.',
    deviate: cacheLists({ emptiedBy: [], milliseconds: 60_000 }),
    proof: listAroundUpdates,
  },
  {
    id: 'caches/list-of-a-connection',
    title: 'Each connection is shown the list as it was when it first requested it.',
    deviate: cacheByConnection(false),
    proof: listOnOneConnection,
  },
  {
    id: 'caches/list-of-a-connection-until-it-writes',
    title:
      'Each connection is shown the list as it was when it first asked, until it writes itself.',
    deviate: cacheByConnection(true),
    proof: listOnOneConnection,
  },
  {
    id: 'caches/list-not-emptied-by-creations',
    title: 'A list comes from a cache that updates and copies empty, and creations do not.',
    deviate: cacheLists({ emptiedBy: ['updateSite', 'duplicateSite'] }),
    proof: listAroundCreations,
  },
  {
    id: 'caches/list-not-emptied-by-copies',
    title: 'A list comes from a cache that creations and updates empty, and copies do not.',
    deviate: cacheLists({ emptiedBy: ['createSite', 'updateSite'] }),
    proof: listAroundCreations,
  },
  {
    id: 'caches/small-pages-not-emptied-by-updates',
    title: 'Pages of at most ten come from a cache that updates do not empty.',
    deviate: cacheLists({
      emptiedBy: creations,
      toKey: (workspaceId, query) => (query.limit <= 10 ? byQuery(workspaceId, query) : undefined),
    }),
    proof: listAroundUpdates,
  },
  {
    id: 'caches/later-pages-not-emptied-by-updates',
    title: 'Pages after a cursor come from a cache that updates do not empty.',
    deviate: cacheLists({
      emptiedBy: creations,
      toKey: (workspaceId, query) =>
        query.after === undefined ? undefined : byQuery(workspaceId, query),
    }),
    proof: async (client) => {
      const first = await makeSite(client, 0, { name: 'A' });
      const second = await makeSite(client, 0, { name: 'B' });
      const behind = `${sitesOf(client, 0)}?after=${first}`;
      await client.call('GET', behind);
      await client.call('PATCH', `/v1/sites/${second}`, { body: { name: 'C' } });
      return (await client.call('GET', behind)).text.includes('"C"');
    },
  },
  {
    id: 'caches/list-of-second-workspace-not-emptied-by-updates',
    title: 'The list of one workspace comes from a cache that updates do not empty.',
    deviate: (service) =>
      cacheLists({
        emptiedBy: creations,
        toKey: (workspaceId, query) =>
          workspaceId.toLowerCase() === service.workspaceIds[1]
            ? byQuery(workspaceId, query)
            : undefined,
      })(service),
    proof: async (client) => {
      const id = await makeSite(client, 1, { name: 'A' });
      await client.call('GET', sitesOf(client, 1));
      await client.call('PATCH', `/v1/sites/${id}`, { body: { name: 'B' } });
      return (await client.call('GET', sitesOf(client, 1))).text.includes('"B"');
    },
  },
];
