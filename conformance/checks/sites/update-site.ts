import { toHostUrl } from '../../data/fresh-body.ts';
import { isRefused } from '../../model/lawful-refusals.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, takeTurn, unknownUuid, useBare, useSubject } from '../../model/shared.ts';
import { compareSite } from '../../model/site-differences.ts';
import { expectRecord, type SiteInput, updateSite } from '../../model/sites.ts';
import { tryUpdateSite } from '../../model/trials.ts';
import { isSuccess } from '../../runner/journal.ts';
import { requireSuccess } from '../../runner/run.ts';
import { describeEmptyUpdate, frames, onSubject, sendEmptyUpdates } from '../frames.ts';
import { concurrentUpdatesOfOneSite, concurrentUpdatesOfTwoSites } from './concurrency.ts';
import { keptOrigins, moreThanAnOrigin, takenHost } from './hosts.ts';
import { keptNamesOfUpdated } from './names.ts';

/** Creates a check of consecutive updates of a site: of their responses and of the next one. */
function changes(
  check: Pick<Check, 'id' | 'title' | 'requirements' | 'sends' | 'expects'>,
  makeChanges: (scope: Scope) => SiteInput[],
  subject: 'subject' | 'bare' = 'subject',
): Check {
  const use = subject === 'bare' ? useBare : useSubject;
  return {
    ...frames.updateSite,
    ...check,
    uses: [subject],
    run: (scope) =>
      takeTurn(scope, subject, async () => {
        const site = await use(scope);
        for (const change of makeChanges(scope)) {
          const { body, sent } = await updateSite(scope, site, change);
          compareSite(scope, body, site, 'the updated site', sent);
        }
        await expectRecord(scope, site, 'the site read back');
      }),
  };
}

const changesWhatIsNamed = [
  'update-site-succeeds',
  'update-site-changes-what-is-named',
  'writes-last',
] as const;

const changedFields: readonly Check[] = [
  changes(
    {
      id: 'updateSite/changes-the-name-alone',
      title: 'Changing the name changes nothing else',
      requirements: ['operations-exist', ...changesWhatIsNamed],
      sends: 'an update with a name, then a no-op update to read it back',
      expects: 'the new name, and the same id, hostUrl and apiKey as before, in both responses',
    },
    (scope) => [{ name: scope.unique() }],
  ),
  changes(
    {
      id: 'updateSite/changes-the-host-url-alone',
      title: 'Changing the host URL changes nothing else',
      requirements: changesWhatIsNamed,
      sends: 'an update with a hostUrl, then a no-op update to read it back',
      expects: 'the new origin, and the same id, name and apiKey as before, in both responses',
    },
    (scope) => [{ hostUrl: makeHostUrl(scope) }],
  ),
  {
    ...frames.updateSite,
    id: 'updateSite/changes-both-fields',
    title: 'Name and host URL can change together',
    requirements: changesWhatIsNamed,
    sends:
      'an update with name and hostUrl, the same update with its fields in another order, then a no-op update to read it back',
    expects:
      'both new values, and the same id and apiKey, in all responses (a no-op update may be refused)',
    run: onSubject(async (scope, site) => {
      const name = scope.unique();
      const hostUrl = toHostUrl(name, scope.run.domain);
      const { body, sent } = await updateSite(scope, site, { name, hostUrl });
      compareSite(scope, body, site, 'the updated site', sent);
      const again = await tryUpdateSite(scope, site.id, { hostUrl, name });
      if (!isRefused(again)) {
        const answered = requireSuccess(scope.run, again, 'the same update again');
        compareSite(scope, answered, site, 'the site after a no-op update', again);
      }
      await expectRecord(scope, site, 'the site read back');
    }),
  },
  changes(
    {
      id: 'updateSite/changes-a-site-that-was-given-a-name-alone',
      title: 'A site without a host can later get one, and a new name',
      requirements: changesWhatIsNamed,
      sends:
        'updates with a hostUrl and then with a name, of a site that was created without host and locale and has the same name as another site',
      expects: 'the new values, only in this site',
    },
    (scope) => [{ hostUrl: makeHostUrl(scope) }, { name: scope.unique() }],
    'bare',
  ),
  {
    ...frames.updateSite,
    id: 'updateSite/never-changes-the-key',
    title: 'An update cannot change the apiKey or the workspace',
    requirements: ['update-site-changes-what-is-named', 'refusals-have-no-effect'],
    sends:
      'an update with a name and the undocumented fields apiKey and workspaceId; then a no-op update to read it back',
    expects: 'the new name and the same apiKey, or a refusal that leaves the name unchanged',
    run: onSubject(async (scope, site) => {
      const name = scope.unique();
      const [apiKey, workspaceId] = ['key', 'workspace'].map((what) =>
        unknownUuid(scope, `${what} of an update`),
      );
      const sent = await tryUpdateSite(scope, site.id, { name, apiKey, workspaceId });
      if (isSuccess(sent)) {
        site.name = name;
        site.writers.push(scope.check.id);
        const body = requireSuccess(scope.run, sent, 'an update');
        compareSite(scope, body, site, 'the site after an update with an apiKey', sent);
      } else if (!isRefused(sent)) requireSuccess(scope.run, sent, 'an update with an apiKey');
      await expectRecord(scope, site, 'the site after an update with an apiKey, read back');
    }),
  },
];

const emptyUpdate: Check = {
  ...frames.updateSite,
  ...describeEmptyUpdate('site'),
  id: 'updateSite/an-empty-update-changes-nothing',
  requirements: ['update-site-changes-what-is-named'],
  run: onSubject(async (scope, site) => {
    const request = { operation: 'updateSite', path: { siteId: site.id } } as const;
    await sendEmptyUpdates(scope, request, (body, sent) =>
      compareSite(scope, body, site, 'the site after an empty update', sent),
    );
  }),
};

export const updateSiteChecks: readonly Check[] = [
  ...changedFields,
  emptyUpdate,
  ...keptNamesOfUpdated,
  concurrentUpdatesOfTwoSites,
  keptOrigins,
  concurrentUpdatesOfOneSite,
  moreThanAnOrigin,
  takenHost,
];
