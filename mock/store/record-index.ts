import { isSame } from '../../contract/json.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { StoredRecord } from './records.ts';

/** Records by their kinds and ids. */
export type RecordIndex = Map<string, StoredRecord>;

export function indexRecords(records: readonly StoredRecord[]): RecordIndex {
  return new Map(records.map((record) => [toIndexKey(record), record]));
}

export function toIndexKey({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>): string {
  return JSON.stringify([kind, id]);
}

/** Whether two records with the same kind and id have the same content. */
export function isSameRecord(left: StoredRecord | undefined, right: StoredRecord): boolean {
  if (left === undefined || left.parent !== right.parent) return false;
  return isSame(left.value, right.value) && isSame(left.hidden, right.hidden);
}

/** Reads a record that was written as JSON. Undefined if it is none. */
export function parseRecord(json: unknown): StoredRecord | undefined {
  const kind = readAt(json, ['kind']);
  const id = readAt(json, ['id']);
  const parent = readAt(json, ['parent']);
  const value = readAt(json, ['value']);
  const hidden = readAt(json, ['hidden']);
  if (typeof kind !== 'string' || typeof id !== 'string') return undefined;
  if (parent !== undefined && typeof parent !== 'string') return undefined;
  if (!isRecord(value) || !isRecord(hidden)) return undefined;
  return { kind, id, parent, value, hidden };
}

/** Reads a list of records that was written as JSON. Undefined if it is none. */
export function parseRecords(json: unknown): StoredRecord[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const records = json.map(parseRecord);
  const areValid = records.every((record) => record !== undefined);
  return areValid ? records : undefined;
}
