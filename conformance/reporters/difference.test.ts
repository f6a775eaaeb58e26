import { describe, expect, test } from '@jest/globals';
import { findDifference } from './difference.ts';

describe('the difference of two texts', () => {
  test.each([
    { title: 'equal texts', given: ['same', 'same'], want: undefined },
    { title: 'texts that share little', given: ['201', 'status 404'], want: undefined },
    {
      title: 'texts that look the same',
      given: ['Café x', 'Cafe\u0301 x'],
      want: {
        start: 3,
        end: 2,
        note: 'They look the same but differ at character 4: expected U+00E9, received U+0065 U+0301',
      },
    },
    {
      title: 'a space that is lost at the end',
      given: ['a name ', 'a name'],
      want: { start: 6, end: 0 },
    },
    {
      title: 'a space of another kind',
      given: ['a\u00a0b', 'a b'],
      want: {
        start: 1,
        end: 1,
        note: 'They look the same but differ at character 2: expected U+00A0, received U+0020',
      },
    },
    {
      title: 'long texts',
      given: [`${'a'.repeat(99)}bc`, `${'a'.repeat(99)}c`],
      want: {
        start: 99,
        end: 1,
        note: 'They differ at character 100: expected “b”, received nothing',
      },
    },
    {
      title: 'letters beyond the first plane',
      given: ['ab😀d', 'ab😁d'],
      want: { start: 2, end: 1 },
    },
  ])('$title', ({ given: [expected = '', received = ''], want }) => {
    expect(findDifference(expected, received)).toEqual(want);
  });
});
