import { changeName, changeText, changeVariants } from '../deviations/inputs.ts';
import { changeListed } from '../deviations/replies.ts';
import type { Entry, Proof } from '../entry.ts';
import type { ProbeAnswer } from '../probe/client.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
import type { OperationId } from '../service/exchange.ts';

type Change = (text: string) => string;

const readName = ({ text }: ProbeAnswer): string | undefined =>
  text.match(/"name":"((?:[^"\\]|\\.)*)"/)?.[1];

/** Returns the name in the responses to a creation, an update and a duplication, and in the list afterwards. */
const tellNames =
  (name: string): Proof =>
  async (client) => {
    const sites = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
    const created = await client.call('POST', sites, { body: { name } });
    const listed = await client.call('GET', sites);
    const site = `/v1/sites/${created.text.match(/"id":"([^"]+)"/)?.[1]}`;
    const updated = await client.call('PATCH', site, { body: { name } });
    const copied = await client.call('POST', `${site}/duplicate`, { body: { name } });
    return [created, listed, updated, copied].map(readName);
  };

/** A decoder that leaves a text unchanged if any part of it is invalid. */
const strictly =
  (decode: Change): Change =>
  (text) => {
    try {
      return decode(text);
    } catch {
      return text;
    }
  };

const readAsUtf8 = (text: string): string =>
  /^[\0-\xff]*$/.test(text)
    ? new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
    : text;

/** [fault, description, change of the name, a name that shows it] */
const rows: readonly (readonly [fault: string, what: string, change: Change, name: string])[] = [
  [
    'percent-decoded-strictly',
    'are percent-decoded where they can be decoded as a whole',
    strictly(decodeURIComponent),
    '100%25 %41',
  ],
  [
    'json-escapes-resolved-strictly',
    'have escapes of JSON resolved where all are well-formed',
    strictly((text) => String(JSON.parse(`"${text}"`))),
    'back\\\\slash',
  ],
  [
    'parsed-as-json',
    'that are JSON are read and written again',
    strictly((text) => JSON.stringify(JSON.parse(text))),
    '1e3',
  ],
  [
    'mojibake-repaired',
    'that look like UTF-8 read as Latin-1 are repaired',
    strictly(readAsUtf8),
    'Caf\u00c3\u00a9',
  ],
  [
    'base64-decoded',
    'that look like Base64 are decoded',
    (text) => (/^[A-Za-z0-9+/]{8,}=+$/.test(text) ? Buffer.from(text, 'base64').toString() : text),
    'SGVsbG8gd29ybGQ=',
  ],
  [
    'dates-written-out',
    'that are a date get a time',
    (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text).toISOString() : text),
    '2026-11-01',
  ],
  [
    'variation-selectors-lost',
    'lose variation selectors',
    (text) => text.replace(/[\ufe00-\ufe0f]/g, ''),
    '\u2764\ufe0f',
  ],
  [
    'rare-ideographs-lost',
    'have a box for ideographs beyond the basic plane',
    (text) => text.replace(/[\u{20000}-\u{2fa1f}]/gu, '\u25a1'),
    '\u{20000}',
  ],
  [
    'full-width-narrowed',
    'have narrow letters for those of full width',
    (text) => text.replace(/[\uff01-\uff5e]/g, (mark) => mark.normalize('NFKC')),
    '\uff21\uff11',
  ],
  [
    'half-width-widened',
    'have wide kana for those of half width',
    (text) => text.replace(/[\uff66-\uff9f]+/g, (marks) => marks.normalize('NFKC')),
    '\uff76\uff9e',
  ],
  [
    'arabic-letters-unified',
    'have one form for letters that Arabic and Persian write differently',
    (text) => text.replaceAll('\u0643', '\u06a9').replaceAll('\u064a', '\u06cc'),
    '\u0643\u064a',
  ],
  [
    'foreign-digits-as-ascii',
    'have ASCII digits for Arabic ones',
    (text) =>
      text.replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660)),
    '\u0661',
  ],
  [
    'non-joiners-lost',
    'lose zero-width non-joiners',
    (text) => text.replaceAll('\u200c', ''),
    'a\u200cb',
  ],
  [
    'skin-tones-lost',
    'lose skin tones of emoji',
    (text) => text.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, ''),
    '\u{1f44d}\u{1f3fd}',
  ],
  [
    'flag-tags-lost',
    'lose tag characters, of which some flags are made',
    (text) => text.replace(/[\u{e0000}-\u{e007f}]/gu, ''),
    '\u{1f3f4}\u{e0067}\u{e007f}',
  ],
  [
    'private-use-lost',
    'lose characters of private use',
    (text) => text.replace(/[\ue000-\uf8ff]/g, ''),
    '\ue000',
  ],
  [
    'next-line-as-line-break',
    'have a line break for U+0085',
    (text) => text.replaceAll('\u0085', '\n'),
    'a\u0085b',
  ],
  [
    'scripts-stripped',
    'lose scripts and keep other markup',
    (text) => text.replace(/<script>.*?<\/script>/g, ''),
    '<script>x</script>',
  ],
  [
    'dots-as-ellipsis',
    'have one character for three dots',
    (text) => text.replaceAll('...', '\u2026'),
    'a...',
  ],
  [
    'shortcodes-as-emoji',
    'have emoji for their codes',
    (text) => text.replace(':smile:', '\u{1f604}').replace(':)', '\u{1f642}'),
    ':smile:',
  ],
  [
    'byte-order-mark-lost',
    'lose U+FEFF in front',
    (text) => text.replace(/^\ufeff/, ''),
    '\ufeffa',
  ],
  ['dot-at-end-lost', 'lose a dot or slash at the end', (text) => text.replace(/[./]+$/, ''), 'a.'],
  [
    'outer-quotes-lost',
    'lose quotes around them',
    (text) => text.replace(/^"(.*)"$/s, '$1'),
    '"a"',
  ],
  ['cut-at-500', 'are cut at 500 characters', (text) => text.slice(0, 500), 'a'.repeat(600)],
  ['cut-at-4000', 'are cut at 4,000 characters', (text) => text.slice(0, 4000), 'a'.repeat(4001)],
  ['zero-taken-for-none', 'that are 0 are treated as none', (text) => text.replace(/^0$/, ''), '0'],
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
  proof: tellNames(name),
});

const locales = (
  fault: string,
  what: string,
  locale: string,
  change: (locale: string) => string,
): Entry => ({
  id: `variants/${fault}`,
  title: `Localized variants ${what}.`,
  deviate: changeVariants((variants) =>
    variants.map((variant) => ({ ...variant, locale: change(variant.locale) })),
  ),
  proof: async (client) => {
    const sites = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
    const { text } = await client.call('POST', sites, { body: { name: 'A' } });
    const routes = `/v1/sites/${text.match(/"id":"([^"]+)"/)?.[1]}/routes?skipValidation=true`;
    const body = { pathname: '/a', localizedVariants: [{ locale, pathname: '/b' }] };
    return (await client.call('POST', routes, { body })).text.includes(locale);
  },
});

const oldCodes: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };

/** These faults do not show in longer texts. */
export const textsByThemselves: readonly Entry[] = [
  ...rows.map(([fault, what, change, name]) => ({
    id: `names/${fault}`,
    title: `Names of sites ${what}.`,
    deviate: changeName(change),
    proof: tellNames(name),
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
  {
    id: 'names/list-empty-as-untitled',
    title: 'Only the list replaces an empty name with a word.',
    deviate: changeListed((site) => ({ ...site, name: site['name'] || 'Untitled' })),
  },
  locales('locale-cut-to-two', 'have languages of three letters cut to two', 'fil-PH', (locale) =>
    locale.replace(/^([a-z]{2})[a-z]-/, '$1-'),
  ),
  locales('locale-old-codes', 'have old codes for three languages', 'he-IL', (locale) =>
    locale.replace(/^(he|id|yi)-/, (_, language: string) => `${oldCodes[language]}-`),
  ),
  locales('locale-canonical', 'have their locales replaced by current codes', 'iw-IL', (locale) => {
    try {
      return Intl.getCanonicalLocales(locale)[0] ?? locale;
    } catch {
      return locale;
    }
  }),
  locales('locale-region-lost', 'lose regions that are a number', 'es-419', (locale) =>
    locale.replace(/-\d+$/, ''),
  ),
  {
    id: 'names/escaped-in-json-lost',
    title: 'Letters that are escaped in the JSON of an update become question marks.',
    deviate: (service) => {
      const { toInput } = service;
      service.toInput = (exchange) => {
        const input = toInput(exchange);
        const isEscaped = exchange.request.bytes.includes('\\u00');
        if (exchange.operationId !== 'updateSite' || !isEscaped) return input;
        return { ...input, name: input.name?.replace(/[^\0-\x7f]/g, '?') };
      };
    },
    proof: async (client) => {
      const id = await makeSite(client, 0, { name: 'A' });
      const body = Buffer.from('{"name":"\\u00e9"}');
      return (await client.call('PATCH', `/v1/sites/${id}`, { body })).text.includes('?');
    },
  },
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
    proof: async (client) => {
      const body = { name: '100%25' };
      return (await client.call('POST', sitesOf(client, 0), { body })).text.includes('%25');
    },
  },
];
