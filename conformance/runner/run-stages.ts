import type { CheckResult, Failure, Observation } from '../results.ts';
import type { Check, Stage } from './check.ts';
import { wait } from './pace.ts';
import type { Run } from './run.ts';
import { runCheck } from './run-check.ts';
import type { Halt } from './time-limit.ts';

const stages: readonly Stage[] = ['calls', 'listing', 'verdict'];

/** What a run has to do. */
interface Plan<R extends Run> {
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
interface StagesRun {
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

/** Where a round trip takes long, what takes many of them, or waits for much, must not be what the others wait for. */
function startEarly<C extends Check>({ probes }: Run, checks: readonly C[]): readonly C[] {
  if (probes.areAllSent()) return checks;
  const toRank = ({ long = false, uses = [] }: C) => (long ? 10 + uses.length : 0);
  return checks.toSorted((one, other) => toRank(other) - toRank(one));
}

/** Checks that only judge what the journal has are not kept from it by the end of the time for requests. */
function takeTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Checks end by themselves when the run stops; what does not in good time is left behind. */
async function waitForStop({ signal }: Halt, end: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await wait(1000, end);
}

/** A check that failed, and its place in the list of all. */
interface FailedCheck<R extends Run = Run> {
  check: Check<R>;
  index: number;
  result: CheckResult;
}

/** So often a check is run in all, where its first two runs end differently. */
const mostAttempts = 3;

/** How many checks are run again, and for how long. If much is broken, failures are hardly intermittent. */
const budget = { checks: 12, requests: 40, leastMs: 2000, share: 0.25 };

/**
 * Runs failed checks again, with data of their own and on new connections, to tell what fails each time from what fails now
 * and then. A failure stays one either way.
 *
 * @returns the results of the checks that were run again, by their ids, each with the number of attempts and of failed ones
 */
async function repeatFailures<R extends Run>(
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
      if (attempts.of > 1 && outcome.status === 'failed')
        results.set(one.check.id, { ...one.result, outcome: { ...outcome, attempts } });
    }),
  );
  run.repeated.clear();
  return results;
}

/** Runs one check until it has failed twice, or passed and then ended a third time. */
async function repeat<R extends Run>(
  run: R,
  { check, index }: FailedCheck<R>,
  until: number,
): Promise<{ failed: number; of: number }> {
  const attempts = { failed: 1, of: 1 };
  while (attempts.of < mostAttempts) {
    if (Date.now() > until || run.halt.reason() !== undefined) break;
    const startedAt = Date.now();
    // Problems that depend on the connection show on ordinary connections as well.
    if (attempts.of === 1) run.repeated.add(check.id);
    else run.repeated.delete(check.id);
    const sentBefore = countSent(run, check);
    const { outcome } = (await runCheck(run, check, index, attempts.of)).result;
    // A lookup without new requests was not a second attempt.
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

/** Answers that never came were waited for long enough, and what follows from the connection has been told apart. */
function canBeRepeated({ check, result: { outcome, requests } }: FailedCheck): boolean {
  if (outcome.status !== 'failed' || check.level === 'OBSERVE' || check.stage === 'verdict')
    return false;
  if (requests === 0 || requests > budget.requests) return false;
  // A value of a record that checks share has been written since by others: that it is right now says nothing.
  const isShared = (check.uses ?? []).length > 0;
  return outcome.failures.every(
    ({ exchange, pointer }) =>
      (!isShared || pointer === undefined) &&
      (exchange === undefined ||
        (exchange.reply !== undefined && !exchange.curl.includes(' --next '))),
  );
}

/** Those for which the run may still create what they need. */
function chooseWithinRoom<R extends Run>(
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

function countSent({ journal }: Run, { id }: Check): number {
  return journal.entries.filter(({ by }) => by === id).length;
}

function isNew(run: Run, { exchange }: Failure, startedAt: number): boolean {
  const sent = exchange === undefined ? undefined : run.findShown(exchange);
  return sent === undefined || sent.startedAt >= startedAt;
}

/** Whether `--only` names a check: by its id, or by a part of it that ends at a slash or a hyphen. */
export function isSelected(id: string, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some(
    (name) =>
      id === name ||
      (id.startsWith(name) && (/[/-]$/.test(name) || /^[/-]/.test(id.slice(name.length)))),
  );
}

/**
 * Checks that judge answers need answers to judge, and a refusal proves nothing where nothing is accepted: where none of an
 * operation's own calls is selected, its plainest ones are made without being reported.
 */
export function listCarriers<C extends Check>(checks: readonly C[], selected: readonly C[]): C[] {
  const silent = selected.filter(
    ({ stage, operation, refuses = false }) =>
      (stage === 'verdict' || refuses) &&
      !selected.some(
        (other) =>
          other.operation === operation && other.stage !== 'verdict' && other.refuses !== true,
      ),
  );
  return checks.filter(
    (candidate) =>
      !selected.includes(candidate) &&
      candidate.requirements.includes('operations-exist') &&
      silent.some(
        (check) => check.operation === candidate.operation || check.operation === 'service',
      ),
  );
}
