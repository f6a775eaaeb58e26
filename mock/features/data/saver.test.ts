import { expect, test } from '@jest/globals';
import { until } from '../../../test/installed/until.ts';
import { createSaver } from './saver.ts';

test('what changes while something else has the file is saved after that', async () => {
  let saves = 0;
  const saver = createSaver(
    async () => {
      saves += 1;
    },
    () => undefined,
  );
  await saver.pause(async () => saver.touch());
  await until(() => saves === 1);
});

test('a save that fails is made up for by a stop', async () => {
  let saves = 0;
  const saver = createSaver(
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
