import { describe, expect, test } from '@jest/globals';
import { placeRecords } from './edit-contents.ts';

describe('the positions of records', () => {
  test.each([
    {
      title: 'do not change for records that stay in order',
      known: [1, 5, 5, 9],
      places: [1, 5, 5, 9],
    },
    {
      title: 'are after the last one for new records',
      known: [1, undefined, undefined],
      places: [1, 100, 101],
    },
    { title: 'uses a gap', known: [1, undefined, 9], places: [1, 8, 9] },
    {
      title: 'change for other records if there is no gap',
      known: [7, 8, undefined, 9],
      places: [6, 7, 8, 9],
    },
    {
      title: 'change for a record that shares one',
      known: [3, undefined, 3],
      places: [1, 2, 3],
    },
    {
      title: 'continue after those of a clock that is ahead',
      known: [500, undefined],
      places: [500, 501],
    },
  ])('$title', ({ known, places }) => {
    expect(placeRecords(known, 100)).toEqual(places);
  });
});
