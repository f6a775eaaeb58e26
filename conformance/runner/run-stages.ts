import type { CheckResult, Observation } from '../results.ts';
import type { AnyCheck, Stage } from './check.ts';
import { type Halt, wait } from './halt.ts';
import type { AnyRun } from './run.ts';
import { runCheck } from './run-check.ts';

const stages: readonly Stage[] = ['calls', 'listing', 'verdict'];

/** What to run. */
interface Plan<R extends AnyRun> {
  /** All checks. The position in this list determines the names of a check. */
  checks: readonly AnyCheck<R>[];
  /** The checks to report. */
  allowed: readonly AnyCheck<R>[];
  /** Checks that only send the requests that other checks evaluate. */
  carriers: readonly AnyCheck<R>[];
  onResult(result: CheckResult, all: readonly CheckResult[]): void;
}

/**
 * Runs the checks stage by stage, those of a stage concurrently.
 * @returns the results of the checks that ended before the run stopped
 */
export async function runStages<R extends AnyRun>(
  run: R,
  { checks, allowed, carriers, onResult }: Plan<R>,
): Promise<{ results: ReadonlyMap<string, CheckResult>; observations: readonly Observation[] }> {
  const results = new Map<string, CheckResult>();
  const observations: Observation[] = [];
  let isOver = false;
  const end = new AbortController();
  const stopped = waitForStop(run.halt, end.signal);
  for (const stage of stages) {
    const inStage = [...allowed, ...carriers].filter((check) => check.stage === stage);
    const all = startEarly(run, inStage).map(async (check) => {
      const ended = await runCheck(run, check, checks.indexOf(check));
      if (isOver || !allowed.includes(check)) return;
      results.set(check.id, ended.result);
      observations.push(...ended.observations);
      onResult(ended.result, [...results.values()]);
    });
    // Verdict checks only read the journal, so they run even after the time for requests is over.
    await Promise.race([Promise.all(all), stopped.then(() => new Promise(setImmediate))]);
  }
  isOver = true;
  end.abort();
  return { results, observations };
}

/** On a distant target, starts long checks first, so that others do not wait for them at the end. */
function startEarly<C extends AnyCheck>({ probes }: AnyRun, checks: readonly C[]): readonly C[] {
  if (probes.areAllSent()) return checks;
  const toRank = ({ long = false, uses = [] }: C) => (long ? 10 + uses.length : 0);
  return checks.toSorted((one, other) => toRank(other) - toRank(one));
}

/** Waits for checks to end after the run has stopped, and then abandons the rest. */
async function waitForStop({ signal }: Halt, end: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await wait(1000, end);
}
