import type { Schema } from '../../contract/openapi-document.ts';
import { findSuccess } from '../../contract/operation.ts';
import { escapePointer, isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import type { Pointer, Resource } from '../../contract/resources/model.ts';
import { hasAlternatives, readFields, resolveSchema } from '../../contract/schema-fields.ts';
import { define, findInner, setAt } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { ServedRole } from './behaviour.ts';
import { fillMissing } from './fill-missing.ts';
import { pickFields } from './record-fields.ts';
import { isIdOf } from './same-id.ts';

/** The success response that an operation documents. */
export interface ReplyForm {
  readonly status: number;
  /** The schema of its body. Undefined if it has none. */
  readonly schema: Schema | undefined;
}

/** The status of a role whose operation documents only a range or `default`. */
const usualStatuses: Readonly<Record<string, number>> = { create: 201, copy: 201, upsert: 200 };

/** Reads the first documented success, or the response `default`. */
export function readReplyForm({ operation, role }: ServedRole): ReplyForm {
  const redirect = operation.responses.find(({ status }) => status.startsWith('3'));
  const success = findSuccess(operation) ?? redirect;
  const documented = Number(success?.status);
  const status = Number.isNaN(documented) ? (usualStatuses[role.role] ?? 200) : documented;
  const schema = success?.mediaType === undefined ? undefined : success.schema;
  return { status, schema };
}

/**
 * Writes a record into the body that an operation documents: as it is, with the fields that the response schema has, in the
 * envelope that the schema shows.
 */
export function toItemBody(served: ServedRole, form: ReplyForm, record: StoredRecord): unknown {
  const { schema } = form;
  if (schema === undefined) return undefined;
  const seed = `${record.kind}/${record.id}`;
  const item = served.role.responseItem;
  if (item === undefined) return undefined;
  const itemSchema = findInner(served.document, schema, item) ?? {};
  const itemBody = toShown(served, itemSchema, record);
  return wrap(served, schema, item, itemBody, seed);
}

/** The fields of a record that a schema has. What the schema requires beyond them is filled in. */
export function toShown(served: ServedRole, schema: Schema, record: StoredRecord): unknown {
  const resource = served.model.resources.get(record.kind);
  const isOwn = resource?.schema !== undefined && isAt(served, resource.schema, schema);
  if (isOwn) return record.value;
  const fields = withReturned(served, schema, record);
  const picked = pickFields(served.document, schema, fields);
  if (!isRecord(picked)) return picked;
  if (resource !== undefined) addId(served, resource, schema, record, picked);
  const seed = `${record.kind}/${record.id}`;
  const filled = fillMissing(served, schema, picked, seed);
  if (served.values.isValid(schema, filled)) return filled;
  return fillMissing(served, schema, withoutUnfit(served, schema, picked), seed);
}

/** Leaves out texts and numbers that another schema does not allow: the type of a reference is not that of the record. */
function withoutUnfit(
  { document, values }: ServedRole,
  schema: Schema,
  picked: Record<string, unknown>,
): Record<string, unknown> {
  const { fields } = readFields(document, schema, picked);
  const isUnion = hasAlternatives(document, schema);
  const fitting = {};
  for (const [name, value] of Object.entries(picked)) {
    const isNested = typeof value === 'object';
    if (isUnion || isNested || values.isValid(fields.get(name) ?? {}, value))
      define(fitting, name, value);
  }
  return fitting;
}

/** Adds the id of a record where a response has it under another name. */
function addId(
  { document, values }: ServedRole,
  resource: Resource,
  schema: Schema,
  { value }: StoredRecord,
  picked: Record<string, unknown>,
): void {
  const id = readAt(value, resource.id[0] ?? '');
  for (const [name, field] of readFields(document, schema, picked).fields) {
    const isId = !Object.hasOwn(picked, name) && isIdOf(resource, name);
    if (isId && values.isValid(field, id)) define(picked, name, id);
  }
}

/** The shown fields of a record, and those that only this response shows. */
function withReturned(
  { document, model, values }: ServedRole,
  schema: Schema,
  { kind, value, hidden }: StoredRecord,
): object {
  const neverReturned = model.resources.get(kind)?.hidden;
  const { fields } = readFields(document, schema, value);
  const returned = Object.entries(hidden).filter(([name, inner]) => {
    const field = fields.get(name);
    const isShown = field !== undefined && neverReturned?.has(`/${escapePointer(name)}`) === false;
    // A request may send ids where responses show the records.
    return isShown && values.isValid(field, inner);
  });
  const visible = Object.entries(value).filter(([name, inner]) => {
    const isScalar = typeof inner !== 'object';
    const isReplaced = isScalar && returned.some(([sentName]) => sentName === name);
    return !isReplaced || values.isValid(fields.get(name) ?? {}, inner);
  });
  return { ...Object.fromEntries(returned), ...Object.fromEntries(visible) };
}

/** Whether a schema is the one at a place of the document. */
function isAt({ document }: ServedRole, pointer: string, schema: Schema): boolean {
  const target = resolveSchema(document, { $ref: `#${pointer}` });
  return target === resolveSchema(document, schema);
}

/** Puts a value at its place in an envelope, and fills in what else the envelope requires. */
export function wrap(
  served: ServedRole,
  schema: Schema,
  pointer: Pointer,
  inner: unknown,
  seed: string,
): unknown {
  if (pointer === '') return inner;
  const envelope: Record<string, unknown> = {};
  setAt(envelope, pointer, inner);
  return fillAround(served, schema, envelope, splitPointer(pointer), seed);
}

/** Fills in the fields beside those on the way to a value, which is complete. */
function fillAround(
  served: ServedRole,
  unresolved: Schema,
  envelope: Record<string, unknown>,
  [key = '', ...innerKeys]: readonly string[],
  seed: string,
): unknown {
  const schema = resolveSchema(served.document, unresolved);
  const inner = envelope[key];
  const field = readFields(served.document, schema).fields.get(key);
  const isDeeper = innerKeys.length > 0 && field !== undefined && isRecord(inner);
  const complete = isDeeper ? fillAround(served, field, inner, innerKeys, seed) : inner;
  const placeholder = { ...envelope, [key]: null };
  const filled = fillMissing(served, schema, placeholder, `${seed}#`);
  return isRecord(filled) ? { ...filled, [key]: complete } : { ...envelope, [key]: complete };
}
