import { describe, expect, test } from '@jest/globals';
import { findProxy } from './connect.ts';

describe('findProxy', () => {
  const environment = {
    HTTPS_PROXY: 'http://proxy:3128',
    http_proxy: 'plain-proxy:8080',
    NO_PROXY: 'internal.example, .corp.example,other.example:8443',
  };
  test.each([
    ['https://sites.example', 'http://proxy:3128'],
    ['http://sites.example', 'http://plain-proxy:8080'],
    ['https://internal.example', undefined],
    ['https://a.corp.example', undefined],
    ['https://notcorp.example', 'http://proxy:3128'],
    ['https://other.example', 'http://proxy:3128'],
    ['https://other.example:8443', undefined],
    ['http://127.0.0.1:4010', undefined],
  ])('returns the proxy of %s', (url, wanted) => {
    expect(findProxy(url, environment)).toBe(wanted);
  });

  test('returns undefined if NO_PROXY is * or nothing is set', () => {
    expect(findProxy('https://a.example', { ...environment, NO_PROXY: '*' })).toBeUndefined();
    expect(findProxy('https://a.example', {})).toBeUndefined();
  });
});
