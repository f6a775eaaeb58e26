import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DocumentError, explainReadError } from './errors.ts';

/** Maximum size of a document in bytes. Documents written by people are smaller. */
export const mostDocument = 64_000_000;

/**
 * Rejects files that might block or never end, such as devices and named pipes. Accepts file descriptors from a shell, such
 * as `/dev/fd/63`.
 * @param label name of the file in messages
 * @throws DocumentError
 */
export function assertReadable(file: string, label = file, limit = Infinity): void {
  // Reading a file that does not exist explains why.
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory() || passed.test(file)) return;
  if (!stats.isFile())
    throw new DocumentError(`${label}: is a pipe, socket or device, not a file; name a file`);
  if (stats.size > limit) throw new DocumentError(`${label}: larger than ${limit / 1e6} MB`);
}

/**
 * Reads a file as text. A byte order mark, which JSON does not allow, is removed.
 * @param label name of the file in messages
 * @throws DocumentError with the reason and how to fix it
 */
export function readTextFile(file: string, label = file, limit?: number): string {
  assertReadable(file, label, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new DocumentError(`${label}: ${explainReadError(error)}`);
  }
}

const passed = /^\/dev\/(?:null|stdin|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/;

/**
 * Writes a file as a whole, and replaces what has its name: a link is not followed. Devices and pipes are written to.
 * @throws the system error
 */
export function replaceFile(file: string, text: string): void {
  const isPipe = statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;
  if (isPipe || /^\/(?:dev|proc)\//.test(file)) {
    writeFileSync(file, text);
    return;
  }
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
