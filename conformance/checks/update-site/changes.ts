import { toHostUrl } from '../../data/fresh-body.ts';
import { isRefused } from '../../model/lawful-refusals.ts';
import { takeTurn, unknownUuid, useBare, useSubject } from '../../model/shared.ts';
import { compareSite, expectRecord, updateSite } from '../../model/sites.ts';
import type { Check } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, judgeEmptyUpdate, requireSuccess } from '../../runner/run.ts';

/** What all checks of updateSite have in common. */
export const frame = {
  operation: 'updateSite',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['subject'],
} as const;

/** Each field by itself, and both. */
export const changedFields: readonly Check[] = [
  {
    ...frame,
    id: 'updateSite/changes-the-name-alone',
    title: 'Changing the name changes nothing else',
    requirements: [
      'operations-exist',
      'update-site-succeeds',
      'update-site-changes-what-is-named',
      'writes-last',
    ],
    sends: 'an update with a name, then a no-op update to read it back',
    expects: 'the new name, and the same id, hostUrl and apiKey as before, in both responses',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const { body, sent } = await updateSite(scope, site, { name: scope.unique() });
        compareSite(scope, body, site, 'the updated site', sent);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...frame,
    id: 'updateSite/changes-the-host-url-alone',
    title: 'Changing the host URL changes nothing else',
    requirements: ['update-site-succeeds', 'update-site-changes-what-is-named', 'writes-last'],
    sends: 'an update with a hostUrl, then a no-op update to read it back',
    expects: 'the new origin, and the same id, name and apiKey as before, in both responses',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const { body, sent } = await updateSite(scope, site, {
          hostUrl: toHostUrl(scope.unique(), scope.run.domain),
        });
        compareSite(scope, body, site, 'the updated site', sent);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...frame,
    id: 'updateSite/changes-both-fields',
    title: 'Name and host URL can change together',
    requirements: ['update-site-succeeds', 'update-site-changes-what-is-named', 'writes-last'],
    sends:
      'an update with name and hostUrl, the same update again with its fields in another order, then a no-op update to read it back',
    expects:
      'both new values, and the same id and apiKey, in all responses (a no-op update may be refused)',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const name = scope.unique();
        const hostUrl = toHostUrl(name, scope.run.domain);
        const { body, sent } = await updateSite(scope, site, { name, hostUrl });
        compareSite(scope, body, site, 'the updated site', sent);
        const again = await call(scope, {
          operation: 'updateSite',
          path: { siteId: site.id },
          body: { hostUrl, name },
          intent: 'probe',
        });
        // What changes nothing may be refused for that.
        if (!isRefused(again)) {
          const answered = requireSuccess(scope.run, again, 'the same update again');
          compareSite(scope, answered, site, 'the site after a no-op update', again);
        }
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...frame,
    id: 'updateSite/changes-a-site-that-was-given-a-name-alone',
    title: 'A site without a host can be given one later, and a new name',
    requirements: ['update-site-succeeds', 'update-site-changes-what-is-named', 'writes-last'],
    sends:
      'updates with a hostUrl and then with a name, of a site that was created with neither host nor locale and shares its name with another site',
    expects: 'the new values, only in this site',
    uses: ['bare'],
    run: (scope) =>
      takeTurn(scope, 'bare', async () => {
        const site = await useBare(scope);
        const changes = [
          { hostUrl: toHostUrl(scope.unique(), scope.run.domain) },
          { name: scope.unique() },
        ];
        for (const change of changes) {
          const { body, sent } = await updateSite(scope, site, change);
          compareSite(scope, body, site, 'the updated site', sent);
        }
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...frame,
    id: 'updateSite/never-changes-the-key',
    title: 'An update cannot change the apiKey or the workspace',
    requirements: ['update-site-changes-what-is-named', 'refusals-have-no-effect'],
    sends:
      'an update with a name and the undocumented fields apiKey and workspaceId; then a no-op update to read it back',
    expects: 'the new name and the same apiKey, or a refusal that leaves the name unchanged',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const name = scope.unique();
        const [apiKey, workspaceId] = ['key', 'workspace'].map((what) =>
          unknownUuid(scope, `${what} of an update`),
        );
        const sent = await call(scope, {
          operation: 'updateSite',
          path: { siteId: site.id },
          body: { name, apiKey, workspaceId },
          intent: 'probe',
        });
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
