import { realpathSync, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DocumentError, readErrorCode } from '../../../contract/errors.ts';

/** How long a file has to be unchanged, in milliseconds: editors write in several steps. */
const restFor = 30;

export interface WatchedFiles {
  close(): void;
}

/**
 * Watches files for changes, through their folders: this also detects files that are replaced by editors, or removed
 * and created again.
 * @param onChange is not called again until it has finished
 * @throws DocumentError when the system cannot watch more
 */
export async function watchFiles(
  files: readonly string[],
  onChange: (changed: ReadonlySet<string>) => Promise<void>,
): Promise<WatchedFiles> {
  const stamps = new Map<string, string | undefined>();
  /** Stamps at the last check of files that may still be changing. */
  const fresh = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;
  // Other files in a folder, such as a log, can change all the time, so a change must not restart the wait.
  const wake = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      looking = looking.then(look);
    }, restFor);
  };
  const watchers = [...new Set(files.flatMap(listFolders))].map((folder) => {
    try {
      // The watcher does not keep the process running.
      return watch(folder, { persistent: false }, wake).on('error', () => undefined);
    } catch (error) {
      throw new DocumentError(`${folder}: ${explainWatchError(error)}`);
    }
  });
  for (const file of files) stamps.set(file, await readStamp(file));
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };

  async function look(): Promise<void> {
    const changed = new Set<string>();
    for (const file of files) {
      const stamp = await readStamp(file);
      // A missing file may be about to be replaced; the last contents stay in use.
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

/** At its limit, Linux reports that the disk is full, or that too many files are open. */
function explainWatchError(error: unknown): string {
  const code = readErrorCode(error);
  if (code === 'ENOSPC' || code === 'EMFILE')
    return `the system cannot watch more folders (${code}); raise fs.inotify.max_user_watches and max_user_instances, or start without --watch`;
  return `it cannot be watched (${code}); start without --watch`;
}

/** Returns the folder of a file, and also that of its target if it is a link. */
function listFolders(file: string): string[] {
  const named = path.dirname(path.resolve(file));
  try {
    return [named, path.dirname(realpathSync(file))];
  } catch {
    return [named];
  }
}

/** Equal stamps mean the same file with the same content. Undefined if it does not exist. */
export async function readStamp(file: string): Promise<string | undefined> {
  return stat(file, { bigint: true }).then(
    ({ dev, ino, size, mtimeNs }) => [dev, ino, size, mtimeNs].join(':'),
    () => undefined,
  );
}
