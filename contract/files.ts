import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DocumentError, explainReadError, readErrorCode } from './errors.ts';

/** Maximum size of a document in bytes. Documents written by people are smaller. */
export const mostDocument = 64_000_000;

/**
 * Rejects files that might block or never end, such as devices and named pipes. Accepts file descriptors from a shell, such
 * as `/dev/fd/63`.
 * @param shown name of the file in messages
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
 * @param shown name of the file in messages
 * @throws DocumentError with the reason and how to fix it
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

/** Undefined if the file does not exist or cannot be examined. Reading it then explains why. */
function findFile(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Creates a folder and its parents. On Node 20, `mkdir` with `recursive` does not return if an existing folder reports "no
 * such file" for every new entry, as `/proc` does.
 * @throws the system error for the first folder that cannot be created
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

/**
 * Writes a file as a whole, and replaces what has its name: a link is not followed. Devices and pipes are written to.
 * @throws the system error
 */
export function replaceFile(file: string, text: string): void {
  if (/^\/(?:dev|proc)\//.test(file) || findFile(file)?.isFIFO() === true) {
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
