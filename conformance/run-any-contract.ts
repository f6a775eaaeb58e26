/*
 * conformance/: checks of a service at a base URL. It imports contract/ and writers/, never mock/ or a service. Start here: the
 * run of any contract. results.ts has what a run finds, service-suite.ts how service/ adds a suite of its own.
 */

import type { Contract } from '../contract/index.ts';
import { version } from '../generated/version.js';
import { CheckRunner, toResult } from './check-runner.ts';
import { withGroups } from './group-failures.ts';
import { judgeAnyRun } from './judge-any-run.ts';
import { judgeServerErrors } from './judge-server-errors.ts';
import { type RunOptions, runDefaults } from './options.ts';
import { type PlannedCheck, planChecks, serverErrors } from './plan-checks.ts';
import type { CheckResult, Observation, Outcome, RunResult, Verdict } from './results.ts';
import { endWith } from './runner/halt.ts';
import { someAtOnce } from './runner/some-at-once.ts';
import { findUselessName, isSelected } from './select-checks.ts';
import { stages } from './stages.ts';
import { stopAtFailures } from './stop-at-failures.ts';
import { announceWrites } from './world/announce-writes.ts';
import { cleanUp } from './world/clean-up.ts';
import { createWorld, mostRecords, reopenWorld } from './world/create-world.ts';
import type { Handle } from './world/handle.ts';
import { mayAct } from './world/known-actions.ts';
import { findUnreachable } from './world/reach-target.ts';
import { findOperation } from './world/step.ts';
import type { World } from './world/world.ts';

/** Runs the protocol checks and the laws against a base URL. No behaviour of the target throws an error. */
export async function runAnyContract(contract: Contract, options: RunOptions): Promise<RunResult> {
  const startedAt = new Date();
  const world = await createWorld(contract, options);
  endWith(world.halt, options.signal);
  const { only = [], strict = false, onEvent = () => {} } = options;
  const checks = planChecks(world);
  const useless = findUselessName([...checks, serverErrors], only);
  if (useless !== undefined) throw new TypeError(`only: ${useless} selects no check`);
  const planned = checks.filter(({ id }) => isSelected(id, only));
  const allowed = planned.filter(({ writes }) => !writes || world.settings.mayWrite);
  const operations = new Set<string>();
  for (const { operation, writes } of allowed)
    if (writes && mayCall(world, operation)) operations.add(operation);
  const maxTimeMs = options.maxTimeMs ?? runDefaults.maxTimeMs;
  // Server errors are judged by all responses, as one more check.
  const count = allowed.length + 1;
  onEvent({
    type: 'planned',
    checks: count,
    creates: announceWrites(world, operations, mostRecords) ?? 'nothing',
    seed: world.settings.seed,
    maxTimeMs,
  });
  const runner = new CheckRunner(world);
  const results: CheckResult[] = [];
  const observations: Observation[] = [];
  const unreachable = await findUnreachable(world, options.proxy);
  const unreached = unreachable === undefined ? undefined : notReached;
  const runCheck = async (check: PlannedCheck): Promise<void> => {
    const obstacle = allowed.includes(check) ? unreached : skipped;
    if (obstacle !== undefined) {
      results.push(toResult(check, obstacle));
      return;
    }
    const { result, observed } = await runner.run(check);
    results.push(result);
    observations.push(...observed);
    stopAtFailures(world, results, options);
    onEvent({ type: 'checked', result, done: results.length, of: count });
  };
  await runChecks(planned, runCheck);
  results.push(unreached ? toResult(serverErrors, unreached) : judgeServerErrors(world));
  const remaining = await cleanUpInTime(world, options);
  world.halt.close();
  world.target.close();
  const verdict: Verdict =
    unreachable === undefined
      ? judgeAnyRun(world, results, strict)
      : { kind: 'not-run', reason: world.redact(unreachable) };
  return describeRun(world, options, {
    startedAt,
    verdict,
    checks: sortByStage(results, [...planned, serverErrors]),
    observations,
    remaining,
    notes: runner.notes,
  });
}

/** Whether the run may call an operation, as far as that depends on what the operation does. */
function mayCall(world: World, id: string): boolean {
  const step = findOperation(world, id);
  return step?.role.role !== 'action' || mayAct(world, step.operation, step.role);
}

/** Laws run one after the other, because some compare whole lists. The other checks of different operations run side by side. */
async function runChecks(
  planned: readonly PlannedCheck[],
  runCheck: (check: PlannedCheck) => Promise<void>,
): Promise<void> {
  const ofOperations = new Map<string, PlannedCheck[]>();
  for (const check of planned) {
    if (check.stage === 'law') await runCheck(check);
    else ofOperations.set(check.operation, [...(ofOperations.get(check.operation) ?? []), check]);
  }
  await someAtOnce([...ofOperations.values()], async (checks) => {
    for (const check of checks) await runCheck(check);
  });
}

/** What a run has found. */
interface EndedRun extends Pick<RunResult, 'verdict' | 'checks' | 'observations'> {
  startedAt: Date;
  /** The records that could not be deleted. */
  remaining: readonly Handle[];
  notes: readonly string[];
}

function describeRun(
  world: World,
  { baseUrl, allowWrites = false, strict = false, only = [] }: RunOptions,
  { startedAt, remaining, notes, ...findings }: EndedRun,
): RunResult {
  const { contract, settings, target } = world;
  return withGroups({
    ...findings,
    tool: { name: 'site-contract', version },
    contract: { title: contract.document.info.title, version: contract.version },
    target: { baseUrl },
    seed: settings.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: target.count(),
    options: { thorough: settings.thorough, strict, allowWrites, only },
    inventory: remaining.map(({ resource, ids, parent }) => ({
      kind: resource.name,
      id: ids.join('/'),
      label: ids.join('/'),
      parent: parent?.ids.join('/') ?? '',
    })),
    warnings: [...listUndriven(world), ...notes, ...target.listNotes()],
  });
}

/** What makes a check impossible. */
const notReached: Outcome = { status: 'not-run', reason: 'the target was not reached' };

const skipped: Outcome = {
  status: 'skipped',
  reason: 'the check writes, and the target is not on this machine; allow it with --allow-writes',
};

/** Deletes what the run created. If it was ended early, this has time of its own. @returns what remains */
async function cleanUpInTime(world: World, options: RunOptions): Promise<Handle[]> {
  if (world.halt.reason() === undefined) return cleanUp(world);
  const cleaning = await reopenWorld(world, options);
  const remaining = await cleanUp(cleaning);
  cleaning.halt.close();
  cleaning.target.close();
  return remaining;
}

/** The results in the order of reports. Checks of one stage keep the order of the document. */
function sortByStage(
  results: readonly CheckResult[],
  checks: readonly PlannedCheck[],
): readonly CheckResult[] {
  const sorted = checks.toSorted(
    (left, right) => stages.indexOf(left.stage) - stages.indexOf(right.stage),
  );
  const byId = new Map(results.map((result) => [result.id, result]));
  return sorted.flatMap(({ id }) => byId.get(id) ?? []);
}

function listUndriven({ undriven }: World): string[] {
  return [...undriven.values()].map(({ reason }) => reason);
}
