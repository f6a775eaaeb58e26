import { describe, expect, test } from '@jest/globals';
import { journalRecordOf, storeCases } from '../../test/support/store-cases.ts';
import { MemoryStore } from './memory-store.ts';
import { emptyContents } from './store.ts';

function createStore(): MemoryStore {
  const store = new MemoryStore();
  const readContents = () => emptyContents;
  store.attach({ seed: 1, journalSize: 250, readContents, onError: () => {} });
  return store;
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

  test('takes writes back that cannot be saved', async () => {
    const store = new MemoryStore(() => {
      throw new Error('the disk is full');
    });
    const write = store.transaction('a', async (state) => state.putSettings({ webhookSeed: 1 }));
    await expect(write).rejects.toThrow('the disk is full');
    expect(store.session('a').settings).toEqual({});
  });
});
