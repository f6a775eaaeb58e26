import { compareRecords, type Difference } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import type { LawScope } from './law.ts';
import { isComparable } from './nothing-lost.ts';

/**
 * The fields of a record that the client sent, and that differ between two readings. A service may derive and count the other
 * ones.
 */
export function listOwnChanges(
  scope: LawScope,
  { creation }: Handle,
  before: unknown,
  after: unknown,
): Difference[] {
  const sentItem = creation?.item ?? {};
  return compareRecords(before, after).filter(({ pointer }) => {
    const [, name = ''] = pointer.split('/');
    return Object.hasOwn(sentItem, name) && isComparable(scope, pointer, true);
  });
}
