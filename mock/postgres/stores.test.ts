import { afterAll, beforeAll, test } from '@jest/globals';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { storeCases } from '../../test/support/store-cases.ts';
import { emptyContents } from '../store/store.ts';
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

  function createStore(): PostgresSession {
    count += 1;
    const schema = quoteSchema('cases');
    const faults = { version: '' };
    const context = {
      database,
      statements: createStatements(schema),
      rows: new SessionRows(database, schema, () => 1),
      faults,
      readStart: () => emptyContents,
      loadFaults: async () => {
        faults.version = '1';
      },
    };
    return new PostgresSession(`case-${count}`, context, () => {});
  }

  test.each(storeCases)('$title', ({ check }) => check(createStore()));
});
