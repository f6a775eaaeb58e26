import { pruneSessions } from '../../mock/postgres/index.ts';
import type { Context } from '../command.ts';
import { UsageError } from '../usage-error.ts';

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
  const { PGPASSWORD: password } = context.environment;
  const pruned = await pruneSessions(store, {
    unusedForMs: unusedFor * 1000,
    ...(schema === undefined ? {} : { schema }),
    ...(password === undefined || password === '' ? {} : { password }),
  });
  context.stdout.write(`${pruned} ${pruned === 1 ? 'session was' : 'sessions were'} removed\n`);
  return 0;
}
