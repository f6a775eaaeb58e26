import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readStamp, type WatchedFiles, watchFiles } from './watch-files.ts';

let folder = '';
let file = '';
let watched: WatchedFiles | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-watched-'));
  file = path.join(folder, 'state.json');
  writeFileSync(file, 'old');
});
afterEach(() => {
  jest.useRealTimers();
  watched?.close();
  rmSync(folder, { recursive: true });
});

test('a change is noticed while other files of the folder change all the time', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const seen: string[] = [];
  watched = await watchFiles([file], async (changed) => {
    seen.push(...changed);
  });
  const listener = watch(folder);
  try {
    writeFileSync(file, 'new');
    // Each pause between two changes is shorter than the time that a file has to be unchanged for.
    for (let round = 0; seen.length === 0; round += 1) {
      expect(round).toBeLessThan(100);
      const heard = once(listener, 'change');
      appendFileSync(`${file}.log`, 'a line\n');
      await heard;
      await new Promise((resolve) => setImmediate(resolve));
      jest.advanceTimersByTime(20);
      await readStamp(file);
    }
  } finally {
    listener.close();
  }
  expect(new Set(seen)).toEqual(new Set([file]));
});
