import {
  digitNames,
  hurtingNames,
  hurtingParts,
  hurtingText,
  textAtTheEnds,
  veryLongText,
  wellFormedTexts,
  wholeTexts,
} from '../../data/texts.ts';
import { isRefused } from '../../model/lawful-refusals.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { compareSite } from '../../model/site-differences.ts';
import { enterSite, expectRecord, type MadeSite, type SiteInput } from '../../model/sites.ts';
import { tryCreateSite, tryDuplicateSite, tryUpdateSite } from '../../model/trials.ts';
import { Inconclusive } from '../../results.ts';
import type { Sent } from '../../runner/target.ts';
import { frames, onSubject } from '../frames.ts';
import { expectTextsToComeBack, explainByLeastText } from '../texts.ts';

// Names that servers are known to change: in creations, updates and copies. The interface does not document rules for names.

/** Ends a check as inconclusive if the target refuses an unusual name. */
function excuseName(sent: Sent): void {
  if (isRefused(sent))
    throw new Inconclusive(
      `such a name is refused with ${sent.reply?.status}; the interface does not document rules for names`,
    );
}

async function expectName(
  scope: Scope,
  { body, expected, sent }: MadeSite,
  what: string,
): Promise<void> {
  compareSite(scope, body, expected, what, sent);
  if (body['name'] !== expected.name) await explainName(scope, expected);
}

/**
 * Finds the shortest name that is changed, with updates of the site that failed, because created sites cannot be deleted.
 * What the list shows as its name is then not a separate failure.
 */
async function explainName(scope: Scope, site: ExpectedSite): Promise<void> {
  const { name } = site;
  site.uncertain.add('name');
  await explainByLeastText(scope, name, {
    send: (text) => tryUpdateSite(scope, site.id, { name: text }),
    read: (body) => body['name'],
    pointer: '/name',
  });
}

/**
 * Creates a check of an unusual name. It is inconclusive if the target refuses the name, since the interface does not
 * document rules.
 */
function keepsName(slug: string, what: string, makeInput: (scope: Scope) => SiteInput): Check {
  return {
    ...frames.createSite,
    id: `createSite/keeps-${slug}`,
    title: `A new site keeps a name with ${what}`,
    requirements: ['create-site-stores-what-was-sent', 'texts-come-back-unchanged'],
    sends: `a site whose name has ${what}`,
    expects:
      'the name unchanged; a refusal is inconclusive: the interface does not document rules for names',
    creates: 1,
    async run(scope) {
      const { workspace } = scope.run.options;
      const input = makeInput(scope);
      const sent = await tryCreateSite(scope, input, workspace);
      excuseName(sent);
      await expectName(
        scope,
        enterSite(scope, sent, input, workspace, 'a site'),
        'the created site',
      );
    },
  };
}

/** Checks of names of new sites that servers are known to change. */
export const keptNamesOfNew: readonly Check[] = [
  keepsName(
    'letters-of-all-scripts',
    'letters of many scripts, composed and decomposed, and emoji',
    (scope) => ({
      name: toLettersName(scope.unique()),
    }),
  ),
  keepsName('markup-and-escapes', 'markup, quotes, backslashes and percent signs', (scope) => ({
    name: toMarkupName(scope.unique()),
  })),
  keepsName(
    'white-space',
    'spaces at the start, in the middle and at the end, together with a host',
    (scope) => ({
      name: hurtingNames.space.replace('two', scope.unique()),
      hostUrl: `https://www.my-${scope.unique()}-with-dashes.shop.${scope.run.domain}`,
    }),
  ),
  keepsName('long-names', 'only digits, more than 300 of them', (scope) => ({
    name: digitNames.create(scope.run.mark),
  })),
  keepsName('digits', 'a single zero', () => ({ name: '0' })),
  keepsName('empty-names', 'no characters', () => ({ name: '' })),
];

/** JSON allows escapes for all characters (RFC 8259, section 7). */
function toEscapedJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new TextEncoder().encode(text);
}

/** Renames a site repeatedly. */
function tryNames(scope: Scope, site: ExpectedSite) {
  return {
    send: (name: string, encode: (body: object) => unknown = (body) => body) =>
      tryUpdateSite(scope, site.id, encode({ name })),
    read: (body: Record<string, unknown>) => body['name'],
    pointer: '/name',
    accepted: (name: string) => {
      site.name = name;
    },
    changed: () => site.uncertain.add('name'),
  };
}

export const keptNamesOfUpdated: readonly Check[] = [
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-texts',
    long: true,
    title: 'A new name is returned as sent',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with generated names, and with names that servers are known to change: escapes of one kind, whitespace and punctuation at the ends, a very long one, and letters of many scripts',
    expects: 'every accepted name unchanged',
    run: onSubject(
      async (scope, site) => {
        const base = scope.unique();
        await expectTextsToComeBack(scope, {
          ...tryNames(scope, site),
          whole: [
            base,
            base.toUpperCase(),
            ...wellFormedTexts,
            ...textAtTheEnds.map((place) => place(base)),
            base + veryLongText,
            // The same names as in creations and copies: if accepted there, they must be accepted here.
            toLettersName(base),
            toMarkupName(base),
            toNameOfCopy(base),
            digitNames.update(scope.run.mark),
          ],
          joined: hurtingParts,
          prefix: base,
          generated: { texts: hurtingText.map((text) => base + text), runs: 12 },
        });
        site.writers.push(scope.check.id);
        await expectRecord(scope, site, 'the site read back');
      },
      ({ run }) => run.probes.count(38),
    ),
  },
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-look-alikes',
    long: true,
    title: 'A name that looks like another type stays a string',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that are empty, or look like numbers, dates, keywords or JSON; then one whose non-ASCII letters are escaped in the JSON',
    expects: 'every accepted name unchanged',
    run: onSubject(
      async (scope, site) => {
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
      ({ run }) => run.probes.count(30),
    ),
  },
];

// Databases sort names by language, programs by code units. These names come after all others here, or before them.
const toLettersName = (unique: string) => `\u00C9${unique}${hurtingNames.letters}`;
const toMarkupName = (unique: string) => `Z${unique}${hurtingNames.markup}`;

function toNameOfCopy(unique: string): string {
  return ` ${unique}${hurtingNames.letters}${hurtingNames.markup} `;
}

/** Checks a copy with a name that servers are known to change. */
export const keptNameOfCopy: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/keeps-texts',
  title: 'A duplicate keeps an unusual name',
  requirements: ['duplicate-site-name', 'texts-come-back-unchanged'],
  sends: 'a duplication with a name of letters from many scripts, markup and escapes',
  expects:
    'the name unchanged; a refusal is inconclusive: the interface does not document rules for names',
  creates: 1,
  uses: ['original'],
  async run(scope) {
    const original = await useOriginal(scope);
    const name = toNameOfCopy(scope.unique());
    const sent = await tryDuplicateSite(scope, original.id, { name });
    excuseName(sent);
    const made = enterSite(scope, sent, { name }, original.workspace, 'duplicating a site');
    await expectName(scope, made, 'the duplicate');
  },
};
