import assert from 'node:assert/strict';
import type { OpenDelivery } from '../../mock/features/webhooks/delivery.ts';
import {
  type JournalRecord,
  type Records,
  type RouteRecord,
  type SessionState,
  type SiteRecord,
  type SnapshotInfo,
  type Store,
  TakenId,
  type WebhookRecord,
} from '../../mock/store/store.ts';

/** A requirement for every store. */
export interface StoreCase {
  title: string;
  /** @param session the name of an unused session without any contents */
  check: (store: Store, session: string) => Promise<void>;
}

/** A requirement for the resources of a session. */
interface RecordsCase {
  title: string;
  check: (store: Records) => Promise<void>;
}

const here = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const elsewhere = '16fd2706-8baf-433b-82eb-8c7fada847da';

/** Returns an id that sorts like its number. */
const idOf = (number: number): string =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-00000000abcd`;

function siteOf(number: number, fields: Partial<SiteRecord['site']> = {}): SiteRecord {
  const site = { id: idOf(number), name: `Site ${number}`, hostUrl: null, apiKey: idOf(900) };
  return { workspaceId: here, site: { ...site, ...fields } };
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

async function insertSites(store: Records, records: readonly SiteRecord[]): Promise<void> {
  for (const record of records) await store.insert('site', record);
}

/** Returns the names of the sites of a workspace. */
async function list(store: Records, workspaceId = here): Promise<string[]> {
  return (await store.list('site', workspaceId)).map(({ site }) => site.name);
}

const resources: readonly RecordsCase[] = [
  {
    title: 'finds a record by its id in any case, replaces it where it is, and keeps all of it',
    check: async (store) => {
      const changed = { ...siteOf(1, { name: 'New \0 🏬' }), locale: 'de-CH' };
      await insertSites(store, [siteOf(1), siteOf(2)]);
      await store.replace('site', changed);
      assert.deepEqual(await store.find('site', idOf(1).toUpperCase()), changed);
      assert.equal(await store.find('site', idOf(3)), undefined);
      assert.deepEqual(await list(store), ['New \0 🏬', 'Site 2']);
    },
  },
  {
    title:
      'refuses to insert a record whose id exists in any case, and to replace one that does not exist',
    check: async (store) => {
      await insertSites(store, [siteOf(1)]);
      const upper = siteOf(1, { id: idOf(1).toUpperCase(), name: 'Another' });
      await assert.rejects(async () => store.insert('site', upper), TakenId);
      await assert.rejects(
        async () => store.replace('site', siteOf(2)),
        /no site has the id 00000002/,
      );
      await store.insert('route', routeOf(1, 1));
      await store.remove('route', idOf(1));
      await assert.rejects(async () => store.replace('route', routeOf(1, 1)), Error);
      await store.insert('route', routeOf(1, 1));
      const twice = { sites: [siteOf(3), siteOf(3)], routes: [], webhooks: [] };
      await assert.rejects(async () => store.replaceAll(twice), TakenId);
    },
  },
  {
    title: 'goes on after a refused insertion, with the same transaction',
    check: async (store) => {
      await insertSites(store, [siteOf(1)]);
      await assert.rejects(
        async () => store.insert('site', siteOf(1, { name: 'Another' })),
        TakenId,
      );
      await insertSites(store, [siteOf(2)]);
      assert.deepEqual(await list(store), ['Site 1', 'Site 2']);
    },
  },
  {
    title: 'lists only one owner, in any case of its id',
    check: async (store) => {
      assert.deepEqual(await list(store), []);
      await insertSites(store, [siteOf(1), { ...siteOf(2), workspaceId: elsewhere }]);
      assert.deepEqual(await list(store, here.toUpperCase()), ['Site 1']);
      for (const record of [routeOf(3, 1), routeOf(4, 2), routeOf(5, 1)])
        await store.insert('route', record);
      assert.deepEqual(await store.list('route', idOf(1)), [routeOf(3, 1), routeOf(5, 1)]);
      for (const record of [webhookOf(6, here), webhookOf(7, elsewhere)])
        await store.insert('webhook', record);
      assert.deepEqual(await store.list('webhook', here.toUpperCase()), [webhookOf(6, here)]);
      assert.equal((await store.list('webhook')).length, 2);
    },
  },
  {
    title: 'restores what it read, whatever happened in between',
    check: async (store) => {
      await insertSites(store, [siteOf(2), siteOf(1)]);
      await store.insert('route', routeOf(3, 2));
      await store.insert('webhook', webhookOf(4, here));
      const before = await store.readAll();
      const kept = {
        sites: [siteOf(2), siteOf(1)],
        routes: [routeOf(3, 2)],
        webhooks: [webhookOf(4, here)],
      };
      await insertSites(store, [siteOf(5)]);
      await store.replace('site', siteOf(1, { name: 'New' }));
      await store.replace('route', routeOf(3, 2, '/new'));
      await store.insert('webhook', webhookOf(6, here));
      assert.deepEqual(before, kept);
      await store.replaceAll(before);
      assert.deepEqual(await store.readAll(), kept);
      assert.deepEqual(await list(store), ['Site 2', 'Site 1']);
      assert.deepEqual(await store.list('route', idOf(2)), [routeOf(3, 2)]);
      assert.equal(await store.find('site', idOf(5)), undefined);
    },
  },
];

const records: readonly StoreCase[] = resources.map(({ title, check }) => ({
  title,
  check: (store, session) => store.transaction(session, ({ records }) => check(records)),
}));

function read(store: Store, session: string): Promise<string[]> {
  return store.transaction(
    session,
    async ({ records: own }) => (await own.readAll()).sites.map(({ site }) => site.name),
    { readOnly: true },
  );
}

const clock = { offset: 2 } as const;
const faults = { lastId: 1, rules: [], counts: [] };

const transactions: readonly StoreCase[] = [
  {
    title: 'applies all writes of a transaction, or none',
    check: async (store, session) => {
      await store.transaction(session, async (state) => {
        await state.records.insert('site', siteOf(1));
        await state.records.insert('snapshot', snapshotOf('kept'));
        state.putSettings({ clock });
      });
      const write = async (state: SessionState): Promise<void> => {
        await state.records.replace('site', siteOf(1, { name: 'New' }));
        await state.records.insert('site', siteOf(2));
        await state.records.insert('route', routeOf(3, 1));
        await state.records.insert('webhook', webhookOf(4, here));
        state.putSettings({});
        await state.records.insert('delivery', deliveryOf(session, 'lost'));
        await state.records.remove('snapshot', 'kept');
        throw new Error('after all writes');
      };
      await assert.rejects(store.transaction(session, write), /after all writes/);
      await store.transaction(session, async (state) => {
        const contents = { sites: [siteOf(1)], routes: [], webhooks: [] };
        assert.deepEqual(await state.records.readAll(), contents);
        assert.deepEqual(await state.records.list('route', idOf(1)), []);
        assert.deepEqual(state.settings, { clock });
        assert.deepEqual(await state.records.list('delivery'), []);
        assert.deepEqual(await state.records.list('snapshot'), [snapshotOf('kept')]);
      });
    },
  },
  {
    title: 'runs transactions that write one after the other',
    check: async (store, session) => {
      const increment = () =>
        store.transaction(session, async (state) => {
          const count = state.settings.deliveryIds ?? 0;
          await state.records.find('site', idOf(1));
          state.putSettings({ ...state.settings, deliveryIds: count + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      const { own } = await store.readSettings(session);
      assert.equal(own?.deliveryIds, 20);
    },
  },
  {
    title: 'creates a session on first use, lists it and deletes it with everything in it',
    check: async (store, session) => {
      assert.equal((await store.readSettings(session)).own, undefined);
      assert.deepEqual(await read(store, session), []);
      await store.transaction(session, async (state) => {
        await state.records.insert('site', siteOf(1));
        state.putSettings({ clock });
        await state.records.insert('delivery', deliveryOf(session, 'one'));
      });
      await store.journal.append(journalRecordOf(session, 'gone'));
      assert.deepEqual(await read(store, session), ['Site 1']);
      const [first, ...rest] = (await store.listSessions()).map(({ name }) => name);
      assert.equal(first, 'default');
      assert.ok(rest.includes(session));
      assert.equal(await store.deleteSession('default'), false);
      assert.equal(await store.deleteSession(session), true);
      assert.equal(await store.deleteSession(session), false);
      assert.deepEqual(await store.journal.list({ session }), []);
      await store.transaction(session, async (state) => {
        assert.deepEqual(await state.records.readAll(), { sites: [], routes: [], webhooks: [] });
        assert.deepEqual(state.settings, {});
        assert.deepEqual(await state.records.list('delivery'), []);
      });
    },
  },
  {
    title: 'keeps settings, apart from those of every session',
    check: async (store, session) => {
      const disabledWebhooks = ['a'];
      await store.transaction('', async (state) => state.putSettings({ faults }));
      await store.transaction(session, async (state) => state.putSettings({ disabledWebhooks }));
      const { own, shared } = await store.readSettings(session);
      assert.deepEqual(own, { disabledWebhooks });
      assert.deepEqual(shared, { faults });
      await store.transaction('', async (state) => state.putSettings({}));
      assert.equal(
        (await store.listSessions()).some(({ name }) => name === ''),
        false,
      );
    },
  },
  {
    title: 'keeps snapshots by their exact names, in the order of saving',
    check: (store, session) =>
      store.transaction(session, async ({ records: own }) => {
        await own.insert('site', siteOf(1));
        const saved = { name: 'One', contents: await own.readAll(), settings: { clock } };
        await own.insert('saved', saved);
        for (const name of ['One', 'other', 'One']) {
          await own.remove('snapshot', name);
          await own.insert('snapshot', snapshotOf(name));
        }
        assert.deepEqual(await own.find('saved', 'One'), saved);
        assert.equal(await own.find('saved', 'one'), undefined);
        assert.deepEqual(await own.list('snapshot'), [snapshotOf('other'), snapshotOf('One')]);
        assert.equal(await own.remove('snapshot', 'One'), true);
        assert.equal(await own.remove('snapshot', 'One'), false);
        assert.deepEqual(await own.list('snapshot'), [snapshotOf('other')]);
        assert.equal(await own.remove('snapshot'), true);
        assert.equal(await own.remove('snapshot'), false);
        assert.deepEqual(await own.list('site'), [siteOf(1)]);
      }),
  },
];

function snapshotOf(name: string): SnapshotInfo {
  return { name, savedAt: '2026-01-01T00:00:00.000Z', sites: 1, routes: 0, webhooks: 0 };
}

function deliveryOf(session: string, id: string, state = 'pending' as const): OpenDelivery {
  const of = { webhookId: idOf(1), workspaceId: here, url: 'http://127.0.0.1', payload: '{}' };
  const createdAt = '2026-01-01T00:00:00.000Z';
  const delivery = { ...of, id, session, state, eventType: 'page.created', createdAt };
  return { delivery: { ...delivery, attempts: [] }, tries: 0 };
}

const deliveries: readonly StoreCase[] = [
  {
    title: 'keeps deliveries in order, and passes those that are due to the worker',
    check: async (store, session) => {
      const put = (id: string, dueIn?: number, tries = 0) =>
        store.transaction(session, async (state) => {
          const delivery = { ...deliveryOf(session, id), tries };
          if ((await state.records.find('delivery', id)) === undefined)
            await state.records.insert('delivery', delivery);
          else await state.records.replace('delivery', delivery);
          if (dueIn !== undefined) await state.arrange(id, dueIn);
        });
      const worked: string[] = [];
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      store.work(async ({ name }, id) => {
        if (name !== session) return undefined;
        worked.push(id);
        return id === 'last' ? async () => end() : undefined;
      });
      await put('moved', 3_600_000);
      await put('never', 0);
      await put('never', Number.POSITIVE_INFINITY, 2);
      await put('moved', 0);
      await put('last', 300);
      await ended;
      assert.deepEqual(worked.slice(-2), ['moved', 'last']);
      await store.transaction(session, async ({ records: own }) => {
        const listed = (await own.list('delivery')).map(({ delivery: { id } }) => id);
        assert.deepEqual(listed, ['moved', 'never', 'last']);
        assert.equal((await own.find('delivery', 'never'))?.tries, 2);
      });
    },
  },
];

/** Returns a record with a path by which a case finds it. */
export function journalRecordOf(session: string, path: string, status = 200): JournalRecord {
  const time = '2026-01-01T00:00:00.000Z';
  const sent = { method: 'GET', path, query: '', durationMs: 1, faults: [] };
  const record: JournalRecord = {
    id: 0,
    session,
    operation: 'listSites',
    status,
    toSummary: () => ({ id: record.id, time, session, operation: 'listSites', status, ...sent }),
    toEntry: () => ({
      ...record.toSummary(),
      request: { headers: [] },
      response: { headers: [] },
    }),
  };
  return record;
}

const journal: readonly StoreCase[] = [
  {
    title: 'lists journal entries by session, operation, status and position, oldest first',
    check: async ({ journal: own }, session) => {
      const told: string[] = [];
      let isListening = false;
      const stop = own.subscribe((record) => {
        if (record.session === session) told.push(record.toSummary().path);
        else isListening = true;
      });
      // A shared store needs a moment until it reports to a new subscriber.
      while (!isListening) {
        await own.append(journalRecordOf('another', 'early'));
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const [path, status] of [
        ['a', 200],
        ['b', 404],
        ['c', 200],
        ['d', 200],
      ] as const)
        await own.append(journalRecordOf(session, path, status));
      stop();
      await own.append(journalRecordOf('another', 'e'));
      const all = await own.list({ session });
      const paths = async (query: Parameters<typeof own.list>[0]) =>
        (await own.list({ session, ...query })).map(({ path }) => path);
      assert.deepEqual(await paths({}), ['a', 'b', 'c', 'd']);
      assert.deepEqual(told, ['a', 'b', 'c', 'd']);
      assert.deepEqual(await paths({ status: 200, limit: 2 }), ['c', 'd']);
      assert.deepEqual(await paths({ operation: 'createSite' }), []);
      assert.deepEqual(await paths({ after: all[1]?.id }), ['c', 'd']);
      assert.deepEqual(await paths({ before: all[2]?.id, limit: 1 }), ['b']);
      assert.equal(await own.readLastId(), (all[3]?.id ?? 0) + 1);
      await own.clear(session);
      assert.deepEqual(await paths({}), []);
      assert.equal((await own.list({ session: 'another' })).length > 0, true);
    },
  },
];

/** Cases that every store has to pass. */
export const storeCases: readonly StoreCase[] = [
  ...records,
  ...transactions,
  ...deliveries,
  ...journal,
];
