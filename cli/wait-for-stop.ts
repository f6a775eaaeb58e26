/** What a terminal (Ctrl-C) and a process manager send to stop a program. */
const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** How often is looked whether npm is still there, in milliseconds. */
const lookEvery = 250;

/**
 * Waits for the first SIGINT or SIGTERM. From then on, a second one ends the process at once, with the exit code that
 * shells give to a process that a signal ended.
 */
export function waitForStop(environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    const stopLooking = whenNpmIsGone(environment, resolve);
    for (const signal of signals) {
      process.once(signal, () => {
        stopLooking();
        for (const other of signals) {
          process.removeAllListeners(other);
          process.on(other, () => process.exit(other === 'SIGINT' ? 130 : 143));
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
