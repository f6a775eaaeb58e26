import assert from 'node:assert/strict';
import type { JournalRecord } from '../../mock/store/journal.ts';
import {
  type Contents,
  type RecordStore,
  type StoredRecord,
  TakenId,
} from '../../mock/store/records.ts';
import { Slot } from '../../mock/store/slot.ts';
import type { SessionState, Store } from '../../mock/store/store.ts';

/** A requirement for every store. */
interface StoreCase {
  title: string;
  /** @param session the name of an unused session without any contents */
  check: (store: Store, session: string) => Promise<void>;
}

/** A requirement for the records of a session. */
interface RecordsCase {
  title: string;
  check: (store: Contents) => Promise<void>;
}

/** The parents of most shops in these cases. */
const here = 'here';
const elsewhere = 'elsewhere';

function shopOf(number: number, fields: Partial<StoredRecord> = {}): StoredRecord {
  const value = { id: number, name: `Shop ${number}`, owner: null };
  return { kind: 'shop', id: String(number), parent: here, value, hidden: {}, ...fields };
}

function pageOf(id: string, parent: string, path = '/a'): StoredRecord {
  return { kind: 'page', id, parent, value: { path, variants: [] }, hidden: {} };
}

/** A record without a parent, such as those of features. */
function jobOf(id: string, tries = 0): StoredRecord {
  return { kind: 'job', id, parent: undefined, value: { state: 'waiting' }, hidden: { tries } };
}

async function insertAll(store: RecordStore, records: readonly StoredRecord[]): Promise<void> {
  for (const record of records) await store.insert(record);
}

function toNames(records: readonly StoredRecord[]): unknown[] {
  return records.map(({ value }) => value['name']);
}

/** Returns the names of the shops below a parent. */
async function list(store: RecordStore, parent = here): Promise<unknown[]> {
  return toNames(await store.list('shop', parent));
}

const contents: readonly RecordsCase[] = [
  {
    title: 'finds a record by its exact id, replaces it where it is, and keeps all of it',
    check: async (store) => {
      const value = { name: 'New \0 🏬', list: [1, { deep: null }] };
      const changed = shopOf(1, { id: 'One', value, hidden: { locale: 'de-CH' } });
      await insertAll(store, [shopOf(1, { id: 'One' }), shopOf(2)]);
      await store.replace(changed);
      assert.deepEqual(await store.find('shop', 'One'), changed);
      assert.equal(await store.find('shop', 'one'), undefined);
      assert.equal(await store.find('page', 'One'), undefined);
      assert.deepEqual(await list(store), ['New \0 🏬', 'Shop 2']);
    },
  },
  {
    title: 'refuses to insert a record whose id exists, and to replace one that does not exist',
    check: async (store) => {
      await insertAll(store, [shopOf(1)]);
      await assert.rejects(async () => store.insert(shopOf(1, { parent: elsewhere })), TakenId);
      await assert.rejects(
        async () => store.replace(shopOf(2)),
        /no record of the kind shop has the id 2/,
      );
      // Another kind has ids of its own.
      await store.insert(pageOf('1', '1'));
      assert.equal(await store.remove('page', '1'), true);
      assert.equal(await store.remove('page', '1'), false);
      await assert.rejects(async () => store.replace(pageOf('1', '1')), Error);
      await store.insert(pageOf('1', '1'));
      await assert.rejects(async () => store.replaceAll([shopOf(3), shopOf(3)]), TakenId);
    },
  },
  {
    title: 'goes on after a refused insertion, with the same transaction',
    check: async (store) => {
      await insertAll(store, [shopOf(1)]);
      await assert.rejects(async () => store.insert(shopOf(1)), TakenId);
      await insertAll(store, [shopOf(2)]);
      assert.deepEqual(await list(store), ['Shop 1', 'Shop 2']);
    },
  },
  {
    title: 'lists the records of one parent, or of all',
    check: async (store) => {
      assert.deepEqual(await list(store), []);
      await insertAll(store, [shopOf(1), shopOf(2, { parent: elsewhere }), shopOf(3)]);
      assert.deepEqual(await list(store), ['Shop 1', 'Shop 3']);
      assert.deepEqual(await list(store, 'nowhere'), []);
      assert.deepEqual(toNames(await store.list('shop')), ['Shop 1', 'Shop 2', 'Shop 3']);
      await insertAll(store, [jobOf('a'), jobOf('b')]);
      assert.deepEqual(await store.list('job'), [jobOf('a'), jobOf('b')]);
      await insertAll(store, [pageOf('3', '1'), pageOf('4', '2'), pageOf('5', '1')]);
      assert.deepEqual(await store.list('page', '1'), [pageOf('3', '1'), pageOf('5', '1')]);
    },
  },
  {
    title: 'moves a record to another parent, where it takes the place of its age',
    check: async (store) => {
      await insertAll(store, [shopOf(1), shopOf(2), shopOf(3, { parent: elsewhere })]);
      await store.replace(shopOf(1, { parent: elsewhere }));
      assert.deepEqual(await list(store), ['Shop 2']);
      assert.deepEqual(await list(store, elsewhere), ['Shop 1', 'Shop 3']);
      await store.remove('shop', '3');
      assert.deepEqual(await list(store, elsewhere), ['Shop 1']);
      assert.deepEqual(toNames(await store.list('shop')), ['Shop 1', 'Shop 2']);
    },
  },
  {
    title: 'restores what it read, whatever happened in between',
    check: async (store) => {
      const kept = [shopOf(2), shopOf(1), pageOf('3', '2'), jobOf('4')];
      await insertAll(store, kept);
      const before = await store.readAll();
      await insertAll(store, [shopOf(5)]);
      await store.replace(shopOf(1, { value: { name: 'New' } }));
      await store.replace(pageOf('3', '2', '/new'));
      await store.remove('job', '4');
      assert.deepEqual(before, kept);
      await store.replaceAll(before);
      assert.deepEqual(await store.readAll(), kept);
      assert.deepEqual(await list(store), ['Shop 2', 'Shop 1']);
      assert.deepEqual(await store.list('page', '2'), [pageOf('3', '2')]);
      assert.equal(await store.find('shop', '5'), undefined);
    },
  },
];

const records: readonly StoreCase[] = contents.map(({ title, check }) => ({
  title,
  check: (store, session) => store.transaction(session, (state) => check(state.records)),
}));

function read(store: Store, session: string): Promise<unknown[]> {
  return store.transaction(session, async (state) => toNames(await state.records.readAll()), {
    readOnly: true,
  });
}

const clock = { offset: 2 } as const;
const countSlot = new Slot<number>('count');

const transactions: readonly StoreCase[] = [
  {
    title: 'applies all writes of a transaction, or none',
    check: async (store, session) => {
      const kept = [shopOf(1), shopOf(2), pageOf('5', '1')];
      await store.transaction(session, async (state) => {
        await insertAll(state.records, kept);
        await state.ownRecords.insert(jobOf('kept'));
        state.putSettings({ clock });
      });
      const write = async (state: SessionState): Promise<void> => {
        await state.records.replace(shopOf(1, { value: { name: 'New' } }));
        await state.records.replace(shopOf(2, { parent: elsewhere }));
        await state.records.insert(shopOf(3));
        await state.records.remove('shop', '1');
        await state.records.insert(pageOf('4', '1'));
        await state.records.replaceAll([shopOf(7)]);
        state.putSettings({});
        await state.ownRecords.insert(jobOf('lost'));
        await state.ownRecords.remove('job', 'kept');
        throw new Error('after all writes');
      };
      await assert.rejects(store.transaction(session, write), /after all writes/);
      await store.transaction(session, async (state) => {
        assert.deepEqual(await state.records.readAll(), kept);
        assert.deepEqual(await state.records.list('shop', here), kept.slice(0, 2));
        assert.deepEqual(await state.records.list('shop', elsewhere), []);
        assert.deepEqual(await state.records.list('page', '1'), kept.slice(2));
        assert.deepEqual(state.settings, { clock });
        assert.deepEqual(await state.ownRecords.list('job'), [jobOf('kept')]);
      });
    },
  },
  {
    title: 'runs transactions that write one after the other',
    check: async (store, session) => {
      const increment = () =>
        store.transaction(session, async (state) => {
          const count = countSlot.read(state.settings) ?? 0;
          await state.records.find('shop', '1');
          state.putSettings(countSlot.write(state.settings, count + 1));
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      const { own } = await store.readSettings(session);
      assert.equal(countSlot.read(own ?? {}), 20);
    },
  },
  {
    title: 'creates a session on first use, lists it and deletes it with everything in it',
    check: async (store, session) => {
      assert.equal((await store.readSettings(session)).own, undefined);
      assert.deepEqual(await read(store, session), []);
      await store.transaction(session, async (state) => {
        await state.records.insert(shopOf(1));
        state.putSettings({ clock });
        await state.ownRecords.insert(jobOf('one'));
      });
      await store.journal.append(journalRecordOf(session, 'gone'));
      assert.deepEqual(await read(store, session), ['Shop 1']);
      const [first, ...further] = (await store.listSessions()).map(({ name }) => name);
      assert.equal(first, 'default');
      assert.ok(further.includes(session));
      assert.equal(await store.deleteSession('default'), false);
      assert.equal(await store.deleteSession(session), true);
      assert.equal(await store.deleteSession(session), false);
      assert.deepEqual(await store.journal.list({ session }), []);
      await store.transaction(session, async (state) => {
        assert.deepEqual(await state.records.readAll(), []);
        assert.deepEqual(state.settings, {});
        assert.deepEqual(await state.ownRecords.list('job'), []);
      });
    },
  },
  {
    title: 'keeps settings, apart from those of every session',
    check: async (store, session) => {
      await store.transaction(session, async (state) => state.putSettings({ own: ['a'] }));
      const before = await store.changeShared((settings) => {
        return { settings: countSlot.write(settings, 1), result: countSlot.read(settings) };
      });
      assert.equal(before, undefined);
      const increment = () =>
        store.changeShared((settings) => {
          const count = (countSlot.read(settings) ?? 0) + 1;
          return { settings: countSlot.write(settings, count), result: count };
        });
      const counts = await Promise.all(Array.from({ length: 5 }, increment));
      assert.deepEqual(counts, [2, 3, 4, 5, 6]);
      const { own, shared } = await store.readSettings(session);
      assert.deepEqual(own, { own: ['a'] });
      assert.deepEqual(shared, { count: 6 });
      await store.changeShared(() => ({ settings: {}, result: undefined }));
      const names = (await store.listSessions()).map(({ name }) => name);
      assert.equal(names.includes(''), false);
    },
  },
  {
    title: 'keeps the records of features apart, even of a kind that the contract has too',
    check: (store, session) =>
      store.transaction(session, async ({ records: sessionRecords, ownRecords }) => {
        await sessionRecords.insert(jobOf('one', 1));
        for (const id of ['one', 'two', 'one']) {
          await ownRecords.remove('job', id);
          await ownRecords.insert(jobOf(id));
        }
        assert.deepEqual(await ownRecords.list('job'), [jobOf('two'), jobOf('one')]);
        assert.deepEqual(await ownRecords.find('job', 'one'), jobOf('one'));
        assert.deepEqual(await sessionRecords.readAll(), [jobOf('one', 1)]);
        await sessionRecords.replaceAll([]);
        assert.deepEqual(await ownRecords.list('job'), [jobOf('two'), jobOf('one')]);
      }),
  },
];

const due: readonly StoreCase[] = [
  {
    title: 'keeps records of features in order, and passes those that are due to the worker',
    check: async (store, session) => {
      const put = (id: string, dueIn?: number, tries = 0) =>
        store.transaction(session, async (state) => {
          const { ownRecords } = state;
          const job = jobOf(id, tries);
          if ((await ownRecords.find('job', id)) === undefined) await ownRecords.insert(job);
          else await ownRecords.replace(job);
          if (dueIn !== undefined) await state.arrange('job', id, dueIn);
        });
      const worked: string[] = [];
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      store.work(async ({ name }, kind, id) => {
        if (name !== session) return undefined;
        worked.push(`${kind} ${id}`);
        return id === 'last' ? async () => end() : undefined;
      });
      await put('moved', 3_600_000);
      await put('never', 0);
      await put('never', Number.POSITIVE_INFINITY, 2);
      await put('moved', 0);
      await put('last', 300);
      await ended;
      assert.deepEqual(worked.slice(-2), ['job moved', 'job last']);
      await store.transaction(session, async ({ ownRecords }) => {
        const ids = (await ownRecords.list('job')).map(({ id }) => id);
        assert.deepEqual(ids, ['moved', 'never', 'last']);
        assert.deepEqual((await ownRecords.find('job', 'never'))?.hidden, { tries: 2 });
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
    check: async ({ journal: journalStore }, session) => {
      const events: string[] = [];
      let isListening = false;
      const stop = journalStore.subscribe((record) => {
        if (record.session === session) events.push(record.toSummary().path);
        else isListening = true;
      });
      // A shared store needs a moment until it reports to a new subscriber.
      while (!isListening) {
        await journalStore.append(journalRecordOf('another', 'early'));
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const [path, status] of [
        ['a', 200],
        ['b', 404],
        ['c', 200],
        ['d', 200],
      ] as const)
        await journalStore.append(journalRecordOf(session, path, status));
      stop();
      await journalStore.append(journalRecordOf('another', 'e'));
      const all = await journalStore.list({ session });
      const paths = async (query: Parameters<typeof journalStore.list>[0]) =>
        (await journalStore.list({ session, ...query })).map(({ path }) => path);
      assert.deepEqual(await paths({}), ['a', 'b', 'c', 'd']);
      assert.deepEqual(events, ['a', 'b', 'c', 'd']);
      assert.deepEqual(await paths({ status: 200, limit: 2 }), ['c', 'd']);
      assert.deepEqual(await paths({ operation: 'createSite' }), []);
      assert.deepEqual(await paths({ after: all[1]?.id }), ['c', 'd']);
      assert.deepEqual(await paths({ before: all[2]?.id, limit: 1 }), ['b']);
      assert.equal(await journalStore.readLastId(), (all[3]?.id ?? 0) + 1);
      await journalStore.clear(session);
      assert.deepEqual(await paths({}), []);
      assert.equal((await journalStore.list({ session: 'another' })).length > 0, true);
    },
  },
];

/** Cases that every store has to pass. */
export const storeCases: readonly StoreCase[] = [...records, ...transactions, ...due, ...journal];
