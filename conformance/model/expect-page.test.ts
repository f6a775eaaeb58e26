import { describe, expect, test } from '@jest/globals';
import { findChange } from './expect-page.ts';

function listPages(...orders: readonly string[]) {
  return orders.map((ids, page) => ({ page, ids: [...ids] }));
}

describe('findChange', () => {
  test.each([
    ['no page', []],
    ['one page', ['abc']],
    ['equal pages', ['abc', 'abc', 'abc']],
    ['a site that came', ['abc', 'axbc']],
    ['a site that went', ['abc', 'ac']],
    ['pages without a site in common', ['abc', 'xyz']],
  ])('takes %s', (_, orders) => {
    expect(findChange(listPages(...orders))).toBeUndefined();
  });

  test.each([
    ['two that changed places', ['abc', 'abc', 'acb'], 2, ['b', 'c']],
    ['a list that starts further on', ['abcd', 'bcda'], 1, ['a', 'd']],
    ['two that changed places around a new one', ['ab', 'bxa'], 1, ['a', 'b']],
  ])('finds %s', (_, orders, page, sites) => {
    expect(findChange(listPages(...orders))).toEqual({ page, sites });
  });
});
