import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { readErrorCode } from '../../../contract/errors.ts';

/**
 * Flushes the name of a file to the disk, which its folder contains.
 * @throws the error of Node
 */
export async function syncFolder(file: string): Promise<void> {
  try {
    const handle = await open(path.dirname(file), 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!keepsNames(error)) throw error;
  }
}

/** Like `syncFolder`, but synchronous. */
export function syncFolderAtOnce(file: string): void {
  try {
    const descriptor = openSync(path.dirname(file), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!keepsNames(error)) throw error;
  }
}

/** Not every system can open or flush a folder. Those systems save file names without it. */
function keepsNames(error: unknown): boolean {
  const code = readErrorCode(error);
  return ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].some((one) => one === code);
}
