import type { ShellText } from '../../writers/curl.ts';
import type { Credential } from '../runner/client.ts';

/** How reports show the key. */
const key = { variable: 'SITE_CONTRACT_API_KEY' };

export function createCredential(apiKey: string): Credential {
  return { value: `Bearer ${apiKey}`, shown: ['Bearer ', key] };
}

/** A missing or invalid credential, and how reports name it. */
export interface WrongCredential extends Credential {
  id: string;
  title: string;
}

/** A wrong key with the correct scheme. */
function bearer(
  id: string,
  title: string,
  value: string,
  shown: ShellText = `<${title}>`,
): WrongCredential {
  return { id, title, value: `Bearer ${value}`, shown: ['Bearer ', ...[shown].flat()] };
}

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
  const swapped = swapCase(apiKey);
  const wrong: WrongCredential[] = [
    { id: 'none', title: 'no Authorization header', value: undefined, shown: undefined },
    bearer('empty', 'an empty key', '', ''),
    bearer('unknown', 'a key that was never issued', 'not-a-key-of-anyone', 'not-a-key-of-anyone'),
    bearer('half', 'the first half of the key', half),
    bearer('longer', 'the key followed by one more character', `${apiKey}x`, [key, 'x']),
    bearer(
      'last-character',
      'the key with a different last character',
      `${apiKey.slice(0, -1)}${last}`,
    ),
    bearer(
      'first-character',
      'the key with a different first character',
      `${first}${apiKey.slice(1)}`,
    ),
    bearer('second-half', 'the second half of the key', rest),
    bearer('prefixed', 'the key preceded by one more character', `x${apiKey}`, ['x', key]),
    ...['null', 'undefined', 'Bearer', '""'].map((word) =>
      bearer(`word-${word.replaceAll('"', 'quotes')}`, `the word ${word} as key`, word, word),
    ),
    // A header consists of bytes: these two are é in UTF-8. Comparing such a key by digest may throw an error.
    bearer('not-ascii', 'a key with a character outside ASCII', 'cl\u00c3\u00a9', 'clé'),
    bearer('hyphen', 'the key with a hyphen in its middle', `${half}-${rest}`),
    {
      id: 'other-header',
      title: 'the key in a header X-API-Key, without Authorization',
      header: 'X-API-Key',
      value: apiKey,
      shown: [key],
    },
    ...['access_token', 'api_key'].map((parameter) => ({
      id: parameter,
      title: `the key in a query parameter ${parameter}, without Authorization`,
      parameter,
      value: apiKey,
      shown: [key],
    })),
    { id: 'scheme-alone', title: 'the scheme without a key', value: 'Bearer', shown: 'Bearer' },
    { id: 'no-scheme', title: 'the key without a scheme', value: apiKey, shown: [key] },
    ...(
      [
        ['colon', 'the scheme followed by a colon, a space and the key', ': '],
        ['equals', 'the scheme followed by an equals sign and the key', '='],
        ['no-space', 'the scheme and the key without a space between them', ''],
      ] as const
    ).map(([id, title, separator]) => ({
      id,
      title,
      value: `Bearer${separator}${apiKey}`,
      shown: [`Bearer${separator}`, key],
    })),
    {
      id: 'basic',
      title: 'the key under the scheme Basic',
      value: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      shown: 'Basic <the key followed by a colon, in base64>',
    },
    ...['Basic', 'Token'].map((scheme) => ({
      id: scheme === 'Basic' ? 'basic-plain' : 'token',
      title: `the ${scheme === 'Basic' ? 'bare ' : ''}key under the scheme ${scheme}`,
      value: `${scheme} ${apiKey}`,
      shown: [`${scheme} `, key],
    })),
  ];
  if (swapped !== apiKey) {
    const title = 'the key with upper and lower case swapped';
    wrong.push(bearer('case', title, swapped));
  }
  if (workspace !== undefined)
    wrong.push(bearer('workspace-id', 'the id of a workspace', workspace, workspace));
  if (siteKey !== undefined) wrong.push(bearer('site-key', 'the apiKey of a site', siteKey));
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
