import type { CheckResult, Observation } from '../results.ts';
import type { Check, Stage } from './check.ts';
import type { Halt } from './halt.ts';
import { wait } from './pace.ts';
import { repeatFailures } from './repeat-failures.ts';
import type { Run } from './run.ts';
import { runCheck } from './run-check.ts';

const stages: readonly Stage[] = ['calls', 'listing', 'verdict'];

/** What a run has to do. */
export interface Plan<R extends Run> {
  /** All checks: the place of one in this list tells its names from those of the others. */
  checks: readonly Check<R>[];
  /** Those that are reported. */
  allowed: readonly Check<R>[];
  /** Those that only send what others judge. */
  carriers: readonly Check<R>[];
  startedAt: Date;
  /** Called with each result, and with all results so far. */
  onResult(result: CheckResult, all: readonly CheckResult[]): void;
}

/** What came of the checks that ended before the run was stopped. */
export interface StagesRun {
  results: ReadonlyMap<string, CheckResult>;
  observations: readonly Observation[];
}

/** Runs the checks stage by stage, those of one stage side by side, and the failed ones again at the end of each. */
export async function runStages<R extends Run>(
  run: R,
  { checks, allowed, carriers, startedAt, onResult }: Plan<R>,
): Promise<StagesRun> {
  const results = new Map<string, CheckResult>();
  const observations: Observation[] = [];
  let isOver = false;
  for (const stage of stages) {
    const inStage = [...allowed, ...carriers].filter((check) => check.stage === stage);
    const all = startEarly(run, inStage).map(async (check) => {
      const ended = await runCheck(run, check, checks.indexOf(check));
      if (isOver || !allowed.includes(check)) return;
      results.set(check.id, ended.result);
      observations.push(...ended.observations);
      onResult(ended.result, [...results.values()]);
    });
    await Promise.race([Promise.all(all), waitForStop(run.halt)]);
    const failed = inStage.flatMap((check) => {
      const result = results.get(check.id);
      if (result?.outcome.status !== 'failed') return [];
      return [{ check, index: checks.indexOf(check), result }];
    });
    const repeated = repeatFailures(run, failed, Date.now() - startedAt.getTime());
    await Promise.race([
      repeated.then((found) => {
        for (const [id, result] of found) if (!isOver) results.set(id, result);
      }),
      waitForStop(run.halt),
    ]);
  }
  isOver = true;
  return { results, observations };
}

/** Where a round trip takes long, what takes many of them, or waits for much, must not be what the others wait for. */
function startEarly<C extends Check>({ probes }: Run, checks: readonly C[]): readonly C[] {
  if (probes.areAllSent()) return checks;
  const toRank = ({ long = false, uses = [] }: C) => (long ? 10 + uses.length : 0);
  return checks.toSorted((one, other) => toRank(other) - toRank(one));
}

/** Checks end by themselves when the run stops; what does not in good time is left behind. */
async function waitForStop({ signal }: Halt): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await wait(1000);
}
