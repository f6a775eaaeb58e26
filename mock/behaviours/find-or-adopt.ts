import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { hasBody } from '../../contract/operation.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readDefault, readFields, resolveSchema } from '../../contract/schema-fields.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, ServedRole } from './behaviour.ts';
import { insertRecord } from './create-record.ts';
import { findRecord, type Location, ownResource, refuseMissing } from './locate.ts';
import { completeRecord, readRecordSchemas } from './record-value.ts';

/**
 * Finds the record in the path. Nothing creates singletons and the records of some resources, so these exist as soon as they
 * are named, with a generated value that is kept.
 * @throws Refusal `not-found`
 */
export async function findOrAdopt(
  served: ServedRole,
  location: Location,
  context: RoleContext,
): Promise<StoredRecord> {
  const resource = ownResource(served);
  if (resource.isSingleton) {
    const id = location.parent ?? '';
    const stored = await context.records.find(resource.name, id);
    if (stored === undefined && isAbsentAtFirst(served, resource))
      throw refuseMissing(resource, location.idValues);
    return stored ?? adoptSingleton(served, resource, { ...location, id }, context);
  }
  if (resource.isCreated) return findRecord(served, location, context);
  if (location.id === undefined) throw refuseMissing(resource, location.idValues);
  const stored = await context.records.find(resource.name, location.id);
  if (stored !== undefined) return stored;
  const sent = { value: {}, hidden: {} };
  const schemas = readRecordSchemas(served, resource);
  return insertRecord(served, resource, schemas, location, sent, context);
}

/**
 * Whether a singleton is only there once a request has set it, such as the star of a repository or the insurance of a patient: PUT
 * or POST sets it, DELETE removes it, and 404 says that it was not set.
 */
function isAbsentAtFirst(
  { role, operation, model, document }: ServedRole,
  { schema, slots, parent }: Resource,
): boolean {
  const isAsked = ['read', 'update', 'delete'].includes(role.role);
  const isSet = slots.has('replace') || slots.has('create') || slots.has('upsert');
  const isDocumented = operation.responses.some(({ status }) => status === '404');
  if (!isAsked || !isSet || !isDocumented) return false;
  const isShown = hasBody(operation.responses);
  const isOnlyMarked = schema === undefined && !isShown;
  // The singleton of a record that nothing creates is shown, as that record is.
  const isOfCreated = parent === undefined || model.resources.get(parent.resource)?.isCreated;
  const isRemovable = slots.has('delete') && isOfCreated === true;
  return isOnlyMarked || (isRemovable && !hasDefaults(document, schema));
}

/** Whether a record can exist without a request: all of its required fields have defaults. */
function hasDefaults(document: OpenApiDocument, pointer: string | undefined): boolean {
  if (pointer === undefined) return false;
  const schema = resolveSchema(document, { $ref: `#${pointer}` });
  const { fields, required } = readFields(document, schema);
  // A file has no fields.
  if (fields.size === 0) return false;
  return [...required].every((name) => readDefault(fields.get(name) ?? {}) !== undefined);
}

/** Stores the first state of a singleton. */
async function adoptSingleton(
  served: ServedRole,
  resource: Resource,
  { id = '', parent }: Location,
  context: RoleContext,
): Promise<StoredRecord> {
  const schemas = readRecordSchemas(served, resource);
  const seed = `${resource.name}/${id}`;
  const created = served.values.generate(schemas.returned, seed, { name: resource.name });
  const initial = isRecord(created) ? { ...created } : {};
  const value = completeRecord(served, schemas, initial, context.now, seed);
  const record = { kind: resource.name, id, parent, value, hidden: {} };
  await context.records.insert(record);
  return record;
}
