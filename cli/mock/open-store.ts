import type { SharedStore } from '../../mock/index.ts';
import { createPostgresStore } from '../../mock/postgres/index.ts';
import { UsageError } from '../usage-error.ts';

export interface StoreValues {
  store: string | undefined;
  storeSchema: string | undefined;
  state: string | undefined;
}

/**
 * The store that the options name. Its URL may hold a password, so no message repeats it.
 * @throws UsageError or StoreOptionError saying what is wrong with it
 */
export function openStore(
  values: StoreValues,
  environment: NodeJS.ProcessEnv,
): SharedStore | undefined {
  const { store, storeSchema: schema, state } = values;
  if (store === undefined) {
    if (schema !== undefined) throw new UsageError('--store-schema needs --store');
    return undefined;
  }
  if (state !== undefined)
    throw new UsageError('--store and --state cannot be combined: the state is kept in one place');
  // Hides a password that was an argument from the list of processes.
  if (/:[^/@]*@/.test(store)) process.title = 'site-contract mock';
  const { PGPASSWORD: password } = environment;
  return createPostgresStore(store, {
    ...(schema === undefined ? {} : { schema }),
    ...(password === undefined || password === '' ? {} : { password }),
  });
}
