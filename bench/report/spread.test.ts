import { describe, expect, test } from '@jest/globals';
import { toSpread, writeSpread } from './spread.ts';

describe('the spread of measurements', () => {
  test.each([
    { title: 'one', given: [4], want: { min: 4, median: 4, max: 4 } },
    { title: 'an odd number', given: [9, 1, 4], want: { min: 1, median: 4, max: 9 } },
    { title: 'an even number', given: [10, 1, 3, 4], want: { min: 1, median: 3.5, max: 10 } },
    {
      title: 'numbers that would sort differently as text',
      given: [100, 20, 3],
      want: { min: 3, median: 20, max: 100 },
    },
  ])('of $title shows minimum, median and maximum', ({ given, want }) => {
    expect(toSpread(given)).toEqual(want);
  });

  test('cannot be computed from an empty list', () => {
    expect(() => toSpread([])).toThrow();
  });

  test('is written with the median in bold', () => {
    expect(writeSpread({ min: 0.5, median: 0.75, max: 1 }, String)).toBe('0.5–**0.75**–1');
  });
});
