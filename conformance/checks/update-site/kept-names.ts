import { hurtingNames } from '../../data/hurting-names.ts';
import { hurtingParts } from '../../data/hurting-parts.ts';
import { hurtingText } from '../../data/hurting-text.ts';
import { veryLongText } from '../../data/long-texts.ts';
import { textAtTheEnds, wellFormedTexts, wholeTexts } from '../../data/whole-texts.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import { takeTurn, useSubject } from '../../model/shared.ts';
import { expectRecord } from '../../model/sites.ts';
import type { Check, Scope } from '../../runner/check.ts';
import { call } from '../../runner/run.ts';
import { expectTextsToComeBack } from '../texts.ts';
import { frame } from './frame.ts';

/** JSON may have any character escaped (RFC 8259, section 7). */
function toEscapedJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new TextEncoder().encode(text);
}

/** Renames a site over and over. */
function tryNames(scope: Scope, site: ExpectedSite) {
  return {
    send: (name: string, encode: (body: object) => unknown = (body) => body) =>
      call(scope, {
        operation: 'updateSite',
        path: { siteId: site.id },
        body: encode({ name }),
        intent: 'probe',
      }),
    read: (body: Record<string, unknown>) => body['name'],
    pointer: '/name',
    accepted: (name: string) => {
      site.name = name;
    },
    changed: () => site.uncertain.add('name'),
  };
}

/** Names that servers are known to change. */
export const keptNames: readonly Check[] = [
  {
    ...frame,
    id: 'updateSite/keeps-texts',
    long: true,
    title: 'A new name is returned as sent',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that servers are known to change, and generated ones: escapes of one kind, white space and punctuation at the ends, a very long one, and letters of many scripts',
    expects: 'every accepted name unchanged',
    run: (scope) =>
      takeTurn(
        scope,
        'subject',
        async () => {
          const site = await useSubject(scope);
          const base = scope.unique();
          await expectTextsToComeBack(scope, {
            ...tryNames(scope, site),
            whole: [
              base,
              base.toUpperCase(),
              ...wellFormedTexts,
              ...textAtTheEnds.map((place) => place(base)),
              base + veryLongText,
            ],
            joined: hurtingParts,
            prefix: base,
            generated: { texts: hurtingText.map((text) => base + text), runs: 12 },
          });
          site.writers.push(scope.check.id);
          await expectRecord(scope, site, 'the site read back');
        },
        scope.run.probes.count(34),
      ),
  },
  {
    ...frame,
    id: 'updateSite/keeps-look-alikes',
    long: true,
    title: 'A name that looks like another type stays a string',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that are empty, or look like numbers, dates, words of a programming language or JSON; then one whose JSON has each letter beyond ASCII escaped',
    expects: 'every accepted name unchanged',
    run: (scope) =>
      takeTurn(
        scope,
        'subject',
        async () => {
          const site = await useSubject(scope);
          const trial = tryNames(scope, site);
          await expectTextsToComeBack(scope, { ...trial, whole: ['', ...wholeTexts] });
          await expectTextsToComeBack(scope, {
            ...trial,
            send: (text) => trial.send(text, toEscapedJson),
            whole: [hurtingNames.letters],
          });
          site.writers.push(scope.check.id);
          await expectRecord(scope, site, 'the site read back');
        },
        scope.run.probes.count(30),
      ),
  },
];
