import { Failed, Inconclusive } from './outcomes.ts';
import type { PlannedCheck, Report } from './plan-checks.ts';
import type { CheckResult, Failure, Observation, Outcome } from './results.ts';
import { Stopped } from './runner/halt.ts';
import { RecordFactory } from './world/create-record.ts';
import type { World } from './world/world.ts';

/** How long a service may take to show what was written. */
const longestLagMs = 1500;

/** After this many failures that were repeated slowly in vain, the service does not lag. */
const mostRepeated = 3;

/** The result of a check, and what it noticed. */
interface Judged {
  result: CheckResult;
  observed: Observation[];
}

/** Runs checks. The first failures are repeated with pauses between writes and reads, because a service may lag. */
export class CheckRunner {
  readonly #world: World;
  readonly #records: RecordFactory;
  #inVain = 0;
  /** What is worth knowing about the run. */
  readonly notes: string[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#records = new RecordFactory(world);
  }

  async run(check: PlannedCheck): Promise<Judged> {
    const sentBefore = this.#world.journal.length;
    const { result, observed } = await this.#runUntilShown(check);
    return { result: { ...result, requests: this.#countSent(check, sentBefore) }, observed };
  }

  /** Runs a check again with pauses, if its failure may be a lag. */
  async #runUntilShown(check: PlannedCheck): Promise<Judged> {
    const first = await this.#runOnce(check);
    const { lag } = this.#world;
    const isFailed = first.result.outcome.status === 'failed';
    if (!isFailed || !check.mayLag || lag.settleMs > 0 || this.#inVain >= mostRepeated)
      return first;
    for (const settleMs of [longestLagMs / 4, longestLagMs]) {
      lag.settleMs = settleMs;
      const again = await this.#runOnce(check);
      if (again.result.outcome.status === 'failed') continue;
      this.notes.push(
        `${check.id} failed, and passed when reads waited ${settleMs} ms after writes: the service shows writes later. All further reads waited.`,
      );
      return again;
    }
    lag.settleMs = 0;
    this.#inVain += 1;
    return first;
  }

  /** How many requests a check has sent, of those since its start. */
  #countSent({ id }: PlannedCheck, sentBefore: number): number {
    const sentSince = this.#world.journal.slice(sentBefore);
    return sentSince.filter(({ check }) => check === id).length;
  }

  async #runOnce(check: PlannedCheck): Promise<Judged> {
    const startedAt = Date.now();
    const failures: Failure[] = [];
    const observed: Observation[] = [];
    const report: Report = {
      records: this.#records,
      fail: (failure) => failures.push(failure),
      observe: (statement) => observed.push({ check: check.id, statement }),
    };
    const outcome = await settle(() => check.run(this.#world, report), failures);
    const durationMs = Date.now() - startedAt;
    return { result: { ...toResult(check, outcome), durationMs }, observed };
  }
}

async function settle(run: () => Promise<void>, failures: Failure[]): Promise<Outcome> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failed) failures.push(error.failure);
    else if (error instanceof Stopped) return { status: 'not-run', reason: error.message };
    else if (error instanceof Inconclusive && failures.length === 0)
      return { status: 'inconclusive', reason: error.message };
    else if (!(error instanceof Inconclusive))
      return { status: 'not-run', reason: String(error), threw: true };
  }
  return failures.length === 0 ? { status: 'passed' } : { status: 'failed', failures };
}

/** The result of a check that sent nothing, as reports show it. */
export function toResult(check: PlannedCheck, outcome: Outcome): CheckResult {
  const { id, title, operation, level, requirement } = check;
  return {
    id,
    title,
    operation,
    level,
    requirements: [requirement],
    outcome,
    durationMs: 0,
    requests: 0,
  };
}
