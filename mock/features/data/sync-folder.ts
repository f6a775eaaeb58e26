import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { readErrorCode } from '../../../contract/errors.ts';

/**
 * Forces the name of a file to the disk, which its folder holds.
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

/** Like `syncFolder`; nothing else of this process happens meanwhile. */
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

/** Not every system lets a folder be opened, or forced to the disk. Those that do not keep names by themselves. */
function keepsNames(error: unknown): boolean {
  const code = readErrorCode(error);
  return ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].some((one) => one === code);
}
