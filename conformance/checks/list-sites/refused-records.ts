import { explainEffect } from '../../model/explanation.ts';
import { useSnapshot } from '../../model/snapshot.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { findRefused, findRequest } from './find-refused.ts';
import { frame } from './frame.ts';
import { expectNothingUnnamed } from './unnamed-records.ts';

export const refusedRecords: Check = {
  ...frame,
  id: 'listSites/shows-no-refused-record',
  title: 'Refused requests leave nothing in the list',
  requirements: ['refusals-have-no-effect', 'key-is-required'],
  sends:
    'nothing itself if the list shows only sites of the run; otherwise, refused creations without a name once more, and the list after each',
  expects:
    'no site with a name or host that only refused requests contained, and no new site whenever such a request is sent',
  async run(scope) {
    if (scope.run.ledger.refused.size === 0)
      throw new Inconclusive('this run sent no invalid requests');
    const list = await useSnapshot(scope);
    for (const site of list.sites) {
      const by = findRefused(scope, site);
      if (by === undefined) continue;
      const page = list.pages.find((candidate) => candidate.sites.includes(site));
      const entry = findRequest(scope, by, site);
      scope.fail({
        message: `a refused request had an effect: the list shows values that only requests of ${by} contained`,
        expected: 'no such site',
        received: `${String(site['name'])} with ${String(site['hostUrl'])}`,
        ...(page === undefined ? {} : { exchange: scope.run.show(page.sent) }),
        ...(entry === undefined
          ? { about: { what: 'what refused requests leave in the list', distance: 3 } }
          : explainEffect(scope.run, entry)),
      });
      return;
    }
    await expectNothingUnnamed(scope, list);
  },
};
