import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgePage, type PageCase } from './page-law.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

function toCase(change: Partial<PageCase>): PageCase {
  return {
    before: ids,
    after: ids,
    cursor: 'b',
    limit: 2,
    page: { ids: ['c', 'd'], hasMore: true },
    ...change,
  };
}

describe('judgePage', () => {
  const lawful: readonly (readonly [string, Partial<PageCase>])[] = [
    ['the next sites', {}],
    [
      'the first sites without a cursor',
      { cursor: undefined, page: { ids: ['a', 'b'], hasMore: true } },
    ],
    [
      'the last sites, to the exact end',
      { cursor: 'd', page: { ids: ['e', 'f'], hasMore: false } },
    ],
    ['nothing after the last site', { cursor: 'f', page: { ids: [], hasMore: false } }],
    ['nothing for limit 0, with hasMore true', { limit: 0, page: { ids: [], hasMore: true } }],
    ['nothing for limit 0, with hasMore false', { limit: 0, page: { ids: [], hasMore: false } }],
    [
      'a site of another writer in between',
      { after: ['a', 'b', 'x', 'c', 'd', 'e', 'f'], page: { ids: ['x', 'c'], hasMore: true } },
    ],
    [
      'a site that came between the walk and the page',
      { page: { ids: ['x', 'c'], hasMore: true } },
    ],
    [
      'hasMore for a site that came at the end',
      { cursor: 'd', after: [...ids, 'x'], page: { ids: ['e', 'f'], hasMore: true } },
    ],
    [
      'a site that another writer moved',
      { after: ['a', 'b', 'd', 'e', 'f', 'c'], page: { ids: ['d', 'e'], hasMore: true } },
    ],
  ];
  test.each(lawful)('takes %s', (_, change) => {
    expect(judgePage(toCase(change))).toBeUndefined();
  });

  const broken: readonly (readonly [string, Partial<PageCase>, string])[] = [
    ['more sites than the limit', { page: { ids: ['c', 'd', 'e'], hasMore: true } }, 'limit'],
    ['a site twice', { page: { ids: ['c', 'c'], hasMore: true } }, 'is-complete'],
    ['the site of the cursor', { page: { ids: ['b', 'c'], hasMore: true } }, 'after'],
    ['a page that starts too late', { page: { ids: ['d', 'e'], hasMore: true } }, 'after'],
    ['another order', { page: { ids: ['d', 'c'], hasMore: true } }, 'after'],
    ['hasMore false with sites left', { page: { ids: ['c', 'd'], hasMore: false } }, 'has-more'],
    [
      'hasMore true at the exact end',
      { cursor: 'd', page: { ids: ['e', 'f'], hasMore: true } },
      'has-more',
    ],
    [
      'hasMore true after the last site, for limit 0, too',
      { cursor: 'f', limit: 0, page: { ids: [], hasMore: true } },
      'has-more',
    ],
    [
      'hasMore true on the last page that is not full, while others write',
      { cursor: 'd', after: ['x', ...ids], limit: 5, page: { ids: ['e', 'f'], hasMore: true } },
      'has-more',
    ],
    ['a short page with more to come', { limit: 3 }, 'limit'],
    ['an empty page in the middle', { page: { ids: [], hasMore: false } }, 'has-more'],
  ];
  test.each(broken)('finds %s', (_, change, requirement) => {
    expect(judgePage(toCase(change))?.requirement).toBe(`list-sites-${requirement}`);
  });

  // Comparing each site with all others would take minutes. A target decides how long its pages are.
  test('judges a page of 200,000 sites in linear time', () => {
    const all = Array.from({ length: 200_000 }, (_, at) => `site ${at}`);
    const page = { ids: all, hasMore: false };
    const limit = all.length;
    const base = { before: all, after: all, cursor: undefined, limit };
    expect(judgePage({ ...base, page })).toBeUndefined();
  }, 20_000);

  test('accepts every correct page and finds every page that omits a site', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: -1, max: 29 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(),
        (length, place, limit, drop) => {
          const all = Array.from({ length }, (_, at) => `s${at}`);
          const at = Math.min(place, length - 1);
          const wanted = all.slice(at + 1, at + 1 + limit);
          const hasMore = at + 1 + limit < length;
          const base = { before: all, after: all, cursor: at < 0 ? undefined : all[at], limit };
          expect(judgePage({ ...base, page: { ids: wanted, hasMore } })).toBeUndefined();
          if (wanted.length > 0) {
            const gap = wanted.filter((_, index) => index !== drop % wanted.length);
            expect(judgePage({ ...base, page: { ids: gap, hasMore } })).toBeDefined();
          }
          expect(judgePage({ ...base, page: { ids: wanted, hasMore: !hasMore } })).toBeDefined();
        },
      ),
      { seed: 20, numRuns: 300 },
    );
  });
});
