import type { Credential } from '../runner/wire.ts';

const variable = 'SITE_CONTRACT_API_KEY';

export function createCredential(apiKey: string): Credential {
  return { value: `Bearer ${apiKey}`, shown: `Bearer $${variable}` };
}

/** A way of not having the key. */
export interface WrongCredential extends Credential {
  id: string;
  title: string;
}

/** Credentials that are each wrong in one way. `siteKey` is the apiKey of a site, which is not an API key. */
export function listWrongCredentials(
  apiKey: string,
  siteKey: string | undefined,
  workspace?: string,
): WrongCredential[] {
  const half = apiKey.slice(0, Math.max(1, Math.floor(apiKey.length / 2)));
  const last = apiKey.endsWith('x') ? 'y' : 'x';
  const first = apiKey.startsWith('x') ? 'y' : 'x';
  const swapped = swapCase(apiKey);
  const wrong: WrongCredential[] = [
    { id: 'none', title: 'no Authorization header', value: undefined, shown: undefined },
    { id: 'empty', title: 'an empty key', value: 'Bearer ', shown: 'Bearer ' },
    {
      id: 'unknown',
      title: 'a key that was never issued',
      value: 'Bearer not-a-key-of-anyone',
      shown: 'Bearer not-a-key-of-anyone',
    },
    {
      id: 'half',
      title: 'the first half of the key',
      value: `Bearer ${half}`,
      shown: `Bearer \${${variable}:0:${half.length}}`,
    },
    {
      id: 'longer',
      title: 'the key followed by one more character',
      value: `Bearer ${apiKey}x`,
      shown: `Bearer \${${variable}}x`,
    },
    {
      id: 'last-character',
      title: 'the key with a different last character',
      value: `Bearer ${apiKey.slice(0, -1)}${last}`,
      shown: `Bearer \${${variable}%?}${last}`,
    },
    {
      id: 'first-character',
      title: 'the key with a different first character',
      value: `Bearer ${first}${apiKey.slice(1)}`,
      shown: `Bearer ${first}\${${variable}#?}`,
    },
    {
      id: 'second-half',
      title: 'the second half of the key',
      value: `Bearer ${apiKey.slice(half.length)}`,
      shown: `Bearer \${${variable}:${half.length}}`,
    },
    {
      id: 'prefixed',
      title: 'the key preceded by one more character',
      value: `Bearer x${apiKey}`,
      shown: `Bearer x$${variable}`,
    },
    ...['null', 'undefined', 'Bearer', '""'].map((word) => ({
      id: `word-${word.replaceAll('"', 'quotes')}`,
      title: `the word ${word} as key`,
      value: `Bearer ${word}`,
      shown: `Bearer ${word.replaceAll('"', '\\"')}`,
    })),
    {
      id: 'hyphen',
      title: 'the key with a hyphen in its middle',
      value: `Bearer ${half}-${apiKey.slice(half.length)}`,
      shown: `Bearer \${${variable}:0:${half.length}}-\${${variable}:${half.length}}`,
    },
    {
      id: 'other-header',
      title: 'the key in a header X-API-Key, without Authorization',
      header: 'X-API-Key',
      value: apiKey,
      shown: `$${variable}`,
    },
    ...['access_token', 'api_key'].map((parameter) => ({
      id: parameter,
      title: `the key in a query parameter ${parameter}, without Authorization`,
      parameter,
      value: apiKey,
      shown: `$${variable}`,
    })),
    { id: 'scheme-alone', title: 'the scheme without a key', value: 'Bearer', shown: 'Bearer' },
    {
      id: 'no-scheme',
      title: 'the key without a scheme',
      value: apiKey,
      shown: `$${variable}`,
    },
    {
      id: 'basic',
      title: 'the key under the scheme Basic',
      value: `Basic ${toBase64(`${apiKey}:`)}`,
      shown: `Basic $(printf '%s:' \\"$${variable}\\" | base64 -w0)`,
    },
    {
      id: 'basic-plain',
      title: 'the bare key under the scheme Basic',
      value: `Basic ${apiKey}`,
      shown: `Basic $${variable}`,
    },
    {
      id: 'token',
      title: 'the key under the scheme Token',
      value: `Token ${apiKey}`,
      shown: `Token $${variable}`,
    },
  ];
  if (swapped !== apiKey) {
    wrong.push({
      id: 'case',
      title: 'the key with upper and lower case swapped',
      value: `Bearer ${swapped}`,
      shown: 'Bearer <the key, upper and lower case swapped>',
    });
  }
  if (workspace !== undefined) {
    wrong.push({
      id: 'workspace-id',
      title: 'the id of a workspace',
      value: `Bearer ${workspace}`,
      shown: `Bearer ${workspace}`,
    });
  }
  if (siteKey !== undefined) {
    wrong.push({
      id: 'site-key',
      title: 'the apiKey of a site',
      value: `Bearer ${siteKey}`,
      shown: 'Bearer <the apiKey of a site>',
    });
  }
  // A key of one character leaves variants that are the key itself, or nothing.
  return wrong.filter(({ value }) => value !== `Bearer ${apiKey}`);
}

function swapCase(text: string): string {
  return [...text]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
}

function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
