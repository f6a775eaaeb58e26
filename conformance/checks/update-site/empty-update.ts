import { takeTurn, useSubject } from '../../model/shared.ts';
import { compareSite } from '../../model/sites.ts';
import type { Check } from '../../runner/check.ts';
import { call, judgeEmptyUpdate, requireSuccess } from '../../runner/run.ts';
import { frame } from './frame.ts';

export const emptyUpdate: Check = {
  ...frame,
  id: 'updateSite/an-empty-update-changes-nothing',
  title: 'An update without fields returns the unchanged site',
  requirements: ['update-site-changes-what-is-named'],
  sends: 'an update with an empty object, twice',
  expects:
    'the site as it is (a refusal is inconclusive: the interface does not show which fields are required)',
  run: (scope) =>
    takeTurn(scope, 'subject', async () => {
      const site = await useSubject(scope);
      for (let round = 1; round <= 2; round += 1) {
        const sent = await call(scope, {
          operation: 'updateSite',
          path: { siteId: site.id },
          body: {},
          intent: 'probe',
        });
        judgeEmptyUpdate(scope.run, sent);
        compareSite(
          scope,
          requireSuccess(scope.run, sent, 'an empty update'),
          site,
          'the site after an empty update',
          sent,
        );
      }
    }),
};
