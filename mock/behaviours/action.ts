import { readAt } from '../../contract/resolve-reference.ts';
import type { OperationRole, Resource } from '../../contract/resources/model.ts';
import { surelyAllowsNull } from '../../contract/schema-fields.ts';
import { findInner, removeAt, setAt } from '../../contract/values-at.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, ServedRole } from './behaviour.ts';
import { countRecord } from './child-count.ts';
import { restoreRecord, withDeleted } from './deleted-records.ts';
import { fillMissing } from './fill-missing.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { findRecord, type Location, locate, toTitle } from './locate.ts';
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
    const record = await findTarget(served, location, context);
    assertAllowed(role, resource, record);
    const value = { ...structuredClone(record.value) };
    const { value: sent } = splitRecord(served, resource, schemas, request.body);
    for (const pointer of resource.id) removeAt(sent, pointer);
    // An object in a request may have less than responses show of it.
    const seed = `${record.kind}/${record.id}`;
    Object.assign(value, fillMissing(served, schemas.returned, { ...value, ...sent }, seed));
    assignEffects(served, schemas, value, context);
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

/** The record that an action is about. One that brings back deleted records finds these as well. */
async function findTarget(
  served: ServedRole,
  location: Location,
  context: RoleContext,
): Promise<StoredRecord> {
  if (!served.role.restores) return findOrAdopt(served, location, context);
  const all = withDeleted(context.records);
  const stored = await findRecord(served, location, { ...context, records: all });
  const restored = await restoreRecord(stored, all);
  if (restored !== stored) await countRecord(served.model, restored, 1, context.records);
  return restored;
}

/** @throws Refusal `conflict` if the document excludes the state of the record */
function assertAllowed({ refusedStates }: OperationRole, resource: Resource, record: StoredRecord) {
  for (const [pointer, states] of refusedStates) {
    const state = readAt(record.value, pointer);
    if (!states.includes(state)) continue;
    const detail = `${toTitle(resource.name)} ${record.id} has ${pointer.slice(1)} ${String(state)}, which this does not allow.`;
    throw new Refusal('conflict', detail, { faults: [{ pointer, detail: `is ${String(state)}` }] });
  }
}

/** Assigns the values and the times of an action. */
export function assignEffects(
  { role, document }: ServedRole,
  { returned }: RecordSchemas,
  value: Record<string, unknown>,
  { now }: RoleContext,
): void {
  for (const [pointer, assigned] of role.sets) setAt(value, pointer, assigned);
  for (const [pointer, meaning] of role.times) {
    const schema = findInner(document, returned, pointer) ?? {};
    if (meaning === 'now') setAt(value, pointer, writeTime(schema, now));
    else if (surelyAllowsNull(document, schema)) setAt(value, pointer, null);
    else removeAt(value, pointer);
  }
}
