/** What is read of an output stream to decide about colour, progress and width. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  /** The file descriptor of a stream of the process. */
  fd?: number;
  /** Bytes that wait to be read. */
  writableLength?: number;
}

/**
 * Whether a stream takes colour: on a terminal that is not dumb. `NO_COLOR` (no-color.org) and `CI` say no, and
 * `FORCE_COLOR` has the last word (`0` and `false` say no).
 */
export function usesColour(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (isSet(environment['NO_COLOR']) || isSet(environment['CI'])) return false;
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Whether a line on a stream may be rewritten, as progress does. */
export function usesProgress(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !isSet(environment['CI']) && environment['TERM'] !== 'dumb';
}

/** An empty variable counts as one that is not set. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** The columns that a report may fill. A terminal of unknown width reports 0. */
export function toWidth({ columns }: Pick<Output, 'columns'>): number {
  return Math.max(40, Math.min(columns || 80, 120));
}

/** What a terminal (Ctrl-C), a process manager and a terminal that is closed send to stop a program, and their numbers. */
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly (keyof typeof signals)[];

/** How often is looked whether npm is still there, in milliseconds. */
const lookEvery = 250;

/**
 * Waits for the first SIGINT, SIGTERM or SIGHUP. From then on, a second one ends the process at once, with the exit code that
 * shells give to a process that a signal ended.
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
 * npm (`npm start`, `npx`) passes a signal on to the shell that it runs a program in, and many shells end without passing it
 * on: a program that was started that way has to see for itself that it was left alone.
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
