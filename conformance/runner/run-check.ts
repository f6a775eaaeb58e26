import { requirements } from '../../generated/requirements.js';
import {
  type CheckResult,
  Failed,
  type Failure,
  Inconclusive,
  type Observation,
  type Outcome,
} from '../results.ts';
import type { AnyCheck, AnyScope } from './check.ts';
import { Stopped } from './halt.ts';
import { isSuccess, type JournalEntry } from './journal.ts';
import { deriveSeed } from './probes.ts';
import { type AnyRun, toRoute } from './run.ts';

/** Runs one check. A broken expectation is a failure, a bug in the suite is an error. */
export async function runCheck<R extends AnyRun>(
  run: R,
  check: AnyCheck<R>,
  index: number,
): Promise<{ result: CheckResult; observations: readonly Observation[] }> {
  if (check.long === true) run.urgent.add(check.id);
  const startedAt = Date.now();
  const failures: Failure[] = [];
  const observations: Observation[] = [];
  const scope: AnyScope<R> = {
    run,
    check,
    seed: deriveSeed(run.options.seed, check.id),
    fail: (failure) => failures.push(toReported(failure, run)),
    observe(statement, assumption) {
      const observation = {
        check: check.id,
        statement,
        ...(assumption === undefined ? {} : { assumption }),
      };
      observations.push({
        ...redactTexts(observation, run.redact),
        ...(assumption && { assumption: redactTexts(assumption, run.redact) }),
      });
    },
    ...run.createNames(index),
  };
  const outcome = await settle(scope, failures, observations);
  const result = {
    ...describeCheck(check),
    outcome,
    durationMs: Date.now() - startedAt,
    requests: run.journal.entries.filter(({ by }) => by === check.id).length,
  };
  // A missing response may be the cause of what was observed.
  return { result, observations: run.interrupted.has(check.id) ? [] : observations };
}

/** Maximum length of a text from the target in reports. */
const mostCharacters = 20_000;

/** Redacts and truncates a failure for a report. */
function toReported(failure: Failure, { redact }: AnyRun): Failure {
  return redactTexts(failure, (text) =>
    redact(
      text.length <= mostCharacters
        ? text
        : `${text.slice(0, mostCharacters)}… (${text.length} characters in total)`,
    ),
  );
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
}: AnyCheck): Omit<CheckResult, 'outcome' | 'durationMs' | 'requests'> {
  return {
    id,
    title,
    operation,
    level,
    requirements: ids.map((requirement) => ({
      id: requirement,
      statement: requirements[requirement].statement,
      section: requirements[requirement].section,
    })),
  };
}

async function settle<R extends AnyRun>(
  scope: AnyScope<R>,
  failures: Failure[],
  observations: readonly Observation[],
): Promise<Outcome> {
  try {
    await scope.check.run(scope);
  } catch (error) {
    if (error instanceof Failed) failures.push(toReported(error.failure, scope.run));
    else {
      const end = toEnd(scope, error);
      // Failures before the end of the check count.
      if (failures.length === 0 || ('threw' in end && end.threw)) return end;
    }
  }
  const isObserving = scope.check.level === 'OBSERVE';
  if (failures.length > 0) {
    // An observation never fails: other checks report what prevented it.
    return isObserving
      ? { status: 'inconclusive', reason: failures[0]?.message ?? 'a response could not be used' }
      : { status: 'failed', failures };
  }
  // A check that continued after a missing response did not see everything.
  const interruption = scope.run.interrupted.get(scope.check.id);
  if (interruption !== undefined) return toInterrupted(scope, interruption);
  return isObserving && observations.length === 0
    ? { status: 'inconclusive', reason: 'nothing was observed' }
    : { status: 'passed' };
}

function toEnd({ run }: { run: AnyRun }, error: unknown): Outcome {
  if (error instanceof Stopped) return toInterrupted({ run }, error);
  if (error instanceof Inconclusive)
    return { status: 'inconclusive', reason: run.redact(error.message) };
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { status: 'not-run', reason: run.redact(reason), threw: true };
}

function toInterrupted({ run }: { run: AnyRun }, error: Error): Outcome {
  const status = error instanceof Stopped ? 'not-run' : 'inconclusive';
  return { status, reason: run.redact(error.message) };
}

/**
 * Makes a refusal inconclusive unless the run also had an accepted request without the fault. The refusal must be a real
 * one, too: a service that fails or does not know the path refuses everything.
 */
export function assertNotVacuous({ journal, options }: AnyRun, result: CheckResult): CheckResult {
  if (result.outcome.status !== 'passed') return result;
  const faulty = journal.entries.filter(
    ({ by, intent }) => by === result.id && (intent === 'invalid' || intent === 'unauthorised'),
  );
  const failing = faulty.find(({ sent }) => (sent.reply?.status ?? 500) >= 500);
  if (failing !== undefined) {
    const status = failing.sent.reply?.status ?? 'an unreadable response';
    return toInconclusive(
      result,
      `${toRoute(failing.sent)} returned ${status}, which is not a refusal; ${failing.operation.id}/never-fails-itself reports that`,
    );
  }
  const lonely = faulty.find((entry) => {
    // A selection of checks does not send every parameter.
    const names = entry.intent === 'invalid' && options.isWhole ? listQueryNames(entry) : [];
    return !journal.entries.some(
      (other) =>
        other.operation.id === entry.operation.id &&
        (other.intent === 'valid' || other.intent === 'probe') &&
        isSuccess(other.sent) &&
        names.every((name) => listQueryNames(other).includes(name)),
    );
  });
  if (lonely === undefined) return result;
  const names = lonely.intent === 'invalid' && options.isWhole ? listQueryNames(lonely) : [];
  const parameters = names.length === 0 ? '' : ` with ${names.join(' and ')}`;
  return toInconclusive(
    result,
    `no valid ${lonely.operation.id} request${parameters} was accepted in this run; the refusals are inconclusive`,
  );
}

function toInconclusive(result: CheckResult, reason: string): CheckResult {
  return { ...result, outcome: { status: 'inconclusive', reason } };
}

function listQueryNames({ sent: { request } }: JournalEntry): string[] {
  return [...new URLSearchParams(request.path.split('?')[1] ?? '').keys()];
}
