import { readAt } from '../../contract/resolve-reference.ts';
import type { Pointer } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { isSame } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import { hasKnownEffect } from '../world/known-actions.ts';
import { readRecord, sendToRecord } from '../world/read-records.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { type Recipe, writeBody } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { LawScope, LawSubject } from './law.ts';

/** A record before and after an action. */
export interface Acted {
  step: Step;
  handle: Handle;
  before: unknown;
  after: unknown;
  /** The request that read it afterwards. */
  reading: Sent;
  write: Sent;
}

/** Whether the document says what an action on one record does. */
export function isKnownAction({ resource, find }: LawSubject): boolean {
  const role = find('action')?.role;
  const last = role?.bindings.at(-1);
  return role !== undefined && hasKnownEffect(role) && last?.resource === resource.name;
}

/** Creates a record, and calls an action on it. */
export async function actOnRecord(scope: LawScope): Promise<Acted> {
  const { world, check, resource, records } = scope;
  const step = scope.step('action');
  const handle = await records.create(check, resource);
  await prepareRecord(scope, step, handle);
  const before = await readRecord(world, check, handle);
  if (!isDone(before.sent)) throw new Inconclusive(`the read ${describeStatus(before.sent)}`);
  const write = await callAction(scope, step, handle);
  const after = await readRecord(world, check, handle);
  return { step, handle, before: before.item, after: after.item, reading: after.sent, write };
}

/** Bodies for an action, besides none. */
const recipes: readonly Recipe[] = ['required', 'all', 'examples'];

/**
 * Calls an action, first without a body where that is allowed.
 * @throws Inconclusive if the service refuses it, or does it later
 */
async function callAction(scope: LawScope, step: Step, handle: Handle): Promise<Sent> {
  const { world, check } = scope;
  const { id, requestBody } = step.operation;
  const bodies: unknown[] = requestBody?.required === true ? [] : [undefined];
  if (requestBody !== undefined)
    for (const recipe of recipes)
      bodies.push(writeBody(world, step, undefined, recipe, world.nextNumber()));
  let last: Sent | undefined;
  for (const body of bodies) {
    last = await sendToRecord(world, check, step, handle, body);
    if (isDone(last)) return last;
    if (last.reply?.status === 202) throw new Inconclusive(`${id} was only accepted for later`);
  }
  throw new Inconclusive(`${id} ${describeStatus(last)}`);
}

/** Where a new record already has what an action assigns, another action takes it away: `close` before `reopen`. */
async function prepareRecord(scope: LawScope, step: Step, handle: Handle): Promise<void> {
  const { item } = await readRecord(scope.world, scope.check, handle);
  const effects = [...step.role.sets];
  const isPrepared = effects.some(([pointer, value]) => !isSame(readAt(item, pointer), value));
  if (isPrepared) return;
  const opposite = listActions(scope).find(({ role }) =>
    effects.some(([pointer, value]) => assignsOther(role.sets, pointer, value)),
  );
  if (opposite !== undefined) await callAction(scope, opposite, handle);
}

function assignsOther(
  sets: ReadonlyMap<Pointer, unknown>,
  pointer: Pointer,
  value: unknown,
): boolean {
  return sets.has(pointer) && !isSame(sets.get(pointer), value);
}

/** The actions on records of a resource whose effect is known. */
function listActions({ world, resource }: LawSubject): Step[] {
  const steps: Step[] = [];
  for (const operation of world.contract.operations) {
    const role = world.model.operations.get(operation.id);
    if (role?.resource === resource.name && hasKnownEffect(role)) steps.push({ operation, role });
  }
  return steps;
}

/** Whether a value is the one that another action assigns. */
export function isOfOtherAction(scope: LawScope, pointer: Pointer, value: unknown): boolean {
  return listActions(scope).some(
    ({ role }) => role.sets.has(pointer) && isSame(role.sets.get(pointer), value),
  );
}
