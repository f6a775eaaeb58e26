import { describe, expect, test } from '@jest/globals';
import { brokenTargets, lawfulTargets, plainTarget } from './index.ts';

const all = [plainTarget, ...brokenTargets, ...lawfulTargets];

describe('the corpus', () => {
  test('every id occurs once and names its family', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const { id, family } of all) {
      expect(id).toMatch(/^[a-z][a-z0-9-]*(\/[a-zA-Z0-9-]+)?$/);
      expect(id.split('/')[0]).toBe(family);
    }
  });

  test('every title occurs once and is a sentence', () => {
    const titles = all.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => !/[.)]$/.test(title))).toEqual([]);
  });
});
