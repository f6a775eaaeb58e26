import { allowsNull } from '../../contract/schema-fields.ts';
import { findInner, removeAt, setAt } from '../../contract/values-at.ts';
import type { RoleBehaviour, RoleContext, ServedRole } from './behaviour.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { locate } from './locate.ts';
import { moveRecord } from './move-record.ts';
import { type RecordSchemas, readRecordSchemas, splitRecord, touchRecord } from './record-value.ts';
import { readReplyForm, toItemBody } from './reply-body.ts';
import { createStateless } from './stateless.ts';
import { writeTime } from './times.ts';

/**
 * Assigns the values that the model declares for the action, and those in the request that are fields of the record, and returns
 * the record if the response shows it.
 */
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
    const value = { ...structuredClone(record.value) };
    const { value: sent } = splitRecord(served, resource, schemas, request.body);
    for (const pointer of resource.id) removeAt(sent, pointer);
    Object.assign(value, sent);
    assign(served, schemas, value, context);
    const isChanged = JSON.stringify(value) !== JSON.stringify(record.value);
    const changed = await moveRecord(served, resource, { ...record, value }, context);
    if (isChanged) {
      touchRecord(served, schemas, value, new Set(Object.keys(sent)), context.now);
      await context.records.replace(changed);
    }
    if (form.schema === undefined) return { status: form.status, body: undefined };
    if (role.responseItem === undefined) return stateless(request, context);
    return { status: form.status, body: toItemBody(served, form, changed) };
  };
}

/** Assigns the values and the times of an action. */
function assign(
  { role, document }: ServedRole,
  { returned }: RecordSchemas,
  value: Record<string, unknown>,
  { now }: RoleContext,
): void {
  for (const [pointer, assigned] of role.sets) setAt(value, pointer, assigned);
  for (const [pointer, meaning] of role.times) {
    const schema = findInner(document, returned, pointer) ?? {};
    if (meaning === 'now') setAt(value, pointer, writeTime(schema, now));
    else if (allowsNull(document, schema)) setAt(value, pointer, null);
    else removeAt(value, pointer);
  }
}
