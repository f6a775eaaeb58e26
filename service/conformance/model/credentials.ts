import type { Credential } from '../../../conformance/runner/client.ts';

/** A missing or invalid credential, and how reports name it. */
export interface WrongCredential extends Credential {
  id: string;
  title: string;
}

type Row = readonly [id: string, title: string, text: string];

/** Lists credentials that are each wrong in one way. `siteKey` is the apiKey of a site, which is not an API key. */
export function listWrongCredentials(
  apiKey: string,
  siteKey: string | undefined,
  workspace?: string,
): WrongCredential[] {
  const words = [...wrongWords];
  if (workspace !== undefined) words.push(['workspace-id', 'the id of a workspace', workspace]);
  const keys = listSimilarKeys(apiKey);
  if (siteKey !== undefined) keys.push(['site-key', 'the apiKey of a site', siteKey]);
  const wrong: WrongCredential[] = [
    { id: 'none', title: 'no Authorization header', value: undefined },
    ...words.map(([id, title, key]) => ({ id, title, value: `Bearer ${key}` })),
    ...keys.map(toSecretCredential),
    ...listWrongHeaders(apiKey).map(([id, title, value]) => ({ id, title, value })),
    ...listOtherPlaces(apiKey),
  ];
  // Variants of a one-character key may be empty or equal to the key itself.
  return wrong.filter(({ value }) => value !== `Bearer ${apiKey}`);
}

/** Keys that no service issues. */
const wrongWords: readonly Row[] = [
  ['empty', 'an empty key', ''],
  ['unknown', 'a key that was never issued', 'not-a-key-of-anyone'],
  ['word-null', 'the word null as key', 'null'],
  ['word-undefined', 'the word undefined as key', 'undefined'],
  ['word-Bearer', 'the word Bearer as key', 'Bearer'],
  ['word-quotes', 'the word "" as key', '""'],
  // A header consists of bytes: these two are é in UTF-8. Comparing such a key by digest may throw an error.
  ['not-ascii', 'a key with a character outside ASCII', 'cl\u00c3\u00a9'],
];

/** Keys that are the right one but for a part. */
function listSimilarKeys(apiKey: string): Row[] {
  const middle = Math.max(1, Math.floor(apiKey.length / 2));
  const start = apiKey.slice(0, middle);
  const end = apiKey.slice(middle);
  const last = apiKey.endsWith('x') ? 'y' : 'x';
  const first = apiKey.startsWith('x') ? 'y' : 'x';
  return [
    ['half', 'the first half of the key', start],
    ['second-half', 'the second half of the key', end],
    ['last-character', 'the key with a different last character', apiKey.slice(0, -1) + last],
    ['first-character', 'the key with a different first character', first + apiKey.slice(1)],
    ['hyphen', 'the key with a hyphen in its middle', `${start}-${end}`],
    ['case', 'the key with upper and lower case swapped', swapCase(apiKey)],
  ];
}

/** A credential whose key reports name instead of showing it. */
function toSecretCredential([id, title, key]: Row): WrongCredential {
  return { id, title, value: `Bearer ${key}`, shown: `Bearer <${title}>` };
}

/** Values of the header Authorization with the right key in a wrong form. */
function listWrongHeaders(apiKey: string): readonly Row[] {
  return [
    ['longer', 'the key followed by one more character', `Bearer ${apiKey}x`],
    ['prefixed', 'the key preceded by one more character', `Bearer x${apiKey}`],
    ['scheme-alone', 'the scheme without a key', 'Bearer'],
    ['no-scheme', 'the key without a scheme', apiKey],
    ['colon', 'the scheme followed by a colon, a space and the key', `Bearer: ${apiKey}`],
    ['equals', 'the scheme followed by an equals sign and the key', `Bearer=${apiKey}`],
    ['no-space', 'the scheme and the key without a space between them', `Bearer${apiKey}`],
    ['basic-plain', 'the bare key under the scheme Basic', `Basic ${apiKey}`],
    ['token', 'the key under the scheme Token', `Token ${apiKey}`],
  ];
}

/** The right key under another scheme, in another header, or in the query. */
function listOtherPlaces(apiKey: string): WrongCredential[] {
  const inQuery = (parameter: string): WrongCredential => ({
    id: parameter,
    title: `the key in a query parameter ${parameter}, without Authorization`,
    parameter,
    value: apiKey,
  });
  return [
    {
      id: 'basic',
      title: 'the key under the scheme Basic',
      value: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      shown: 'Basic <the key followed by a colon, in base64>',
    },
    {
      id: 'other-header',
      title: 'the key in a header X-API-Key, without Authorization',
      header: 'X-API-Key',
      value: apiKey,
    },
    inQuery('access_token'),
    inQuery('api_key'),
  ];
}

/** Swaps upper and lower case. */
export function swapCase(text: string): string {
  return [...text]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
}
