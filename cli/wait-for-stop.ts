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
