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
  [
    'trailing-slash-added',
    'gain a trailing slash',
    (text) => (text.endsWith('/') ? text : `${text}/`),
  ],
  ['dot-segments-resolved', 'have dot segments resolved', dotted],
  ['percent-decoded', 'have percent escapes resolved', decode],
  [
    'percent-encoded',
    'are percent-encoded where they are not ASCII',
    (text) => text.replace(/[^\0-\x7f]+/g, encodeURIComponent),
  ],
  ['query-cut', 'end at a question mark', (text) => text.split('?')[0] ?? ''],
  ['last-segment-only', 'keep only their last segment', (text) => `/${text.split('/').at(-1)}`],
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
    id: 'pathnames/update-decoded-when-validated',
    title: 'An update decodes percent escapes in a pathname, unless validation is skipped.',
    deviate: changeInput(['updateRoute'], (input, { query }) =>
      query.skipValidation ? input : { ...input, pathname: input.pathname?.replace('%20', ' ') },
    ),
  },
];
