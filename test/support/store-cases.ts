import assert from 'node:assert/strict';
import type {
  RouteRecord,
  SiteOrder,
  SiteRecord,
  Store,
  WebhookRecord,
} from '../../mock/store/store.ts';

/** A requirement for every store. */
export interface StoreCase {
  title: string;
  /** @param store an empty store */
  check: (store: Store) => Promise<void>;
}

const here = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const elsewhere = '16fd2706-8baf-433b-82eb-8c7fada847da';

/** Returns an id that sorts like its number. */
const idOf = (number: number): string =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-00000000abcd`;

function siteOf(number: number, fields: Partial<SiteRecord['site']> = {}): SiteRecord {
  const site = { id: idOf(number), name: `Site ${number}`, hostUrl: null, apiKey: idOf(900) };
  return { workspaceId: here, locale: undefined, site: { ...site, ...fields } };
}

function routeOf(number: number, siteNumber: number, pathname = '/a'): RouteRecord {
  const route = { id: idOf(number), pathname, localizedVariants: [] };
  return { siteId: idOf(siteNumber), route };
}

function webhookOf(number: number, workspaceId: string): WebhookRecord {
  const url = 'https://hooks.example.com';
  return {
    workspaceId,
    webhook: { id: idOf(number), workspaceId, url, eventType: 'page.created' },
  };
}

async function putSites(store: Store, records: readonly SiteRecord[]): Promise<void> {
  for (const record of records) await store.putSite(record);
}

interface Asked {
  order?: SiteOrder;
  after?: string;
  limit?: number;
  workspaceId?: string;
}

/** Returns the names on a page and whether more follow, or undefined for an unknown cursor. */
async function list(store: Store, asked: Asked = {}): Promise<[string[], boolean] | undefined> {
  const { order = 'oldest-first', after, limit = 100, workspaceId = here } = asked;
  const slice = await store.listSites({ workspaceId, order, after, limit });
  return slice && [slice.sites.map(({ name }) => name), slice.hasMore];
}

const sites: readonly StoreCase[] = [
  {
    title: 'finds a site by its id in any case, and no other site',
    check: async (store) => {
      await store.putSite(siteOf(1));
      assert.deepEqual(await store.findSite(idOf(1)), siteOf(1));
      assert.deepEqual(await store.findSite(idOf(1).toUpperCase()), siteOf(1));
      assert.equal(await store.findSite(idOf(2)), undefined);
      assert.equal(await store.hasSite(idOf(1).toUpperCase()), true);
      assert.equal(await store.hasSite(idOf(2)), false);
    },
  },
  {
    title: 'keeps the locale and the workspace of a site',
    check: async (store) => {
      const record = { ...siteOf(1), workspaceId: elsewhere, locale: 'de-CH' };
      await store.putSite(record);
      assert.deepEqual(await store.findSite(idOf(1)), record);
    },
  },
  {
    title: 'replaces a site without moving it',
    check: async (store) => {
      await putSites(store, [siteOf(1), siteOf(2), siteOf(3), siteOf(2, { name: 'New' })]);
      assert.deepEqual(await list(store), [['Site 1', 'New', 'Site 3'], false]);
      assert.equal((await store.findSite(idOf(2)))?.site.name, 'New');
    },
  },
  {
    title: 'returns an empty list for an unused workspace',
    check: async (store) => assert.deepEqual(await list(store), [[], false]),
  },
  {
    title: 'lists only one workspace, in any case of its id',
    check: async (store) => {
      await putSites(store, [siteOf(1), { ...siteOf(2), workspaceId: elsewhere }]);
      const workspaceId = here.toUpperCase();
      assert.deepEqual(await list(store, { workspaceId }), [['Site 1'], false]);
      assert.deepEqual(await list(store, { workspaceId: elsewhere }), [['Site 2'], false]);
    },
  },
  {
    title: 'reports whether more sites follow, also at the exact boundary',
    check: async (store) => {
      await putSites(store, [siteOf(1), siteOf(2), siteOf(3)]);
      assert.deepEqual(await list(store, { limit: 2 }), [['Site 1', 'Site 2'], true]);
      assert.deepEqual(await list(store, { limit: 3 }), [['Site 1', 'Site 2', 'Site 3'], false]);
      assert.deepEqual(await list(store, { limit: 1, after: idOf(2) }), [['Site 3'], false]);
      assert.deepEqual(await list(store, { limit: 0 }), [[], true]);
      assert.deepEqual(await list(store, { limit: 0, after: idOf(3) }), [[], false]);
    },
  },
  {
    title: 'finds no page after an id that is not a site of the workspace',
    check: async (store) => {
      await putSites(store, [siteOf(1), { ...siteOf(2), workspaceId: elsewhere }]);
      for (const after of [idOf(2), idOf(3), here]) {
        assert.equal(await list(store, { after }), undefined);
      }
      assert.deepEqual(await list(store, { after: idOf(1).toUpperCase() }), [[], false]);
    },
  },
  {
    title: 'finds another site of the workspace by its host URL',
    check: async (store) => {
      const hostUrl = 'https://a.example';
      await putSites(store, [siteOf(1, { hostUrl }), siteOf(2)]);
      assert.equal((await store.findHostUrl(here, hostUrl, undefined))?.site.id, idOf(1));
      assert.equal(await store.findHostUrl(here, hostUrl, idOf(1)), undefined);
      assert.equal(await store.findHostUrl(elsewhere, hostUrl, undefined), undefined);
      assert.equal(await store.findHostUrl(here, 'https://b.example', undefined), undefined);
    },
  },
];

/** Sites 1 to 4 by name: D, b, a, a. The third is then renamed to C. */
const ordered: readonly (readonly [order: SiteOrder, names: readonly string[]])[] = [
  ['oldest-first', ['D', 'b', 'C', 'a']],
  ['newest-first', ['a', 'C', 'b', 'D']],
  ['by-name', ['C', 'D', 'a', 'b']],
  ['by-id', ['a', 'b', 'C', 'D']],
];

const orders: readonly StoreCase[] = ordered.map(([order, names]) => ({
  title: `lists ${order}, page by page, also after a site was renamed`,
  check: async (store) => {
    const given = [siteOf(4, { name: 'D' }), siteOf(2, { name: 'b' }), siteOf(3, { name: 'a' })];
    await putSites(store, given);
    // The order is already in use before the last changes.
    await list(store, { order });
    await putSites(store, [siteOf(1, { name: 'a' }), siteOf(3, { name: 'C' })]);
    const ids = new Map([
      ['D', 4],
      ['b', 2],
      ['C', 3],
      ['a', 1],
    ]);
    assert.deepEqual(await list(store, { order }), [names, false]);
    for (const [at, name] of names.entries()) {
      const after = idOf(ids.get(name) ?? 0);
      const rest = names.slice(at + 1);
      assert.deepEqual(await list(store, { order, after }), [rest, false]);
      const page = await list(store, { order, after, limit: 1 });
      assert.deepEqual(page, [rest.slice(0, 1), rest.length > 1]);
    }
  },
}));

const others: readonly StoreCase[] = [
  {
    title: 'finds and replaces a route, and lists the routes of a site in order',
    check: async (store) => {
      await putSites(store, [siteOf(7), siteOf(8)]);
      for (const record of [routeOf(1, 7), routeOf(2, 8), routeOf(3, 7)])
        await store.putRoute(record);
      await store.putRoute(routeOf(1, 7, '/new'));
      assert.deepEqual(await store.findRoute(idOf(1).toUpperCase()), routeOf(1, 7, '/new'));
      assert.equal(await store.findRoute(idOf(7)), undefined);
      assert.deepEqual(await store.listRoutes(idOf(7)), [routeOf(1, 7, '/new'), routeOf(3, 7)]);
      assert.deepEqual(await store.listRoutes(idOf(9)), []);
    },
  },
  {
    title: 'lists the webhooks of a workspace in order',
    check: async (store) => {
      const records = [webhookOf(1, here), webhookOf(2, elsewhere), webhookOf(3, here)];
      for (const record of records) await store.putWebhook(record);
      const listed = await store.listWebhooks(here.toUpperCase());
      assert.deepEqual(listed, [webhookOf(1, here), webhookOf(3, here)]);
    },
  },
  {
    title: 'restores what it read, whatever happened in between',
    check: async (store) => {
      await putSites(store, [siteOf(2), siteOf(1)]);
      await store.putRoute(routeOf(3, 2));
      await store.putWebhook(webhookOf(4, here));
      const before = await store.read();
      await putSites(store, [siteOf(5), siteOf(1, { name: 'New' })]);
      await store.putRoute(routeOf(3, 2, '/new'));
      await store.putWebhook(webhookOf(6, here));
      await store.replace(before);
      assert.deepEqual(await store.read(), before);
      assert.deepEqual(await list(store), [['Site 2', 'Site 1'], false]);
      assert.deepEqual(await store.listRoutes(idOf(2)), [routeOf(3, 2)]);
      assert.equal(await store.findSite(idOf(5)), undefined);
    },
  },
  {
    title: 'reads contents that later changes do not affect',
    check: async (store) => {
      await store.putSite(siteOf(1));
      const before = await store.read();
      await putSites(store, [siteOf(1, { name: 'New' }), siteOf(2)]);
      assert.deepEqual(before, { sites: [siteOf(1)], routes: [], webhooks: [] });
    },
  },
];

/** Cases that every store has to pass. */
export const storeCases: readonly StoreCase[] = [...sites, ...orders, ...others];
