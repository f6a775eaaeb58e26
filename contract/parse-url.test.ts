import { describe, expect, test } from '@jest/globals';
import { encodeText, normalizePath, parseUrl } from './parse-url.ts';

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

describe('equivalent paths become equal', () => {
  test.each([
    { path: '/v1/%77orkspaces', want: '/v1/workspaces' },
    { path: '/%7Etest/%2d%5F%2E', want: '/~test/-_.' },
    { path: '/caf%c3%a9', want: '/caf%C3%A9' },
    { path: '/café', want: '/caf%C3%A9' },
    { path: '/a%2fb%25%3A', want: '/a%2Fb%25%3A' },
    { path: '/%zz%', want: '/%zz%' },
    { path: '/\ud800', want: '/%EF%BF%BD' },
  ])('$path is $want', ({ path, want }) => {
    expect(normalizePath(path)).toBe(want);
    expect(normalizePath(want)).toBe(want);
  });
});

test('escapes half of a surrogate pair as a character that is not known', () => {
  expect(encodeText('a\ud800b/🙂')).toBe('a%EF%BF%BDb%2F%F0%9F%99%82');
});
