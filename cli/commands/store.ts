import type { SharedStore } from '../../mock/index.ts';
import { createPostgresStore, pruneSessions } from '../../mock/postgres/index.ts';
import { type Context, createCommand } from '../command.ts';
import { parsed, text, WrongValue } from '../option.ts';
import { UsageError } from '../usage-error.ts';

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

export const store = createCommand({
  name: 'store',
  summary: 'Remove unused sessions from a shared store',
  usage: 'prune --store <url> [options]',
  options: {
    action: text({
      placeholder: '<action>',
      positional: true,
      perCall: true,
      description: 'prune',
    }),
    store: text({
      placeholder: '<url>',
      perCall: true,
      description: 'URL of the database, as in `site-contract mock --store`',
    }),
    storeSchema: text({
      placeholder: '<name>',
      perCall: true,
      description: 'Schema of the tables',
      shown: 'site_contract',
    }),
    unusedFor: parsed(
      {
        placeholder: '<time>',
        perCall: true,
        description: 'How long a session must have been unused: 90s, 30m, 12h or 7d',
        shown: '7d',
      },
      parseSeconds,
    ),
  },
  examples: [
    {
      line: 'site-contract store prune --store postgres://mock@db/mocks --unused-for 12h',
      does: 'Removes the sessions that no request used in the last 12 hours.',
    },
  ],
  notes: ['The default session is never removed. If the URL has no password, PGPASSWORD is used.'],
  exits: { 0: 'done', 2: 'could not run; the reason is on stderr' },
  run: async (values, context) => (await import('./store.ts')).pruneStore(values, context),
});

function parseSeconds(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds =
    unit === 's' || unit === 'm' || unit === 'h' || unit === 'd' ? Number(number) * units[unit] : 0;
  // Mocks record the use of a session every 30 seconds.
  if (seconds >= 60) return seconds;
  throw new WrongValue('a time of at least a minute, such as 90s, 30m, 12h or 7d');
}

interface StoreValues {
  store: string | undefined;
  storeSchema: string | undefined;
  state: string | undefined;
}

/**
 * Opens the configured store. Its URL may contain a password, so messages never contain it.
 * @throws UsageError or StoreOptionError with the mistake
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
    throw new UsageError(
      '--store and --state cannot be combined: the state can be kept in only one place',
    );
  // Hides a password in the arguments from the list of processes.
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

/** Removes unused sessions, and prints how many. */
export async function pruneStore(values: PruneValues, context: Context): Promise<number> {
  const { action, store, storeSchema: schema, unusedFor = week } = values;
  if (action !== 'prune')
    throw new UsageError(
      `${action === undefined ? 'missing action' : `unknown action "${action}"`}; use: site-contract store prune --store <url>`,
    );
  if (store === undefined)
    throw new UsageError('missing --store <url>; pass it, or set SITE_CONTRACT_STORE');
  const pruned = await pruneSessions(store, {
    unusedForMs: unusedFor * 1000,
    ...toConnection(schema, context.environment),
  });
  context.stdout.write(`${pruned} ${pruned === 1 ? 'session was' : 'sessions were'} removed\n`);
  return 0;
}
