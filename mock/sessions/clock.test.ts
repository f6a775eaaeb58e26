import { expect, test } from '@jest/globals';
import { latestTime, Time } from './clock.ts';

const earliestTime = Date.parse('0000-01-01T00:00:00.000Z');

test.each([
  { title: 'the last', at: 8.64e15, want: latestTime },
  { title: 'the first', at: -8.64e15, want: earliestTime },
])(
  'a clock stops at $title time that can be written with four digits for the year',
  ({ at, want }) => {
    const time = new Time(() => 0);
    const frozen = time.freeze(undefined, at);
    expect(time.read(frozen)).toBe(want);
    expect(time.read(time.resume(frozen))).toBe(want);
    expect(new Time(() => at).read(undefined)).toBe(want);
  },
);

test('a clock refuses what is not a time', () => {
  const time = new Time(() => 5);
  expect(() => time.freeze(undefined, Number.NaN)).toThrow(
    'the time of the clock must be a number',
  );
  // As from JavaScript.
  expect(() => time.freeze(undefined, JSON.parse('"2030-01-01"'))).toThrow(RangeError);
  expect(() => time.advance(undefined, Number.NaN)).toThrow(RangeError);
});

test('a seeded clock advances by a second with each request, unless it is frozen', () => {
  const time = new Time(undefined);
  const start = time.read(undefined);
  const stepped = time.step(undefined);
  expect(time.read(stepped) - start).toBe(1000);
  const frozen = time.freeze(stepped);
  expect(time.step(frozen)).toBe(frozen);
  const advanced = time.resume(time.advance(frozen, 500));
  expect(time.read(time.step(advanced)) - start).toBe(2500);
});
