import { type BigIntStats, type FSWatcher, realpathSync, statSync, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DocumentError, readErrorCode } from '../../../contract/errors.ts';

/** How long a file has to be left alone, in milliseconds: editors write in several steps. */
const restFor = 30;

/** How often is looked whether a folder is still the one that is watched, in milliseconds. */
const lookEvery = 500;

export interface WatchedFiles {
  close(): void;
}

/**
 * Tells which of some files have changed. Their folders are watched, not the files: what editors put in the place of a
 * file is seen as well as what they write into it, and so is a file that comes back. A folder that is replaced, as by a
 * checkout or a mount, is watched anew.
 * @param onChange is not called again before it is done
 * @throws DocumentError when the system watches no more
 */
export async function watchFiles(
  files: readonly string[],
  onChange: (changed: ReadonlySet<string>) => Promise<void>,
): Promise<WatchedFiles> {
  const stamps = new Map<string, string | undefined>();
  /** What was found at the last look, and may still be written to. */
  const fresh = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;
  // Other files of a folder can change all the time, as a log does, so that a wait must not begin anew with each change.
  const wake = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      looking = looking.then(look);
    }, restFor);
  };
  const folders = [...new Set(files.flatMap(listFolders))].map((folder) =>
    watchFolder(folder, wake),
  );
  for (const file of files) stamps.set(file, await readStamp(file));
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const folder of folders) folder.close();
    },
  };

  async function look(): Promise<void> {
    const changed = new Set<string>();
    for (const file of files) {
      const stamp = await readStamp(file);
      // A missing file may be about to be replaced; the last contents stay valid.
      if (stamp === undefined || stamp === stamps.get(file)) fresh.delete(file);
      else if (stamp === fresh.get(file)) {
        fresh.delete(file);
        stamps.set(file, stamp);
        changed.add(file);
      } else fresh.set(file, stamp);
    }
    if (fresh.size > 0) wake();
    if (changed.size > 0) await onChange(changed);
  }
}

/** The system watches a folder by what it is, and not by its name. A mock that stops does not wait for its watchers. */
function watchFolder(folder: string, wake: () => void): WatchedFiles {
  const start = (): FSWatcher =>
    watch(folder, { persistent: false }, wake).on('error', () => undefined);
  let watched = readIdentity(folder);
  let watcher: FSWatcher;
  try {
    watcher = start();
  } catch (error) {
    throw new DocumentError(`${folder}: ${explainWatchError(error)}`);
  }
  const timer = setInterval(() => {
    const found = readIdentity(folder);
    if (found === undefined || found === watched) return;
    try {
      const next = start();
      watcher.close();
      watcher = next;
      watched = found;
      wake();
    } catch {
      // It disappeared again; the next attempt may find it.
    }
  }, lookEvery);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      watcher.close();
    },
  };
}

/** Linux answers as if a disk were full, or too many files were open, where it watches no more. */
function explainWatchError(error: unknown): string {
  const code = readErrorCode(error);
  if (code === 'ENOSPC' || code === 'EMFILE')
    return `the system does not watch more folders (${code}); raise fs.inotify.max_user_watches and max_user_instances, or start without --watch`;
  return `it cannot be watched (${code}); start without --watch`;
}

/** Numbers of folders come again, so that the time of its making is part of what a folder is. */
function readIdentity(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.birthtimeMs}`;
}

/** The folder of a file, and where a link leads to another one, that too. */
function listFolders(file: string): string[] {
  const named = path.dirname(path.resolve(file));
  try {
    return [named, path.dirname(realpathSync(file))];
  } catch {
    return [named];
  }
}

/** What changes with a file: two equal stamps are of the same file with the same content. Undefined where there is none. */
export async function readStamp(file: string): Promise<string | undefined> {
  return stat(file, { bigint: true }).then(toStamp, () => undefined);
}

/** Like `readStamp`; nothing else of this process happens between it and what follows. */
export function readStampAtOnce(file: string): string | undefined {
  try {
    return toStamp(statSync(file, { bigint: true }));
  } catch {
    return undefined;
  }
}

export function toStamp({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(':');
}
