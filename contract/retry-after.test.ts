import { expect, test } from '@jest/globals';
import { readRetryAfter } from './retry-after.ts';

test.each([
  { value: '120', want: 120_000 },
  { value: 'Wed, 31 Dec 2025 23:59:00 GMT', want: 0 },
  { value: 'soon', want: undefined },
  { value: undefined, want: undefined },
])('reads the Retry-After $value', ({ value, want }) => {
  expect(readRetryAfter(value)).toBe(want);
});
