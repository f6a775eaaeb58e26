import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { version } from '../generated/version.js';
import { createRun } from './create-run.ts';
import { countSites } from './model/budget.ts';
import { listInventory } from './model/ledger.ts';
import { preflight } from './model/preflight.ts';
import type { Check, Run } from './model/scope.ts';
import { type RunOptions, runDefaults } from './options.ts';
import { listAllChecks } from './own-checks.ts';
import {
  type CheckResult,
  doesCount,
  explainErrors,
  hasThrown,
  type Observation,
  type RunResult,
  Unanswered,
  type Verdict,
  withGroups,
} from './results.ts';
import { isSuccess } from './runner/journal.ts';
import { assertNotVacuous, describeCheck, redactTexts, runChecks } from './runner/run-checks.ts';
import { findUselessName, isSelected, listCarriers } from './runner/select-checks.ts';

/**
 * Runs the suite against a base URL.
 *
 * @example const result = await runSuite({ baseUrl: 'http://127.0.0.1:4010', apiKey, workspace });
 * @returns the results; no behaviour of the target throws an error
 * @throws if `only` has a name that selects no check, or if one of your own checks is incomplete, has an unknown value, or
 *   has the id of another check
 */
export async function runSuite(options: RunOptions): Promise<RunResult> {
  const {
    contract = defaultContract,
    only = [],
    thorough = false,
    strict = false,
    onEvent = () => {},
  } = options;
  const checks = listAllChecks(contract, options.checks ?? []);
  const useless = findUselessName(checks, only);
  if (useless !== undefined)
    throw new TypeError(
      `only: ${useless} selects no check; listChecks(contract) returns their ids`,
    );
  const startedAt = new Date();
  const run = createRun(contract, options);
  const selected = checks.filter(
    ({ id, thorough: needsIt = false }) => isSelected(id, only) && (thorough || !needsIt),
  );
  const allowed = selected.filter((check) => run.mayWrite || !needsWrites(check, contract));
  const carriers = listCarriers(checks, selected).filter(
    (check) => run.mayWrite || !needsWrites(check, contract),
  );
  for (const { uses = [] } of [...allowed, ...carriers])
    for (const name of uses) run.uses.add(name);

  const sites = run.mayWrite ? countSites(allowed, carriers, thorough) : { planned: 0, most: 0 };
  run.budget.announce(sites);
  onEvent({
    type: 'planned',
    checks: allowed.length,
    sites: sites.most,
    seed: run.options.seed,
    maxTimeMs: options.maxTimeMs ?? runDefaults.maxTimeMs,
  });
  // If the start took all the time, the target is not the reason.
  const unreachable =
    run.halt.reason() ?? (await preflight(run, [...allowed, ...carriers], options.proxy));
  const { results, observations } =
    unreachable === undefined
      ? await runChecks(run, {
          checks,
          allowed,
          carriers,
          onResult: (result, all) => {
            stopAtFailures(run, all, options);
            onEvent({ type: 'checked', result, done: all.length, of: allowed.length });
          },
        })
      : { results: new Map<string, CheckResult>(), observations: [] };
  run.halt.close();
  run.target.close();
  const judged = selected
    .map(
      (check) =>
        results.get(check.id) ??
        toUnrun(check, allowed.includes(check) ? (unreachable ?? run.halt.reason()) : undefined),
    )
    .map((result) => assertNotVacuous(run, result));
  const ordered = judged;
  return withGroups({
    tool: { name: 'site-contract', version },
    contract: { title: contract.document.info.title, version: contract.version },
    target: {
      baseUrl: options.baseUrl,
      workspace: options.workspace,
      ...(options.otherWorkspace === undefined ? {} : { otherWorkspace: options.otherWorkspace }),
    },
    seed: run.options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: run.target.count(),
    options: { thorough, strict, allowWrites: options.allowWrites ?? false, only },
    verdict:
      unreachable === undefined
        ? judgeRun(ordered, run, { strict, locating: checks.filter(({ locates }) => locates) })
        : { kind: 'not-run', reason: run.redact(unreachable) },
    checks: ordered,
    observations: sortObservations(observations, contract),
    inventory: listInventory(run).map((resource) => redactTexts(resource, run.redact)),
    warnings: listWarnings(ordered, run),
  });
}

/** Stops the run after the configured number of failed checks. */
function stopAtFailures(
  { halt }: Pick<Run, 'halt'>,
  results: readonly CheckResult[],
  { maxFailures, strict = false }: RunOptions,
): void {
  if (maxFailures === undefined) return;
  const failed = results.filter(
    (result) => result.outcome.status === 'failed' && doesCount(result, strict),
  ).length;
  if (failed >= maxFailures) halt.stop(`${failed} checks failed (--max-failures ${maxFailures})`);
}

/** Whether a check needs permission to write. Verdicts about an operation that writes need its responses. */
function needsWrites({ writes, stage, operation }: Check, { operations }: Contract): boolean {
  const isRead = operations.some(({ id, method }) => id === operation && method === 'GET');
  return writes || (stage === 'verdict' && operation !== 'service' && !isRead);
}

/** @param stopped why it did not run; undefined if it was not allowed to run */
function toUnrun(check: Check, stopped: string | undefined): CheckResult {
  const outcome =
    stopped === undefined
      ? ({
          status: 'skipped',
          reason:
            'the check writes, and the target is not on this machine; allow it with --allow-writes (created records remain)',
        } as const)
      : ({ status: 'not-run', reason: 'the run ended before this check did' } as const);
  return {
    ...describeCheck(check),
    outcome,
    durationMs: 0,
    requests: 0,
  };
}

/** Sorts observations by the order of assumptions in the document. */
function sortObservations(observations: readonly Observation[], contract: Contract): Observation[] {
  const order = Object.keys(contract.document['x-assumptions']);
  const toPlace = ({ assumption }: Observation) =>
    assumption === undefined ? order.length : order.indexOf(assumption.id);
  return [...observations].sort((a, b) => toPlace(a) - toPlace(b));
}

/**
 * Determines the verdict: a broken MUST breaks the target, and in strict mode also a broken SHOULD.
 * @param locating the checks whose failure says where the target serves its operations
 */
function judgeRun(
  checks: readonly CheckResult[],
  { journal, halt, redact, interrupted }: Pick<Run, 'journal' | 'halt' | 'redact' | 'interrupted'>,
  { strict, locating }: { strict: boolean; locating: readonly Check[] },
): Verdict {
  const errors = checks.filter(hasThrown);
  const failed = checks.filter(
    (check) => check.outcome.status === 'failed' && doesCount(check, strict),
  );
  const valid = journal.entries.filter(({ intent }) => intent === 'valid');
  // A check that says where the target serves its operations is more useful.
  if (
    !failed.some(({ id }) => locating.some((check) => check.id === id)) &&
    valid.length > 0 &&
    !valid.some(({ sent }) => isSuccess(sent))
  ) {
    const statuses = [...new Set(valid.map(({ sent }) => sent.reply?.status ?? 'no response'))];
    // If the service reports its own failure, the key and the URL are probably right.
    const isItsOwn = statuses.every((status) => typeof status === 'number' && status >= 500);
    const advice = isItsOwn
      ? 'check the log of the target'
      : 'check the base URL, the workspace and the key';
    return {
      kind: 'not-run',
      reason: `no valid request succeeded (${statuses.join(', ')}); ${advice}`,
    };
  }
  const unanswered = checks.filter(({ id }) => interrupted.get(id) instanceof Unanswered).length;
  if (unanswered > checks.length / 2)
    return {
      kind: 'not-run',
      reason: redact(
        `${unanswered} of ${checks.length} checks got no response to some of their requests, although these were repeated (${describeLosses(journal)}); check the network, the gateway and the rate limit in front of the target`,
      ),
    };
  if (failed.length > 0) return { kind: 'broken', failed: failed.length };
  const stopped = halt.reason();
  if (stopped !== undefined) return { kind: 'not-run', reason: redact(stopped) };
  if (errors.length > 0) return { kind: 'not-run', reason: explainErrors(errors) };
  const conclusive = checks.some(
    ({ outcome: { status }, level }) =>
      level !== 'OBSERVE' && (status === 'passed' || status === 'failed'),
  );
  return conclusive
    ? { kind: 'conforms' }
    : { kind: 'not-run', reason: 'no check reached a conclusion; each one reports its reason' };
}

/** The reasons for which requests got no response, the most frequent first. */
function describeLosses({ entries }: Pick<Run, 'journal'>['journal']): string {
  const counts = new Map<string, number>();
  for (const { sent } of entries)
    if (sent.reply === undefined && sent.error !== undefined)
      counts.set(sent.error, (counts.get(sent.error) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted
    .slice(0, 2)
    .map(([error, count]) => `${count} times: ${error}`)
    .join('; ');
}

/** Lists warnings that matter even if the run passed. */
function listWarnings(
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
