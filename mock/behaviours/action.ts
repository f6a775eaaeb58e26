import { isRecord } from '../../contract/resolve-reference.ts';
import { setAt } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, ServedRole } from './behaviour.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { locate } from './locate.ts';
import { readRecordSchemas, touchRecord } from './record-value.ts';
import { readReplyForm, toItemBody } from './reply-body.ts';
import { createStateless } from './stateless.ts';

/** Assigns the values that the model declares for the action, and returns the record if the response shows it. */
export function createAction(served: ServedRole): RoleBehaviour {
  const { role, model } = served;
  const resource = model.resources.get(role.resource ?? '');
  const stateless = createStateless(served);
  if (resource === undefined) return stateless;
  const schemas = readRecordSchemas(served, resource);
  const form = readReplyForm(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (location.id === undefined) return stateless(request, context);
    const record = await findOrAdopt(served, location, context);
    const changed = applyAction(record);
    if (changed !== record) {
      touchRecord(served, schemas, changed.value, new Set(), context.now);
      await context.records.replace(changed);
    }
    if (form.schema === undefined) return { status: form.status, body: undefined };
    if (role.responseItem === undefined) return stateless(request, context);
    return { status: form.status, body: toItemBody(served, form, changed) };
  };

  function applyAction(record: StoredRecord): StoredRecord & { value: Record<string, unknown> } {
    const value = structuredClone(record.value);
    const copy = isRecord(value) ? value : {};
    if (role.sets.size === 0) return { ...record, value: copy };
    for (const [pointer, assigned] of role.sets) setAt(copy, pointer, assigned);
    return { ...record, value: copy };
  }
}
