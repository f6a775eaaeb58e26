import { takeSnapshot, walkSettled } from '../../model/snapshot.ts';
import type { Check } from '../../runner/check.ts';
import { wait } from '../../runner/pace.ts';
import { frame } from './frame.ts';
import { expectLedger } from './listed-records.ts';

export const lastWritten: Check = {
  ...frame,
  id: 'listSites/shows-every-site-as-last-written',
  title: 'The list shows every site of the run once, with its latest values',
  requirements: [
    'list-sites-is-complete',
    'list-sites-shows-current-records',
    'writes-last',
    'create-site-stores-what-was-sent',
  ],
  sends: 'all pages of the list, again while it lags behind the writes',
  expects:
    'every site that was created or duplicated, once, with its last name, host and key; no site twice',
  async run(scope) {
    const { workspace } = scope.run.options;
    await expectLedger(scope, workspace, await takeSnapshot(scope));
    // What expires, or is undone behind the answer, takes its time.
    const memory = 0.3 * scope.run.options.settleMs;
    const written = [...scope.run.ledger.sites.values()].map(({ createdFrom }) => createdFrom);
    const left = Math.min(...written) + memory - Date.now();
    if (written.length === 0 || left <= 0) return;
    await wait(left);
    await expectLedger(scope, workspace, await walkSettled(scope, workspace));
  },
};
