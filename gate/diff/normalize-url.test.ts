import { describe, expect, test } from '@jest/globals';
import { coversUrl, normalizeEscapes, normalizeUrl } from './normalize-url.ts';

describe('equal URLs are written alike', () => {
  test.each([
    ['https://API.Example:443/v1', 'https://api.example/v1'],
    ['HTTPS://api.example/v1', 'https://api.example/v1'],
    ['http://api.example:80', 'http://api.example'],
    ['http://api.example:/', 'http://api.example'],
    ['wss://api.example:443/', 'wss://api.example'],
    ['https://api.example/v1/', 'https://api.example/v1'],
    ['https://api.example/a/./b/../v1', 'https://api.example/a/v1'],
    ['https://api.example/../v1', 'https://api.example/v1'],
    ['https://api.example/%7euser/%c3%a9', 'https://api.example/~user/%C3%A9'],
    ['https://api.example/é', 'https://api.example/%C3%A9'],
    ['https://[2001:DB8::1]:443/v1', 'https://[2001:db8::1]/v1'],
    ['https://MÜNCHEN.example/', 'https://xn--mnchen-3ya.example'],
    ['https://{}.Example:443/{}', 'https://{}.example/{}'],
    ['{}://Api.example/v1', '{}://api.example/v1'],
    ['/v1/', '/v1'],
    ['./v1', 'v1'],
    ['', ''],
    ['/', ''],
  ])('%s', (url, want) => {
    expect(normalizeUrl(url)).toBe(want);
    expect(normalizeUrl(want)).toBe(want);
  });
});

describe('different URLs stay different', () => {
  test.each([
    ['https://api.example:8443', 'https://api.example'],
    ['http://api.example:443', 'http://api.example'],
    ['https://api.example', 'http://api.example'],
    ['https://User@api.example', 'https://user@api.example'],
    ['https://api.example/V1', 'https://api.example/v1'],
    ['https://api.example/a%2Fb', 'https://api.example/a/b'],
    ['../v1', 'v1'],
    ['v1', '/v1'],
  ])('%s and %s', (first, second) => {
    expect(normalizeUrl(first)).not.toBe(normalizeUrl(second));
  });
});

test('a text that is not well-formed Unicode has escapes as well', () => {
  expect(normalizeEscapes('\ud800')).toBe('%EF%BF%BD');
});

describe('a template covers', () => {
  test.each([
    ['https://{}.example/v1', 'https://a.example/v1', true],
    ['https://{}.example/v1', 'https://{}.example/v1', true],
    ['https://a.example/v1', 'https://{}.example/v1', false],
    ['https://{}.example/v1', 'https://a/b.example/v1', false],
    ['/a{}b{}c', '/abbc', true],
    ['/a{}b{}c', '/ac', false],
    ['/{}ab', '/ab', true],
    ['/ab{}ba', '/aba', false],
    ['/a.b', '/axb', false],
  ])('%s: %s is %s', (template, url, want) => {
    expect(coversUrl(template, url)).toBe(want);
  });

  test('a URL with many variables without trying every combination', () => {
    expect(coversUrl(`/${'{}a'.repeat(500)}x`, `/${'a'.repeat(5000)}`)).toBe(false);
  });
});
