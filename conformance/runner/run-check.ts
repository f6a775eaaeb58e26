import { requirements } from '../../generated/requirements.js';
import { toName, toPathname } from '../model/names.ts';
import { redactFailure, redactObservation } from '../model/redaction.ts';
import type { CheckResult, Failure, Observation, Outcome } from '../results.ts';
import { type Check, Failed, Inconclusive, type Scope } from './check.ts';
import { deriveSeed } from './random.ts';
import type { Run } from './run.ts';

/** Runs one check and says how it ended. A broken expectation is a failure; a broken suite is an error. */
export async function runCheck(
  run: Run,
  check: Check,
  index: number,
  observe: (observation: Observation) => void,
): Promise<CheckResult> {
  const startedAt = Date.now();
  const failures: Failure[] = [];
  const observed: string[] = [];
  const scope: Scope = {
    run,
    check,
    seed: deriveSeed(run.options.seed, check.id),
    fail: (failure) => failures.push(redactFailure(failure, run.redact)),
    observe(statement, assumption) {
      observed.push(statement);
      const observation = {
        check: check.id,
        statement,
        ...(assumption === undefined ? {} : { assumption }),
      };
      observe(redactObservation(observation, run.redact));
    },
    ...createNames(run, index),
  };
  const outcome = await settle(scope, failures, observed);
  return {
    ...describeCheck(check),
    outcome,
    durationMs: Date.now() - startedAt,
    requests: run.journal.entries.filter(({ by }) => by === check.id).length,
  };
}

export function describeCheck({
  id,
  title,
  operation,
  level,
  requirements: ids,
}: Check): Omit<CheckResult, 'outcome' | 'durationMs' | 'requests'> {
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

async function settle(
  scope: Scope,
  failures: Failure[],
  observed: readonly string[],
): Promise<Outcome> {
  try {
    await scope.check.run(scope);
  } catch (error) {
    if (error instanceof Failed) failures.push(redactFailure(error.failure, scope.run.redact));
    else if (error instanceof Inconclusive) {
      if (failures.length === 0)
        return { status: 'inconclusive', reason: scope.run.redact(error.message) };
    } else
      return {
        status: 'error',
        reason: scope.run.redact(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ),
      };
  }
  if (failures.length > 0) {
    // An observation fails nobody: what kept it from being made is reported by the checks of that.
    return scope.check.level === 'OBSERVE'
      ? { status: 'inconclusive', reason: failures[0]?.message ?? 'a reply could not be used' }
      : { status: 'failed', failures };
  }
  if (scope.check.level === 'OBSERVE') {
    return observed.length > 0
      ? { status: 'observed', statement: scope.run.redact(observed.join('; ')) }
      : { status: 'inconclusive', reason: 'nothing was to be seen' };
  }
  return { status: 'passed' };
}

/** Names that no other run and no other check uses. */
function createNames(run: Run, index: number): Pick<Scope, 'unique' | 'pathname'> {
  let count = 0;
  const unique = () => {
    count += 1;
    return toName(run.mark, run.forms.name, index, count);
  };
  return { unique, pathname: () => toPathname(unique(), run.forms.pathname) };
}
