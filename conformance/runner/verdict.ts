import { type CheckResult, doesCount, type Verdict } from '../results.ts';
import { isSuccess } from './journal.ts';
import type { Run } from './run.ts';
import type { Sent } from './target.ts';

/**
 * Judges a target by its checks: a broken MUST breaks it, and under strict a broken SHOULD.
 * @param locating ids of the checks whose failure says where the operations are served
 */
export function judgeRun(
  checks: readonly CheckResult[],
  { journal, halt, redact }: Pick<Run, 'journal' | 'halt' | 'redact'>,
  { strict, locating }: { strict: boolean; locating: ReadonlySet<string> },
): Verdict {
  const errors = checks.filter(({ outcome }) => outcome.status === 'error');
  const failed = checks.filter(
    (check) => check.outcome.status === 'failed' && doesCount(check, strict),
  );
  const valid = journal.entries.filter(({ intent }) => intent === 'valid');
  // A check that says where the operations are served tells more.
  if (
    !failed.some(({ id }) => locating.has(id)) &&
    valid.length > 0 &&
    !valid.some(({ sent }) => isSuccess(sent))
  ) {
    const statuses = [...new Set(valid.map(({ sent }) => sent.reply?.status ?? 'no response'))];
    // The key and the address are hardly to blame for what a service says of itself.
    const isItsOwn = statuses.every((status) => typeof status === 'number' && status >= 500);
    const advice = isItsOwn
      ? 'see what the log of the target says'
      : 'check the base URL, the workspace and the key';
    return {
      kind: 'not-run',
      reason: `no valid request succeeded (${statuses.join(', ')}); ${advice}`,
    };
  }
  if (failed.length > 0) return { kind: 'broken', failed: failed.length };
  const stopped = halt.reason();
  if (stopped !== undefined) return { kind: 'not-run', reason: redact(stopped) };
  if (errors.length > 0)
    return {
      kind: 'not-run',
      reason: `the suite itself failed in ${errors.map(({ id }) => id).join(', ')}`,
    };
  const conclusive = checks.some(
    ({ outcome: { status }, level }) =>
      level !== 'OBSERVE' && (status === 'passed' || status === 'failed'),
  );
  return conclusive
    ? { kind: 'conforms' }
    : { kind: 'not-run', reason: 'no check reached a conclusion; each one reports its reason' };
}

function wasTooMany({ reply, earlier = [] }: Sent): boolean {
  return reply?.status === 429 || earlier.some(({ status }) => status === 429);
}

/** What a reader of a green result has to know. */
export function listWarnings(
  checks: readonly CheckResult[],
  { mayWrite, halt, target, probes, journal, redact }: Run,
): string[] {
  const warnings: string[] = [];
  const stopped = halt.reason();
  if (stopped !== undefined) {
    const left = checks.filter(({ outcome }) => outcome.status === 'not-run').length;
    warnings.push(redact(`${left} checks were not run: ${stopped}`));
  }
  if (!mayWrite)
    warnings.push(
      'checks that write were skipped: the target is not on this machine, and --allow-writes was not given',
    );
  warnings.push(...target.listNotes(), ...probes.listNotes());
  if (journal.entries.some(({ sent }) => wasTooMany(sent)))
    warnings.push(
      'the target limits the request rate (429); the run slowed down, and few concurrent requests were tried',
    );
  for (const operation of new Set(checks.map((check) => check.operation))) {
    const own = checks.filter(
      (check) =>
        check.operation === operation &&
        check.level !== 'OBSERVE' &&
        check.outcome.status !== 'skipped' &&
        check.outcome.status !== 'not-run',
    );
    if (own.length > 1 && own.every(({ outcome }) => outcome.status === 'inconclusive')) {
      warnings.push(`nothing is known about ${operation}: every check of it was inconclusive`);
    }
  }
  return warnings;
}
