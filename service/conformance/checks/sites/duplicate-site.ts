import { isSuccess } from '../../../../conformance/runner/journal.ts';
import { createFreshBody, createHostUrl } from '../../data/fresh-body.ts';
import { digitNames } from '../../data/texts.ts';
import { demandKnown, findOperation, formatValue, prepare, sendProbe } from '../../model/call.ts';
import { compareRecord, isSameOrigin, listDifferences } from '../../model/compare.ts';
import { type ExpectedSite, recordWrite } from '../../model/ledger.ts';
import {
  createRoute,
  createSite,
  createSiteIfTaken,
  duplicateIfTaken,
  duplicateSite,
  expectRoute,
  expectSite,
  type MadeSite,
  updateIfTaken,
  updateRoute,
  updateSite,
} from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, makeRoute, useCopy, useOriginal, useStranger } from '../../model/shared.ts';
import { frames } from '../frames.ts';
import { concurrentDuplications } from './concurrency.ts';
import { keptNameOfCopy } from './names.ts';

/**
 * Whether the target requires unique hosts, which it shows by refusing a second one. A copy then cannot have the host of its
 * original.
 */
async function areHostsUnique(scope: Scope, { hostUrl, workspace }: ExpectedSite) {
  if (hostUrl === null) return false;
  return scope.run.share('hosts are unique', async () => {
    const copy = await useCopy(scope);
    const sent = await sendProbe(scope, 'updateSite', copy.id, { hostUrl });
    if (!isSuccess(sent)) return true;
    recordWrite(copy, { hostUrl }, sent);
    // Some targets apply the rule only to new sites.
    const site = await createSiteIfTaken(scope, { name: scope.unique(), hostUrl }, workspace);
    return site === undefined;
  });
}

/** Expects a copy to be a separate site with the requested name and the host of its original. */
async function expectCopy(scope: Scope, original: ExpectedSite, copy: MadeSite): Promise<void> {
  const { expected, body, sent } = copy;
  compareRecord(scope, copy, 'the duplicate');
  // A wrong value is reported once, not for each list that shows it.
  for (const { field } of listDifferences(scope.run, body, expected)) expected.uncertain.add(field);
  const { hostUrl } = body;
  if (original.hostUrl === null || isSameOrigin(hostUrl, original.hostUrl)) return;
  if (await areHostsUnique(scope, original)) return;
  scope.fail({
    requirement: 'duplicate-site-copies',
    message:
      'the duplicate has a different host than the original, although two sites may share one',
    expected: formatValue(original.hostUrl),
    received: formatValue(hostUrl),
    pointer: '/hostUrl',
    exchange: scope.run.show(sent),
  });
}

const acceptedBodies: readonly Check[] = [
  {
    ...frames.duplicateSite,
    id: 'duplicateSite/copies-a-site-under-a-new-name',
    title: "A duplicate is a new site with the given name and the original's configuration",
    requirements: [
      'operations-exist',
      'duplicate-site-is-a-new-site',
      'duplicate-site-copies',
      'duplicate-site-name',
    ],
    sends: 'a duplication with a name, then a no-op update of the original to read it back',
    expects:
      'a unique id, that name, the origin of the original (unless the target refuses a second site with that host), and an unchanged original',
    creates: 1,
    uses: ['original', 'copy'],
    async run(scope) {
      const original = await useOriginal(scope);
      const copy = await duplicateSite(scope, original, { name: scope.unique() });
      await expectCopy(scope, original, copy);
      await expectSite(scope, original, 'the original after its duplication');
    },
  },
  {
    ...frames.duplicateSite,
    id: 'duplicateSite/accepts-an-empty-object',
    title: 'A site can be duplicated without a name',
    requirements: ['duplicate-site-body', 'duplicate-site-is-a-new-site', 'duplicate-site-copies'],
    sends: 'a duplication with an empty object',
    expects: 'a new site with the origin of the original, with any name',
    creates: 1,
    uses: ['original', 'copy'],
    async run(scope) {
      const original = await useOriginal(scope);
      await expectCopy(scope, original, await duplicateSite(scope, original, {}));
    },
  },
];

const makeChange = (scope: Scope) => ({ name: scope.unique(), hostUrl: makeHostUrl(scope) });

const copyOfThisMoment: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/copies-the-site-as-it-is-now',
  title: 'A duplicate copies the current state, and the two sites are independent afterwards',
  requirements: ['duplicate-site-copies', 'duplicate-site-is-a-new-site', 'writes-last'],
  sends:
    'a site with all fields but a locale, and two routes; an update of its name and host; a duplicate of it without a name; an update that reverts the original, and one of the duplicate; another duplicate, with an empty name if that is accepted; updates of the second duplicate and of the original',
  expects:
    'each duplicate with the host and other fields that its original has at that moment, and with the name sent, if any; each update only in its own site; unchanged routes',
  creates: 3,
  uses: ['original', 'copy'],
  async run(scope) {
    const name = scope.unique();
    const first = { name, hostUrl: createHostUrl(name, scope.run.domain) };
    // All fields but the locale: the accepted ones are undocumented, and no operation returns it.
    const operation = findOperation(scope.run.contract, 'createSite');
    const { locale: _, ...full } = createFreshBody(operation, name, scope.run.domain);
    const make = async () => (await createSiteIfTaken(scope, full)) ?? createSite(scope, first);
    const { expected: original, body } = await prepare('a site', make);
    // Other checks report what the response to a creation lacks.
    for (const { field } of listDifferences(scope.run, body, original))
      original.uncertain.add(field);
    await demandKnown('an update', () => updateSite(scope, original, makeChange(scope)));
    const route = await makeRoute(scope, original.id);
    await expectRoute(scope, await makeRoute(scope, original.id), 'the second route of a site');
    const duplicate = await duplicateSite(scope, original, {});
    await expectCopy(scope, original, duplicate);
    const copy = duplicate.expected;
    // Each update changes one of the two sites while the other is unchanged since the duplication.
    if (!(await updateIfTaken(scope, original, first, 'the original, changed back')))
      await prepare('an update', () => updateSite(scope, original, makeChange(scope)));
    await expectSite(scope, original, 'the original, changed back');
    await expectSite(scope, copy, 'the duplicate after an update of its original');
    await updateSite(scope, copy, makeChange(scope));
    await expectSite(scope, original, 'the original after an update of its duplicate');
    // A copy of data that was read for the first one has the previous host.
    const again =
      (await duplicateIfTaken(scope, original, '')) ??
      (await duplicateSite(scope, original, { name: scope.unique() }));
    await expectCopy(scope, original, again);
    await updateSite(scope, again.expected, { hostUrl: makeHostUrl(scope) });
    await expectSite(scope, original, 'a site after an update of its second duplicate');
    await updateSite(scope, original, { name: scope.unique() });
    await expectSite(scope, again.expected, 'the duplicate after a new name of its original');
    await expectRoute(scope, route, 'a route of the original after its duplication');
    const copiedRoute = await createRoute(scope, copy.id, { pathname: scope.pathname() });
    await expectRoute(scope, copiedRoute.expected, 'a route of the duplicate');
  },
};

const sameWorkspace: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/stays-in-the-workspace',
  title: 'A duplicate belongs to the workspace of its original',
  requirements: ['duplicate-site-copies', 'create-site-in-its-workspace'],
  sends:
    'a duplication of a site in the other workspace; updates and a route of the copy, and an update of that route',
  expects:
    'a new site, with each update; the lists show it only in that workspace (listSites/shows-every-site-as-last-written)',
  creates: 1,
  uses: ['stranger'],
  async run(scope) {
    const stranger = await useStranger(scope);
    const { mark } = scope.run;
    // Exceeds usual columns, and has only digits if the target accepts such names.
    const duplicate =
      (await duplicateIfTaken(scope, stranger, digitNames.duplicate(mark))) ??
      (await duplicateIfTaken(scope, stranger, digitNames.shortDuplicate(mark))) ??
      (await duplicateSite(scope, stranger, { name: scope.unique() }));
    const { expected: copy } = duplicate;
    compareRecord(scope, duplicate, 'the duplicate');
    const updated = await demandKnown('an update', () =>
      updateSite(scope, copy, { name: scope.unique() }),
    );
    compareRecord(scope, updated, 'the updated duplicate');
    const route = await demandKnown('a route', () =>
      createRoute(scope, copy.id, { pathname: scope.pathname() }),
    );
    compareRecord(scope, route, 'a route of the duplicate');
    const moved = await demandKnown('an update of a route', () =>
      updateRoute(scope, route.expected, { pathname: scope.pathname() }),
    );
    compareRecord(scope, moved, 'the updated route');
  },
};

export const duplicateSiteChecks: readonly Check[] = [
  ...acceptedBodies,
  keptNameOfCopy,
  copyOfThisMoment,
  sameWorkspace,
  concurrentDuplications,
];
