/** A store in PostgreSQL, which any number of mocks can share. */

import type { SharedStore } from '../store/shared-store.ts';
import { createPostgresSharing } from './create-sharing.ts';
import { parseDatabaseUrl, StoreOptionError } from './database-url.ts';
import { quoteSchema } from './schema.ts';

export type { SharedStore } from '../store/shared-store.ts';
export { StoreOptionError } from './database-url.ts';

/** Where the state of mocks is kept. */
export interface PostgresStoreOptions {
  /** The schema of the tables, which is made when it is missing. Default: `site_contract`. */
  schema?: string;
  /** The password, where the URL has none. */
  password?: string;
}

/** The schema if none is given. */
export const defaultSchema = 'site_contract';

/**
 * A store in PostgreSQL. Any number of mocks that have the same one behave as a single mock does. It needs the package `pg`.
 * @param url of the database: several hosts, `target_session_attrs`, `sslmode`, `pool_size` and `statement_timeout` can be
 * told in it
 * @throws StoreOptionError saying what is wrong with the URL or the schema, without the password
 * @example
 * const mock = createMock({ store: createPostgresStore('postgres://mock:secret@db:5432/mocks') });
 * const { url } = await mock.listen();
 */
export function createPostgresStore(
  url: string,
  { schema = defaultSchema, password }: PostgresStoreOptions = {},
): SharedStore {
  if (typeof url !== 'string')
    throw new StoreOptionError('the store needs the URL of a database, as a text');
  const parsed = parseDatabaseUrl(url);
  const address = { ...parsed, password: parsed.password ?? password };
  const quoted = quoteSchema(schema);
  return {
    join: (mock) => createPostgresSharing({ address, schema: quoted, given: schema }, mock),
  };
}
