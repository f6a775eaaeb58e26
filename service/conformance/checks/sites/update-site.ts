import { createHostUrl } from '../../data/fresh-body.ts';
import { isRefused, prepare, requireSuccess, sendProbe } from '../../model/call.ts';
import { compareRecord } from '../../model/compare.ts';
import { type ExpectedSite, recordWrite } from '../../model/ledger.ts';
import { expectSite, type SiteInput, updateIfTaken, updateSite } from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { borrow, makeHostUrl, makeTwins, unknownUuid, useVictim } from '../../model/shared.ts';
import { emptyUpdate, frames, onSubject } from '../frames.ts';
import { concurrentUpdates } from './concurrency.ts';
import { hostsOfUpdated } from './hosts.ts';
import { keptNamesOfUpdated } from './names.ts';

interface Change {
  slug: string;
  title: string;
  sends: string;
  expects: string;
  makeChange: (scope: Scope) => SiteInput;
}

const changes: readonly Change[] = [
  {
    slug: 'changes-the-name-alone',
    title: 'Changing the name changes nothing else',
    sends: 'an update with a name, then a no-op update to read it back',
    expects: 'the new name, and the same id, hostUrl and apiKey as before, in both responses',
    makeChange: ({ unique }) => ({ name: unique() }),
  },
  {
    slug: 'changes-the-host-url-alone',
    title: 'Changing the host URL changes nothing else',
    sends: 'an update with a hostUrl, then a no-op update to read it back',
    expects: 'the new origin, and the same id, name and apiKey as before, in both responses',
    makeChange: (scope) => ({ hostUrl: makeHostUrl(scope) }),
  },
];

const changesWhatIsNamed = [
  'operations-exist',
  'update-site-succeeds',
  'update-site-changes-what-is-named',
  'writes-last',
] as const;

/** Sends an update that must be accepted, and compares the response. */
async function change(scope: Scope, site: ExpectedSite, input: SiteInput): Promise<void> {
  compareRecord(scope, await updateSite(scope, site, input), 'the updated site');
}

const changedFields: readonly Check[] = changes.map(({ slug, makeChange, ...texts }) => ({
  ...frames.updateSite,
  ...texts,
  id: `updateSite/${slug}`,
  requirements: changesWhatIsNamed,
  run: onSubject(async (scope, site) => {
    await change(scope, site, makeChange(scope));
    await expectSite(scope, site, 'the site read back');
  }),
}));

const furtherUpdates: readonly Check[] = [
  {
    ...frames.updateSite,
    id: 'updateSite/changes-a-site-that-was-given-a-name-alone',
    title: 'A site without a host can later get one, and a new name',
    requirements: changesWhatIsNamed,
    sends:
      'updates with a hostUrl and then with a name, of a site that was created without host and locale and has the same name as another site; then updates to the name of a third, and to an http host',
    expects: 'the new values, only in this site (the last two updates may be refused)',
    uses: ['bare', 'twin', 'victim'],
    async run(scope) {
      const { first, second = first } = await prepare('a site', () => makeTwins(scope));
      const site = second.expected;
      await change(scope, site, { hostUrl: makeHostUrl(scope) });
      await change(scope, site, { name: scope.unique() });
      await expectSite(scope, site, 'the site read back');
      const what = 'a site after an update of another with the same name';
      if (second !== first) await expectSite(scope, first.expected, what);
      // The list must distinguish two sites with one name, and show a site with an http host.
      const { name } = await useVictim(scope);
      await updateIfTaken(scope, site, { name }, 'the site with the name of another');
      const hostUrl = makeHostUrl(scope).replace('https:', 'http:');
      await updateIfTaken(scope, site, { hostUrl }, 'the site with an http host');
    },
  },
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
      const hostUrl = createHostUrl(name, scope.run.domain);
      await change(scope, site, { name, hostUrl });
      await updateIfTaken(scope, site, { hostUrl, name }, 'the site after a no-op update');
      await expectSite(scope, site, 'the site read back');
    }),
  },
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
      const apiKey = unknownUuid(scope, 'key of an update');
      const workspaceId = unknownUuid(scope, 'workspace of an update');
      const sent = await sendProbe(scope, 'updateSite', site.id, { name, apiKey, workspaceId });
      if (!isRefused(sent)) {
        const body = requireSuccess(scope.run, sent, 'an update with an apiKey');
        recordWrite(site, { name }, sent);
        const updated = { body, expected: site, sent };
        compareRecord(scope, updated, 'the site after an update with an apiKey');
      }
      await expectSite(scope, site, 'the site after an update with an apiKey, read back');
    }),
  },
  emptyUpdate('updateSite', ['update-site-changes-what-is-named'], (scope, act) =>
    borrow(scope, 1, act),
  ),
];

export const updateSiteChecks: readonly Check[] = [
  // Long checks first: others can use the remaining sites.
  ...concurrentUpdates,
  ...keptNamesOfUpdated,
  ...hostsOfUpdated,
  ...changedFields,
  ...furtherUpdates,
];
