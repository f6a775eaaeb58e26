import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import {
  listTypes,
  readDefault,
  readFields,
  readTypes,
  resolveSchema,
  type SchemaFields,
  surelyAllowsNull,
  toType,
} from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import type { JsonObject } from '../store/records.ts';

/** A body that was sent, separated by what responses show. */
interface SplitBody {
  /** The fields that the response schema has. */
  readonly stored: Record<string, unknown>;
  /** The fields of the request schema that responses do not show. */
  readonly hidden: Record<string, unknown>;
}

/**
 * Separates a request body. Stored are the fields of the response schema, and any other where that schema is open. Of the
 * rest, the fields that the request schema names are hidden, and unknown ones are ignored.
 */
export function splitBody(
  document: OpenApiDocument,
  body: JsonObject,
  requestSchema: Schema,
  responseSchema: Schema,
): SplitBody {
  const responseFields = readFields(document, responseSchema, body);
  const requestFields = readFields(document, requestSchema, body);
  const stored: Record<string, unknown> = {};
  const hidden: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = responseFields.fields.get(name);
    const request = requestFields.fields.get(name);
    if (request?.writeOnly === true) define(hidden, name, value);
    else if (
      field !== undefined &&
      field.writeOnly !== true &&
      hasFittingType(document, field, value)
    )
      define(stored, name, pickFields(document, field, value));
    else if (field === undefined && responseFields.isOpen) define(stored, name, value);
    else if (request !== undefined) define(hidden, name, value);
  }
  return { stored, hidden };
}

/**
 * Whether a sent value has the JSON type that a response shows. Services may take the ids of labels, and return the labels:
 * such a field is not stored as it was sent.
 */
function hasFittingType(document: OpenApiDocument, schema: Schema, value: unknown): boolean {
  if (value === null) return true;
  const types = listTypes(document, schema);
  const type = toType(value);
  const fits = types.size === 0 || types.has(type) || (type === 'number' && types.has('integer'));
  if (!fits) return false;
  if (isRecord(value)) return hasFittingFields(document, schema, value);
  if (!Array.isArray(value)) return true;
  const items = resolveSchema(document, schema.items ?? {});
  return value.every((item) => hasFittingType(document, items, item));
}

function hasFittingFields(
  document: OpenApiDocument,
  schema: Schema,
  value: Record<string, unknown>,
): boolean {
  const { fields } = readFields(document, schema, value);
  return Object.entries(value).every(([name, inner]) => {
    const field = fields.get(name);
    return field === undefined || hasFittingType(document, field, inner);
  });
}

/** Copies the fields that a schema has, in nested objects and arrays as well. */
export function pickFields(document: OpenApiDocument, unresolved: Schema, value: unknown): unknown {
  const schema = resolveSchema(document, unresolved);
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return value.map((item) => pickFields(document, items, item));
  }
  if (!isRecord(value)) return value;
  const { fields, isOpen } = readFields(document, schema, value);
  const picked = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = fields.get(name);
    if (field !== undefined) define(picked, name, pickFields(document, field, inner));
    else if (isOpen) define(picked, name, inner);
  }
  return picked;
}

/** Fills in the defaults of fields that a value leaves out. */
export function fillDefaults({ fields }: SchemaFields, value: Record<string, unknown>): void {
  for (const [name, field] of fields) {
    const initial = readDefault(field);
    if (initial !== undefined && !Object.hasOwn(value, name)) define(value, name, initial);
  }
}

/** The value of a field that nobody gave: null, an empty list or an empty map where the schema allows it. */
export function findEmptyValue(
  document: OpenApiDocument,
  schema: Schema,
): null | [] | Record<string, never> | undefined {
  if (surelyAllowsNull(document, schema)) return null;
  const types = readTypes(schema);
  if (types.includes('array') && (schema.minItems ?? 0) === 0) return [];
  return types.includes('object') && isOptionalMap(document, schema) ? {} : undefined;
}

/** Whether a schema describes a map from names to values, which may be empty. */
function isOptionalMap(document: OpenApiDocument, schema: Schema): boolean {
  const isMap = schema.additionalProperties !== undefined && schema.minProperties === undefined;
  return isMap && readFields(document, schema).fields.size === 0;
}
