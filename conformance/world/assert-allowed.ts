import type { Operation } from '../../contract/index.ts';
import type { OperationRole, Resource } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from './handle.ts';
import { aRecordOf } from './nouns.ts';
import type { World } from './world.ts';

/** What the safety of a request depends on. */
type Safety = Pick<World, 'model' | 'settings' | 'inventory' | 'pending'>;

/**
 * Refuses to send a request that could harm a service: one that writes without permission, that creates more than was announced,
 * or whose effect on another machine is only likely.
 * @throws Inconclusive with the option that allows it
 */
export function assertAllowed(world: Safety, operation: Operation): void {
  if (isRead(operation)) return;
  const { mayWrite, isLocal, include } = world.settings;
  if (!mayWrite)
    throw new Inconclusive('writing is not allowed: the target is not on this machine');
  assertRoom(world, operation);
  if (!isLocal && !include.has(operation.id) && isOnlyLikely(world, operation))
    throw new Inconclusive(
      `not called: what ${operation.id} does is only likely, and the target is on another machine; declare it under x-resources, or pass --include ${operation.id}`,
    );
}

/** @throws Inconclusive for a change of a record on another machine that the run did not create */
export function assertOwn(world: Safety, operation: Operation, handle: Handle | undefined): void {
  const { model, settings } = world;
  const { isLocal, include } = settings;
  const isOwn = handle === undefined || handle.creation !== undefined;
  if (isOwn || isRead(operation) || include.has(operation.id)) return;
  const isDeletion = operation.method === 'DELETE';
  const isAction = model.operations.get(operation.id)?.role === 'action';
  if (isLocal && !isDeletion && !isAction) return;
  const verb = isDeletion ? 'delete' : 'change';
  throw new Inconclusive(
    `not called: it would ${verb} ${aRecordOf(handle.resource)} that the run did not create; --include ${operation.id} allows that`,
  );
}

export function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A refused creation may store something, too, so that every creation needs room. */
function assertRoom(world: Safety, operation: Operation): void {
  const resource = findCreated(world, operation);
  if (resource === undefined) return;
  const { inventory, pending, settings } = world;
  const created = inventory.filter((handle) => handle.resource === resource).length;
  const count = created + pending.filter((sent) => findCreated(world, sent) === resource).length;
  if (count >= settings.mostRecords)
    throw new Inconclusive(
      `the run has reached its limit of ${settings.mostRecords} ${resource.plural}`,
    );
}

/** The roles of operations that create a record. */
const creations: ReadonlySet<OperationRole['role']> = new Set(['create', 'upsert', 'copy']);

/** The resource whose records an operation creates. */
function findCreated({ model }: Safety, { id }: Operation): Resource | undefined {
  const role = model.operations.get(id);
  if (role === undefined || !creations.has(role.role)) return undefined;
  return model.resources.get(role.resource ?? '');
}

function isOnlyLikely({ model }: Safety, { id }: Operation): boolean {
  const role = model.operations.get(id);
  const resource = model.resources.get(role?.resource ?? '');
  return role?.certainty === 'likely' || resource?.certainty === 'likely';
}
