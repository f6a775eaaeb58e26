import { useSnapshot } from '../../model/snapshot.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { findRefused } from './find-refused.ts';
import { frame } from './frame.ts';
import { expectNothingUnnamed } from './unnamed-records.ts';

export const refusedRecords: Check = {
  ...frame,
  id: 'listSites/shows-no-refused-record',
  title: 'Refused requests leave nothing in the list',
  requirements: ['refusals-have-no-effect', 'key-is-required'],
  sends:
    'nothing of its own where the list shows sites of the run alone; else, creations without a name that were refused, once more, and the list after each',
  expects:
    'no site that shows a name or a host which only refused requests carried, and none that comes whenever such a request is sent',
  async run(scope) {
    if (scope.run.ledger.refused.size === 0)
      throw new Inconclusive('no request was meant to be refused in this run');
    const list = await useSnapshot(scope);
    for (const site of list.sites) {
      const by = findRefused(scope, site);
      if (by === undefined) continue;
      const page = list.pages.find((candidate) => candidate.sites.includes(site));
      scope.fail({
        message: `a refused request had an effect: the list shows what only requests of ${by} carried`,
        expected: 'no such site',
        received: `${String(site['name'])} with ${String(site['hostUrl'])}`,
        ...(page === undefined ? {} : { exchange: scope.run.show(page.sent) }),
        about: { what: 'what refused requests leave behind', distance: 3 },
      });
      return;
    }
    await expectNothingUnnamed(scope, list);
  },
};
