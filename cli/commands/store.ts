import { createCommand } from '../command.ts';
import { parsed, text, WrongValue } from '../option.ts';

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** `site-contract store`. */
export const store = createCommand({
  name: 'store',
  summary: 'Remove unused sessions from a shared store',
  usage: 'prune --store <url> [options]',
  options: {
    action: {
      ...text({ placeholder: '<action>', positional: true, description: 'prune' }),
      perCall: true,
    },
    store: {
      ...text({
        placeholder: '<url>',
        description: 'URL of the database, as `site-contract mock --store` takes it',
      }),
      perCall: true,
    },
    storeSchema: {
      ...text({ placeholder: '<name>', description: 'Schema of the tables' }),
      shown: 'site_contract',
      perCall: true,
    },
    unusedFor: {
      ...parsed(
        {
          placeholder: '<time>',
          description: 'How long a session must have been unused: 90s, 30m, 12h or 7d',
        },
        parseSeconds,
      ),
      shown: '7d',
      perCall: true,
    },
  },
  examples: [
    {
      line: 'site-contract store prune --store postgres://mock@db/mocks --unused-for 12h',
      does: 'Removes the sessions that no request used in the last 12 hours.',
    },
  ],
  notes: ['The default session is never removed. If the URL has no password, PGPASSWORD is used.'],
  exits: { 0: 'done', 2: 'could not run; the reason is on stderr' },
  run: async (values, context) =>
    (await import('../mock/shared-store.ts')).pruneStore(values, context),
});

function parseSeconds(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds =
    unit === 's' || unit === 'm' || unit === 'h' || unit === 'd' ? Number(number) * units[unit] : 0;
  // Mocks record the use of a session every 30 seconds.
  if (seconds >= 60) return seconds;
  throw new WrongValue('a time of at least a minute, such as 90s, 30m, 12h or 7d');
}
