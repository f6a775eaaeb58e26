import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import type { ProtocolScope } from './check.ts';

/**
 * Keeps a record that an accepted creation created, so that it is deleted at the end.
 * @param handle a record below the same parent
 */
export function adoptCreated(
  { world, operation, records }: ProtocolScope,
  handle: Handle | undefined,
  sent: Sent,
): void {
  const role = world.model.operations.get(operation.id);
  const resource = world.model.resources.get(role?.resource ?? '');
  if (role?.role === 'create' && resource !== undefined && handle !== undefined)
    records.adopt(resource, handle, sent);
}
