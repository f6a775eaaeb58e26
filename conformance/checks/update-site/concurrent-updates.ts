import type { ExpectedSite } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeCrowd, makeHostUrl, takeTurn, useBare, useSubject } from '../../model/shared.ts';
import { listDifferences } from '../../model/site-differences.ts';
import { compareSite, expectRecord, updateSite } from '../../model/sites.ts';
import { prepare } from '../../runner/run.ts';
import { frames, sendInPairs } from '../frames.ts';

export const concurrentUpdatesOfTwoSites: Check = {
  ...frames.updateSite,
  id: 'updateSite/concurrent-updates-of-two-sites-are-independent',
  title: 'Concurrent updates of two sites are not mixed up',
  requirements: ['concurrent-requests-are-independent', 'update-site-changes-what-is-named'],
  sends: 'an update of each of two sites at once, in several rounds',
  expects: 'each response with the site and the name of its own request, and both names afterwards',
  uses: ['subject', 'bare'],
  run: (scope) =>
    takeTurn(
      scope,
      'subject',
      () =>
        takeTurn(scope, 'bare', async () => {
          const sites = [await useSubject(scope), await useBare(scope)];
          for (let round = 1; round <= scope.run.probes.count(3, 2); round += 1) {
            await Promise.all(
              sites.map(async (site) => {
                const { body, sent } = await updateSite(scope, site, { name: scope.unique() });
                compareSite(scope, body, site, 'a site updated concurrently with another', sent);
              }),
            );
          }
          for (const site of sites)
            await expectRecord(scope, site, 'a site updated concurrently with another, read back');
        }),
      7,
    ),
};

export const concurrentUpdatesOfOneSite: Check = {
  ...frames.updateSite,
  id: 'updateSite/concurrent-updates-both-last',
  long: true,
  title: 'Concurrent updates of different fields are both kept',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'an update of the name and one of the host URL at once, of four sites side by side, in several rounds',
  expects: 'both new values afterwards',
  uses: ['subject', 'first of three', 'second of three', 'third of three'],
  run: (scope) =>
    takeTurn(
      scope,
      'subjects',
      async () => {
        const subject = await useSubject(scope);
        // If single fields are not accepted, updates of different fields cannot be distinguished.
        await updateSite(scope, subject, { name: scope.unique() });
        await updateSite(scope, subject, {
          hostUrl: makeHostUrl(scope),
        });
        const { made } = await prepare('sites', () => makeCrowd(scope));
        const sites = [subject, ...made.map(({ expected }) => expected)];
        await Promise.all(sites.map((site) => updateInPairs(scope, site)));
      },
      9,
    ),
};

/** Several pairs of concurrent updates of one site. */
async function updateInPairs(scope: Scope, site: ExpectedSite): Promise<void> {
  await sendInPairs(
    scope,
    () => [{ name: scope.unique() }, { hostUrl: makeHostUrl(scope) }],
    async (change) => (await updateSite(scope, site, change)).body,
    (body) => listDifferences(body, site).length > 0,
  );
  await expectRecord(scope, site, 'the site after concurrent updates');
}
