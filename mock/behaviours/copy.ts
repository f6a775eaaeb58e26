import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, ServedRole } from './behaviour.ts';
import { insertRecord } from './create-record.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { type Location, locate, ownResource } from './locate.ts';
import {
  type RecordParts,
  type RecordSchemas,
  readRecordSchemas,
  readSentRecord,
} from './record-value.ts';
import { readReplyForm, toItemBody } from './reply-body.ts';

/** Copies the record in the path, with the records that it contains. Fields in the request replace those of the original. */
export function createCopy(served: ServedRole): RoleBehaviour {
  const resource = ownResource(served);
  const schemas = readRecordSchemas(served, resource);
  const form = readReplyForm(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const original = await findOrAdopt(served, location, context);
    const changes = readSentRecord(served, resource, schemas, request.body);
    const parts = mergeParts(toCopy(served, resource, original), changes);
    const copy = await insertCopy(served, resource, schemas, original.parent, parts, context);
    await copyChildren(served, original, copy, context);
    return { status: form.status, body: toItemBody(served, form, copy) };
  };
}

/** The fields that a copy shares with its original: not its ids, its times, and what the model calls fresh. */
function toCopy(
  { role, document }: ServedRole,
  resource: Resource,
  original: StoredRecord,
): RecordParts {
  const value: Record<string, unknown> = { ...original.value };
  const fresh = new Set([...resource.id, ...(role.copy?.fresh ?? [])]);
  for (const pointer of fresh) delete value[pointer.slice(1)];
  const schema = resource.schema === undefined ? {} : { $ref: `#${resource.schema}` };
  for (const name of readFields(document, schema).fields.keys())
    if (resource.serverSet.get(`/${name}`)?.because.includes('time') === true) delete value[name];
  return { value, hidden: { ...original.hidden } };
}

function mergeParts(base: RecordParts, changes: RecordParts): RecordParts {
  return {
    value: { ...base.value, ...changes.value },
    hidden: { ...base.hidden, ...changes.hidden },
  };
}

function insertCopy(
  served: ServedRole,
  resource: Resource,
  schemas: RecordSchemas,
  parent: string | undefined,
  parts: RecordParts,
  context: RoleContext,
): Promise<StoredRecord> {
  const location: Location = {
    id: undefined,
    idValues: [],
    ancestors: [],
    parent,
    keys: new Map(),
    fields: new Map(),
  };
  return insertRecord(served, resource, schemas, location, parts, context);
}

/** Copies the contained records of the resources that the model names, and theirs. */
async function copyChildren(
  served: ServedRole,
  original: StoredRecord,
  copy: StoredRecord,
  context: RoleContext,
): Promise<void> {
  for (const name of served.role.copy?.children ?? []) {
    const child = served.model.resources.get(name);
    if (child === undefined) continue;
    const schemas = readRecordSchemas(served, child);
    for (const record of [...(await context.records.list(name, original.id))]) {
      const parts = toChildCopy(child, record, copy);
      await insertCopy(served, child, schemas, copy.id, parts, context);
    }
  }
}

function toChildCopy(child: Resource, record: StoredRecord, parent: StoredRecord): RecordParts {
  const value: Record<string, unknown> = { ...record.value };
  for (const pointer of child.id) delete value[pointer.slice(1)];
  const field = child.parent?.field?.slice(1);
  if (field !== undefined && isRecord(parent.value) && Object.hasOwn(value, field))
    define(value, field, readAt(parent.value, '/id'));
  return { value, hidden: { ...record.hidden } };
}
