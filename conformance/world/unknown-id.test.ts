import { expect, test } from '@jest/globals';
import { toUnknownId } from './unknown-id.ts';

test.each([
  ['12', /^987\d{6}$/],
  ['ord_3fK2', /^ord_\d[a-z][A-Z]\d$/],
  [
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/,
  ],
  ['507f1f77bcf86cd799439011', /^[\da-f]{24}$/],
  ['blue-shirt', /^[a-z]{4}-[a-z]{5}$/],
])('%s becomes an id of the same form', (known, form) => {
  const unknown = toUnknownId(known, 7);
  expect(unknown).toMatch(form);
  expect(unknown).not.toBe(known);
  expect(toUnknownId(known, 8)).not.toBe(unknown);
});
