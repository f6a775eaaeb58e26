import { setMaxListeners } from 'node:events';

/** Ends a run before all of its checks have run: its time is up, or the target stopped responding. */
export interface Halt {
  /** Aborted once the run has to stop; waits and requests end with it. */
  signal: AbortSignal;
  /** Why the run stopped; undefined while it goes on. */
  reason(): string | undefined;
  /** The first reason counts. */
  stop(reason: string): void;
  /** Milliseconds until the run has to end. */
  remaining(): number;
  /** Stops the clock at the end of the run. */
  close(): void;
}

/** @throws by `run.target.send` once the run has stopped. A check that ends with it has not run. */
export class Stopped extends Error {
  override name = 'Stopped';
}

export function createHalt(maxTimeMs: number): Halt {
  const controller = new AbortController();
  // Every wait and every request of the run listens.
  setMaxListeners(0, controller.signal);
  const endsAt = Date.now() + maxTimeMs;
  let reason: string | undefined;
  const stop = (given: string) => {
    if (reason !== undefined) return;
    reason = given;
    controller.abort();
  };
  const timer = setTimeout(
    () =>
      stop(
        `the run took longer than ${maxTimeMs / 1000} s; allow more with --max-time <seconds>, or select fewer checks with --only <id>`,
      ),
    maxTimeMs,
  );
  timer.unref();
  return {
    signal: controller.signal,
    reason: () => reason,
    stop,
    remaining: () => Math.max(0, endsAt - Date.now()),
    close: () => clearTimeout(timer),
  };
}
