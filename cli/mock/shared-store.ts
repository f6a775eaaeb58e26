import type { SharedStore } from '../../mock/index.ts';
import { createPostgresStore, pruneSessions } from '../../mock/postgres/index.ts';
import type { Context } from '../command.ts';
import { UsageError } from '../usage-error.ts';

interface StoreValues {
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
  return createPostgresStore(store, toConnection(schema, environment));
}

function toConnection(schema: string | undefined, { PGPASSWORD: password }: NodeJS.ProcessEnv) {
  return { ...(schema !== undefined && { schema }), ...(password && { password }) };
}

interface PruneValues {
  action: string | undefined;
  store: string | undefined;
  storeSchema: string | undefined;
  unusedFor: number | undefined;
}

const week = 7 * 86_400;

/** Removes what was not used, and says how much that was. */
export async function pruneStore(values: PruneValues, context: Context): Promise<number> {
  const { action, store, storeSchema: schema, unusedFor = week } = values;
  if (action !== 'prune')
    throw new UsageError('missing action; use: site-contract store prune --store <url>');
  if (store === undefined)
    throw new UsageError('missing --store <url>; pass it, or set SITE_CONTRACT_STORE');
  const pruned = await pruneSessions(store, {
    unusedForMs: unusedFor * 1000,
    ...toConnection(schema, context.environment),
  });
  context.stdout.write(`${pruned} ${pruned === 1 ? 'session was' : 'sessions were'} removed\n`);
  return 0;
}
