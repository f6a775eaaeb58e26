import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** Ends a run before all of its checks have run: its time is up, or the target stopped responding. */
export interface Halt {
  /** Aborted once the run has to stop; waits and requests end with it. */
  signal: AbortSignal;
  /** Why the run stopped; undefined while it goes on. */
  reason(): string | undefined;
  /** Stops the run. Only the first reason is kept. */
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

/**
 * How much of a run's time is left for verdicts and reports: a share of it, and at most so many milliseconds. On a busy
 * machine, they get as long as the processor time that they need takes there. Measured: 0.11 to 0.19 s, and more after runs
 * that needed much themselves.
 */
const reserve = { share: 0.1, mostMs: 2000, cpuMs: 150, cpuShare: 0.1 };

/** How often the time for verdicts and reports is estimated anew. */
const lookEachMs = 250;

/** @param startedAt when the run began, as `Date.now()` has it */
export function createHalt(maxTimeMs: number, startedAt = Date.now()): Halt {
  const controller = new AbortController();
  // Every wait and every request of the run listens.
  setMaxListeners(0, controller.signal);
  const readLoad = watchLoad();
  const endsAt = startedAt + maxTimeMs;
  const mostReserve = Math.max(0, endsAt - Date.now()) / 2;
  let reason: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stop = (given: string) => {
    if (reason !== undefined) return;
    reason = given;
    clearTimeout(timer);
    controller.abort();
  };
  const remaining = (): number => {
    const usual = Math.min(reserve.mostMs, reserve.share * maxTimeMs);
    const { cpuMs, slowness } = readLoad();
    const needed = slowness * (reserve.cpuMs + reserve.cpuShare * cpuMs);
    const left = endsAt - Math.min(mostReserve, Math.max(usual, needed)) - Date.now();
    return Math.max(0, left);
  };
  const look = (): void => {
    const left = remaining();
    if (left > 0) {
      timer = setTimeout(look, Math.min(left, lookEachMs));
      timer.unref();
    } else
      stop(
        `the checks need longer than the ${maxTimeMs / 1000} s that the run may take; allow more with --max-time <seconds>, or select fewer checks with --only <id>`,
      );
  };
  look();
  return {
    signal: controller.signal,
    reason: () => reason,
    stop,
    remaining,
    close: () => clearTimeout(timer),
  };
}

/** @returns what reads the processor time that was used since, and how much longer that took because others used it too */
function watchLoad(): () => { cpuMs: number; slowness: number } {
  const loop = performance.eventLoopUtilization();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1000;
    const { active } = performance.eventLoopUtilization(loop);
    // The clock of a process is too coarse for less.
    return { cpuMs, slowness: cpuMs < 20 ? 1 : Math.max(1, active / cpuMs) };
  };
}
