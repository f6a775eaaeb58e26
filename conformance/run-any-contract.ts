import { randomInt } from 'node:crypto';
import type { Contract } from '../contract/index.ts';
import { readModel } from '../contract/resources/read-model.ts';
import { createValues } from '../contract/values/index.ts';
import { version } from '../generated/version.js';
import { createRedactor } from '../writers/redact.ts';
import { withGroups } from './group-failures.ts';
import { type RunOptions, runDefaults } from './options.ts';
import { Failed, Inconclusive } from './outcomes.ts';
import { type PlannedCheck, planChecks, type Report, serverErrors } from './plan-checks.ts';
import {
  type CheckResult,
  type Failure,
  failsRun,
  type Observation,
  type Outcome,
  type RunResult,
  type Verdict,
} from './results.ts';
import { createHttpClient } from './runner/client.ts';
import { createExchanges } from './runner/exchange.ts';
import { createHalt, Stopped } from './runner/halt.ts';
import { describeHang, hangs } from './runner/hangs.ts';
import { isLocal } from './runner/proxy.ts';
import { createTarget } from './runner/target.ts';
import { findUselessName, isSelected } from './select-checks.ts';
import { cleanUp } from './world/clean-up.ts';
import { RecordFactory } from './world/create-record.ts';
import { createCredentials } from './world/credentials.ts';
import type { World } from './world/world.ts';

/** How many records of each resource a run creates at most. */
const mostRecords = 150;

/** Runs the protocol checks and the laws against a base URL. No behaviour of the target throws an error. */
export async function runAnyContract(contract: Contract, options: RunOptions): Promise<RunResult> {
  const startedAt = new Date();
  const world = await createWorld(contract, options);
  const { only = [], strict = false, onEvent = () => {} } = options;
  const checks = planChecks(world);
  const useless = findUselessName([...checks, serverErrors], only);
  if (useless !== undefined) throw new TypeError(`only: ${useless} selects no check`);
  const planned = checks.filter(({ id }) => isSelected(id, only));
  const allowed = planned.filter(({ writes }) => !writes || world.settings.mayWrite);
  const maxTimeMs = options.maxTimeMs ?? runDefaults.maxTimeMs;
  onEvent({
    type: 'planned',
    checks: allowed.length,
    sites: 0,
    creates: `${mostRecords} records of each resource`,
    seed: world.settings.seed,
    maxTimeMs,
  });
  const records = new RecordFactory(world);
  const results: CheckResult[] = [];
  const observations: Observation[] = [];
  for (const check of planned) {
    const isAllowed = allowed.includes(check);
    const { result, observed } = isAllowed
      ? await runCheck(world, records, check)
      : { result: toResult(check, skipped, 0), observed: [] };
    results.push(result);
    observations.push(...observed);
    if (isAllowed) onEvent({ type: 'checked', result, done: results.length, of: allowed.length });
  }
  results.push(judgeServerErrors(world));
  const remaining = await cleanUp(world);
  world.halt.close();
  world.target.close();
  return withGroups({
    tool: { name: 'site-contract', version },
    contract: { title: contract.document.info.title, version: contract.version },
    target: { baseUrl: options.baseUrl, workspace: '' },
    seed: world.settings.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: world.target.count(),
    options: {
      thorough: world.settings.thorough,
      strict,
      allowWrites: options.allowWrites ?? false,
      only,
    },
    verdict: judge(world, results, strict),
    checks: results,
    observations,
    inventory: remaining.map(({ resource, ids, parent }) => ({
      kind: resource.name,
      id: ids.join('/'),
      label: ids.join('/'),
      parent: parent?.ids.join('/') ?? '',
    })),
    warnings: [...listUndriven(world), ...world.target.listNotes()],
  });
}

const skipped: Outcome = {
  status: 'skipped',
  reason: 'the check writes, and the target is not on this machine; allow it with --allow-writes',
};

async function createWorld(contract: Contract, options: RunOptions): Promise<World> {
  const { baseUrl, apiKey, headers = {}, ca, insecure, proxy, thorough = false } = options;
  const { seed = randomInt(2 ** 31), timeoutMs = runDefaults.timeoutMs, onEvent } = options;
  const halt = createHalt(options.maxTimeMs ?? runDefaults.maxTimeMs, options.startedAt);
  const credentials = createCredentials(contract, apiKey, options.auth);
  const secrets = [...credentials.secrets, ...Object.values(headers)];
  const redactor = createRedactor({ secrets, keepsStart: true });
  const base = baseUrl.replace(/\/+$/, '');
  return {
    contract,
    model: readModel(contract),
    target: await createTarget({
      baseUrl: base,
      client: createHttpClient({
        baseUrl: base,
        headers,
        ca,
        insecure,
        proxy,
        signal: halt.signal,
      }),
      halt,
      timeoutMs,
      onWait: (reason, milliseconds) => onEvent?.({ type: 'waiting', reason, milliseconds }),
    }),
    halt,
    values: createValues(contract.document),
    credentials,
    settings: {
      seed,
      mayWrite: (options.allowWrites ?? false) || isLocal(baseUrl),
      isLocal: isLocal(baseUrl),
      thorough,
      parameters: readParameters(options.parameters ?? []),
      include: new Set(options.include ?? []),
      mostRecords,
    },
    inventory: [],
    undriven: new Map(),
    journal: [],
    mark: randomInt(2 ** 24),
    redact: redactor.text,
    show: createExchanges(base, redactor, {
      apiKey,
      secretHeaders: Object.keys(headers),
      certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
    }),
  };
}

function readParameters(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

async function runCheck(
  world: World,
  records: RecordFactory,
  check: PlannedCheck,
): Promise<{ result: CheckResult; observed: Observation[] }> {
  const startedAt = Date.now();
  const failures: Failure[] = [];
  const observed: Observation[] = [];
  const report: Report = {
    records,
    fail: (failure) => failures.push(failure),
    observe: (statement) => observed.push({ check: check.id, statement }),
  };
  const outcome = await settle(() => check.run(world, report), failures);
  return { result: toResult(check, outcome, Date.now() - startedAt), observed };
}

async function settle(run: () => Promise<void>, failures: Failure[]): Promise<Outcome> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failed) failures.push(error.failure);
    else if (error instanceof Stopped) return { status: 'not-run', reason: error.message };
    else if (error instanceof Inconclusive && failures.length === 0)
      return { status: 'inconclusive', reason: error.message };
    else if (!(error instanceof Inconclusive))
      return { status: 'not-run', reason: String(error), threw: true };
  }
  return failures.length === 0 ? { status: 'passed' } : { status: 'failed', failures };
}

function toResult(check: PlannedCheck, outcome: Outcome, durationMs: number): CheckResult {
  const { id, title, operation, level, requirement } = check;
  return {
    id,
    title,
    operation,
    level,
    requirements: [requirement],
    outcome,
    durationMs,
    requests: 0,
  };
}

/** Fails for each operation that hangs, or that answered with a 5xx that it does not document. */
function judgeServerErrors(world: World): CheckResult {
  const failures: Failure[] = [];
  const failed = new Set<string>();
  for (const { operation, sent } of world.journal) {
    if (failed.has(operation.id)) continue;
    if (hangs(world, sent)) {
      failed.add(operation.id);
      const { message, ...values } = describeHang(world, sent);
      failures.push({
        ...values,
        message: `${operation.id}: ${message}`,
        exchange: world.show(sent),
      });
      continue;
    }
    const status = sent.reply?.status ?? 0;
    const isDocumented = operation.responses.some((response) => response.status === String(status));
    if (status < 500 || isDocumented) continue;
    failed.add(operation.id);
    failures.push({
      message: `${operation.id} answers with ${status}`,
      expected: 'a status below 500',
      received: `status ${status}`,
      exchange: world.show(sent),
    });
  }
  return toResult(
    serverErrors,
    failures.length === 0 ? { status: 'passed' } : { status: 'failed', failures },
    0,
  );
}

function judge(world: World, results: readonly CheckResult[], strict: boolean): Verdict {
  const failed = results.filter((result) => failsRun(result, strict)).length;
  if (failed > 0) return { kind: 'broken', failed };
  const stopped = world.halt.reason();
  if (stopped !== undefined) return { kind: 'not-run', reason: world.redact(stopped) };
  const passed = results.filter(({ outcome }) => outcome.status === 'passed').length;
  if (passed > 1) return { kind: 'conforms' };
  return {
    kind: 'not-run',
    reason: 'hardly any check reached a conclusion; each one reports its reason',
  };
}

function listUndriven({ undriven }: World): string[] {
  return [...undriven.values()].map(({ reason }) => reason);
}
