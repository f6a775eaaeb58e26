import { Inconclusive } from '../../../../conformance/outcomes.ts';
import {
  digitNames,
  hurtingNames,
  hurtingParts,
  makeHurtingText,
  textAtTheEnds,
  veryLongText,
  wellFormedTexts,
  wholeTexts,
} from '../../data/texts.ts';
import { isRefused, sendProbe } from '../../model/call.ts';
import { compareRecord } from '../../model/compare.ts';
import { type ExpectedSite, recordWrite } from '../../model/ledger.ts';
import { enterSite, expectSite, type SiteInput } from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { frames, onSubject } from '../frames.ts';
import { expectTextsToComeBack, type TextTrial } from '../texts.ts';

// Names that servers are known to change: in creations, updates and copies. The interface does not document rules for names.

const refusalIsInconclusive =
  'the name unchanged; a refusal is inconclusive: the interface does not document rules for names';

/** Creates or duplicates a site with an unusual name, and expects the name in the response. */
async function expectName(
  scope: Scope,
  operation: 'createSite' | 'duplicateSite',
  id: string,
  input: SiteInput,
): Promise<void> {
  const sent = await sendProbe(scope, operation, id, input);
  if (isRefused(sent))
    throw new Inconclusive(
      `such a name is refused with ${sent.reply?.status}; the interface does not document rules for names`,
    );
  const site = enterSite(scope, sent, input, scope.run.options.workspace);
  const { body, expected } = site;
  compareRecord(scope, site, 'the new site');
  // What the list shows as its name is then not a separate failure.
  if (body['name'] !== expected.name) expected.uncertain.add('name');
}

// Databases sort names by language, programs by code units. These names come after all others here, or before them.
const toLettersName = (unique: string) => `\u00C9${unique}${hurtingNames.letters}`;
const toMarkupName = (unique: string) => `Z${unique}${hurtingNames.markup}`;
const toNameOfCopy = (unique: string) => ` ${unique}${hurtingNames.letters}${hurtingNames.markup} `;

interface KeptName {
  slug: string;
  what: string;
  makeInput: (scope: Scope) => SiteInput;
}

const namesOfNew: readonly KeptName[] = [
  {
    slug: 'letters-of-all-scripts',
    what: 'letters of many scripts, composed and decomposed, and emoji',
    makeInput: ({ unique }) => ({ name: toLettersName(unique()) }),
  },
  {
    slug: 'markup-and-escapes',
    what: 'markup, quotes, backslashes and percent signs',
    makeInput: ({ unique }) => ({ name: toMarkupName(unique()) }),
  },
  {
    slug: 'white-space',
    what: 'spaces at the start, in the middle and at the end, together with a host',
    makeInput: ({ unique, run }) => ({
      name: hurtingNames.space.replace('two', unique()),
      hostUrl: `https://www.my-${unique()}-with-dashes.shop.${run.domain}`,
    }),
  },
  {
    slug: 'long-names',
    what: 'only digits, more than 300 of them',
    makeInput: ({ run }) => ({ name: digitNames.create(run.mark) }),
  },
  { slug: 'digits', what: 'a single zero', makeInput: () => ({ name: '0' }) },
  { slug: 'empty-names', what: 'no characters', makeInput: () => ({ name: '' }) },
];

/** Checks of names of new sites. */
export const keptNamesOfNew: readonly Check[] = namesOfNew.map(({ slug, what, makeInput }) => ({
  ...frames.createSite,
  id: `createSite/keeps-${slug}`,
  title: `A new site keeps a name with ${what}`,
  requirements: ['create-site-stores-what-was-sent', 'texts-come-back-unchanged'],
  sends: `a site whose name has ${what}`,
  expects: refusalIsInconclusive,
  creates: 1,
  run: (scope) => expectName(scope, 'createSite', scope.run.options.workspace, makeInput(scope)),
}));

/** Checks a copy with such a name. */
export const keptNameOfCopy: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/keeps-texts',
  title: 'A duplicate keeps an unusual name',
  requirements: ['duplicate-site-name', 'texts-come-back-unchanged'],
  sends: 'a duplication with a name of letters from many scripts, markup and escapes',
  expects: refusalIsInconclusive,
  creates: 1,
  uses: ['original'],
  async run(scope) {
    const { id } = await useOriginal(scope);
    await expectName(scope, 'duplicateSite', id, { name: toNameOfCopy(scope.unique()) });
  },
};

/** JSON allows escapes for all characters (RFC 8259, section 7). */
function toEscapedJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new TextEncoder().encode(text);
}

/** Renames a site repeatedly. */
function renames(
  scope: Scope,
  site: ExpectedSite,
  encode: (body: object) => unknown = (body) => body,
): TextTrial {
  return {
    send: (name) => sendProbe(scope, 'updateSite', site.id, encode({ name })),
    read: (body) => body['name'],
    pointer: '/name',
    accepted: (name, sent) => recordWrite(site, { name }, sent),
    changed: () => site.uncertain.add('name'),
  };
}

export const keptNamesOfUpdated: readonly Check[] = [
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-texts',
    title: 'A new name is returned as sent',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with generated names, and with names that servers are known to change: escapes of one kind, whitespace and punctuation at the ends, a very long one, and letters of many scripts',
    expects: 'every accepted name unchanged',
    run: onSubject(async (scope, site) => {
      const base = scope.unique();
      await expectTextsToComeBack(scope, {
        ...renames(scope, site),
        complete: [
          base,
          base.toUpperCase(),
          ...wellFormedTexts,
          ...textAtTheEnds.map((toText) => toText(base)),
          base + veryLongText,
        ],
        joined: hurtingParts,
        prefix: base,
        generated: { make: (random) => base + makeHurtingText(random), runs: 12 },
      });
      await expectSite(scope, site, 'the site read back');
    }),
  },
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-look-alikes',
    title: 'A name that looks like another type stays a string',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that are empty, or look like numbers, dates, keywords or JSON; then one whose non-ASCII letters are escaped in the JSON',
    expects: 'every accepted name unchanged',
    run: onSubject(async (scope, site) => {
      await expectTextsToComeBack(scope, {
        ...renames(scope, site),
        complete: ['', ...wholeTexts],
      });
      await expectTextsToComeBack(scope, {
        ...renames(scope, site, toEscapedJson),
        complete: [hurtingNames.letters],
      });
      await expectSite(scope, site, 'the site read back');
    }),
  },
];
