/** The properties of an output stream that determine colour, progress and width. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  /** The file descriptor, for a stream of the process. */
  fd?: number;
  /** Number of buffered bytes. */
  writableLength?: number;
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
const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly (keyof typeof signals)[];

/** Interval for checking whether npm is still running, in milliseconds. */
const lookEvery = 250;

/**
 * Waits for the first SIGINT, SIGTERM or SIGHUP. A second signal ends the process at once, with the exit code that shells
 * use for it.
 */
export function waitForStop(environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    const stopLooking = whenNpmIsGone(environment, resolve);
    for (const signal of names) {
      process.once(signal, () => {
        stopLooking();
        for (const other of names) {
          process.removeAllListeners(other);
          process.on(other, () => process.exit(128 + signals[other]));
        }
        resolve();
      });
    }
  });
}

/**
 * Detects the end of npm. npm (`npm start`, `npx`) passes a signal to the shell that runs the program, and many shells end
 * without passing it on, so the program must detect this itself.
 */
function whenNpmIsGone(environment: NodeJS.ProcessEnv, then: () => void): () => void {
  if (environment['npm_command'] === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}
