import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { makeFolder } from './files.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'folders-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('creates a folder and its parents, and keeps an existing one', () => {
  const inner = path.join(folder, 'a/b/c');
  makeFolder(inner);
  makeFolder(inner);
  expect(existsSync(inner)).toBe(true);
});

test('fails if a file is in the way', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolder(path.join(file, 'x'))).toThrow(
    expect.objectContaining({ code: 'ENOTDIR' }),
  );
});

// On Node 20, recursive mkdir never returns here.
(existsSync('/proc/self') ? test : test.skip)('fails below /proc', () => {
  expect(() => makeFolder('/proc/none/reports')).toThrow(
    expect.objectContaining({ code: 'ENOENT' }),
  );
});
