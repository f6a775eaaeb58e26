import { describe, expect, test } from '@jest/globals';
import { isSelected } from './select-checks.ts';

describe('isSelected', () => {
  test.each([
    ['an id', 'listSites/is-stable', ['listSites/is-stable'], true],
    ['an operation', 'listSites/is-stable', ['listSites'], true],
    ['an operation with a slash', 'listSites/is-stable', ['listSites/'], true],
    ['the first words of an id', 'listSites/is-stable', ['listSites/is'], true],
    ['half a word', 'listSites/is-stable', ['listSi'], false],
    ['another operation', 'listSites/is-stable', ['createSite'], false],
    ['nothing at all', 'listSites/is-stable', [], true],
  ])('answers for %s', (_, id, only, wanted) => {
    expect(isSelected(id, only)).toBe(wanted);
  });
});
