import { stat } from 'node:fs/promises';

/** How often files are looked at, in milliseconds. */
const lookEvery = 50;

export interface WatchedFiles {
  close(): void;
}

/**
 * Watches files for changes by their stamps, so it also notices files that are replaced by editors or through a link, and
 * works on every file system. A change is reported once the file has rested: editors write in several steps.
 * @param onChange is not called again until it has finished
 */
export async function watchFiles(
  files: readonly string[],
  onChange: (changed: ReadonlySet<string>) => Promise<void>,
): Promise<WatchedFiles> {
  const stamps = new Map<string, string | undefined>();
  /** Stamps at the last look of files that may still be changing. */
  const fresh = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = async (): Promise<void> => {
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
    if (changed.size > 0 && !isClosed) await onChange(changed);
    wait();
  };
  // Watched files do not keep the process running.
  const wait = (): void => {
    if (!isClosed) timer = setTimeout(look, lookEvery).unref();
  };
  for (const file of files) stamps.set(file, await readStamp(file));
  wait();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Equal stamps mean the same file with the same content. Undefined if it does not exist. */
async function readStamp(file: string): Promise<string | undefined> {
  return stat(file, { bigint: true }).then(
    ({ dev, ino, size, mtimeNs }) => [dev, ino, size, mtimeNs].join(':'),
    () => undefined,
  );
}
