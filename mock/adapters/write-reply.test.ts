import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { limitUnread } from './write-reply.ts';

const body = 'x'.repeat(100_000);
const limit = 250_000;

test('of responses that are not read, those that have waited longest are aborted', async () => {
  const [first, second, third] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const fourth = new PassThrough();
  const all = [first, second, third, fourth];
  for (const response of [first, second, third]) limitUnread(response, body, limit);
  expect(all.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  // A closed response makes room, and a small one does not count.
  second.destroy();
  await once(second, 'close');
  limitUnread(fourth, body, limit);
  limitUnread(new PassThrough(), 'small', 0);
  expect(all.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
  // The last response is sent, however large it is.
  limitUnread(new PassThrough(), body, 0);
  expect(all.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true]);
});
