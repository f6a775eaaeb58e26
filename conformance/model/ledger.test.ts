import { expect, test } from '@jest/globals';
import { listPathIds } from './ledger.ts';

const site = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';
const other = '9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94';

test('listPathIds returns ids in lower case, whatever their case and encoding', () => {
  const written = site.toUpperCase().replace('5', '%35');
  expect(listPathIds(`/v1/sites/${written}/routes?after=${other}`)).toEqual([site]);
  expect(listPathIds(`/v1/sites/${site}?after=${other.toUpperCase()}`, { query: true })).toEqual([
    site,
    other,
  ]);
});
