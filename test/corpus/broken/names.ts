import { changeInput, changeName, changeText } from '../deviations/inputs.ts';
import { changeListed, changeSites } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';

type Change = (text: string) => string;

/** Cuts by UTF-16 units, a common mistake. */
const cutAt =
  (length: number): Change =>
  (text) =>
    text.slice(0, length);

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml: Change = (text) => text.replace(/[&<>"']/g, (mark) => htmlEscapes[mark] ?? mark);

const unescapeHtml: Change = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const decodePercent: Change = (text) =>
  text.replace(/%[0-7][0-9a-f]/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );

const titleCase: Change = (text) =>
  text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());

/** [fault, description, change of the name] */
const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['nfc', 'are composed (Unicode NFC)', (text) => text.normalize('NFC')],
  ['nfd', 'are decomposed (Unicode NFD)', (text) => text.normalize('NFD')],
  [
    'nfkc',
    'lose compatibility forms such as ligatures (Unicode NFKC)',
    (text) => text.normalize('NFKC'),
  ],
  ['lower-case', 'are lower-cased', (text) => text.toLowerCase()],
  [
    'upper-case-first',
    'start with a capital',
    (text) => text.charAt(0).toUpperCase() + text.slice(1),
  ],
  ['title-case', 'have every word capitalised', titleCase],
  [
    'accents-stripped',
    'lose their accents',
    (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  ],
  ['html-escaped', 'are escaped for HTML', escapeHtml],
  ['html-unescaped', 'have HTML entities resolved', unescapeHtml],
  ['ampersand-escaped', 'have their ampersands escaped', (text) => text.replaceAll('&', '&amp;')],
  ['tags-stripped', 'lose what looks like HTML tags', (text) => text.replace(/<[^>]*>/g, '')],
  ['trimmed', 'lose whitespace at both ends', (text) => text.trim()],
  ['trimmed-end', 'lose whitespace at the end', (text) => text.trimEnd()],
  ['spaces-collapsed', 'have runs of whitespace collapsed', (text) => text.replace(/\s+/g, ' ')],
  ['cut-at-32', 'are cut at 32 characters', cutAt(32)],
  ['cut-at-50', 'are cut at 50 characters', cutAt(50)],
  ['cut-at-64', 'are cut at 64 characters', cutAt(64)],
  ['cut-at-100', 'are cut at 100 characters', cutAt(100)],
  ['cut-at-255', 'are cut at 255 characters', cutAt(255)],
  [
    'cut-with-ellipsis',
    'are shortened with an ellipsis beyond 60 characters',
    (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text),
  ],
  [
    'cut-at-64-bytes',
    'are cut at 64 bytes',
    (text) =>
      Buffer.from(text)
        .subarray(0, 64)
        .toString()
        .replace(/\ufffd$/, ''),
  ],
  [
    'emoji-lost',
    'lose characters beyond the basic plane',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ],
  [
    'emoji-question-marks',
    'have question marks for characters beyond the basic plane',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '????'),
  ],
  [
    'emoji-halved',
    'keep only half of a surrogate pair',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, (mark) => `${mark.charAt(0)}`),
  ],
  [
    'non-ascii-question-marks',
    'have question marks for what is not ASCII',
    (text) => text.replace(/[^\0-\x7f]/g, '?'),
  ],
  ['non-latin-lost', 'lose what is not Latin-1', (text) => text.replace(/[^\0-\xff]/g, '')],
  ['joiners-lost', 'lose zero-width joiners', (text) => text.replace(/[\u200b-\u200d\ufeff]/g, '')],
  [
    'bidi-marks-lost',
    'lose marks of writing direction',
    (text) => text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
  ],
  ['line-separators-lost', 'lose U+2028 and U+2029', (text) => text.replace(/[\u2028\u2029]/g, '')],
  [
    'no-break-space-as-space',
    'have plain spaces for no-break spaces',
    (text) => text.replaceAll('\u00a0', ' '),
  ],
  ['soft-hyphen-lost', 'lose soft hyphens', (text) => text.replaceAll('\u00ad', '')],
  ['sharp-s-expanded', 'have ss for ß', (text) => text.replaceAll('ß', 'ss')],
  [
    'smart-quotes',
    'have typographic quotes for straight ones',
    (text) => text.replaceAll('"', '”').replaceAll("'", '’'),
  ],
  ['apostrophe-doubled', 'have their apostrophes doubled', (text) => text.replaceAll("'", "''")],
  [
    'apostrophe-escaped',
    'have a backslash before apostrophes',
    (text) => text.replaceAll("'", "\\'"),
  ],
  ['quotes-lost', 'lose double quotes', (text) => text.replaceAll('"', '')],
  ['backslash-lost', 'lose backslashes', (text) => text.replaceAll('\\', '')],
  ['backslash-doubled', 'have their backslashes doubled', (text) => text.replaceAll('\\', '\\\\')],
  [
    'escapes-resolved',
    'have a written \\n turned into a line break',
    (text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
  ],
  [
    'unicode-escapes-resolved',
    'have a written \\u0041 turned into A',
    (text) =>
      text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
  ],
  ['line-breaks-lost', 'lose line breaks', (text) => text.replace(/[\r\n]/g, '')],
  [
    'line-breaks-normalised',
    'have their line breaks normalised',
    (text) => text.replaceAll('\r\n', '\n'),
  ],
  ['tabs-as-spaces', 'have spaces for tabs', (text) => text.replaceAll('\t', ' ')],
  ['control-characters-lost', 'lose control characters', (text) => text.replace(/\p{Cc}/gu, '')],
  ['cut-at-null', 'end at a null character', (text) => text.split('\0')[0] ?? ''],
  ['plus-as-space', 'have spaces for plus signs', (text) => text.replaceAll('+', ' ')],
  ['percent-decoded', 'have percent escapes resolved', decodePercent],
  ['percent-encoded', 'are percent-encoded', (text) => encodeURI(text)],
  ['slash-as-dash', 'have dashes for slashes', (text) => text.replaceAll('/', '-')],
  [
    'digits-as-number',
    'that are digits are read as numbers',
    (text) => (/^\d+$/.test(text) ? String(Number(text)) : text),
  ],
  [
    'number-like-as-number',
    'that look like a number are read as one',
    (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text),
  ],
  [
    'boolean-words',
    'that say yes or no become true or false',
    (text) => ({ yes: 'true', no: 'false', on: 'true', off: 'false' })[text.toLowerCase()] ?? text,
  ],
  [
    'null-word',
    'that say null become empty',
    (text) => (text === 'null' || text === 'undefined' ? '' : text),
  ],
  [
    'templates-resolved',
    'have placeholders in braces resolved',
    (text) => text.replace(/\{\{.*?\}\}|\$\{.*?\}/g, ''),
  ],
  ['dollar-patterns', 'have $& and $1 resolved as patterns', (text) => 'x'.replace('x', text)],
  ['format-directives', 'have %s and %d resolved', (text) => text.replace(/%[sd]/g, '')],
  ['markdown-stripped', 'lose asterisks and underscores', (text) => text.replace(/[*_]/g, '')],
  ['prefix-lost', 'lose a leading #, @ or =', (text) => text.replace(/^[#@=]/, '')],
  ['cut-at-hash', 'end at a hash sign', (text) => text.split('#')[0] ?? ''],
  ['cut-at-semicolon', 'end at a semicolon', (text) => text.split(';')[0] ?? ''],
  [
    'mojibake',
    'are read as Latin-1 although they are UTF-8',
    (text) => Buffer.from(text).toString('latin1'),
  ],
];

export const names: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `names/${fault}`,
    title: `Names of sites ${what}.`,
    deviate: changeName(change),
  })),
  {
    id: 'names/update-trimmed',
    title: 'Only an update loses whitespace at the ends of a name.',
    deviate: changeText(['updateSite'], 'name', (text) => text.trim()),
  },
  {
    id: 'names/update-lower-case',
    title: 'Only an update lower-cases the name.',
    deviate: changeText(['updateSite'], 'name', (text) => text.toLowerCase()),
  },
  {
    id: 'names/update-html-escaped',
    title: 'Only an update escapes the name for HTML.',
    deviate: changeText(['updateSite'], 'name', escapeHtml),
  },
  {
    id: 'names/update-emoji-question-marks',
    title: 'Only an update has question marks for characters beyond the basic plane.',
    deviate: changeText(['updateSite'], 'name', (text) =>
      text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
    ),
  },
  {
    id: 'names/duplicate-nfc',
    title: 'Only the given name of a copy is composed (Unicode NFC).',
    deviate: changeText(['duplicateSite'], 'name', (text) => text.normalize('NFC')),
  },
  {
    id: 'names/duplicate-cut-at-40',
    title: 'Only the given name of a copy is cut at 40 characters.',
    deviate: changeText(['duplicateSite'], 'name', cutAt(40)),
  },
  {
    id: 'names/duplicate-digits-as-number',
    title: 'Only the given name of a copy loses leading zeros.',
    deviate: changeText(['duplicateSite'], 'name', (text) => text.replace(/^0+(?=\d)/, '')),
  },
  {
    id: 'names/duplicate-html-escaped',
    title: 'Only the given name of a copy is escaped for HTML.',
    deviate: changeText(['duplicateSite'], 'name', escapeHtml),
  },
  {
    id: 'names/list-html-escaped',
    title: 'Only the list escapes names for HTML.',
    deviate: changeListed((site) => ({ ...site, name: escapeHtml(String(site['name'])) })),
  },
  {
    id: 'names/list-cut-at-40',
    title: 'Only the list cuts names at 40 characters.',
    deviate: changeListed((site) => ({ ...site, name: String(site['name']).slice(0, 40) })),
  },
  {
    id: 'names/list-trimmed',
    title: 'Only the list trims names.',
    deviate: changeListed((site) => ({ ...site, name: String(site['name']).trim() })),
  },
  {
    id: 'names/list-lower-case-later-page',
    title: 'Only the pages of a list after the first lower-case names.',
    deviate: changeListed((site, { exchange }) =>
      exchange.query.after === undefined
        ? site
        : { ...site, name: String(site['name']).toLowerCase() },
    ),
  },
  {
    id: 'names/answered-nfc-stored-right',
    title:
      'Creating a site returns its name composed (Unicode NFC) although the list has it right.',
    deviate: changeSites((site, exchange) =>
      exchange.operationId === 'createSite'
        ? { ...site, name: String(site['name']).normalize('NFC') }
        : site,
    ),
  },
  {
    id: 'names/stored-differently-when-host-given',
    title: 'A name that comes with a host is trimmed.',
    deviate: changeInput(['createSite'], (input) =>
      input.hostUrl === undefined ? input : { ...input, name: input.name?.trim() },
    ),
  },
];
