import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import type { LawScope } from './law.ts';

/** Creates a record with other values. @returns undefined if the service refuses them, as it may for rules of its own */
export async function tryToCreate(
  { check, resource, records }: LawScope,
  changes: Readonly<Record<string, unknown>>,
  parent: Handle | undefined,
): Promise<Handle | undefined> {
  try {
    return await records.create(check, resource, changes, parent);
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
