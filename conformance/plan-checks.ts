import type { Contract, Operation } from '../contract/index.ts';
import type { Resource, Role } from '../contract/resources/model.ts';
import { readModel } from '../contract/resources/read-model.ts';
import { createValues } from '../contract/values/index.ts';
import { laws } from './laws/index.ts';
import type { Law, LawScope, LawSubject } from './laws/law.ts';
import { readLoweredLaws } from './lowered-laws.ts';
import type { ProtocolCheck } from './protocol/check.ts';
import { protocolChecks } from './protocol/index.ts';
import type { Failure, Level } from './results.ts';
import type { Stage } from './stages.ts';
import type { RecordFactory } from './world/create-record.ts';
import { toNouns } from './world/nouns.ts';
import { isListedWhole } from './world/read-records.ts';
import { findOperation, findStep, type Subject } from './world/step.ts';
import type { World } from './world/world.ts';

/** One check of a run: a law about a resource, or a check of an operation. */
export interface PlannedCheck {
  id: string;
  title: string;
  operation: string;
  level: Level;
  /** The requirement that groups its failures. */
  requirement: { id: string; statement: string; section: string };
  stage: Stage;
  writes: boolean;
  /** Whether a failure may only show that the service lags. */
  mayLag: boolean;
  run(world: World, report: Report): Promise<void>;
}

/** Where a check reports to. */
export interface Report {
  records: RecordFactory;
  fail(failure: Failure): void;
  observe(statement: string): void;
}

/**
 * The checks of a contract without checks of its own. Laws come first, while lists are short: protocol checks may leave
 * records behind that should have been refused.
 */
export function planChecks(subject: Subject): PlannedCheck[] {
  const { contract, model } = subject;
  const ofResources = [...model.resources.values()].flatMap((resource) =>
    laws.flatMap((law) => planLaws(subject, resource, law)),
  );
  const ofOperations = contract.operations.flatMap((operation) =>
    protocolChecks
      .filter((check) => check.applies(subject, operation))
      .map((check) => planProtocol(operation, check)),
  );
  const slugs = [...laws, ...protocolChecks].map(({ slug }) => slug);
  const lowered = readLoweredLaws(contract, slugs);
  return [...ofResources, ...ofOperations].map((check) => {
    const slug = check.id.slice(check.id.lastIndexOf('/') + 1);
    return lowered.has(slug) ? { ...check, level: 'OBSERVE' } : check;
  });
}

/** The check of the whole run. It is judged at the end, from the replies to all others. */
export const serverErrors: PlannedCheck = {
  id: 'service/no-server-errors',
  title: 'No request makes the service fail',
  operation: 'service',
  level: 'MUST',
  requirement: {
    id: 'no-server-errors',
    statement: 'No request makes the service fail.',
    section: 'HTTP',
  },
  stage: 'failure',
  writes: false,
  mayLag: false,
  run: async () => {},
};

/** Lists the checks without a target. */
export function listPlannedChecks(contract: Contract): PlannedCheck[] {
  return planChecks({
    contract,
    model: readModel(contract),
    values: createValues(contract.document),
  });
}

function planProtocol(operation: Operation, protocol: ProtocolCheck): PlannedCheck {
  const id = `${operation.id}/${protocol.slug}`;
  return {
    id,
    title: protocol.sentence.replace(/\.$/, ''),
    operation: operation.id,
    level: 'MUST',
    requirement: { id: protocol.slug, statement: protocol.sentence, section: 'The document' },
    stage: protocol.stage,
    writes: operation.method !== 'GET' && operation.method !== 'HEAD',
    mayLag: false,
    run: (world, report) => protocol.run({ world, check: id, operation, ...report }),
  };
}

/** A law about updates also holds for a replacement that stands beside an update, and one about actions for each of them. */
function planLaws(subject: Subject, resource: Resource, law: Law): PlannedCheck[] {
  const find = (...roles: readonly Role[]) => findStep(subject, resource, ...roles);
  if (law.blames.includes('action')) return planActions(subject, resource, law);
  const checks = [planLaw(subject, resource, law, find)];
  const isAboutBoth = law.blames.includes('update') && law.blames.includes('replace');
  if (isAboutBoth && find('update') !== undefined && find('replace') !== undefined)
    checks.push(
      planLaw(subject, resource, law, (...roles) =>
        find(...roles.filter((role) => role !== 'update')),
      ),
    );
  return checks.filter((check) => check !== undefined);
}

function planActions(subject: Subject, resource: Resource, law: Law): PlannedCheck[] {
  const actions = resource.slots.get('action') ?? [];
  const checks = actions.map((id) => {
    const findOne = (...roles: readonly Role[]) =>
      roles.includes('action') ? findOperation(subject, id) : findStep(subject, resource, ...roles);
    return planLaw(subject, resource, law, findOne);
  });
  return checks.filter((check) => check !== undefined);
}

function planLaw(
  subject: Subject,
  resource: Resource,
  law: Law,
  find: LawSubject['find'],
): PlannedCheck | undefined {
  const ruled: LawSubject = { world: subject, resource, find };
  const hasRoles = law.needs.every((roles) => findNeeded(ruled, roles) !== undefined);
  const blamed = find(...law.blames);
  if (!hasRoles || blamed === undefined || law.applies?.(ruled) === false) return undefined;
  const id = `${blamed.operation.id}/${law.slug}`;
  const sentence = law.sentence(toNouns(resource));
  return {
    id,
    title: sentence.replace(/\.$/, ''),
    operation: blamed.operation.id,
    level: toLevel(law, ruled),
    requirement: {
      id: `${resource.name}-${law.slug}`,
      statement: sentence,
      section: resource.name,
    },
    stage: 'law',
    writes: law.reads !== true,
    mayLag: true,
    run: (world, report) => law.run(toScope({ ...ruled, world }, id, report)),
  };
}

/** The operation that a law needs. A record that no operation reads may be read from a list. */
function findNeeded({ world, resource, find }: LawSubject, roles: readonly Role[]) {
  const isListed = roles.includes('read') && isListedWhole(world, resource);
  return find(...roles) ?? (isListed ? find('list') : undefined);
}

/** A failure counts if the resource and all operations that the law needs are declared or certain. */
function toLevel(law: Law, subject: LawSubject): Level {
  const steps = law.needs.map((roles) => findNeeded(subject, roles));
  const isLikely = steps.some((step) => step?.role.certainty === 'likely');
  const isObserved =
    law.isOnlyObserved?.(subject) ?? (subject.resource.certainty === 'likely' || isLikely);
  return isObserved ? 'OBSERVE' : 'MUST';
}

function toScope(subject: LawSubject & { world: World }, check: string, report: Report): LawScope {
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
