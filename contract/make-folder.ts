import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readErrorCode } from './error-code.ts';

/**
 * Makes a folder and those above it. `mkdir` with `recursive` does not return on Node 20 where an existing folder answers
 * "no such file" to everything new, as `/proc` does.
 * @throws what the system says of the first folder that cannot be made
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const place = path.resolve(folder);
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    const code = readErrorCode(error);
    const parent = path.dirname(place);
    if (code === 'EEXIST' && statSync(place).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    // Another process may have created it in the meantime.
    makeFolder(place, mode);
  }
}
