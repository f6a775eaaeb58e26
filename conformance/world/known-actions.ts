import type { Operation } from '../../contract/index.ts';
import type { OperationRole } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { World } from './world.ts';

/**
 * Whether the document says what an action does to a record: under `x-resources`, or by a value of one of its fields. What such
 * an action does to a record that the run created harms nobody.
 */
export function hasKnownEffect({ role, sets, certainty }: OperationRole): boolean {
  return role === 'action' && sets.size > 0 && certainty !== 'likely';
}

/** Whether the run may call an action on the records that it created. */
export function mayAct(
  { settings }: Pick<World, 'settings'>,
  operation: Operation,
  role: OperationRole,
): boolean {
  if (settings.include.has(operation.id)) return true;
  return settings.isLocal && hasKnownEffect(role);
}

/** @throws Inconclusive for an action that the run may not call */
export function assertMayAct(
  world: Pick<World, 'settings'>,
  operation: Operation,
  role: OperationRole,
): void {
  if (mayAct(world, operation, role)) return;
  const reason = hasKnownEffect(role)
    ? 'the target is on another machine'
    : `what ${operation.id} does is not known`;
  throw new Inconclusive(
    `not called: ${reason}; --include ${operation.id} allows it on records of the run`,
  );
}
