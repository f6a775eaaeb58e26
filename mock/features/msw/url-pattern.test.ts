import { expect, test } from '@jest/globals';
import { contract as shipped } from '../../../contract/index.ts';
import { loadTestContract } from '../../../test/support/load-test-contract.ts';
import { toUrlPattern } from './url-pattern.ts';

test('the paths of a contract are matched at the base URL, and below the paths of its servers', async () => {
  const { operations } = shipped;
  const pattern = toUrlPattern('https://x.example', { operations, basePaths: ['/api/v2', ''] });
  const matched = ['https://x.example/v1/sites/1', 'https://x.example/api/v2/v1/sites/1'];
  const others = [
    'https://x.example/page',
    'https://x.example/api/v1/sites',
    'https://y.example/v1/',
  ];
  expect(matched.filter((url) => !pattern.test(url))).toEqual([]);
  expect(others.filter((url) => pattern.test(url))).toEqual([]);

  const library = toUrlPattern('https://x.example/app+(1)', await loadTestContract('library'));
  expect(library.test('https://x.example/app+(1)/api/v2/branches')).toBe(true);
  expect(library.test('https://x.example/app+(1)/branches')).toBe(true);
  expect(library.test('https://x.example/branches')).toBe(false);
});
