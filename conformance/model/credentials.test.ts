import { describe, expect, test } from '@jest/globals';
import { createCredential, createRedactor, listWrongCredentials } from './credentials.ts';

const key = 'sk_live_3f9aB7';

describe('listWrongCredentials', () => {
  test.each(['a', 'x', '12345', key])(
    'has no credential that is the key itself, for the key %s',
    (apiKey) => {
      for (const { value } of listWrongCredentials(apiKey, undefined))
        expect(value).not.toBe(createCredential(apiKey).value);
    },
  );

  test('shows none of them with the key in it', () => {
    for (const { shown = '' } of listWrongCredentials(key, undefined)) {
      expect(shown).not.toContain(key.slice(0, 6));
      expect(shown).not.toContain(key.slice(-6));
    }
  });
});

describe('a key with characters that have to be escaped', () => {
  const hard = 'sk/live+"3f9&aB7=';
  const redact = createRedactor(hard);

  test.each([
    ['in a URL', `?access_token=${encodeURIComponent(hard)}`],
    ['in a URL, in lower case', encodeURIComponent(hard).toLowerCase()],
    ['in a form', String(new URLSearchParams({ key: hard }))],
    ['in JSON', JSON.stringify({ detail: `no access for ${hard}` })],
    ['in HTML', `<p>sk/live+&quot;3f9&amp;aB7=</p>`],
  ])('is taken out %s', (_, text) => {
    expect(redact(text)).toMatch(/\[redacted\]/);
    expect(redact(text)).not.toMatch(/3f9/i);
  });
});

describe('createRedactor', () => {
  const redact = createRedactor(key);

  test.each([
    ['the key', `no access for ${key}`],
    ['a key with another end', `unknown key ${key.slice(0, -1)}x`],
    ['half a key', `unknown key ${key.slice(0, 7)}`],
    ['the key in capitals', `NO ACCESS FOR ${key.toUpperCase()}`],
    ['the key in base64', `bad ${Buffer.from(key).toString('base64')}`],
    ['the whole value in base64', `bad ${Buffer.from(`Bearer ${key}`).toString('base64url')}`],
    ['the key in Basic', `bad credentials ${Buffer.from(`${key}:`).toString('base64')}`],
  ])('takes out %s', (_, text) => {
    expect(redact(text)).toMatch(/\[redacted\]/);
    expect(redact(text)).not.toContain(key.slice(0, 7));
    expect(redact(text)).not.toMatch(/sk_live|c2tfbGl2/i);
  });

  test('leaves the words that are sent in place of a key', () => {
    const text = '{"hostUrl":null,"reason":"undefined, no Bearer \\"\\""}';
    expect(redact(text)).toBe(text);
  });

  test('shortens the apiKey of a site and leaves its id', () => {
    const text =
      '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"}';
    expect(redact(text)).toBe(
      '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","apiKey":"5a2f0f0e-…"}',
    );
  });
});
