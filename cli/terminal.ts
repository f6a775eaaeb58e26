/** The properties of an output stream that determine colour, progress and width. */
export interface Output {
  isTTY?: boolean;
  columns?: number | undefined;
}

/**
 * Whether to use colour: only on a terminal that is not dumb. `NO_COLOR` (no-color.org) and `CI` turn it off. `FORCE_COLOR`
 * overrides both (`0` and `false` turn it off).
 */
export function usesColour(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (isSet(environment['NO_COLOR']) || isSet(environment['CI'])) return false;
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Whether lines on a stream can be rewritten, for progress. */
export function usesProgress(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !isSet(environment['CI']) && environment['TERM'] !== 'dumb';
}

/** An empty variable counts as not set. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** The width of reports in columns: text is wrapped only on a terminal. One of unknown width reports 0. */
export function toWidth({ isTTY, columns }: Pick<Output, 'columns' | 'isTTY'>): number {
  if (isTTY !== true) return Number.POSITIVE_INFINITY;
  return Math.max(40, Math.min(columns || 80, 120));
}

/** Signals that stop a program, and their numbers: from a terminal (Ctrl-C), a process manager, and a closing terminal. */
export const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/**
 * Waits for the first of these signals, or for the end of npm: `npx` and `npm start` may end at a signal without passing it
 * on. A second signal ends the process at once, with the exit code that shells use for it.
 */
export function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const parent = process.ppid;
    const lookForNpm = () => {
      if (process.ppid !== parent) resolve();
    };
    if (process.env['npm_command'] !== undefined) setInterval(lookForNpm, 250).unref();
    for (const [signal, number] of Object.entries(signals))
      process.on(signal, () => {
        if (isStopping) process.exit(128 + number);
        isStopping = true;
        resolve();
      });
  });
}

/** npm passes a signal on that the terminal has sent to all of its processes, so that it arrives twice. */
const repeatedWithinMs = 150;

/**
 * Calls `stop` at the first of these signals. A second one ends the process at once, with the exit code that shells use for it.
 * @returns a function that leaves the signals to Node again
 */
export function stopOnSignal(stop: () => void): () => void {
  let stoppedAt: number | undefined;
  const listeners = Object.entries(signals).map(([signal, number]) => {
    const listener = () => {
      if (stoppedAt === undefined) {
        stoppedAt = Date.now();
        stop();
      } else if (Date.now() - stoppedAt > repeatedWithinMs) process.exit(128 + number);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return () => {
    for (const { signal, listener } of listeners) process.off(signal, listener);
  };
}
