import { existsSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { DocumentError, explainReadError, readErrorCode } from './errors.ts';

/** No document that people write is larger, in bytes. */
export const mostDocument = 64_000_000;

/**
 * Refuses what a read might never come back from: a device can have no end, and a pipe with a name waits for another program.
 * What a shell passes, as `/dev/fd/63`, is read.
 * @param shown what the message calls the file
 * @throws DocumentError
 */
export function assertReadable(file: string, shown = file, limit = Infinity): void {
  const found = findFile(file);
  if (found === undefined || found.isDirectory() || passed.test(file)) return;
  if (!found.isFile())
    throw new DocumentError(`${shown}: is a pipe, socket or device, not a file; name a file`);
  if (found.size > limit) throw new DocumentError(`${shown}: larger than ${limit / 1e6} MB`);
}

/**
 * Reads a file as text.
 * @param shown what the message calls the file
 * @throws DocumentError with the reason, and what to do about it
 */
export function readTextFile(file: string, shown = file, limit?: number): string {
  assertReadable(file, shown, limit);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DocumentError(`${shown}: ${explainReadError(error)}`);
  }
}

const passed = /^\/dev\/(?:null|stdin|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/;

/** Undefined where there is none, or it cannot be found: reading it says why. */
function findFile(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

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
