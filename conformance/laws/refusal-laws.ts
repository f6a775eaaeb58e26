import { isJson } from '../../contract/media-types.ts';
import { isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import { type InvalidValue, listInvalidValues } from '../../contract/values/index.ts';
import { setAt } from '../../contract/values-at.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import { carriesFault } from '../world/carries-fault.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord, sendToRecord } from '../world/read-records.ts';
import type { Step } from '../world/step.ts';
import { toUnknownId } from '../world/unknown-id.ts';
import { isDone, type World } from '../world/world.ts';
import { makeUnique, writeItem } from '../world/write-requests.ts';
import { listWrongCredentials } from '../world/wrong-credentials.ts';
import type { Law, LawScope } from './law.ts';
import { listIds } from './list-ids.ts';
import { assertQuiet } from './others-write.ts';
import { listOwnChanges } from './own-changes.ts';

/** How many refused requests are sent. */
const mostRefusals = 18;

/** Bodies that break the schema of an operation in one place. */
function listInvalidBodies(world: World, { operation }: Step, valid: unknown): unknown[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const validate = (value: unknown) => world.values.isValid(requestBody.pointer, value, 'request');
  const { document } = world.contract;
  const faults = listInvalidValues(document, { ...requestBody.schema }, valid, { validate });
  const invalid = faults.filter((fault) => carriesFault(world.contract, operation, fault));
  // Missing fields first: services often fill them in. Then a fault of each field: a service may store what it checks later,
  // such as bounds.
  const missing = invalid.filter(({ keyword }) => keyword === 'required');
  const types = invalid.filter(({ keyword }) => keyword === 'type');
  const rules = invalid.filter((fault) => !missing.includes(fault) && !types.includes(fault));
  const chosen = [...missing, ...firstOfEach(types), ...firstOfEach(rules)];
  return chosen.slice(0, mostRefusals).map(({ value }) => value);
}

/** The first fault of each field. */
function firstOfEach(faults: readonly InvalidValue[]): InvalidValue[] {
  const first = new Map<string, InvalidValue>();
  for (const fault of faults) if (!first.has(fault.pointer)) first.set(fault.pointer, fault);
  return [...first.values()];
}

export const refusalCreatesNothing: Law = {
  slug: 'creates-nothing-if-refused',
  sentence: ({ a }) => `A refused creation of ${a} creates nothing, under any name.`,
  needs: [['create'], ['list']],
  blames: ['create'],
  applies: ({ find }) =>
    find('create')?.operation.requestBody !== undefined &&
    find('list')?.role.relation === undefined,
  async run(scope) {
    const { check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const startedAt = Date.now();
    const first = await refuseCreations(scope, handle);
    if (first === undefined) return;
    await assertQuiet(scope, handle.parent, Date.now() - startedAt);
    const second = await refuseCreations(scope, handle);
    if (second === undefined) throw new Inconclusive('others create records at the same time');
    scope.fail({
      message: `a refused creation left a new ${resource.name} in the list`,
      expected: 'the list as before',
      received: second.id,
      exchange: scope.world.show(second.sent),
    });
  },
};

/** Sends creations that are refused. @returns the last one, with a record that is new in the list; undefined if none is */
async function refuseCreations(
  scope: LawScope,
  handle: Handle,
): Promise<{ id: string; sent: Sent } | undefined> {
  const { world, check } = scope;
  const { creation } = handle;
  if (creation === undefined) throw new Inconclusive('no creation was accepted');
  const step = scope.step('create');
  const body = makeUnique(world, step.operation, '', creation.call.body, world.nextNumber());
  const before = await listIds(scope, handle.parent);
  let last: Sent | undefined;
  for (const invalid of [
    ...listInvalidBodies(world, step, body),
    ...listStrangers(scope, body),
    ...listMalformed(step),
  ]) {
    const sent = await callOperation(world, check, {
      ...creation.call,
      body: invalid,
      isValid: false,
    });
    // What is accepted is another fault, and creates a record for a reason.
    if (isDone(sent)) scope.records.adopt(scope.resource, handle, sent);
    else last = sent;
  }
  for (const { credential } of listWrongCredentials(world, step.operation)) {
    const unique = makeUnique(world, step.operation, '', creation.call.body, world.nextNumber());
    const call = { ...creation.call, body: unique, credential, isValid: false };
    const sent = await callOperation(world, check, call);
    if (isDone(sent)) scope.records.adopt(scope.resource, handle, sent);
    else last = sent;
  }
  if (last === undefined) throw new Inconclusive('no creation was refused');
  const createdIds = world.inventory.map(({ ids }) => ids.join('/'));
  const after = await listIds(scope, handle.parent);
  const id = after.find(
    (candidate) => !before.includes(candidate) && !createdIds.includes(candidate),
  );
  return id === undefined ? undefined : { id, sent: last };
}

/** Bodies that are not JSON. */
function listMalformed({ operation: { requestBody } }: Step): Uint8Array[] {
  if (requestBody === undefined || !isJson(requestBody.mediaType)) return [];
  return [new TextEncoder().encode('{"a":')];
}

/** Creations that name records which do not exist. A service may accept them. */
function listStrangers({ world, resource, step }: LawScope, body: unknown): unknown[] {
  const strangers: unknown[] = [];
  if (!isRecord(body)) return strangers;
  const { requestItem = '' } = step('create').role;
  for (const pointer of resource.references.keys()) {
    const stranger = structuredClone(body);
    const present = readAt(stranger, requestItem + pointer);
    if (typeof present !== 'string' && typeof present !== 'number') continue;
    const unknown = toUnknownId(String(present), world.mark + world.nextNumber());
    const isNumber = typeof present === 'number';
    setAt(stranger, requestItem + pointer, isNumber ? Number(unknown) : unknown);
    strangers.push(stranger);
  }
  return strangers;
}

export const refusalChangesNothing: Law = {
  slug: 'changes-nothing-if-refused',
  sentence: ({ a }) => `A refused update of ${a} changes nothing.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('update', 'replace');
    const handle = await records.create(check, resource);
    const before = await readRecord(world, check, handle);
    const { body } = writeItem(world, step, resource, { states: false, before: before.item });
    const refused: Sent[] = [];
    for (const invalid of listInvalidBodies(world, step, body)) {
      const sent = await sendToRecord(world, check, step, handle, invalid);
      if (isDone(sent)) return;
      refused.push(sent);
    }
    for (const { credential } of listWrongCredentials(world, step.operation)) {
      const sent = await sendToRecord(world, check, step, handle, body, credential);
      if (isDone(sent)) return;
      refused.push(sent);
    }
    const [last] = refused.toReversed();
    if (last === undefined) throw new Inconclusive('the schema accepts every body');
    const after = await readRecord(world, check, handle);
    for (const change of listOwnChanges(scope, handle, before.item, after.item)) {
      const { pointer, expected, received } = change;
      const name = splitPointer(pointer).join('.');
      scope.fail({
        message: `a refused update changed ${name}`,
        expected: JSON.stringify(expected),
        received: JSON.stringify(received) ?? 'nothing',
        pointer,
        exchange: world.show(after.sent),
        write: world.show(last),
      });
    }
  },
};
