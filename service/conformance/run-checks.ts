import { Failed, Inconclusive, Unanswered } from '../../conformance/outcomes.ts';
import type { CheckResult, Failure, Observation, Outcome } from '../../conformance/results.ts';
import { type Halt, Stopped, wait } from '../../conformance/runner/halt.ts';
import { isSuccess } from '../../conformance/runner/journal.ts';
import { deriveSeed } from '../../contract/random.ts';
import { requirements } from '../../generated/requirements.js';
import { statusOf, toRoute } from './model/call.ts';
import { type Check, type Run, type Scope, stages } from './model/scope.ts';

/** What to run. */
interface Plan {
  /** All checks. The position in this list determines the names of a check. */
  checks: readonly Check[];
  /** The checks to report. */
  allowed: readonly Check[];
  /** Checks that only send the requests that other checks evaluate. */
  carriers: readonly Check[];
  /** Called with each check to report, if it ended before the run stopped. */
  onResult(result: CheckResult, observations: readonly Observation[]): void;
}

/** Runs the checks stage by stage, those of a stage concurrently. */
export async function runChecks(
  run: Run,
  { checks, allowed, carriers, onResult }: Plan,
): Promise<void> {
  let isOver = false;
  const end = new AbortController();
  const stopped = waitForStop(run.halt, end.signal);
  for (const stage of stages) {
    const inStage = [...allowed, ...carriers].filter((check) => check.stage === stage);
    const all = inStage.map(async (check) => {
      const { result, observations } = await runCheck(run, check, checks.indexOf(check));
      if (!isOver && allowed.includes(check)) onResult(result, observations);
    });
    // Verdict checks only read the journal, so they run even after the time for requests is over.
    await Promise.race([Promise.all(all), stopped.then(() => new Promise(setImmediate))]);
  }
  isOver = true;
  end.abort();
}

/** Waits for checks to end after the run has stopped, and then abandons the rest. */
async function waitForStop({ signal }: Halt, end: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await wait(1000, end);
}

/** Runs one check. A broken expectation is a failure, a bug in the suite is an error. */
async function runCheck(
  run: Run,
  check: Check,
  index: number,
): Promise<{ result: CheckResult; observations: readonly Observation[] }> {
  const startedAt = Date.now();
  const failures: Failure[] = [];
  const observations: Observation[] = [];
  const scope: Scope = {
    run,
    check,
    seed: deriveSeed(run.options.seed, check.id),
    fail: (failure) => failures.push(toReported(failure, run)),
    observe: (statement, assumption) =>
      observations.push({
        check: check.id,
        statement: run.redact(statement),
        ...(assumption && { assumption: redactTexts(assumption, run.redact) }),
      }),
    ...run.createNames(index),
  };
  let error: unknown;
  try {
    await check.run(scope);
  } catch (thrown) {
    if (thrown instanceof Failed) failures.push(toReported(thrown.failure, run));
    else error = thrown;
    // The request of a shared record belongs to another check.
    if (thrown instanceof Unanswered) run.interrupted.set(check.id, thrown);
  }
  const interruption = run.interrupted.get(check.id);
  const result = {
    ...describeCheck(check),
    // A check that continued after a missing response did not see everything.
    outcome: toOutcome(scope, failures, observations, error ?? interruption),
    durationMs: Date.now() - startedAt,
    requests: run.journal.entries.filter(({ by }) => by === check.id).length,
  };
  // A missing response may be the cause of what was observed.
  return { result, observations: interruption === undefined ? observations : [] };
}

/** @param error what ended the check, or what it did not see */
function toOutcome(
  { run, check }: Scope,
  failures: readonly Failure[],
  observations: readonly Observation[],
  error: unknown,
): Outcome {
  const isObserving = check.level === 'OBSERVE';
  const isExpected = error instanceof Inconclusive || error instanceof Stopped;
  if (error !== undefined && !isExpected) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 'not-run', reason: run.redact(reason), threw: true };
  }
  const [first] = failures;
  // An observation never fails: other checks report what prevented it.
  if (first !== undefined && isObserving) return { status: 'inconclusive', reason: first.message };
  if (first !== undefined) return { status: 'failed', failures };
  if (isExpected) {
    const status = error instanceof Stopped ? 'not-run' : 'inconclusive';
    return { status, reason: run.redact(error.message) };
  }
  return isObserving && observations.length === 0
    ? { status: 'inconclusive', reason: 'nothing was observed' }
    : { status: 'passed' };
}

/** Redacts and truncates a failure for a report. */
function toReported(failure: Failure, { redact }: Run): Failure {
  return redactTexts(failure, redact);
}

/** Redacts the texts of a record. Exchanges within it are redacted already. */
export function redactTexts<T extends object>(record: T, redact: (text: string) => string): T {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? redact(value) : value,
  ]);
  return { ...record, ...Object.fromEntries(entries) };
}

export function describeCheck({
  id,
  title,
  operation,
  level,
  requirements: ids,
}: Check): Omit<CheckResult, 'outcome' | 'durationMs' | 'requests'> {
  const references = ids.map((requirement) => {
    const { statement, section } = requirements[requirement];
    return { id: requirement, statement, section };
  });
  return { id, title, operation, level, requirements: references };
}

/**
 * Makes a refusal inconclusive unless the run also had an accepted request without the fault. The refusal must be a real
 * one, too: a service that fails or does not know the path refuses everything.
 */
export function assertNotVacuous({ journal }: Run, result: CheckResult): CheckResult {
  if (result.outcome.status !== 'passed') return result;
  const toInconclusive = (reason: string): CheckResult => ({
    ...result,
    outcome: { status: 'inconclusive', reason },
  });
  const faulty = journal.entries.filter(
    ({ by, intent }) => by === result.id && (intent === 'invalid' || intent === 'unauthorised'),
  );
  // A response that cannot be read counts as one, too.
  const failing = faulty.find(({ sent }) => sent.reply === undefined || statusOf(sent) >= 500);
  if (failing !== undefined)
    return toInconclusive(
      `${toRoute(failing.sent)} returned ${failing.sent.reply?.status ?? 'an unreadable response'}, which is not a refusal; ${failing.operation.id}/never-fails-itself reports that`,
    );
  const lonely = faulty.find(
    (entry) =>
      !journal.entries.some(
        (valid) =>
          valid.operation.id === entry.operation.id &&
          (valid.intent === 'valid' || valid.intent === 'probe') &&
          isSuccess(valid.sent),
      ),
  );
  return lonely === undefined
    ? result
    : toInconclusive(
        `no valid ${lonely.operation.id} request was accepted in this run; the refusals are inconclusive`,
      );
}
