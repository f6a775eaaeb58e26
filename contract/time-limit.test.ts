import { expect, test } from '@jest/globals';
import { Deadline, runWithin, TimeOver } from './time-limit.ts';

const endless = (): void => {
  for (;;);
};

test('work is interrupted, also within a regular expression', () => {
  expect(() => runWithin(20, endless)).toThrow(TimeOver);
  expect(() => runWithin(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toThrow(TimeOver);
});

test('work returns its result, and its errors', () => {
  expect(runWithin(10_000, () => 'done')).toBe('done');
  expect(runWithin(10_000, () => undefined)).toBeUndefined();
  const work = () => {
    throw new RangeError('no');
  };
  expect(() => runWithin(10_000, work)).toThrow(new RangeError('no'));
});

test('a limit within a limit ends only its own work', () => {
  const work = () => {
    expect(() => runWithin(20, endless)).toThrow(TimeOver);
    return 'outer';
  };
  expect(runWithin(10_000, work)).toBe('outer');
  expect(() => runWithin(50, () => runWithin(10_000, endless))).toThrow(TimeOver);
});

test('a deadline that is over runs nothing', () => {
  const deadline = new Deadline(0);
  expect(deadline.isOver).toBe(true);
  expect(() => deadline.run(() => 1)).toThrow(TimeOver);
  expect(new Deadline(10_000).run(() => 1)).toBe(1);
});
