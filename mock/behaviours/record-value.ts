import type { Schema } from '../../contract/openapi-document.ts';
import { readValueForm } from '../../contract/parameters/value-form.ts';
import { isRecord, readAt, readPointer, splitPointer } from '../../contract/resolve-reference.ts';
import type { Pointer, Resource } from '../../contract/resources/model.ts';
import {
  hasAlternatives,
  readFields,
  resolveSchema,
  surelyAllowsNull,
} from '../../contract/schema-fields.ts';
import { define, findInner } from '../../contract/values-at.ts';
import type { JsonObject } from '../store/records.ts';
import type { ServedRole } from './behaviour.ts';
import { createValue, fillMissing } from './fill-missing.ts';
import { mergePatch } from './merge-patch.ts';
import { fillDefaults, splitBody } from './record-fields.ts';
import { toSlug } from './slugs.ts';
import { isTimeOfChange, readTimeMeaning, writeTime } from './times.ts';

/** What is read once of the schemas of a resource. */
export interface RecordSchemas {
  /** The record in responses. */
  readonly returned: Schema;
  /** The record in the request body of the operation. */
  readonly sent: Schema;
}

/** Finds the schema of a record in responses and in the request body of an operation. */
export function readRecordSchemas(served: ServedRole, resource: Resource): RecordSchemas {
  const { document, operation, role } = served;
  const returned = resource.schema === undefined ? {} : readSchema(served, resource.schema);
  const body = operation.requestBody?.schema ?? {};
  const sent = findInner(document, body, role.requestItem ?? '') ?? {};
  return { returned, sent };
}

function readSchema({ document }: ServedRole, pointer: string): Schema {
  return resolveSchema(document, readPointer(document, pointer));
}

/** The parts of a record: what responses show, and what they do not. */
export interface RecordParts {
  value: Record<string, unknown>;
  hidden: Record<string, unknown>;
}

/** Separates the record in a request body, without the fields that the service decides. */
export function readSentRecord(
  served: ServedRole,
  resource: Resource,
  schemas: RecordSchemas,
  body: unknown,
): RecordParts {
  return splitRecord(served, resource, schemas, readAt(body, served.role.requestItem ?? ''));
}

/** Separates a record that was sent, without the fields that the service decides. */
export function splitRecord(
  served: ServedRole,
  resource: Resource,
  schemas: RecordSchemas,
  item: unknown,
): RecordParts {
  const sent: JsonObject = isRecord(item) ? item : {};
  const { stored, hidden } = splitBody(served.document, sent, schemas.sent, schemas.returned);
  const sentFields = readFields(served.document, schemas.sent, sent).fields;
  for (const name of Object.keys(stored)) {
    const isReadOnly =
      sentFields.get(name)?.readOnly === true || isServerSet(resource, name, sentFields);
    if (isReadOnly) delete stored[name];
  }
  for (const pointer of resource.hidden) hideField(pointer, stored, hidden);
  clearFields(served, schemas, stored);
  hideUnfit(served, schemas, stored, hidden);
  return { value: stored, hidden };
}

/** Whether a sent value means that a field has none: null, or an empty text that the request schema lists. */
export function isCleared(
  { document }: ServedRole,
  { sent }: RecordSchemas,
  name: string,
  value: unknown,
): boolean {
  if (value !== '') return value === null;
  const field = readFields(document, sent).fields.get(name) ?? {};
  return readValueForm(document, field).words?.has('') === true;
}

/** Responses show a cleared field as null, where they allow it, and otherwise leave it out, if it is not required. */
function clearFields(
  served: ServedRole,
  schemas: RecordSchemas,
  stored: Record<string, unknown>,
): void {
  const { fields, required } = readFields(served.document, schemas.returned, stored);
  for (const [name, value] of Object.entries(stored)) {
    const field = fields.get(name);
    if (field === undefined || !isCleared(served, schemas, name, value)) continue;
    if (served.values.isValid(field, value)) continue;
    if (surelyAllowsNull(served.document, field)) stored[name] = null;
    else if (!required.has(name)) delete stored[name];
  }
}

/**
 * Hides values that requests may have and responses cannot show. A request may describe a new record where responses show the
 * record itself, and take any text where responses have a list of words.
 */
function hideUnfit(
  served: ServedRole,
  { returned, sent }: RecordSchemas,
  stored: Record<string, unknown>,
  hidden: Record<string, unknown>,
): void {
  const { document, values } = served;
  const { fields } = readFields(document, returned, stored);
  const sendable = readFields(document, sent, stored).fields;
  const isUnion = hasAlternatives(document, returned);
  for (const [name, value] of Object.entries(stored)) {
    const field = fields.get(name);
    if (field === undefined || value === null) continue;
    const isNested = typeof value === 'object';
    // Of a union, it is not known yet which alternative judges the field.
    if (!isNested && (isUnion || !sendable.has(name))) continue;
    // In a merge patch, null removes a nested field.
    const complete = isNested
      ? fillMissing(served, field, mergePatch(undefined, value), name)
      : value;
    if (values.isValid(field, complete)) continue;
    define(hidden, name, value);
    delete stored[name];
  }
}

/** Whether the service decides a field, so that a request cannot set it. */
function isServerSet(resource: Resource, name: string, sent: ReadonlyMap<string, Schema>): boolean {
  const reason = resource.serverSet.get(`/${name}`);
  return reason !== undefined && (reason.certainty === 'declared' || !sent.has(name));
}

function hideField(
  pointer: Pointer,
  stored: Record<string, unknown>,
  hidden: Record<string, unknown>,
): void {
  const [name = ''] = splitPointer(pointer);
  if (!Object.hasOwn(stored, name)) return;
  define(hidden, name, stored[name]);
  delete stored[name];
}

/**
 * Completes a new record: its defaults, times and every field that only the service sets.
 * @param seed the same seed gives the same generated values
 */
export function completeRecord(
  served: ServedRole,
  schemas: RecordSchemas,
  value: Record<string, unknown>,
  now: number,
  seed: string,
): Record<string, unknown> {
  const recordFields = readFields(served.document, schemas.returned, value);
  const sent = readFields(served.document, schemas.sent).fields;
  const complete = { ...value };
  fillDefaults(recordFields, complete);
  for (const [name, schema] of recordFields.fields) {
    if (Object.hasOwn(complete, name) || schema.writeOnly === true) continue;
    const isSendable = sent.has(name) && sent.get(name)?.readOnly !== true;
    if (isSendable && !recordFields.required.has(name)) continue;
    const isCreation = readTimeMeaning(name) !== undefined;
    const isChange =
      !isCreation && isTimeOfChange(name) && !surelyAllowsNull(served.document, schema);
    if (isChange && !recordFields.required.has(name)) continue;
    const time = isCreation || isChange ? writeTime(schema, now) : undefined;
    const derived = time ?? toSlug(served, schema, name, complete);
    const created = derived ?? createValue(served, schema, name, `${seed}/${name}`);
    if (created !== undefined) define(complete, name, created);
  }
  stampAttributes(served, recordFields.fields.get('attributes'), complete, now);
  const filled = fillMissing(served, schemas.returned, complete, seed);
  const record = isRecord(filled) ? filled : complete;
  return makeValid(served, schemas.returned, record, value, seed);
}

/** Sets the times in the attributes of a record of JSON:API, and their defaults. */
function stampAttributes(
  { document }: ServedRole,
  schema: Schema | undefined,
  record: Record<string, unknown>,
  now: number,
): void {
  const sent = record['attributes'];
  if (schema === undefined || !isRecord(sent)) return;
  const attributes = { ...sent };
  const described = readFields(document, schema, attributes);
  fillDefaults(described, attributes);
  for (const [name, field] of described.fields) {
    const isTime = readTimeMeaning(name) !== undefined;
    const time = isTime && !Object.hasOwn(sent, name) ? writeTime(field, now) : undefined;
    if (time !== undefined) define(attributes, name, time);
  }
  define(record, 'attributes', attributes);
}

/**
 * Replaces fields that nobody sent and that do not fit together, such as those of several alternatives. A record that is
 * invalid because of what was sent stays as it is: its request is refused.
 */
function makeValid(
  { values, document }: ServedRole,
  schema: Schema,
  record: Record<string, unknown>,
  sent: Readonly<Record<string, unknown>>,
  seed: string,
): Record<string, unknown> {
  if (values.isValid(schema, record)) return record;
  const base = values.generate(schema, `${seed}#valid`, {});
  if (!isRecord(base)) return record;
  for (const [name, field] of readFields(document, schema, base).fields)
    if (field.writeOnly === true) delete base[name];
  const isFitting = (candidate: unknown): boolean => values.isValid(schema, candidate);
  const combined = { ...base, ...sent };
  if (!isFitting(combined)) return record;
  let valid: Record<string, unknown> = combined;
  for (const [name, field] of Object.entries(record)) {
    const candidate = { ...valid };
    define(candidate, name, field);
    if (isFitting(candidate)) valid = candidate;
  }
  return valid;
}

/** Sets the times of the last change. */
export function touchRecord(
  served: ServedRole,
  schemas: RecordSchemas,
  value: Record<string, unknown>,
  sentNames: ReadonlySet<string>,
  now: number,
): void {
  const { fields } = readFields(served.document, schemas.returned, value);
  for (const [name, schema] of fields) {
    if (sentNames.has(name) || readTimeMeaning(name) !== 'updated') continue;
    const time = writeTime(schema, now);
    if (time !== undefined && Object.hasOwn(value, name)) define(value, name, time);
  }
}
