import { isRecord } from '../../contract/resolve-reference.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext } from './behaviour.ts';
import { type ItemOperation, saveChange } from './change-record.ts';
import { touchRecord } from './record-value.ts';

/** The media type of a list of changes (RFC 6902). */
export const jsonPatchType = 'application/json-patch+json';

/** Applies a JSON Patch to a record: all of its operations, or none. */
export async function patchRecord(
  item: ItemOperation,
  stored: StoredRecord,
  operations: unknown,
  context: RoleContext,
): Promise<StoredRecord> {
  const { served, resource, schemas } = item;
  const patched = await applyPatch(stored.value, operations);
  const { serverSet, id } = resource;
  for (const pointer of [...id, ...serverSet.keys()]) {
    const name = pointer.slice(1);
    if (Object.hasOwn(stored.value, name)) patched[name] = stored.value[name];
  }
  touchRecord(served, schemas, patched, new Set(), context.now);
  if (!served.values.isValid(schemas.returned, patched)) {
    const detail = 'The patched record does not match its schema. Send values that it allows.';
    throw new Refusal('invalid-body', detail);
  }
  return saveChange(item, { ...stored, value: patched }, context);
}

async function applyPatch(
  value: StoredRecord['value'],
  operations: unknown,
): Promise<Record<string, unknown>> {
  const { jsonpatch, JSONPatchError, JSONPatchTestFailure } = await import('json-p3');
  const list = JSON.parse(JSON.stringify(Array.isArray(operations) ? operations : []));
  try {
    const patched: unknown = jsonpatch.apply(list, JSON.parse(JSON.stringify(value)));
    if (isRecord(patched)) return { ...patched };
  } catch (error) {
    if (error instanceof JSONPatchTestFailure)
      throw new Refusal('conflict', `A test of the patch failed: ${error.message}.`);
    if (!(error instanceof Error)) throw error;
    const isPatch = error instanceof JSONPatchError || /pointer/i.test(error.name);
    if (!isPatch) throw error;
    throw new Refusal('invalid-body', `The patch cannot be applied: ${error.message}.`);
  }
  throw new Refusal('invalid-body', 'The patch does not result in an object. Send another one.');
}
