import { expect, test } from '@jest/globals';
import { isSameNoun, toPluralName, toSingularName } from './words.ts';

test.each([
  ['shelf', 'shelves'],
  ['status', 'statuses'],
  ['address', 'addresses'],
  ['alias', 'aliases'],
  ['orderItem', 'orderItems'],
  ['newsItem', 'newsItems'],
  ['news', 'news'],
  ['series', 'series'],
  ['metadata', 'metadata'],
  ['analysis', 'analyses'],
  ['database', 'databases'],
  ['base', 'bases'],
  ['movie', 'movies'],
  ['cookie', 'cookies'],
  ['category', 'categories'],
  ['cache', 'caches'],
  ['api', 'apis'],
  ['gpu', 'gpus'],
  ['sms', 'sms'],
  ['person', 'people'],
])('%s is the singular of %s', (singular, plural) => {
  expect(toSingularName(plural)).toBe(singular);
  expect(toSingularName(singular)).toBe(singular);
  expect(toPluralName(singular)).toBe(plural);
  expect(toPluralName(plural)).toBe(plural);
  expect(isSameNoun(singular, plural)).toBe(true);
});
