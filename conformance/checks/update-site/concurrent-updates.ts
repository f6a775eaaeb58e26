import { toHostUrl } from '../../data/fresh-body.ts';
import { takeTurn, useBare, useSubject } from '../../model/shared.ts';
import { compareSite, expectRecord, updateSite } from '../../model/sites.ts';
import type { Check } from '../../runner/check.ts';
import { frame } from './frame.ts';

export const concurrentUpdatesOfTwoSites: Check = {
  ...frame,
  id: 'updateSite/concurrent-updates-of-two-sites-are-independent',
  title: 'updates of two sites at the same moment do not get mixed up',
  requirements: ['concurrent-requests-are-independent', 'update-site-changes-what-is-named'],
  sends: 'an update of each of two sites at once, in several rounds',
  expects: 'each answer with the site and the name of its own request, and both names afterwards',
  uses: ['subject', 'bare'],
  run: (scope) =>
    takeTurn(scope, 'subject', () =>
      takeTurn(scope, 'bare', async () => {
        const sites = [await useSubject(scope), await useBare(scope)];
        for (let round = 1; round <= 3; round += 1) {
          await Promise.all(
            sites.map(async (site) => {
              const { body, sent } = await updateSite(scope, site, { name: scope.unique() });
              compareSite(scope, body, site, 'a site updated next to another', sent);
            }),
          );
        }
        for (const site of sites)
          await expectRecord(scope, site, 'a site updated next to another, read back');
      }),
    ),
};

export const concurrentUpdatesOfOneSite: Check = {
  ...frame,
  id: 'updateSite/concurrent-updates-both-last',
  title: 'updates of different fields at the same moment both last',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends: 'an update of the name and one of the host URL at once, in several rounds',
  expects: 'both new values afterwards',
  run: (scope) =>
    takeTurn(scope, 'subject', async () => {
      const site = await useSubject(scope);
      // Where a field alone is not taken, updates of different fields cannot be told apart.
      await updateSite(scope, site, { name: scope.unique() });
      await updateSite(scope, site, { hostUrl: toHostUrl(scope.unique(), scope.run.domain) });
      const rounds = scope.run.options.thorough ? 8 : 4;
      for (let round = 1; round <= rounds; round += 1) {
        await Promise.all([
          updateSite(scope, site, { name: scope.unique() }),
          updateSite(scope, site, { hostUrl: toHostUrl(scope.unique(), scope.run.domain) }),
        ]);
      }
      await expectRecord(scope, site, 'the site after updates at the same moment');
    }),
};
