import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** For files that contain secrets of webhooks. */
export const secretMode = 0o600;

/** Returns the error for a disk that accepts what it does not store. */
export function notStored(): Error {
  return Object.assign(new Error('what was written was not stored'), { code: 'EIO' });
}

/**
 * Replaces a file. Until the new one is on the disk as a whole, the old one stays: a disk that is full may take a part of a text
 * without an error.
 * @param pieces the text
 * @param onReplace called just before the new file replaces the old one. An error keeps the old one
 * @returns its size in bytes
 * @throws the system error, or an error that says that the disk has another text
 */
export async function saveFile(
  file: string,
  pieces: Iterable<string>,
  onReplace: () => void,
): Promise<number> {
  const draft = `${file}.tmp`;
  // One that a killed process left, or a link that somebody planted.
  await rm(draft, { force: true });
  const owner = await findOwner(file);
  const handle = await open(draft, 'wx+', secretMode);
  const { ino } = await handle.stat();
  try {
    const size = await writeDraft(handle, pieces, owner);
    onReplace();
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return size;
  } catch (error) {
    // A process that has taken over the file has a draft with the same name.
    const current = await stat(draft).catch(() => undefined);
    if (current?.ino === ino) await rm(draft, { force: true });
    throw error;
  }
}

interface Owner {
  uid: number;
  gid: number;
}

/** Writes a new file, flushes it, compares what the disk returns, and closes it. @returns its size in bytes */
async function writeDraft(
  handle: FileHandle,
  pieces: Iterable<string>,
  owner: Owner | undefined,
): Promise<number> {
  try {
    // Only an administrator may give a file away; the mode then still protects it.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => undefined);
    const hash = createHash('sha256');
    let size = 0;
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      // Writes until all bytes are written, or the disk refuses one.
      await handle.writeFile(bytes);
      hash.update(bytes);
      size += bytes.length;
    }
    await handle.sync();
    const expected = hash.digest('hex');
    if ((await readHash(handle)) !== expected) throw notStored();
    return size;
  } finally {
    await handle.close();
  }
}

async function readHash(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const stream = handle.createReadStream({ start: 0, autoClose: false });
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

async function findOwner(file: string): Promise<Owner | undefined> {
  return stat(file).catch(() => undefined);
}

/** Flushes the names in a folder. Not every system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
