import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { useFolder } from '../../../test/support/use-folder.ts';
import { saveFile } from './save-file.ts';

const folder = useFolder();
let place = '';
let file = '';
let count = 0;
beforeEach(() => {
  count += 1;
  place = path.join(folder, String(count));
  mkdirSync(place);
  file = path.join(place, 'saved');
  writeFileSync(file, 'old', { mode: 0o644 });
});
const accept = (): void => {};

test('replaces a file by one that only its owner can read', async () => {
  const size = await saveFile(file, ['é', '🏬'.repeat(100_000)], accept);
  expect(readFileSync(file, 'utf8')).toBe(`é${'🏬'.repeat(100_000)}`);
  expect(statSync(file)).toMatchObject({ size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(place)).toEqual(['saved']);
});

test.each([
  {
    title: 'its text cannot be made',
    pieces: function* () {
      yield 'new';
      throw new Error('refused');
    },
    onReplace: accept,
  },
  {
    title: 'it may not be replaced any more',
    pieces: () => ['new'],
    onReplace: () => {
      expect(readFileSync(`${file}.tmp`, 'utf8')).toBe('new');
      throw new Error('refused');
    },
  },
])('keeps the old file if $title', async ({ pieces, onReplace }) => {
  await expect(saveFile(file, pieces(), onReplace)).rejects.toThrow('refused');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(place)).toEqual(['saved']);
});

test('keeps the draft of another process that has taken over the file', async () => {
  const takeOver = (): void => {
    rmSync(`${file}.tmp`);
    writeFileSync(`${file}.tmp`, 'draft of another process');
    throw new Error('refused');
  };
  const spoil = (): Iterable<string> => ({
    *[Symbol.iterator]() {
      yield 'new';
      takeOver();
    },
  });
  await expect(saveFile(file, spoil(), accept)).rejects.toThrow('refused');
  expect(readFileSync(`${file}.tmp`, 'utf8')).toBe('draft of another process');
});

test('keeps the old file if the disk returns another text', async () => {
  const spoil = (): Iterable<string> => ({
    *[Symbol.iterator]() {
      yield 'new';
      writeFileSync(`${file}.tmp`, 'bad');
    },
  });
  await expect(saveFile(file, spoil(), accept)).rejects.toMatchObject({ code: 'EIO' });
  expect(readFileSync(file, 'utf8')).toBe('old');
});

test('does not write through a link in place of its draft', async () => {
  const target = path.join(place, 'target');
  writeFileSync(target, 'kept');
  symlinkSync(target, `${file}.tmp`);
  await saveFile(file, ['new'], accept);
  expect(readFileSync(target, 'utf8')).toBe('kept');
  expect(readFileSync(file, 'utf8')).toBe('new');
});
