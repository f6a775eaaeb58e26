import { changeInput, changePathname, changeText, changeVariants } from '../deviations/inputs.ts';
import type { Entry } from '../entry.ts';

type Change = (text: string) => string;

const dotted: Change = (text) => {
  const [path = '', ...rest] = text.split('?');
  return [new URL(path, 'http://a.example').pathname, ...rest].join('?');
};

const decode: Change = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['lower-case', 'are lower-cased', (text) => text.toLowerCase()],
  ['trailing-slash-lost', 'lose a trailing slash', (text) => text.replace(/(.)\/+$/, '$1')],
  [
    'trailing-slash-added',
    'gain a trailing slash',
    (text) => (text.endsWith('/') ? text : `${text}/`),
  ],
  ['slashes-collapsed', 'have double slashes collapsed', (text) => text.replace(/\/{2,}/g, '/')],
  ['dot-segments-resolved', 'have dot segments resolved', dotted],
  ['percent-decoded', 'have percent escapes resolved', decode],
  [
    'percent-encoded',
    'are percent-encoded where they are not ASCII',
    (text) => text.replace(/[^\0-\x7f]+/g, encodeURIComponent),
  ],
  [
    'percent-encoded-twice',
    'have their percent signs encoded again',
    (text) => text.replaceAll('%', '%25'),
  ],
  [
    'percent-case',
    'have their percent escapes in lower case',
    (text) => text.replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase()),
  ],
  ['query-cut', 'end at a question mark', (text) => text.split('?')[0] ?? ''],
  ['fragment-cut', 'end at a hash sign', (text) => text.split('#')[0] ?? ''],
  ['extension-lost', 'lose a file extension', (text) => text.replace(/\.[a-z0-9]+$/i, '')],
  ['plus-as-space', 'have spaces for plus signs', (text) => text.replaceAll('+', ' ')],
  ['space-as-dash', 'have dashes for spaces', (text) => text.replaceAll(' ', '-')],
  ['underscore-as-dash', 'have dashes for underscores', (text) => text.replaceAll('_', '-')],
  ['nfc', 'are composed (Unicode NFC)', (text) => text.normalize('NFC')],
  ['non-ascii-lost', 'lose what is not ASCII', (text) => text.replace(/[^\0-\x7f]/g, '')],
  ['cut-at-64', 'are cut at 64 characters', (text) => text.slice(0, 64)],
  ['cut-at-100', 'are cut at 100 characters', (text) => text.slice(0, 100)],
  ['cut-at-255', 'are cut at 255 characters', (text) => text.slice(0, 255)],
  [
    'first-segment-only',
    'keep only their first segment',
    (text) => text.split('/').slice(0, 2).join('/'),
  ],
  [
    'three-segments-only',
    'keep only their first three segments',
    (text) => text.split('/').slice(0, 4).join('/'),
  ],
  ['last-segment-only', 'keep only their last segment', (text) => `/${text.split('/').at(-1)}`],
  [
    'digits-as-number',
    'have segments of digits read as numbers',
    (text) =>
      text
        .split('/')
        .map((part) => (/^\d+$/.test(part) ? String(Number(part)) : part))
        .join('/'),
  ],
  [
    'html-escaped',
    'have their ampersands escaped for HTML',
    (text) => text.replaceAll('&', '&amp;'),
  ],
  [
    'parameters-resolved',
    'lose segments that look like parameters',
    (text) => text.replace(/\/(:\w+|\[\w+\]|\{\w+\})/g, ''),
  ],
  ['tilde-encoded', 'have their tildes encoded', (text) => text.replaceAll('~', '%7E')],
];

const perVariant = (change: Change) =>
  changeVariants((variants) =>
    variants.map(({ locale, pathname }) => ({ locale, pathname: change(pathname) })),
  );

export const pathnames: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `pathnames/${fault}`,
    title: `Pathnames of routes ${what}.`,
    deviate: changePathname(change),
  })),
  ...rows
    .filter(([fault]) =>
      /^(lower|trailing-slash-lost|percent-decoded|nfc|cut-at-100|query)/.test(fault),
    )
    .map(([fault, what, change]) => ({
      id: `pathnames/variants-${fault}`,
      title: `Only pathnames of localized variants ${what}.`,
      deviate: perVariant(change),
    })),
  {
    id: 'pathnames/update-lower-case',
    title: 'Only an update lower-cases the pathname.',
    deviate: changeText(['updateRoute'], 'pathname', (text) => text.toLowerCase()),
  },
  {
    id: 'pathnames/update-trailing-slash-lost',
    title: 'Only an update loses a trailing slash.',
    deviate: changeText(['updateRoute'], 'pathname', (text) => text.replace(/(.)\/+$/, '$1')),
  },
  {
    id: 'pathnames/update-cut-at-50',
    title: 'Only an update cuts the pathname at 50 characters.',
    deviate: changeText(['updateRoute'], 'pathname', (text) => text.slice(0, 50)),
  },
  {
    id: 'pathnames/root-emptied',
    title: 'The pathname of the root becomes empty.',
    deviate: changePathname((text) => (text === '/' ? '' : text)),
  },
  {
    id: 'pathnames/update-decoded-when-validated',
    title: 'An update decodes percent escapes in a pathname, unless validation is skipped.',
    deviate: changeInput(['updateRoute'], (input, { query }) =>
      query.skipValidation ? input : { ...input, pathname: input.pathname?.replace('%20', ' ') },
    ),
  },
];
