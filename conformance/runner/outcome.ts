import { setMaxListeners } from 'node:events';
import type { Failure } from '../results.ts';

/** Ends a check as inconclusive: the target did not provide what it needs, for a reason that the interface allows. */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
}

/** Ends a check: a request got no answer, although it was repeated. `never-fails-itself` reports that. */
export class Unanswered extends Inconclusive {
  override name = 'Unanswered';
}

/** Ends a check as failed: an expectation is broken, and the check cannot continue. */
export class Failed extends Error {
  override name = 'Failed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Says in words what a refusal within an act means; other failures stay as they are. */
export async function nameRefusal<T>(finding: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const status = error instanceof Failed ? (error.failure.exchange?.reply?.status ?? 0) : 0;
    if (!(error instanceof Failed) || status < 400 || status >= 500) throw error;
    throw new Failed({ ...error.failure, finding });
  }
}

/** Ends a run before all of its checks have run: its time is up, or the target stopped responding. */
export interface Halt {
  /** Aborted once the run has to stop; waits and requests end with it. */
  signal: AbortSignal;
  /** Why the run stopped; undefined while it goes on. */
  reason(): string | undefined;
  /** The first reason counts. */
  stop(reason: string): void;
  /** Milliseconds until the last request has to end. */
  remaining(): number;
  /** Stops the clock at the end of the run. */
  close(): void;
}

/** @throws by `run.target.send` once the run has stopped. A check that ends with it has not run. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** The share of a run's time, and the most of it in milliseconds, that is left for verdicts and reports. */
const reserve = { share: 0.1, mostMs: 2000 };

export function createHalt(maxTimeMs: number): Halt {
  const controller = new AbortController();
  // Every wait and every request of the run listens.
  setMaxListeners(0, controller.signal);
  const sendingMs = maxTimeMs - Math.min(reserve.mostMs, reserve.share * maxTimeMs);
  const endsAt = Date.now() + sendingMs;
  let reason: string | undefined;
  const stop = (given: string) => {
    if (reason !== undefined) return;
    reason = given;
    controller.abort();
  };
  const timer = setTimeout(
    () =>
      stop(
        `the checks need longer than the ${maxTimeMs / 1000} s that the run may take; allow more with --max-time <seconds>, or select fewer checks with --only <id>`,
      ),
    sendingMs,
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
