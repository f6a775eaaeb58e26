import { afterEach, expect, jest, test } from '@jest/globals';
import { until } from '../../../test/installed/until.ts';
import { explainWriteError, Saver } from './write-state.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('a change during a save is saved afterwards', async () => {
  let saves = 0;
  const saver = new Saver(
    async () => {
      saves += 1;
    },
    () => undefined,
  );
  await saver.pause(async () => saver.touch());
  await until(() => saves === 1);
});

test('a failed save is repeated on stop', async () => {
  let saves = 0;
  const saver = new Saver(
    async () => {
      saves += 1;
      if (saves === 1) throw new Error('no room');
    },
    () => undefined,
  );
  saver.touch();
  await until(() => saves === 1);
  await saver.flush();
  expect(saves).toBe(2);
});

test('a stop during a save leaves nothing to save', async () => {
  jest.useFakeTimers();
  const ends: (() => void)[] = [];
  const saver = new Saver(
    () => new Promise<void>((resolve) => ends.push(resolve)),
    () => undefined,
  );
  saver.touch();
  await jest.advanceTimersByTimeAsync(100);
  saver.touch();
  const closing = saver.close();
  ends[0]?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  saver.touch();
  ends[1]?.();
  await closing;
  expect(jest.getTimerCount()).toBe(0);
  saver.touch();
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ['EROFS', 'the file system is read-only (EROFS); make it writable, or use a file on another one'],
  ['ENOSPC', 'no space is left on the disk (ENOSPC); free some space'],
  ['EBUSY', 'cannot be written (EBUSY); use another file'],
])('a file that cannot be written (%s) is reported with what to do', (code, want) => {
  expect(explainWriteError(Object.assign(new Error(code), { code }))).toBe(want);
});
