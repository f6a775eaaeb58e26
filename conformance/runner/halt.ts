import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Thrown by `run.target.send` after the run has stopped. The check then counts as not run. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** Time that is reserved for verdicts and reports: a share of the run's time, up to a maximum. */
const reserve = { share: 0.1, mostMs: 2000 };

export type Halt = ReturnType<typeof createHalt>;

/**
 * Ends a run early: its time is over, or the target stopped responding.
 * @param startedAt start of the run, as returned by `Date.now()`
 */
export function createHalt(maxTimeMs: number, startedAt = Date.now()) {
  const controller = new AbortController();
  // Every wait and every request of the run adds a listener.
  setMaxListeners(0, controller.signal);
  const endsAt = startedAt + maxTimeMs - Math.min(reserve.mostMs, reserve.share * maxTimeMs);
  const remaining = () => Math.max(0, endsAt - Date.now());
  let reason: string | undefined;
  let isLate = false;
  let isAsked = false;
  let isAnswered = false;
  const stop = (cause: string) => {
    if (reason !== undefined) return;
    reason = cause;
    clearTimeout(timer);
    controller.abort();
  };
  const end = (cause: string) => {
    isLate ||= reason === undefined;
    stop(cause);
  };
  const stopLate = () => {
    const isSilent = isAsked && !isAnswered;
    end(isSilent ? explainSilence(maxTimeMs) : explainTime(maxTimeMs));
  };
  const timer = setTimeout(stopLate, remaining()).unref();
  if (remaining() === 0) stopLate();
  return {
    /** Aborted when the run must stop. All waits and requests end with it. */
    signal: controller.signal,
    /** Why the run stopped; undefined while it is running. */
    reason: () => reason,
    /** Whether it stopped because its time was over, or its user ended it. */
    isLate: () => isLate,
    /** Ends the run as if its time were over: without a verdict. */
    end,
    /** Stops the run. Only the first reason is kept. */
    stop,
    /** Notes that a request was sent, or answered. A target that answers nothing is the reason why the time is over. */
    noteRequest: () => {
      isAsked = true;
    },
    noteAnswer: () => {
      isAnswered = true;
    },
    /** Milliseconds until the last request must end. */
    remaining,
    /** Stops the clock at the end of the run. */
    close: () => clearTimeout(timer),
  };
}

/** Why a run ended whose time was over. */
export function explainTime(maxTimeMs: number): string {
  return `the run takes longer than the ${maxTimeMs / 1000} s allowed for it; allow more with --max-time <seconds>, or select fewer checks with --only <id>`;
}

function explainSilence(maxTimeMs: number): string {
  return `the target did not respond within the ${maxTimeMs / 1000} s allowed for the run; start the target, correct the base URL, or allow more with --max-time <seconds>`;
}

/** @param signal ends the wait early */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, signal && { signal }).catch(() => {});
}

/**
 * Code of the watchdog's thread. It ends whatever the main thread is computing, even a regular expression, so that the timer
 * there can fire. Other callbacks may come first and block it again.
 */
const watchdog = `
const { Session } = require('node:inspector');
const { workerData } = require('node:worker_threads');
setTimeout(() => setInterval(() => {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}, 200), workerData);
`;

/**
 * Calls `end` at a time limit. `end` must exit the process.
 * @param mayBlock whether something may block the main thread, for example a pattern of a contract that backtracks. Watching
 *   it takes 10 MB
 * @returns a function that stops the watchdog
 */
export function startWatchdog(
  milliseconds: number,
  mayBlock: boolean,
  end: () => void,
): () => void {
  const timer = setTimeout(end, milliseconds);
  const workerData = milliseconds + 200;
  const worker = mayBlock ? new Worker(watchdog, { eval: true, workerData }) : undefined;
  worker?.unref();
  return () => {
    clearTimeout(timer);
    void worker?.terminate();
  };
}

/** Ends a run when its user does. */
export function endWith(halt: Halt, signal: AbortSignal | undefined): void {
  const end = () => halt.end('the run was ended before all checks were done');
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
}
