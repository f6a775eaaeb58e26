import { afterAll, beforeAll, test } from '@jest/globals';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { createForwardingStore } from '../../test/support/promising-store.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { storeCases } from '../../test/support/store-cases.ts';
import { type Answer, emptyContents, type Store } from '../store/store.ts';
import { Database } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { migrate, quoteSchema } from './schema.ts';
import { SessionRows } from './session-rows.ts';
import { PostgresSession } from './session-store.ts';
import { createStatements } from './unit.ts';

describePostgres('a store on PostgreSQL', () => {
  let server: TestPostgres;
  let database: Database;
  let count = 0;

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    const schema = quoteSchema('cases');
    database = new Database(
      parseDatabaseUrl(server.patientUrl),
      (queries) => migrate(queries, schema, 'cases'),
      () => {},
    );
    await database.open();
  });

  afterAll(async () => {
    await database?.close();
    await server?.close();
  });

  function createStore(): Store {
    count += 1;
    const schema = quoteSchema('cases');
    const rules = {
      version: '',
      load: async () => {
        rules.version = '1';
      },
    };
    const context = {
      database,
      statements: createStatements(schema),
      rows: new SessionRows(database, schema, () => 1),
      rules,
      readStart: () => emptyContents,
    };
    const session = new PostgresSession(`case-${count}`, context);
    const use = <T>(call: (store: Store) => Answer<T>) =>
      session.present(() => session.transact(call));
    return createForwardingStore(use, {
      read: () => session.read(),
      replace: (contents) => session.replace(contents),
      // As in an operation, a record is read before it is replaced.
      putSite: (record) =>
        use(async (store) => {
          await store.findSite(record.site.id);
          await store.putSite(record);
        }),
      putRoute: (record) =>
        use(async (store) => {
          await store.findRoute(record.route.id);
          await store.putRoute(record);
        }),
    });
  }

  test.each(storeCases)('$title', ({ check }) => check(createStore()));
});
