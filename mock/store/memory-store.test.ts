import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { journalRecordOf, storeCases } from '../../test/support/store-cases.ts';
import { MemoryStore } from './memory-store.ts';

function createStore(): MemoryStore {
  const store = new MemoryStore();
  const readContents = () => [];
  store.attach({ seed: 1, journalSize: 250, readContents, onError: () => {} });
  return store;
}

/** An object is kept until the end of the task that read its reference. */
async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

describe('the memory store', () => {
  test.each(storeCases)('$title', ({ check }) => check(createStore(), 'case'));

  test('removes the least recently used session, and never the default one', async () => {
    const store = createStore();
    for (let at = 0; at < 999; at += 1) store.session(`s${at}`);
    store.session('s0');
    await store.journal.append(journalRecordOf('s1', 'a'));
    store.session('new');
    expect(await store.journal.list({ session: 's1' })).toEqual([]);
    const names = (await store.listSessions()).map(({ name }) => name);
    expect(names).toHaveLength(1000);
    expect(names.slice(0, 3)).toEqual(['default', 's0', 's2']);
  });

  test.each([
    { title: 'deletes', remove: (store: MemoryStore) => store.deleteSession('left') },
    {
      title: 'replaces by newer ones',
      remove: async (store: MemoryStore) => {
        for (let at = 0; at < 1000; at += 1) store.session(`s${at}`);
      },
    },
  ])('frees a session that it $title, although its records wait', async ({ remove }) => {
    const store = createStore();
    store.work(async () => undefined);
    const use = async (): Promise<WeakRef<object>> => {
      await store.transaction('left', (state) => state.arrange('job', 'waiting', 3_600_000));
      return new WeakRef(store.session('left'));
    };
    const session = await use();
    await remove(store);
    await collectGarbage();
    expect(session.deref()).toBeUndefined();
  });

  test('passes no record of a deleted session to the worker for a new one of that name', async () => {
    const store = createStore();
    const worked: string[] = [];
    const last = new Promise<void>((resolve) => {
      store.work(async (_state, _kind, id) => {
        worked.push(id);
        if (id === 'last') resolve();
        return undefined;
      });
    });
    await store.transaction('a', (state) => state.arrange('job', 'old', 1));
    await store.deleteSession('a');
    await store.transaction('a', (state) => state.arrange('job', 'last', 20));
    await last;
    expect(worked).toEqual(['last']);
  });

  test('does not arrange a record whose session was deleted during its transaction', async () => {
    const store = createStore();
    const worked: string[] = [];
    store.work(async (_state, _kind, id) => {
      worked.push(id);
      return undefined;
    });
    const session = store.session('a');
    await store.transaction('a', async (state) => {
      await store.deleteSession('a');
      state.arrange('job', 'late', 0);
    });
    expect(session.timers.size).toBe(0);
    expect(worked).toEqual([]);
  });

  test('takes writes back that cannot be saved', async () => {
    const store = new MemoryStore(() => {
      throw new Error('the disk is full');
    });
    const write = store.transaction('a', async (state) => state.putSettings({ webhookSeed: 1 }));
    await expect(write).rejects.toThrow('the disk is full');
    expect(store.session('a').settings).toEqual({});
  });

  test('keeps a change that is made at once although a transaction in progress is taken back', async () => {
    const store = createStore();
    const work = store.transaction('a', async (state) => {
      state.putSettings({ ...state.settings, count: 1 });
      await state.records.insert({
        kind: 'shop',
        id: '1',
        parent: undefined,
        value: {},
        hidden: {},
      });
      store.changeSettingsNow('b', (settings) => ({ ...settings, clock: 1 }));
      store.changeSettingsNow('a', (settings) => ({ ...settings, clock: 2 }));
      throw new Error('taken back');
    });
    await expect(work).rejects.toThrow('taken back');
    expect(store.session('b').settings).toEqual({ clock: 1 });
    expect(store.session('a').settings).toEqual({ clock: 2 });
    expect(store.session('a').records.readAllNow()).toEqual([]);
  });
});
