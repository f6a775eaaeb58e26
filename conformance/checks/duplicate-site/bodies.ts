import { hurtingNames } from '../../data/texts.ts';
import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useCopy, useOriginal } from '../../model/shared.ts';
import { toFieldName } from '../../model/site-differences.ts';
import {
  compareSite,
  duplicateSite,
  enterSite,
  expectRecord,
  type MadeSite,
  toOrigin,
} from '../../model/sites.ts';
import { createSiteIfTaken, tryDuplicateSite, tryUpdateSite } from '../../model/trials.ts';
import { isSuccess } from '../../runner/journal.ts';
import { describe } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { excuseName, expectName } from '../kept-names.ts';

/** Where hosts have to be unique, a copy cannot have the host of its original: the target shows that by refusing a second one. */
async function areHostsUnique(scope: Scope, original: ExpectedSite): Promise<boolean> {
  if (original.hostUrl === null) return false;
  return scope.run.share('hosts are unique', async () => {
    const copy = await useCopy(scope);
    const sent = await tryUpdateSite(scope, copy.id, { hostUrl: original.hostUrl });
    if (!isSuccess(sent)) return true;
    copy.hostUrl = original.hostUrl;
    // Some targets apply the rule only to new sites.
    const input = { name: scope.unique(), hostUrl: original.hostUrl ?? '' };
    return (await createSiteIfTaken(scope, input, original.workspace, 'a site')) === undefined;
  });
}

/** A copy is a site of its own, with the name that was sent and the host of its original. */
export async function expectCopy(
  scope: Scope,
  original: ExpectedSite,
  { expected, body, sent }: MadeSite,
): Promise<void> {
  compareSite(scope, body, expected, 'the duplicate', sent);
  // Reported here once, and not again for each list that shows it.
  if (body['name'] !== expected.name) expected.uncertain.add('name');
  if (toKey(expected.id) === toKey(original.id)) {
    scope.fail({
      message: 'the duplicate has the id of the original',
      expected: 'a unique id',
      received: expected.id,
      pointer: '/id',
      exchange: scope.run.show(sent),
      finding: `${scope.check.operation} returns a duplicate with the id of its original`,
      about: { what: 'the id of a site', distance: -3 },
    });
  }
  // If the target accepts no host, the original has none.
  if (scope.run.forms.hosts === 'none') return;
  const { hostUrl } = body;
  if (
    original.hostUrl === null ||
    (typeof hostUrl === 'string' && toOrigin(hostUrl) === toOrigin(original.hostUrl))
  )
    return;
  if (await areHostsUnique(scope, original)) return;
  scope.fail({
    message:
      'the duplicate has a different host than the original, although two sites may share one',
    expected: describe(original.hostUrl),
    received: describe(hostUrl),
    pointer: '/hostUrl',
    // Ranked after failed updates of the original: a copy cannot have what those lost.
    about: { what: toFieldName('hostUrl'), distance: 2.5 },
    exchange: scope.run.show(sent),
  });
}

/** What a duplication may say. */
export const acceptedBodies: readonly Check[] = [
  {
    ...frames.duplicateSite,
    id: 'duplicateSite/copies-a-site-under-a-new-name',
    title: "A duplicate is a new site with the name sent and the original's configuration",
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
      const made = await duplicateSite(scope, original, { name: scope.unique() });
      await expectCopy(scope, original, made);
      await expectRecord(scope, original, 'the original after its duplication');
    },
  },
  {
    ...frames.duplicateSite,
    id: 'duplicateSite/accepts-an-empty-object',
    title: 'A site can be duplicated without a name',
    requirements: ['duplicate-site-body', 'duplicate-site-is-a-new-site', 'duplicate-site-copies'],
    sends: 'a duplication with an empty object',
    expects: 'a new site with the origin of the original, under any name',
    creates: 1,
    uses: ['original', 'copy'],
    async run(scope) {
      const original = await useOriginal(scope);
      const made = await duplicateSite(scope, original, {});
      await expectCopy(scope, original, made);
      scope.run.share('unnamed copy', async () => made.body);
    },
  },
  {
    ...frames.duplicateSite,
    id: 'duplicateSite/keeps-texts',
    title: 'A duplicate keeps an unusual name',
    requirements: ['duplicate-site-name', 'texts-come-back-unchanged'],
    sends: 'a duplication with a name of many scripts, markup and escapes',
    expects:
      'the name unchanged; a refusal is inconclusive: the interface does not document rules for names',
    creates: 1,
    uses: ['original'],
    async run(scope) {
      const original = await useOriginal(scope);
      const name = ` ${scope.unique()}${hurtingNames.letters}${hurtingNames.markup} `;
      const sent = await tryDuplicateSite(scope, original.id, { name });
      excuseName(sent);
      const made = enterSite(scope, sent, { name }, original.workspace, 'duplicating a site');
      await expectName(scope, made, 'the duplicate');
    },
  },
];
