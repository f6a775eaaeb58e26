import process from 'node:process';

/** What a terminal (Ctrl-C) and a process manager send to stop a program. */
const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * Waits for the first SIGINT or SIGTERM. From then on, a second one ends the process at once, with the exit code that
 * shells give to a process that a signal ended.
 */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.once(signal, () => {
        for (const other of signals) {
          process.removeAllListeners(other);
          process.on(other, () => process.exit(other === 'SIGINT' ? 130 : 143));
        }
        resolve(signal);
      });
    }
  });
}
