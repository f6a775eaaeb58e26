import { withGroups } from '../../conformance/group-failures.ts';
import { runDefaults } from '../../conformance/options.ts';
import type { CheckResult, Observation, RunResult } from '../../conformance/results.ts';
import { endWith } from '../../conformance/runner/halt.ts';
import { findUselessName, isSelected } from '../../conformance/select-checks.ts';
import { stopAtFailures } from '../../conformance/stop-at-failures.ts';
import { withValidExamples } from '../../conformance/valid-examples.ts';
import { DocumentError } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import { toCount } from '../../writers/terminal-text.ts';
import { createRun } from './create-run.ts';
import { judgeRun, listWarnings } from './judge-run.ts';
import { listCarriers } from './list-carriers.ts';
import { listInventory } from './model/ledger.ts';
import { preflight } from './model/preflight.ts';
import type { Check, Run } from './model/scope.ts';
import { countSites } from './model/shared.ts';
import type { RunOptions } from './options.ts';
import { listAllChecks } from './own-checks.ts';
import { assertNotVacuous, describeCheck, redactTexts, runChecks } from './run-checks.ts';

/** Runs the checks of the Site Management Service. */
export async function runSites(given: Contract, options: RunOptions): Promise<RunResult> {
  if (given.document['x-laws'] !== undefined)
    throw new DocumentError('x-laws: lowers laws of other contracts; here, use a baseline');
  const contract = withValidExamples(given);
  const startedAt = new Date();
  const run = await createRun(contract, options);
  endWith(run.halt, options.signal);
  const plan = selectChecks(run, contract, options);
  announce(run, plan, options);
  const unreachable = await contactTarget(run, plan, options);
  const findings: Findings = { results: new Map(), observations: new Map() };
  if (unreachable === undefined) await runPlan(run, plan, options, findings);
  run.halt.close();
  run.target.close();
  return withGroups(toResult(run, plan, options, { findings, startedAt, unreachable }));
}

/** What the checks found, by their ids. */
interface Findings {
  results: Map<string, CheckResult>;
  observations: Map<string, readonly Observation[]>;
}

type Plan = ReturnType<typeof selectChecks>;

/** Says what the run is going to do, and limits the sites that it may create. */
function announce(run: Run, { allowed, carriers }: Plan, options: RunOptions): void {
  const { thorough = false, onEvent = () => {} } = options;
  const sites = run.mayWrite ? countSites(allowed, carriers, thorough) : { planned: 0, most: 0 };
  run.budget.announce(sites);
  onEvent({
    type: 'planned',
    checks: allowed.length,
    sites: sites.most,
    creates: toCount(sites.most, 'site'),
    seed: run.options.seed,
    maxTimeMs: options.maxTimeMs ?? runDefaults.maxTimeMs,
  });
}

/** @returns why no check can run; undefined if they can */
async function contactTarget(
  run: Run,
  { allowed, carriers }: Plan,
  { proxy }: RunOptions,
): Promise<string | undefined> {
  const late = run.halt.reason();
  if (late !== undefined) return late;
  const problem = await preflight(run, [...allowed, ...carriers], proxy);
  // If the start took all the time, the target is not the reason.
  return run.halt.reason() ?? problem;
}

function runPlan(
  run: Run,
  plan: Plan,
  options: RunOptions,
  { results, observations }: Findings,
): Promise<void> {
  const { onEvent = () => {} } = options;
  return runChecks(run, {
    ...plan,
    onResult(result, observed) {
      results.set(result.id, result);
      observations.set(result.id, observed);
      stopAtFailures(run, [...results.values()], options);
      onEvent({ type: 'checked', result, done: results.size, of: plan.allowed.length });
    },
  });
}

function toResult(
  run: Run,
  { checks, selected, allowed }: Plan,
  options: RunOptions,
  {
    findings,
    startedAt,
    unreachable,
  }: {
    findings: Findings;
    startedAt: Date;
    unreachable: string | undefined;
  },
): Omit<RunResult, 'counts' | 'groups'> {
  const { baseUrl, workspace, otherWorkspace } = options;
  const { only = [], thorough = false, strict = false, allowWrites = false } = options;
  const { contract } = run;
  const judged = selected.map((check) => {
    const result = findings.results.get(check.id) ?? toUnrun(check, allowed.includes(check));
    return assertNotVacuous(run, result);
  });
  const observations = selected.map(({ id }) => findings.observations.get(id) ?? []);
  return {
    tool: { name: 'site-contract', version },
    contract: { title: contract.document.info.title, version: contract.version },
    target: { baseUrl, workspace, ...(otherWorkspace !== undefined && { otherWorkspace }) },
    seed: run.options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: run.target.count(),
    options: { thorough, strict, allowWrites, only },
    verdict:
      unreachable === undefined
        ? judgeRun(judged, run, { strict, all: checks })
        : { kind: 'not-run', reason: run.redact(unreachable) },
    checks: judged,
    observations: observations.flat(),
    inventory: listInventory(run).map((resource) => redactTexts(resource, run.redact)),
    warnings: listWarnings(judged, run),
  };
}

/** Selects the checks to report, those of them that may run, and others that must run with them. */
function selectChecks(run: Run, contract: Contract, options: RunOptions) {
  const { only = [], thorough = false } = options;
  const checks = listAllChecks(contract, options.checks ?? []);
  const useless = findUselessName(checks, only);
  if (useless !== undefined)
    throw new TypeError(
      `only: ${useless} selects no check; listChecks(contract) returns their ids`,
    );
  const selected = checks.filter(
    ({ id, thorough: needsIt = false }) => isSelected(id, only) && (thorough || !needsIt),
  );
  const isAllowed = (check: Check) => run.mayWrite || !needsWrites(check, contract);
  const allowed = selected.filter(isAllowed);
  const carriers = listCarriers(checks, selected).filter(isAllowed);
  for (const { uses = [] } of [...allowed, ...carriers])
    for (const name of uses) run.uses.add(name);
  return { checks, selected, allowed, carriers };
}

/** Whether a check needs permission to write. Verdicts about an operation that writes need its responses. */
function needsWrites({ writes, stage, operation }: Check, { operations }: Contract): boolean {
  const isRead = operations.some(({ id, method }) => id === operation && method === 'GET');
  return writes || (stage === 'verdict' && operation !== 'service' && !isRead);
}

function toUnrun(check: Check, isAllowed: boolean): CheckResult {
  const outcome = isAllowed
    ? ({ status: 'not-run', reason: 'the run ended before this check did' } as const)
    : ({
        status: 'skipped',
        reason:
          'the check writes, and the target is not on this machine; allow it with --allow-writes (created records remain)',
      } as const);
  return { ...describeCheck(check), outcome, durationMs: 0, requests: 0 };
}
