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

const titleCase: Change = (text) =>
  text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());

/** [fault, description, change of the name] */
const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['nfc', 'are composed (Unicode NFC)', (text) => text.normalize('NFC')],
  [
    'upper-case-first',
    'start with a capital',
    (text) => text.charAt(0).toUpperCase() + text.slice(1),
  ],
  ['title-case', 'have every word capitalised', titleCase],
  ['html-escaped', 'are escaped for HTML', escapeHtml],
  ['trimmed', 'lose whitespace at both ends', (text) => text.trim()],
  ['cut-at-100', 'are cut at 100 characters', cutAt(100)],
  ['cut-at-255', 'are cut at 255 characters', cutAt(255)],
  [
    'bidi-marks-lost',
    'lose marks of writing direction',
    (text) => text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
  ],
  ['line-separators-lost', 'lose U+2028 and U+2029', (text) => text.replace(/[\u2028\u2029]/g, '')],
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
];

export const names: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `names/${fault}`,
    title: `Names of sites ${what}.`,
    deviate: changeName(change),
  })),
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
