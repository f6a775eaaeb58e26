import { describe, expect, test } from '@jest/globals';
import { createRandom, createUuidSource } from '../sessions/random-ids.ts';
import { createMemoryStore } from './memory-store.ts';
import type { SiteOrder, Store, StoreContents } from './store.ts';

const orders: readonly SiteOrder[] = ['oldest-first', 'newest-first', 'by-name', 'by-id'];
const workspaces = [
  '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  'a3bb189e-8bf9-4c4a-9e1c-1f2e3d4c5b6a',
] as const;

/** Creates resources and changes that can be repeated from a seed. */
function createChanger(seed: number) {
  const random = createRandom(seed);
  const createUuid = createUuidSource({ random, version: 4, case: 'lower', now: () => 0 });
  const pick = <T>(items: readonly T[]): T | undefined => items[random.next() % items.length];
  const createSite = (workspaceId = pick(workspaces) ?? '', id = createUuid()) => ({
    workspaceId,
    locale: pick([undefined, 'en-GB']),
    site: {
      id,
      name: `Site ${random.next() % 9}`,
      hostUrl: null,
      apiKey: createUuid(),
    },
  });
  const createRoute = (siteId: string, id = createUuid()) => ({
    siteId,
    route: { id, pathname: `/${random.next() % 9}`, localizedVariants: [] },
  });
  const createWebhook = (workspaceId = pick(workspaces) ?? '') => ({
    workspaceId,
    webhook: {
      id: createUuid(),
      workspaceId,
      url: 'https://hooks.example',
      eventType: 'page.created' as const,
    },
  });
  const change = async (store: Store): Promise<void> => {
    const { sites, routes } = await store.read();
    const site = pick(sites);
    const route = pick(routes);
    const changes = [
      () => store.putSite(createSite()),
      () => store.putWebhook(createWebhook()),
      () => site && store.putSite(createSite(site.workspaceId, site.site.id)),
      () => site && store.putRoute(createRoute(site.site.id)),
      () => route && store.putRoute(createRoute(route.siteId, route.route.id)),
    ];
    await pick(changes)?.();
  };
  return { createSite, createRoute, createWebhook, change };
}

function createContents(seed: number): StoreContents {
  const { createSite, createRoute, createWebhook } = createChanger(seed);
  const sites = Array.from({ length: 30 }, () => createSite());
  const routes = sites.flatMap(({ site }, at) => (at % 2 === 0 ? [createRoute(site.id)] : []));
  return { sites, routes, webhooks: [createWebhook(), createWebhook()] };
}

/** Returns everything that can be read from a store. */
async function tellAll(store: Store, { sites }: StoreContents) {
  const queries = workspaces.flatMap((workspaceId) =>
    orders.map((order) => ({ workspaceId, order, after: undefined, limit: 1000 })),
  );
  return {
    contents: await store.read(),
    lists: await Promise.all(queries.map((query) => store.listSites(query))),
    routes: await Promise.all(sites.map(({ site }) => store.listRoutes(site.id))),
    webhooks: await Promise.all(workspaces.map((workspace) => store.listWebhooks(workspace))),
  };
}

async function apply(store: Store, count: number, seed: number): Promise<void> {
  const { change } = createChanger(seed);
  for (let at = 0; at < count; at += 1) await change(store);
}

describe('restored contents', () => {
  test.each([0, 1, 5, 40, 46, 47, 48, 49, 200])(
    'after %i changes equal the saved ones, and can be changed further',
    async (count) => {
      for (const seed of [1, 2, 3]) {
        const contents = createContents(seed);
        const store = createMemoryStore(contents);
        const start = await tellAll(createMemoryStore(contents), contents);
        // Ids occur again, in the same and in another order, so old entries must not remain.
        for (const changes of [100, 100, 101, 100]) {
          const fresh = createMemoryStore(contents);
          await apply(fresh, count, changes);
          await apply(store, count, changes);
          expect(await tellAll(store, contents)).toEqual(await tellAll(fresh, contents));
          await store.replace(contents);
          expect(await tellAll(store, contents)).toEqual(start);
        }
      }
    },
  );

  test('are not confused with other contents in between', async () => {
    const [first, second] = [createContents(1), createContents(2)];
    const store = createMemoryStore(first);
    const { change } = createChanger(3);
    for (const contents of [second, first, first, second]) {
      for (let at = 0; at < 5; at += 1) await change(store);
      await store.replace(contents);
      expect(await store.read()).toEqual(contents);
    }
  });
});

test('a site is returned as last written, even after another was read in its place', async () => {
  const { createSite } = createChanger(1);
  const [first, second] = [createSite(), createSite()];
  const contents = { sites: [first, second], routes: [], webhooks: [] };
  const store = createMemoryStore(contents);
  const renamed = createSite(first.workspaceId, first.site.id);
  for (const record of [first, renamed, createSite(), createSite()]) {
    await store.putSite(record);
    expect(await store.findSite(record.site.id)).toEqual(record);
    await store.replace(contents);
  }
  expect(await store.findSite(first.site.id)).toEqual(first);
  expect(await store.findSite(second.site.id)).toEqual(second);
});

test('a site is not found by an id with the same ending', async () => {
  const { createSite } = createChanger(1);
  const store = createMemoryStore();
  const record = createSite();
  const { id } = record.site;
  const other = createSite(record.workspaceId, `${id.startsWith('0') ? '1' : '0'}${id.slice(1)}`);
  await store.putSite(record);
  expect(await store.findSite(other.site.id)).toBeUndefined();
  await store.putSite(other);
  expect(await store.findSite(other.site.id)).toEqual(other);
  expect(await store.findSite(id)).toEqual(record);
});

test('a site is returned as last written, however many were used in between', () => {
  const { createSite } = createChanger(1);
  const records = Array.from({ length: 700 }, () => createSite());
  const store = createMemoryStore({ sites: records, routes: [], webhooks: [] });
  for (const [round, step] of [1, 3, 257].entries()) {
    for (let at = 0; at < records.length; at += 1) {
      const place = (at * step) % records.length;
      const before = records[place];
      if (before === undefined) throw new Error('no record');
      expect(store.findSite(before.site.id)).toEqual(before);
      const site = { ...before.site, name: `${before.site.name} ${round}` };
      const after = { ...before, site: at % 2 === 0 ? Object.freeze(site) : site };
      store.putSite(after);
      records[place] = { ...after, site: { ...site } };
      // The store must not contain objects that can still be changed.
      if (at % 2 === 1) site.name = 'changed afterwards';
      expect(store.findSite(before.site.id)).toEqual(records[place]);
    }
  }
});

test('routes of a site are listed as last written, in the order of their creation', () => {
  const { createSite, createRoute } = createChanger(2);
  const [one, other] = [createSite(), createSite()];
  const routes = [createRoute(one.site.id), createRoute(other.site.id), createRoute(one.site.id)];
  const store = createMemoryStore({ sites: [one, other], routes, webhooks: [] });
  const [first, , last] = routes;
  if (first === undefined || last === undefined) throw new Error('no routes');
  const moved = { ...first, route: { ...first.route, pathname: '/moved' } };
  store.putRoute(moved);
  expect(store.findRoute(first.route.id)).toEqual(moved);
  expect(store.listRoutes(one.site.id)).toEqual([moved, last]);
  expect(store.read()).toMatchObject({ routes: [moved, routes[1], last] });
});
