import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readErrorCode } from '../../../contract/error-code.ts';

/**
 * Puts a text in the place of a file, so that at each moment the file is either the old one or the new one: the text is
 * on the disk before it gets the name, and so is the name before this ends. Whoever calls has the file to itself.
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`;
  // One that is there was left by a process that was killed.
  await rm(temporary, { force: true });
  const { mode } = await stat(file).catch(() => ({ mode: 0o666 }));
  const handle = await open(temporary, 'wx', mode & 0o777);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/** Not every system lets a folder be opened, and none of those that do not has to. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    const code = readErrorCode(error);
    if (code === undefined || !['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(code))
      throw error;
  }
}
