import { expect, test } from '@jest/globals';
import { createClock, earliestTime, latestTime } from './clock.ts';

test.each([
  { title: 'the last', at: 8.64e15, want: latestTime },
  { title: 'the first', at: -8.64e15, want: earliestTime },
])(
  'a clock stops at $title time that can be written with four digits for the year',
  ({ at, want }) => {
    const clock = createClock(() => 0);
    clock.freeze(at);
    expect(clock.read()).toBe(want);
    clock.resume();
    expect([clock.tick(), clock.read()]).toEqual([want, want]);
    const given = createClock(() => at);
    expect([given.tick(), given.read()]).toEqual([want, want]);
  },
);

test('a clock refuses what is not a time', () => {
  const clock = createClock(() => 5);
  expect(() => clock.freeze(Number.NaN)).toThrow('the time of the clock must be a number');
  expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
  expect([clock.read(), clock.frozen]).toEqual([5, false]);
});
