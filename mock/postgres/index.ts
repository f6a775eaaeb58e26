/** A store in PostgreSQL that any number of mocks can share. */

import type { SharedStore } from '../store/shared-store.ts';
import { Database } from './database.ts';
import { parseDatabaseUrl, StoreOptionError } from './database-url.ts';
import type { Queries } from './driver.ts';
import { type Place, PostgresSharing } from './postgres-sharing.ts';
import { migrate, quoteSchema } from './schema.ts';
import { SessionRows } from './session-rows.ts';

export type { SharedStore } from '../store/shared-store.ts';
export { StoreOptionError } from './database-url.ts';

/** The options of a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /** The schema of the tables. It is created if it does not exist. Default: `site_contract`. */
  schema?: string;
  /** The password, if the URL has none. Default: none. */
  password?: string;
}

/** The default schema. */
export const defaultSchema = 'site_contract';

/**
 * Creates a store in PostgreSQL. All mocks with the same store behave like a single mock. Requires the package `pg`.
 * @param url of the database. It can contain several hosts, `target_session_attrs`, `sslmode`, `pool_size` and
 * `statement_timeout`
 * @throws StoreOptionError saying what is wrong with the URL or the schema, without the password
 * @example
 * const mock = createMock({ store: createPostgresStore('postgres://mock:secret@db:5432/mocks') });
 * const { url } = await mock.listen();
 */
export function createPostgresStore(
  url: string,
  { schema = defaultSchema, password }: PostgresStoreOptions = {},
): SharedStore {
  const place = readPlace(url, schema, password);
  return { join: (mock) => new PostgresSharing(place, mock) };
}

/** Selects the sessions to remove. */
export interface PruneOptions extends PostgresStoreOptions {
  /**
   * The minimum time since their last use, in milliseconds. Mocks record the use of a session every 30 seconds, so less than a
   * minute can remove sessions in use.
   */
  unusedForMs: number;
}

/**
 * Removes sessions that were not used for some time, with their data. The default session stays.
 * @returns the number of removed sessions
 * @throws StoreOptionError saying why the store cannot be used
 */
export async function pruneSessions(
  url: string,
  { schema = defaultSchema, password, unusedForMs }: PruneOptions,
): Promise<number> {
  const place = readPlace(url, schema, password);
  const prepare = (queries: Queries) => migrate(queries, place.schema, schema);
  const database = new Database(place.address, prepare, () => {});
  await database.open();
  try {
    const rows = new SessionRows(database, place.schema, () => 0);
    const pruned = await rows.prune(unusedForMs);
    while (await rows.clean());
    return pruned;
  } finally {
    await database.close();
  }
}

function readPlace(url: string, schema: string, password: string | undefined): Place {
  if (typeof url !== 'string')
    throw new StoreOptionError('the store requires the URL of a database, as a string');
  const parsed = parseDatabaseUrl(url);
  const address = { ...parsed, password: parsed.password ?? password };
  return { address, schema: quoteSchema(schema), given: schema };
}
