import { describe, expect, test } from '@jest/globals';
import { listWrongCredentials } from './credentials.ts';

const key = 'sk_live_3f9aB7';

describe('listWrongCredentials', () => {
  test.each(['a', 'x', '12345', key])('never include the key itself, for the key %s', (apiKey) => {
    for (const { value } of listWrongCredentials(apiKey, undefined))
      expect(value).not.toBe(`Bearer ${apiKey}`);
  });

  test('include the apiKey of a site and the id of a workspace, if the run has them', () => {
    const ids = (siteKey?: string, workspace?: string) =>
      listWrongCredentials(key, siteKey, workspace).map(({ id }) => id);
    expect(ids('key-of-a-site', 'workspace')).toEqual(
      expect.arrayContaining(['site-key', 'workspace-id']),
    );
    expect(ids()).not.toContain('site-key');
    expect(ids()).not.toContain('workspace-id');
  });

  test('are described without the part of the key that they contain', () => {
    for (const { value = '', shown } of listWrongCredentials(key, undefined)) {
      const text = shown ?? value.replaceAll(key, '');
      expect(text).not.toContain(key.slice(0, 6));
      expect(text).not.toContain(key.slice(-6));
    }
  });
});
