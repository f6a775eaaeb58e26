import { unlessInconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import type { LawScope } from './law.ts';

/**
 * Creates a record with other values.
 * @param omitted names of fields to leave out
 * @returns undefined if the service refuses them, as it may for rules of its own
 */
export function tryToCreate(
  { check, resource, records }: LawScope,
  changes: Readonly<Record<string, unknown>>,
  parent: Handle | undefined,
  omitted: readonly string[] = [],
): Promise<Handle | undefined> {
  return unlessInconclusive(records.create(check, resource, changes, parent, omitted));
}
