import type { CheckResult, Failure, Observation } from '../results.ts';
import type { AnyCheck, Stage } from './check.ts';
import { wait } from './pace.ts';
import type { AnyRun } from './run.ts';
import { runCheck } from './run-check.ts';
import type { Halt } from './time-limit.ts';

const stages: readonly Stage[] = ['calls', 'listing', 'verdict'];

/** What to run. */
interface Plan<R extends AnyRun> {
  /** All checks. The position in this list determines the names of a check. */
  checks: readonly AnyCheck<R>[];
  /** The checks to report. */
  allowed: readonly AnyCheck<R>[];
  /** Checks that only send the requests that other checks evaluate. */
  carriers: readonly AnyCheck<R>[];
  startedAt: Date;
  onResult(result: CheckResult, all: readonly CheckResult[]): void;
}

/**
 * Runs the checks stage by stage: those of a stage concurrently, then its failed ones again.
 * @returns the results of the checks that ended before the run stopped
 */
export async function runStages<R extends AnyRun>(
  run: R,
  { checks, allowed, carriers, startedAt, onResult }: Plan<R>,
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
    await Promise.race([Promise.all(all), stopped.then(takeTurn)]);
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
      stopped.then(takeTurn),
    ]);
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

/** Lets verdict checks run even after the time for requests is over, since they only read the journal. */
function takeTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits for checks to end after the run has stopped, and then abandons the rest. */
async function waitForStop({ signal }: Halt, end: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await wait(1000, end);
}

/** A failed check, and its index in the list of all checks. */
interface FailedCheck<R extends AnyRun = AnyRun> {
  check: AnyCheck<R>;
  index: number;
  result: CheckResult;
}

/** Maximum number of attempts of a check whose first two attempts differ. */
const mostAttempts = 3;

/**
 * Maximum number of checks and requests to repeat, and the time for it. If many checks fail, the failures are probably not
 * intermittent.
 */
const budget = { checks: 12, requests: 40, leastMs: 2000, share: 0.25 };

/**
 * Repeats failed checks with new data and on new connections, to distinguish permanent from intermittent failures. Both
 * remain failures.
 *
 * @returns the results of repeated checks by id, with the number of attempts and of failed ones
 */
async function repeatFailures<R extends AnyRun>(
  run: R,
  failed: readonly FailedCheck<R>[],
  elapsedMs: number,
): Promise<Map<string, CheckResult>> {
  const until = Date.now() + Math.max(budget.leastMs, budget.share * elapsedMs);
  const results = new Map<string, CheckResult>();
  const chosen = chooseWithinRoom(run, failed.filter(canBeRepeated)).slice(0, budget.checks);
  await Promise.all(
    chosen.map(async (one) => {
      const attempts = await repeat(run, one, until);
      const { outcome } = one.result;
      if (attempts.of > 1 && outcome.status === 'failed') results.set(one.check.id, one.result);
    }),
  );
  run.repeated.clear();
  return results;
}

/** Repeats a failed check once, and once more if the second attempt passes. */
async function repeat<R extends AnyRun>(
  run: R,
  { check, index }: FailedCheck<R>,
  until: number,
): Promise<{ failed: number; of: number }> {
  const attempts = { failed: 1, of: 1 };
  while (attempts.of < mostAttempts) {
    if (Date.now() > until || run.halt.reason() !== undefined) break;
    const startedAt = Date.now();
    // The last attempt uses ordinary connections, because some faults depend on the connection.
    if (attempts.of === 1) run.repeated.add(check.id);
    else run.repeated.delete(check.id);
    const sentBefore = countSent(run, check);
    const { outcome } = (await runCheck(run, check, index, attempts.of)).result;
    // A check that sent no new requests was not a second attempt.
    if (countSent(run, check) === sentBefore) break;
    if (outcome.status === 'passed') attempts.of += 1;
    else if (outcome.status === 'failed') {
      if (!outcome.failures.some((failure) => isNew(run, failure, startedAt))) break;
      attempts.of += 1;
      attempts.failed += 1;
    } else break;
    if (attempts.failed === attempts.of) break;
  }
  return attempts;
}

/**
 * Whether repeating a check is useful. Missing responses have been waited for long enough, and faults of connections have
 * already been identified.
 */
function canBeRepeated({ check, result: { outcome, requests } }: FailedCheck): boolean {
  if (outcome.status !== 'failed' || check.level === 'OBSERVE' || check.stage === 'verdict')
    return false;
  if (requests === 0 || requests > budget.requests) return false;
  // Other checks may have changed a shared record since, so a correct value now would be inconclusive.
  const isShared = (check.uses ?? []).length > 0;
  return outcome.failures.every(
    ({ exchange, pointer }) =>
      (!isShared || pointer === undefined) &&
      (exchange === undefined ||
        (exchange.reply !== undefined && !exchange.curl.includes(' --next '))),
  );
}

/** The checks whose records the run may still create. */
function chooseWithinRoom<R extends AnyRun>(
  run: R,
  failed: readonly FailedCheck<R>[],
): FailedCheck<R>[] {
  let room = run.countRoom();
  return failed.filter(({ check: { creates = 0 } }) => {
    const needed = (mostAttempts - 1) * creates;
    if (needed > room) return false;
    room -= needed;
    return true;
  });
}

function countSent({ journal }: AnyRun, { id }: AnyCheck): number {
  return journal.entries.filter(({ by }) => by === id).length;
}

function isNew(run: AnyRun, { exchange }: Failure, startedAt: number): boolean {
  const sent = exchange === undefined ? undefined : run.findShown(exchange);
  return sent === undefined || sent.startedAt >= startedAt;
}
