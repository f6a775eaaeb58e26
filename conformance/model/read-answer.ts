import { isRecord } from '../data/json-path.ts';
import { toKey } from './ledger.ts';

/** The id of a record in an answer, as it is compared. */
export function toId(record: unknown): string | undefined {
  return isRecord(record) && typeof record['id'] === 'string' ? toKey(record['id']) : undefined;
}

/** The value that a JSON Pointer names. */
export function readAt(json: unknown, pointer: string): unknown {
  let value = json;
  for (const key of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return value;
}
