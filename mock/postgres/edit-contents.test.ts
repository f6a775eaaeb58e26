import { describe, expect, test } from '@jest/globals';
import { placeRecords } from './edit-contents.ts';

describe('the places of records in their order', () => {
  test.each([
    { title: 'keeps what is not moved', known: [1, 5, 5, 9], places: [1, 5, 5, 9] },
    { title: 'puts new ones at the end', known: [1, undefined, undefined], places: [1, 100, 101] },
    { title: 'uses a gap', known: [1, undefined, 9], places: [1, 8, 9] },
    {
      title: 'moves others where there is no gap',
      known: [7, 8, undefined, 9],
      places: [6, 7, 8, 9],
    },
    {
      title: 'moves one that others share a place with',
      known: [3, undefined, 3],
      places: [1, 2, 3],
    },
    { title: 'goes behind a clock that is late', known: [500, undefined], places: [500, 501] },
  ])('$title', ({ known, places }) => {
    expect(placeRecords(known, 100)).toEqual(places);
  });
});
