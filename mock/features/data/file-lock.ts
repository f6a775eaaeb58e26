import fs from 'node:fs';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { DocumentError, explainWriteError, readErrorCode } from '../../../contract/errors.ts';

/** How old a lock must be to be taken over from a process that was killed, in milliseconds. */
const stale = 2000;

/** What a process is told that lost its lock. */
export const takenOver = 'another process has taken over the file, with all acknowledged changes';

/** A lock of a file, which no other process can have at the same time. */
export interface FileLock {
  /**
   * Looks whether this process still has the lock. It loses it to another process when it is suspended for longer than two
   * seconds. What was written before a positive answer, was written before another process could read it.
   */
  isHeld(): boolean;
  /** Releases the lock, unless another process has it. */
  release(): Promise<void>;
}

/**
 * Locks a file for this process. The lock of a process that was killed can be taken over after two seconds.
 * @param onLost called when the lock was lost, some time after that
 * @throws DocumentError when another process has the lock
 */
export async function lockFile(file: string, onLost: () => void): Promise<FileLock> {
  const folder = `${path.resolve(file)}.lock`;
  /** The times that this process gave the lock: the last one, and the one before, which counts until that was written. */
  let times: readonly number[] = [];
  let inode: number | undefined;
  const isHeld = (): boolean => {
    const stats = readStats(folder);
    if (stats === undefined || stats.ino !== inode) return false;
    const time = stats.mtime.getTime();
    return times.some((lockTime) => lockTime === time || toSeconds(lockTime) === time);
  };
  // The library does not say whether the lock is lost before its next look, and removes the lock of another process.
  const watched = {
    ...fs,
    utimes: (name: string, accessed: Date, modified: Date, done: fs.NoParamCallback) => {
      times = [modified.getTime(), ...times.slice(0, 1)];
      fs.utimes(name, accessed, modified, done);
    },
    rmdir: (name: string, done: fs.NoParamCallback) => {
      if (inode !== undefined && !isHeld()) done(null);
      else fs.rmdir(name, done);
    },
    rmdirSync: (name: string) => {
      if (isHeld()) fs.rmdirSync(name);
    },
  };
  const take = (retries: number) =>
    lock(file, {
      fs: watched,
      realpath: false,
      stale,
      retries: { retries, factor: 1, minTimeout: 250 },
      onCompromised: onLost,
    });
  const release = await take(0)
    .catch((error: unknown) => (isLocked(error) ? take(12) : Promise.reject(error)))
    .catch((error: unknown) => {
      const reason = isLocked(error)
        ? 'in use by another process; stop it, or use another file'
        : `cannot be locked: ${explainWriteError(error)}`;
      throw new DocumentError(`${file}: ${reason}`);
    });
  inode = readStats(folder)?.ino;
  // The library would end the process at a write beyond a limit of this user, which is refused like one on a full disk.
  process.off('SIGXFSZ', ignore).on('SIGXFSZ', ignore);
  // Releasing a lost lock fails.
  return { isHeld, release: () => release().catch(() => undefined) };
}

function ignore(): void {}

function isLocked(error: unknown): boolean {
  return readErrorCode(error) === 'ELOCKED';
}

/** @returns undefined if the lock is missing, or cannot be looked at */
function readStats(folder: string): fs.Stats | undefined {
  try {
    return fs.statSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Some file systems keep only seconds. */
function toSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}
