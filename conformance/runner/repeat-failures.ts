import type { CheckResult, Failure } from '../results.ts';
import type { Check } from './check.ts';
import type { Run } from './run.ts';
import { runCheck } from './run-check.ts';

/** A check that failed, and its place in the list of all. */
export interface FailedCheck<R extends Run = Run> {
  check: Check<R>;
  index: number;
  result: CheckResult;
}

/** So often a check is run in all, where its first two runs end differently. */
const mostAttempts = 3;

/** Where much is broken, it hardly comes and goes: so many checks are run again, and for so long. */
const budget = { checks: 12, requests: 40, leastMs: 2000, share: 0.25 };

/**
 * Runs failed checks again, with data of their own and on new connections, to tell what fails each time from what fails now
 * and then. A failure stays one either way.
 *
 * @returns the results of the checks that were run again, by their ids, each with the number of attempts and of failed ones
 */
export async function repeatFailures<R extends Run>(
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
