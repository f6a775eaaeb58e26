import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type WatchedFiles, watchFiles } from './watch-files.ts';

let folder = '';
let watched: WatchedFiles | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-watched-'));
});
afterEach(() => {
  watched?.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['written', (file: string) => writeFileSync(file, 'new')],
  [
    'replaced',
    (file: string) => {
      writeFileSync(`${file}~`, 'two');
      renameSync(`${file}~`, file);
    },
  ],
])('a file that is %s is noticed once, also through a link', async (_, change) => {
  const [file, other, link] = ['state', 'other', 'link'].map((name) => path.join(folder, name));
  if (file === undefined || other === undefined || link === undefined) throw new Error('no names');
  for (const each of [file, other]) writeFileSync(each, 'old');
  symlinkSync(file, link);
  const seen: string[] = [];
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  watched = watchFiles([file, other, link], async (changed) => {
    seen.push(...changed);
    if (seen.length > 1) end();
  });
  // The first look must come before the change.
  for (const each of [file, other, link, file]) await stat(each);
  change(file);
  await ended;
  expect(seen.toSorted()).toEqual([link, file]);
});
