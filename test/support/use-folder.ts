import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

/** Creates a folder for the tests of a file, which is removed after them. */
export function useFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
