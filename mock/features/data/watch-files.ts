import { type StatsListener, unwatchFile, watchFile } from 'node:fs';

/** How often files are looked at, and how long they must have rested, in milliseconds. */
const lookEvery = 50;

export interface WatchedFiles {
  close(): void;
}

/**
 * Watches files for changes by their stamps, so it also notices files that are replaced by editors or through a link, and
 * works on every file system. Changes are reported once the files have rested: editors write in several steps.
 * @param onChange is not called again until it has finished
 */
export function watchFiles(
  files: readonly string[],
  onChange: (changed: ReadonlySet<string>) => Promise<void>,
): WatchedFiles {
  let changed = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    const reported = changed;
    changed = new Set();
    running = running.then(() => onChange(reported));
  };
  const watched = files.map((file) => {
    const listener: StatsListener = ({ nlink }) => {
      // A missing file may be about to be replaced; the last contents stay in use.
      if (nlink === 0) return;
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(report, 2 * lookEvery).unref();
    };
    // Watched files do not keep the process running.
    watchFile(file, { interval: lookEvery, persistent: false }, listener);
    return () => unwatchFile(file, listener);
  });
  return {
    close: () => {
      clearTimeout(timer);
      for (const end of watched) end();
    },
  };
}
