import type { Store } from '../store/store.ts';
import { StoreOptionError } from './database-url.ts';
import { assertSchemaName } from './schema.ts';
import { PostgresStore } from './store.ts';

export { StoreOptionError };

export interface PostgresStoreOptions {
  /** The schema for the tables, which is created with the first use; the job queue has its own beside it. Default: `site_contract`. */
  schema?: string;
}

/**
 * Creates a store in a PostgreSQL database, which any number of mocks can share. Requires the packages `pg` and `pg-boss`.
 * @param url `postgres://user:password@host:5432/database?parameter=value`. Without a password in it, `PGPASSWORD` is used
 * @example
 * const mock = createMock({ store: createPostgresStore('postgres://mock@localhost/mocks') });
 * await mock.listen({ port: 4010 });
 * @throws StoreOptionError when the schema cannot be used. `listen` throws it when the database cannot
 */
export function createPostgresStore(
  url: string,
  { schema = 'site_contract' }: PostgresStoreOptions = {},
): Store {
  assertSchemaName(schema);
  return new PostgresStore(url, schema);
}
