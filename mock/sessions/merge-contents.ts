import { indexRecords, isSameRecord, type RecordIndex, toIndexKey } from '../store/record-index.ts';
import type { StoreContents, StoredRecord } from '../store/records.ts';

/**
 * Merges changes of the initial contents into a state. Records that were added or changed there replace those in the state.
 * Records that were removed there are removed with what they contain, unless requests have changed them. Everything else
 * stays.
 */
export function mergeContents(
  before: StoreContents,
  after: StoreContents,
  current: StoreContents,
): StoreContents {
  const old = indexRecords(before);
  const next = indexRecords(after);
  const merged = indexRecords(current);
  const removed: StoredRecord[] = [];
  for (const [key, record] of merged)
    if (!next.has(key) && isSameRecord(old.get(key), record)) removed.push(record);
  for (const record of removed) merged.delete(toIndexKey(record));
  for (const [key, record] of next)
    if (!isSameRecord(old.get(key), record)) merged.set(key, record);
  removeContained(merged, removed);
  return [...merged.values()];
}

function removeContained(records: RecordIndex, removed: readonly StoredRecord[]): void {
  if (removed.length === 0) return;
  const left = new Set([...records.values()].map(({ id }) => id));
  const gone = removed.filter(({ id }) => !left.has(id));
  const parents = new Set(gone.map(({ id }) => id));
  const contained = [...records.values()].filter(({ parent = '' }) => parents.has(parent));
  for (const record of contained) records.delete(toIndexKey(record));
  removeContained(records, contained);
}
