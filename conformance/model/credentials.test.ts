import { describe, expect, test } from '@jest/globals';
import { createCredential, listWrongCredentials } from './credentials.ts';

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
