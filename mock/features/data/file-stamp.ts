import { stat } from 'node:fs/promises';

/** What changes with a file: two equal stamps are of the same file with the same content. Undefined where there is none. */
export async function readStamp(file: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs].join(':');
  } catch {
    return undefined;
  }
}
