import type { Operation } from '../../contract/index.ts';
import type { Schema } from '../../contract/openapi-document.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields, readTypes } from '../../contract/schema-fields.ts';
import { findInner, removeAt, setAt } from '../../contract/values-at.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, ServedRole } from './behaviour.ts';
import { countRecord } from './child-count.ts';
import { createId, type IdForm, readIdForm } from './ids.ts';
import { type Location, readKey, toRecordKey, toTitle } from './locate.ts';
import { completeRecord, type RecordParts, type RecordSchemas } from './record-value.ts';
import { isIdOf } from './same-id.ts';
import { toSlug } from './slugs.ts';
import { assertUnique } from './unique.ts';

/**
 * Creates a record from what was sent: its ids, those of its parents, and the fields that the service decides.
 * @param sent its parts are completed
 * @throws Refusal `conflict` if the id that the client chose exists, or a unique value
 */
export async function insertRecord(
  served: ServedRole,
  resource: Resource,
  schemas: RecordSchemas,
  location: Location,
  sent: RecordParts,
  context: RoleContext,
): Promise<StoredRecord> {
  const value = { ...sent.value };
  for (const [pointer, parentId] of location.fields)
    setParentField(served, schemas, value, pointer, parentId);
  const parent = location.parent ?? readParentKey(served, resource, value, sent.hidden);
  await setIds(served, resource, schemas, value, parent, location, context, sent);
  let id = createKey(resource, value, parent, context);
  if ((await context.records.find(resource.name, id)) !== undefined) {
    if (isIdChosen(served, resource, schemas, location)) throw refuseTaken(resource, value);
    for (const pointer of resource.id) removeAt(value, pointer);
    const nothing = { value: {}, hidden: {} };
    await setIds(served, resource, schemas, value, parent, location, context, nothing);
    id = readKey(resource, value, parent);
  }
  const complete = completeRecord(served, schemas, value, context.now, `${resource.name}/${id}`);
  const record = { kind: resource.name, id, parent, value: complete, hidden: sent.hidden };
  await assertUnique(resource, record, context);
  await context.records.insert(record);
  await countRecord(served.model, record, 1, context.records);
  return record;
}

/** The key of a new record. Records of some resources show no id: they are stored all the same. */
function createKey(
  resource: Resource,
  value: object,
  parent: string | undefined,
  context: RoleContext,
): string {
  return resource.id.length === 0 ? context.createUuid() : readKey(resource, value, parent);
}

/**
 * Whether a client is expected to choose the id: it is in the path, the request requires it, or the document shows that it may
 * be taken. Otherwise the schema of requests only repeats that of responses, and the service decides.
 */
function isIdChosen(
  { document, operation }: ServedRole,
  resource: Resource,
  { sent }: RecordSchemas,
  location: Location,
): boolean {
  const { required } = readFields(document, sent);
  const isRequired = resource.id.some((pointer) => required.has(pointer.slice(1)));
  const hasConflict = operation.responses.some(({ status }) => status === '409');
  const isInPath = location.idValues.length > 0;
  return isInPath || isRequired || hasConflict || isNamedByClient(operation, resource);
}

/** Whether records are identified by a name, which only clients know, and the document has a reply for one that is taken. */
function isNamedByClient({ responses }: Operation<string>, resource: Resource): boolean {
  const isName = resource.id.length > 0 && resource.id.every((pointer) => /name$/i.test(pointer));
  return isName && responses.some(({ status }) => /^(?:4XX|400|422|default)$/i.test(status));
}

/** Sets a field with the id of a parent, if responses have it. */
function setParentField(
  { document }: ServedRole,
  { returned }: RecordSchemas,
  value: Record<string, unknown>,
  pointer: string,
  parentId: unknown,
): void {
  const field = findInner(document, returned, pointer);
  if (field !== undefined) setAt(value, pointer, toFieldType(field, parentId));
}

/** An id in a path as its field shows it: paths have texts for numbers, and the other way round. */
function toFieldType(field: Schema, id: unknown): unknown {
  const types = readTypes(field);
  const isNumeric = types.includes('integer') || types.includes('number');
  if (typeof id === 'number' && types.includes('string')) return String(id);
  const isNumber = typeof id === 'string' && /^-?\d+$/.test(id);
  return isNumeric && isNumber ? Number(id) : id;
}

/** The key of a parent that the body names instead of the path. */
function readParentKey(
  { model }: ServedRole,
  { parent: link }: Resource,
  value: object,
  hidden: object,
): string | undefined {
  if (link?.field === undefined) return undefined;
  const id = readAt(value, link.field) ?? readAt(hidden, link.field);
  const parent = model.resources.get(link.resource);
  const isNamed = parent !== undefined && id !== undefined && id !== null;
  return isNamed ? toRecordKey(parent, [id], undefined) : undefined;
}

async function setIds(
  served: ServedRole,
  resource: Resource,
  schemas: RecordSchemas,
  value: Record<string, unknown>,
  parent: string | undefined,
  location: Location,
  context: RoleContext,
  sent: RecordParts,
): Promise<void> {
  for (const [index, pointer] of resource.id.entries()) {
    const idInPath = location.idValues[index];
    const schema = findInner(served.document, schemas.returned, pointer) ?? {};
    if (idInPath !== undefined) setAt(value, pointer, toFieldType(schema, idInPath));
    if (readAt(value, pointer) !== undefined) continue;
    const chosen = findChosenId(served, resource, schema, sent);
    if (chosen !== undefined) {
      setAt(value, pointer, chosen);
      continue;
    }
    const isTaken = async (candidate: unknown): Promise<boolean> => {
      if (resource.id.length > 1) return false;
      const key = toRecordKey(resource, [candidate], parent);
      return (await context.records.find(resource.name, key)) !== undefined;
    };
    const slug = toSlug(served, schema, pointer.slice(1), value);
    const isFree = slug !== undefined && !(await isTaken(slug));
    const form = readFormOfIds(served, resource, schemas, pointer);
    const source = { resource: resource.name, form, schema, values: served.values };
    setAt(value, pointer, isFree ? slug : await createId(source, context, isTaken));
  }
}

/** The id that the client chose in a field with another name. */
function findChosenId(
  { values }: ServedRole,
  resource: Resource,
  schema: Schema,
  { value, hidden }: RecordParts,
): unknown {
  const sent = Object.entries({ ...hidden, ...value });
  const fields = sent.filter(([name, id]) => isIdOf(resource, name) && values.isValid(schema, id));
  const ids = fields.map(([, id]) => id);
  return ids.find((id) => typeof id === 'string' || typeof id === 'number');
}

/** The form of an id: from the schema of the field, and its examples in the document. */
function readFormOfIds(
  { document, values, operation }: ServedRole,
  resource: Resource,
  { returned }: RecordSchemas,
  pointer: string,
): IdForm {
  const schema = findInner(document, returned, pointer) ?? {};
  const isNumericText = resource.hasNumericPath && readTypes(schema).includes('string');
  if (isNumericText) return { kind: 'number', isText: true, first: 1 };
  const fromRecords = values.listExamples(returned).map((record) => readAt(record, pointer));
  const examples = [...values.listExamples(schema), ...fromRecords].filter(
    (id) => id !== undefined,
  );
  const parameter = operation.parameters.find(({ name }) => pointer === `/${name}`);
  return readIdForm(
    schema,
    parameter?.example === undefined ? examples : [...examples, parameter.example],
  );
}

function refuseTaken(resource: Resource, value: object): Refusal {
  const faults = resource.id.map((pointer) => ({ pointer, detail: 'is already in use' }));
  const ids = resource.id.map((pointer) => String(readAt(value, pointer))).join('/');
  const detail = `${toTitle(resource.name)} ${ids} already exists. Send another id, or change the existing one.`;
  return new Refusal('conflict', detail, { faults });
}
