import { changeName, changeText, changeVariants } from '../deviations/inputs.ts';
import type { Entry } from '../entry.ts';
import type { OperationId } from '../service/exchange.ts';

type Change = (text: string) => string;

/** [fault, description, change of the name] */
const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['zero-taken-for-none', 'that are 0 are treated as none', (text) => text.replace(/^0$/, '')],
];

const onlyIn = (
  operationId: OperationId,
  fault: string,
  title: string,
  name: string,
  instead: string,
): Entry => ({
  id: `names/${fault}`,
  title,
  deviate: changeText([operationId], 'name', (text) => (text === name ? instead : text)),
});

const locales = (fault: string, what: string, change: (locale: string) => string): Entry => ({
  id: `variants/${fault}`,
  title: `Localized variants ${what}.`,
  deviate: changeVariants((variants) =>
    variants.map((variant) => ({ ...variant, locale: change(variant.locale) })),
  ),
});

const oldCodes: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };

/** These faults do not show in longer texts. */
export const textsByThemselves: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `names/${fault}`,
    title: `Names of sites ${what}.`,
    deviate: changeName(change),
  })),
  onlyIn('createSite', 'create-zero-as-none', 'A new site named 0 is untitled.', '0', 'Untitled'),
  onlyIn(
    'createSite',
    'create-empty-as-none',
    'A new site without a character in its name is untitled.',
    '',
    'Untitled',
  ),
  onlyIn(
    'duplicateSite',
    'copy-empty-as-none',
    'A copy that is given an empty name gets the one of an unnamed copy.',
    '',
    'Copy',
  ),
  onlyIn('updateSite', 'update-zero-as-none', 'An update to the name 0 empties the name.', '0', ''),
  locales('locale-cut-to-two', 'have languages of three letters cut to two', (locale) =>
    locale.replace(/^([a-z]{2})[a-z]-/, '$1-'),
  ),
  locales('locale-old-codes', 'have old codes for three languages', (locale) =>
    locale.replace(/^(he|id|yi)-/, (_, language: string) => `${oldCodes[language]}-`),
  ),
  {
    id: 'names/create-percent-decoded-strictly',
    title: 'A creation decodes the name as a whole where that is possible.',
    deviate: changeText(['createSite'], 'name', (name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    }),
  },
];
