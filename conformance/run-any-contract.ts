import { randomInt } from 'node:crypto';
import type { Contract, Operation } from '../contract/index.ts';
import type { Resource, Role } from '../contract/resources/model.ts';
import { readModel } from '../contract/resources/read-model.ts';
import { createValues } from '../contract/values/index.ts';
import { version } from '../generated/version.js';
import { createRedactor } from '../writers/redact.ts';
import { withGroups } from './group-failures.ts';
import { laws } from './laws/index.ts';
import type { Law, LawScope, LawSubject } from './laws/law.ts';
import { type RunOptions, runDefaults } from './options.ts';
import { Failed, Inconclusive } from './outcomes.ts';
import type { ProtocolCheck } from './protocol/check.ts';
import { protocolChecks } from './protocol/index.ts';
import {
  type CheckResult,
  type Failure,
  failsRun,
  type Level,
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
import { cleanUp } from './world/clean-up.ts';
import { RecordFactory } from './world/create-record.ts';
import { createCredentials } from './world/credentials.ts';
import { findStep } from './world/step.ts';
import type { World } from './world/world.ts';

/** One check of a run: a law about a resource, or a check of an operation. */
interface PlannedCheck {
  id: string;
  title: string;
  operation: string;
  level: Level;
  /** The requirement that groups its failures. */
  requirement: { id: string; statement: string; section: string };
  writes: boolean;
  run(report: Report): Promise<void>;
}

/** Where a check reports to. */
interface Report {
  records: RecordFactory;
  fail(failure: Failure): void;
  observe(statement: string): void;
}

/** How many records of each resource a run creates at most. */
const mostRecords = 150;

/** Runs the protocol checks and the laws against a base URL. No behaviour of the target throws an error. */
export async function runAnyContract(contract: Contract, options: RunOptions): Promise<RunResult> {
  const startedAt = new Date();
  const world = await createWorld(contract, options);
  const { only = [], strict = false, onEvent = () => {} } = options;
  const planned = planChecks(world).filter(({ id }) => isSelected(id, only));
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
      ? await runCheck(records, check)
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

function isSelected(id: string, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some((name) => id === name || id.startsWith(name.endsWith('/') ? name : `${name}/`));
}

/** Laws come first, while lists are short: protocol checks may leave records behind that should have been refused. */
function planChecks(world: World): PlannedCheck[] {
  const checks: PlannedCheck[] = [];
  for (const resource of world.model.resources.values())
    for (const law of laws) {
      const check = planLaw(world, resource, law);
      if (check !== undefined) checks.push(check);
    }
  for (const operation of world.contract.operations)
    for (const protocol of protocolChecks)
      if (protocol.applies(world, operation)) checks.push(planProtocol(world, operation, protocol));
  return checks;
}

function planProtocol(world: World, operation: Operation, protocol: ProtocolCheck): PlannedCheck {
  const id = `${operation.id}/${protocol.slug}`;
  return {
    id,
    title: protocol.sentence.replace(/\.$/, ''),
    operation: operation.id,
    level: 'MUST',
    requirement: { id: protocol.slug, statement: protocol.sentence, section: 'The document' },
    writes: operation.method !== 'GET' && operation.method !== 'HEAD',
    run: (report) => protocol.run({ world, check: id, operation, ...report }),
  };
}

function planLaw(world: World, resource: Resource, law: Law): PlannedCheck | undefined {
  const find = (...roles: readonly Role[]) => findStep(world, resource, ...roles);
  const subject: LawSubject = { world, resource, find };
  const hasRoles = law.needs.every((roles) => find(...roles) !== undefined);
  const blamed = find(...law.blames);
  if (!hasRoles || blamed === undefined || law.applies?.(subject) === false) return undefined;
  const id = `${blamed.operation.id}/${law.slug}`;
  const sentence = law.sentence(toNouns(resource));
  return {
    id,
    title: sentence.replace(/\.$/, ''),
    operation: blamed.operation.id,
    level: toLevel(law, subject),
    requirement: {
      id: `${resource.name}-${law.slug}`,
      statement: sentence,
      section: resource.name,
    },
    writes: law.reads !== true,
    run: (report) => law.run(toScope(subject, id, report)),
  };
}

/** A failure counts if the resource and all operations that the law needs are declared or certain. */
function toLevel(law: Law, subject: LawSubject): Level {
  const steps = law.needs.map((roles) => subject.find(...roles));
  const isLikely = steps.some((step) => step?.role.certainty === 'likely');
  const isObserved =
    law.isOnlyObserved?.(subject) ?? (subject.resource.certainty === 'likely' || isLikely);
  return isObserved ? 'OBSERVE' : 'MUST';
}

function toScope(subject: LawSubject, check: string, report: Report): LawScope {
  return {
    ...subject,
    ...report,
    check,
    step: (...roles) => {
      const step = subject.find(...roles);
      if (step === undefined)
        throw new Error(`${subject.resource.name} has none of ${roles.join(', ')}`);
      return step;
    },
  };
}

function toNouns({ name, plural }: Resource): { one: string; many: string } {
  const toWords = (text: string) => text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return { one: toWords(name), many: toWords(plural) };
}

async function runCheck(
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
  const outcome = await settle(check, report, failures);
  return { result: toResult(check, outcome, Date.now() - startedAt), observed };
}

async function settle(check: PlannedCheck, report: Report, failures: Failure[]): Promise<Outcome> {
  try {
    await check.run(report);
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
  const statement = 'No request makes the service fail.';
  const check: PlannedCheck = {
    id: 'service/no-server-errors',
    title: 'No request makes the service fail',
    operation: 'service',
    level: 'MUST',
    requirement: { id: 'no-server-errors', statement, section: 'HTTP' },
    writes: false,
    run: async () => {},
  };
  return toResult(
    check,
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
