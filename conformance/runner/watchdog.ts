import { Worker } from 'node:worker_threads';

/**
 * Code of the watchdog's thread. It ends whatever the main thread is computing, even a regular expression, so that the timer
 * there can fire. Other callbacks may come first and block it again.
 */
const code = `
const { Session } = require('node:inspector');
const { workerData } = require('node:worker_threads');
setTimeout(() => setInterval(() => {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}, 200), workerData);
`;

/**
 * Calls `end` at a time limit, even if the main thread is blocked, for example by a pattern of a contract that backtracks.
 * `end` must exit the process.
 * @returns a function that stops the watchdog
 */
export function startWatchdog(milliseconds: number, end: () => void): () => void {
  const timer = setTimeout(end, milliseconds);
  const worker = new Worker(code, { eval: true, workerData: milliseconds + 200 });
  worker.unref();
  return () => {
    clearTimeout(timer);
    void worker.terminate();
  };
}
