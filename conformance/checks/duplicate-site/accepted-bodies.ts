import { hurtingNames } from '../../data/hurting-names.ts';
import { useOriginal } from '../../model/shared.ts';
import { compareSite, duplicateSite, enterSite, expectRecord } from '../../model/sites.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { call } from '../../runner/run.ts';
import { explainName } from '../explain-name.ts';
import { expectCopy } from './expect-copy.ts';
import { frame } from './frame.ts';

/** What a duplication may say. */
export const acceptedBodies: readonly Check[] = [
  {
    ...frame,
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
    ...frame,
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
    ...frame,
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
      const sent = await call(scope, {
        operation: 'duplicateSite',
        path: { siteId: original.id },
        body: { name },
        intent: 'probe',
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500)
        throw new Inconclusive(
          `such a name is refused with ${status}; the interface does not document rules for names`,
        );
      const { body, expected } = enterSite(
        scope,
        sent,
        { name },
        original.workspace,
        'duplicating a site',
      );
      compareSite(scope, body, expected, 'the duplicate', sent);
      if (body['name'] !== expected.name) await explainName(scope, expected);
    },
  },
];
