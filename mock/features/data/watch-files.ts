import { type FSWatcher, realpathSync, watch } from 'node:fs';
import path from 'node:path';
import { DocumentError } from '../../../contract/document-error.ts';
import { readErrorCode } from '../../../contract/error-code.ts';
import { readStamp } from './file-stamp.ts';

/** How long a file has to be left alone, in milliseconds: editors write in several steps. */
const restFor = 40;

export interface WatchedFiles {
  close(): void;
}

/**
 * Tells which of some files have changed. Their folders are watched, not the files: what editors put in the place of a
 * file is seen as well as what they write into it, and so is a file that comes back.
 * @param onChange is not called again before it is done
 * @throws DocumentError when the system watches no more
 */
export async function watchFiles(
  files: readonly string[],
  onChange: (changed: ReadonlySet<string>) => Promise<void>,
): Promise<WatchedFiles> {
  const stamps = new Map<string, string | undefined>();
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const wake = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      looking = looking.then(look);
    }, restFor);
  };
  for (const folder of new Set(files.flatMap(listFolders)))
    watchers.push(watchFolder(folder, wake));
  for (const file of files) stamps.set(file, await readStamp(file));
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };

  async function look(): Promise<void> {
    const changed = new Set<string>();
    for (const file of files) {
      const stamp = await readStamp(file);
      // A file that is gone may be about to be replaced; what was read of it holds.
      if (stamp === undefined || stamp === stamps.get(file)) continue;
      stamps.set(file, stamp);
      changed.add(file);
    }
    if (changed.size > 0) await onChange(changed);
  }
}

/** A folder that goes away is no reason to stop, and a mock that stops does not wait for its watchers. */
function watchFolder(folder: string, wake: () => void): FSWatcher {
  try {
    return watch(folder, { persistent: false }, wake).on('error', () => undefined);
  } catch (error) {
    throw new DocumentError(`${folder}: it cannot be watched (${readErrorCode(error)})`);
  }
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
