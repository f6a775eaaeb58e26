import type { Sharing } from '../sharing.ts';
import type { SessionRows } from './session-rows.ts';

/** How often sessions are looked at, in milliseconds. */
const lookEvery = 500;

export interface Watcher {
  watch: Sharing['watch'];
  start(): void;
  stop(): void;
}

/**
 * Notices what other mocks change in sessions beside the requests of the service, by the versions of all of them at once.
 * @param readKnown the version of a session that this mock has
 * @param refresh reads a session anew, if this mock has it
 */
export function createWatcher(
  rows: SessionRows,
  readKnown: (name: string) => string | undefined,
  refresh: (name: string) => Promise<void> | undefined,
): Watcher {
  const watching: Parameters<Sharing['watch']>[] = [];
  let seen = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const lists = watching.map(([listNames, onChange]) => ({ names: listNames(), onChange }));
    const names = [...new Set(lists.flatMap((list) => list.names))];
    if (names.length === 0) {
      seen = new Map();
      return;
    }
    const versions = await rows.listVersions(names);
    const changed = names.filter((name) => {
      const before = seen.get(name) ?? readKnown(name);
      return before !== undefined && before !== versions.get(name);
    });
    seen = versions;
    for (const name of changed) {
      await refresh(name);
      for (const list of lists) if (list.names.includes(name)) list.onChange?.(name);
    }
  }

  function start(): void {
    timer = setTimeout(() => {
      look()
        // The database is away. What changes meanwhile is noticed when it is back.
        .catch(() => {})
        .finally(() => {
          if (!isStopped) start();
        });
    }, lookEvery);
    timer.unref();
  }

  return {
    watch: (...given) => watching.push(given),
    start,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
