import { toHostUrl } from '../../data/fresh-body.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeCrowd, takeTurn, useBare, useSubject } from '../../model/shared.ts';
import { listDifferences } from '../../model/site-differences.ts';
import { compareSite, expectRecord, updateSite } from '../../model/sites.ts';
import { prepare } from '../../runner/run.ts';
import { frame } from './changes.ts';

export const concurrentUpdatesOfTwoSites: Check = {
  ...frame,
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

/** What is read before another update writes and written after it is lost; it takes luck to see, so many pairs are sent. */
const rounds = { standard: 6, thorough: 12 };

export const concurrentUpdatesOfOneSite: Check = {
  ...frame,
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
        // Where a field alone is not taken, updates of different fields cannot be told apart.
        await updateSite(scope, subject, { name: scope.unique() });
        await updateSite(scope, subject, {
          hostUrl: toHostUrl(scope.unique(), scope.run.domain),
        });
        const { made } = await prepare('sites', () => makeCrowd(scope));
        const sites = [subject, ...made.map(({ expected }) => expected)];
        await Promise.all(sites.map((site) => updateInPairs(scope, site)));
      },
      9,
    ),
};

/**
 * The two answers of a pair show a lost update when neither has the value of the other request: one of them came second.
 * What is read back then tells whether it stays lost.
 */
async function updateInPairs(scope: Scope, site: ExpectedSite): Promise<void> {
  const { probes, options } = scope.run;
  const count = probes.count(options.thorough ? rounds.thorough : rounds.standard, 2);
  for (let round = 1; round <= count; round += 1) {
    const name = scope.unique();
    const hostUrl = toHostUrl(scope.unique(), scope.run.domain);
    const changes = [{ name }, { hostUrl }];
    const [one, other] = await Promise.all(
      (round % 2 === 0 ? changes.reverse() : changes).map((change) =>
        updateSite(scope, site, change),
      ),
    );
    const areBothAlone = [one, other].every(
      (made) => made !== undefined && listDifferences(made.body, site).length > 0,
    );
    if (areBothAlone) break;
  }
  await expectRecord(scope, site, 'the site after concurrent updates');
}
