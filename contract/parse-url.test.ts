import { describe, expect, test } from '@jest/globals';
import { parseUrl } from './parse-url.ts';

describe('a URL', () => {
  test('is parsed if its authority is within the limit, and refused beyond it', () => {
    const host = 'a.'.repeat(512);
    expect(parseUrl(`https://${host}/path?query`)?.host).toBe(host);
    expect(parseUrl(`https://${host}a/path?query`)).toBeUndefined();
    expect(parseUrl('https://example.com/path')?.host).toBe('example.com');
    expect(parseUrl(`https://example.com/${'a'.repeat(5000)}`)?.host).toBe('example.com');
  });

  const chinese = '中'.repeat(2000);
  test.each([
    `https://${chinese}`,
    `https:${chinese}`,
    `https:\\\\${chinese}`,
    `https:/\t/${chinese}`,
    `ht\ntps:/\r/${chinese}`,
    ` https://user@${chinese}/a`,
  ])('is refused if its host would take too long to parse: %#', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
