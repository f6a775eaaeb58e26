import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** Ends a run early: its time is over, or the target stopped responding. */
export interface Halt {
  /** Aborted when the run must stop. All waits and requests end with it. */
  signal: AbortSignal;
  /** Why the run stopped; undefined while it is running. */
  reason(): string | undefined;
  /** Stops the run. Only the first reason is kept. */
  stop(reason: string): void;
  /** Milliseconds until the last request must end. */
  remaining(): number;
  /** Stops the clock at the end of the run. */
  close(): void;
}

/** Thrown by `run.target.send` after the run has stopped. The check then counts as not run. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/**
 * Time that is reserved for verdicts and reports: a share of the run's time, up to a maximum. On a busy machine, it is
 * extended to the time that the required processor time takes. Measured: 0.11 to 0.19 s, and more after runs with much
 * processing.
 */
const reserve = { share: 0.1, mostMs: 2000, cpuMs: 150, cpuShare: 0.1 };

/** Interval for updating this estimate. */
const lookEachMs = 250;

/** @param startedAt start of the run, as returned by `Date.now()` */
export function createHalt(maxTimeMs: number, startedAt = Date.now()): Halt {
  const controller = new AbortController();
  // Every wait and every request of the run adds a listener.
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
  // Not measured for each request: reading the processor time that often takes 1 to 5 % of a run's.
  let reservedMs = 0;
  const measureReserve = (): number => {
    const usual = Math.min(reserve.mostMs, reserve.share * maxTimeMs);
    const { cpuMs, slowness } = readLoad();
    const needed = slowness * (reserve.cpuMs + reserve.cpuShare * cpuMs);
    return Math.min(mostReserve, Math.max(usual, needed));
  };
  const remaining = (): number => Math.max(0, endsAt - reservedMs - Date.now());
  const look = (): void => {
    reservedMs = measureReserve();
    const left = remaining();
    if (left > 0) {
      timer = setTimeout(look, Math.min(left, lookEachMs));
      timer.unref();
    } else
      stop(
        `the checks take longer than the ${maxTimeMs / 1000} s allowed for the run; allow more with --max-time <seconds>, or select fewer checks with --only <id>`,
      );
  };
  if (Date.now() >= endsAt)
    stop(
      `starting took longer than the ${maxTimeMs / 1000} s allowed for the run; allow more with --max-time <seconds>`,
    );
  else look();
  return {
    signal: controller.signal,
    reason: () => reason,
    stop,
    remaining,
    close: () => clearTimeout(timer),
  };
}

/** @returns a function that measures the processor time used since then, and how much competing processes slowed it down */
function watchLoad(): () => { cpuMs: number; slowness: number } {
  const loop = performance.eventLoopUtilization();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1000;
    const { active } = performance.eventLoopUtilization(loop);
    // The process clock is too coarse for shorter times.
    return { cpuMs, slowness: cpuMs < 20 ? 1 : Math.max(1, active / cpuMs) };
  };
}
