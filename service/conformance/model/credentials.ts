import type { Credential } from '../../../conformance/runner/client.ts';

/** A missing or invalid credential, and how reports name it. */
export interface WrongCredential extends Credential {
  id: string;
  title: string;
}

type Row = readonly [id: string, title: string, value: string];

/** Lists credentials that are each wrong in one way. `siteKey` is the apiKey of a site, which is not an API key. */
export function listWrongCredentials(
  apiKey: string,
  siteKey: string | undefined,
  workspace?: string,
): WrongCredential[] {
  const half = apiKey.slice(0, Math.max(1, Math.floor(apiKey.length / 2)));
  const rest = apiKey.slice(half.length);
  const last = apiKey.endsWith('x') ? 'y' : 'x';
  const first = apiKey.startsWith('x') ? 'y' : 'x';
  const basic = Buffer.from(`${apiKey}:`).toString('base64');
  const words: readonly Row[] = [
    ['empty', 'an empty key', ''],
    ['unknown', 'a key that was never issued', 'not-a-key-of-anyone'],
    ...['null', 'undefined', 'Bearer'].map(
      (word): Row => [`word-${word}`, `the word ${word} as key`, word],
    ),
    ['word-quotes', 'the word "" as key', '""'],
    // A header consists of bytes: these two are é in UTF-8. Comparing such a key by digest may throw an error.
    ['not-ascii', 'a key with a character outside ASCII', 'cl\u00c3\u00a9'],
    ...(workspace === undefined
      ? []
      : ([['workspace-id', 'the id of a workspace', workspace]] as const)),
  ];
  const parts: readonly Row[] = [
    ['half', 'the first half of the key', half],
    ['second-half', 'the second half of the key', rest],
    ['last-character', 'the key with a different last character', apiKey.slice(0, -1) + last],
    ['first-character', 'the key with a different first character', first + apiKey.slice(1)],
    ['hyphen', 'the key with a hyphen in its middle', `${half}-${rest}`],
    ['case', 'the key with upper and lower case swapped', swapCase(apiKey)],
    ...(siteKey === undefined ? [] : ([['site-key', 'the apiKey of a site', siteKey]] as const)),
  ];
  const values: readonly Row[] = [
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
  const wrong: WrongCredential[] = [
    { id: 'none', title: 'no Authorization header', value: undefined },
    ...words.map(([id, title, key]) => ({ id, title, value: `Bearer ${key}` })),
    ...parts.map(([id, title, key]) => ({
      ...{ id, title, value: `Bearer ${key}`, shown: `Bearer <${title}>` },
    })),
    ...values.map(([id, title, value]) => ({ id, title, value })),
    {
      ...{ id: 'basic', title: 'the key under the scheme Basic', value: `Basic ${basic}` },
      shown: 'Basic <the key followed by a colon, in base64>',
    },
    {
      ...{ id: 'other-header', title: 'the key in a header X-API-Key, without Authorization' },
      ...{ header: 'X-API-Key', value: apiKey },
    },
    ...['access_token', 'api_key'].map((parameter) => ({
      ...{ id: parameter, parameter, value: apiKey },
      title: `the key in a query parameter ${parameter}, without Authorization`,
    })),
  ];
  // Variants of a one-character key may be empty or equal to the key itself.
  return wrong.filter(({ value }) => value !== `Bearer ${apiKey}`);
}

/** Swaps upper and lower case. */
export function swapCase(text: string): string {
  return [...text]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
}
