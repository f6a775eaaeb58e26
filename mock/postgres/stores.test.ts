import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { storeCases } from '../../test/support/store-cases.ts';
import type { StoreContents } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { createPostgresStore } from './index.ts';

describePostgres('a store on PostgreSQL', () => {
  let server: TestPostgres;
  const stores: Store[] = [];

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
    await server?.close();
  });

  function createStore(schema: string, contents: StoreContents = []): Store {
    const store = createPostgresStore(server.patientUrl, { schema });
    const readContents = () => contents;
    store.attach({ seed: stores.length, journalSize: 250, readContents, onError: () => {} });
    stores.push(store);
    return store;
  }

  let shared: Store | undefined;
  test.each(storeCases)('$title', async ({ title, check }) => {
    shared ??= createStore('cases');
    await check(shared, title.replace(/\W+/g, '-').slice(0, 60));
  });

  test('has one seed and one set of contents for all mocks', async () => {
    const [one, other] = [createStore('together'), createStore('together')];
    await Promise.all([one.open(), other.open()]);
    expect(other.seed).toBe(one.seed);
  });
});
