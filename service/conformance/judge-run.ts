import { explainNoSuccess } from '../../conformance/explain-no-success.ts';
import { Unanswered } from '../../conformance/outcomes.ts';
import {
  type CheckResult,
  explainErrors,
  failsRun,
  hasThrown,
  type Outcome,
  type Verdict,
} from '../../conformance/results.ts';
import { hangs } from '../../conformance/runner/hangs.ts';
import { isSuccess } from '../../conformance/runner/journal.ts';
import type { Check, Run } from './model/scope.ts';
import { rank } from './observations/observation.ts';

/**
 * Determines the verdict: a broken MUST breaks the target, and in strict mode also a broken SHOULD. A run whose time was
 * over, or that got hardly any responses, has none, whatever failed before.
 * @param all all checks of the suite
 */
export function judgeRun(
  checks: readonly CheckResult[],
  run: Run,
  { strict, all }: { strict: boolean; all: readonly Check[] },
): Verdict {
  const failed = checks.filter((check) => failsRun(check, strict));
  const errors = checks.filter(hasThrown);
  const stopped = run.halt.reason();
  const unproven = run.halt.isLate() ? stopped : explainUselessness(checks, failed, run, all);
  if (unproven !== undefined) return { kind: 'not-run', reason: run.redact(unproven) };
  if (failed.length > 0) return { kind: 'broken', failed: failed.length };
  const unknown = stopped ?? explainSilence(run);
  if (unknown !== undefined) return { kind: 'not-run', reason: run.redact(unknown) };
  if (errors.length > 0) return { kind: 'not-run', reason: explainErrors(errors) };
  const judged = checks.filter(({ level }) => level !== 'OBSERVE');
  if (judged.length === 0)
    return { kind: 'not-run', reason: 'the selected checks only observe; select others as well' };
  const count = (wanted: Outcome['status']) =>
    judged.filter(({ outcome: { status } }) => status === wanted).length;
  const decided = count('passed') + count('failed');
  const open = count('inconclusive');
  if (decided > 0 && decided >= open) return { kind: 'conforms' };
  const reason = `${open} of ${judged.length} checks were inconclusive, and ${decided} reached a conclusion; each one reports its reason`;
  return { kind: 'not-run', reason };
}

/** Why a run says nothing about the target, even if checks failed; undefined otherwise. */
function explainUselessness(
  checks: readonly CheckResult[],
  failed: readonly CheckResult[],
  { journal: { entries }, interrupted, target }: Run,
  all: readonly Check[],
): string | undefined {
  const validEntries = entries.filter(({ intent }) => intent === 'valid');
  const valid = validEntries.map(({ sent }) => sent);
  // A check that says where the target serves its operations is more useful.
  const locating = all.filter((check) => check.locates === true).map(({ id }) => id);
  const isLocated = failed.some(({ id }) => locating.includes(id));
  const access = 'the base URL, the workspace and the key';
  const noSuccess = isLocated ? undefined : explainNoSuccess(valid, access);
  if (noSuccess !== undefined) return noSuccess;
  const unanswered = checks.filter(({ id }) => interrupted.get(id) instanceof Unanswered);
  // Requests that hang while others are answered are the fault of the target.
  const isHanging = entries.some(({ sent }) => hangs({ target }, sent));
  if (isHanging || unanswered.length <= checks.length / 2) return undefined;
  const losses = entries.flatMap(({ sent }) => (sent.reply === undefined && sent.error) || []);
  const [usual] = rank(losses);
  return `${unanswered.length} of ${checks.length} checks got no response to some of their requests, although these were repeated (mostly: ${usual}); check the network, the gateway and the rate limit in front of the target`;
}

/** Why the target cannot conform although nothing failed: an operation hangs, always or from some moment on. */
function explainSilence({ journal: { entries }, target }: Run): string | undefined {
  const accepted = entries.filter(({ sent }) => isSuccess(sent));
  const works = new Set(accepted.map(({ operation }) => operation));
  const silent = entries.find(
    ({ operation, sent }) => !sent.reply && (!works.has(operation) || target.isHung(sent.request)),
  );
  return (
    silent &&
    `${silent.operation.id} does not respond (${silent.sent.error}); check the log of the target`
  );
}

/** Lists warnings that matter even if the run passed. */
export function listWarnings(
  checks: readonly CheckResult[],
  { mayWrite, halt, target, redact }: Run,
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
  warnings.push(...target.listNotes());
  for (const operation of new Set(checks.map((check) => check.operation))) {
    const statuses = checks
      .filter((check) => check.operation === operation && check.level !== 'OBSERVE')
      .map(({ outcome }) => outcome.status)
      .filter((status) => status !== 'skipped' && status !== 'not-run');
    if (statuses.length > 1 && statuses.every((status) => status === 'inconclusive'))
      warnings.push(`nothing is known about ${operation}: every check of it was inconclusive`);
  }
  return warnings;
}
