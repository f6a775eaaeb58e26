import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeAtomically } from './write-atomically.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-write-'));
  file = path.join(folder, 'state.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('whoever looks at any moment, as after a kill, sees all of the old text or all of the new one', async () => {
  const texts = ['a', 'b'].map((letter) => letter.repeat(4_000_000));
  await writeAtomically(file, texts[0] ?? '');
  let looks = 0;
  for (let round = 1; round <= 10; round += 1) {
    let isWriting = true;
    const written = writeAtomically(file, texts[round % 2] ?? '').finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      looks += 1;
      const seen = readFileSync(file, 'utf8');
      expect(texts.indexOf(seen)).not.toBe(-1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await written;
    expect(readFileSync(file, 'utf8') === texts[round % 2]).toBe(true);
  }
  expect(looks).toBeGreaterThan(50);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('what a killed process left is cleared away, and rights stay', async () => {
  writeFileSync(file, 'old');
  chmodSync(file, 0o600);
  writeFileSync(`${file}.tmp`, 'half of a lon');
  await writeAtomically(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('a text that cannot be written leaves the old one', async () => {
  writeFileSync(file, 'old');
  await expect(writeAtomically(path.join(folder, 'none/state.json'), 'new')).rejects.toThrow(
    'ENOENT',
  );
  expect(readFileSync(file, 'utf8')).toBe('old');
});
