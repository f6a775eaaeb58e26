import type { OpenApiDocument, Schema } from './openapi-document.ts';
import { isRecord, readAt, resolveReference } from './resolve-reference.ts';

/** The fields that a schema gives an object. */
export interface SchemaFields {
  /** The schemas of its named fields, with references resolved. */
  readonly fields: ReadonlyMap<string, Schema>;
  /** The fields that must be present. */
  readonly required: ReadonlySet<string>;
  /** Whether an object may have further fields that the schema means: it names none, or has `additionalProperties`. */
  readonly isOpen: boolean;
}

const nothing: SchemaFields = { fields: new Map(), required: new Set(), isOpen: true };

/**
 * Reads the fields of a schema, those of `allOf` included. For alternatives (`oneOf`, `anyOf`), the fields are those of the
 * alternative that a value selects, by the discriminator or by its constants; without a value, those of all of them.
 */
export function readFields(
  document: OpenApiDocument,
  schema: Schema,
  value?: unknown,
): SchemaFields {
  const collected = collectFields(document, schema, value, 0) ?? nothing;
  const undescribed = [...collected.required].filter((name) => !collected.fields.has(name));
  if (undescribed.length === 0 || collected.fields.size === 0) return collected;
  // A required field without a schema may have any value.
  const fields = new Map(collected.fields);
  for (const name of undescribed) fields.set(name, {});
  return { ...collected, fields };
}

/** Schemas may contain themselves through `allOf`; such a schema has no further fields. */
const deepest = 12;

function collectFields(
  document: OpenApiDocument,
  unresolved: Schema | boolean,
  value: unknown,
  depth: number,
): SchemaFields | undefined {
  if (!isRecord(unresolved) || depth > deepest) return undefined;
  const schema = resolveSchema(document, unresolved);
  const fields = new Map<string, Schema>();
  const required = new Set(schema.required ?? []);
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    fields.set(name, resolveSchema(document, field));
  let isOpen = isExplicitlyOpen(schema);
  for (const part of selectParts(document, schema, value)) {
    const inner = collectFields(document, part.schema, value, depth + 1);
    if (inner === undefined) continue;
    for (const [name, field] of inner.fields) {
      const earlier = fields.get(name);
      if (earlier === undefined) fields.set(name, field);
      else if (part.isCertain) fields.set(name, narrow(earlier, field));
    }
    if (part.isCertain) for (const name of inner.required) required.add(name);
    isOpen ||= inner.fields.size > 0 && inner.isOpen;
  }
  const isEmpty = schema.additionalProperties === false;
  return { fields, required, isOpen: isOpen || (fields.size === 0 && !isEmpty) };
}

/** Adds what a further part of a schema says about a field: its only values. */
function narrow(earlier: Schema, further: Schema): Schema {
  const isListed = earlier.enum !== undefined || earlier.const !== undefined;
  const isNarrower = further.enum !== undefined || further.const !== undefined;
  return isNarrower && !isListed ? { ...earlier, ...further } : earlier;
}

/** Whether a schema says that objects may have fields that it does not name. */
function isExplicitlyOpen({ additionalProperties, patternProperties }: Schema): boolean {
  if (patternProperties !== undefined) return true;
  return additionalProperties !== undefined && additionalProperties !== false;
}

interface SchemaPart {
  schema: Schema;
  /** Whether it applies to every value, or to the given one. */
  isCertain: boolean;
}

function selectParts(document: OpenApiDocument, schema: Schema, value: unknown): SchemaPart[] {
  const { allOf = [] } = schema;
  const parts = allOf.map((part) => ({ schema: part, isCertain: true }));
  for (const alternatives of [schema.oneOf, schema.anyOf]) {
    if (alternatives === undefined) continue;
    const selected = selectAlternative(document, schema, alternatives, value);
    if (selected !== undefined) parts.push({ schema: selected, isCertain: true });
    else for (const part of alternatives) parts.push({ schema: part, isCertain: false });
  }
  return parts;
}

/** The alternative that a value selects; undefined if that is not clear. */
function selectAlternative(
  document: OpenApiDocument,
  { discriminator }: Schema,
  alternatives: readonly Schema[],
  value: unknown,
): Schema | undefined {
  const objects = alternatives.filter((part) => {
    const resolved = resolveSchema(document, part);
    return isRecord(value) ? allowsObjects(resolved) : !isNullSchema(resolved);
  });
  if (objects.length === 1) return objects[0];
  if (!isRecord(value)) return undefined;
  const tag = discriminator && readAt(value, [discriminator.propertyName]);
  if (typeof tag === 'string') {
    const mapped = readAt(discriminator?.mapping, [tag]);
    const target = typeof mapped === 'string' ? mapped : `#/components/schemas/${tag}`;
    const tagged = objects.find(
      (part) => part.$ref === target || part.$ref?.endsWith(`/${target}`),
    );
    if (tagged !== undefined) return tagged;
  }
  const possible = objects.filter((part) => fitsConstants(document, part, value));
  return possible.length === 1 ? possible[0] : undefined;
}

/** Whether a schema allows objects: it names no type, or that of objects. */
function allowsObjects(schema: Schema): boolean {
  const types = readTypes(schema);
  return types.length === 0 || types.includes('object');
}

function isNullSchema({ type, const: constant, enum: values }: Schema): boolean {
  return type === 'null' || constant === null || (values?.length === 1 && values[0] === null);
}

/** Whether the constants of a schema allow a value, and its required fields are present. */
function fitsConstants(
  document: OpenApiDocument,
  schema: Schema,
  value: Record<string, unknown>,
): boolean {
  const { fields, required } = readFields(document, schema, value);
  for (const name of required) if (readAt(value, [name]) === undefined) return false;
  for (const [name, field] of fields) {
    const present = readAt(value, [name]);
    if (present === undefined) continue;
    if (field.const !== undefined && field.const !== present) return false;
    if (field.enum !== undefined && !field.enum.includes(present)) return false;
  }
  return true;
}

/** Whether a schema has several alternatives for objects, itself or in a part of it. */
export function hasAlternatives(document: OpenApiDocument, unresolved: Schema, depth = 0): boolean {
  if (depth > deepest) return false;
  const schema = resolveSchema(document, unresolved);
  if (listAlternatives(schema).length > 1) return true;
  return listParts(schema).some((part) => hasAlternatives(document, part, depth + 1));
}

function listAlternatives({ oneOf = [], anyOf = [] }: Schema): Schema[] {
  return [...oneOf, ...anyOf];
}

/** The schemas that a schema joins or chooses from. */
export function listParts({ allOf = [], oneOf = [], anyOf = [] }: Schema): Schema[] {
  return [...allOf, ...oneOf, ...anyOf];
}

/** The default of a schema. One that the schema does not allow is a mistake of its author: it is not filled in. */
export function readDefault(schema: Schema): unknown {
  const { default: initial, type, enum: values } = schema;
  if (initial === null && disputedNull in schema) return undefined;
  const types = type === undefined ? [] : [type].flat();
  const isOfType = types.length === 0 || types.some((name) => isType(initial, name));
  const isListed = values === undefined || values.includes(initial);
  return isOfType && isListed ? initial : undefined;
}

function isType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : toType(value) === type;
}

/** Follows the references of a schema. A boolean schema and a broken reference have no keywords. */
export function resolveSchema(document: OpenApiDocument, schema: Schema | boolean): Schema {
  if (!isRecord(schema)) return {};
  if (typeof schema['$ref'] !== 'string') return schema;
  const resolved: unknown = resolveReference<Schema>(document, schema);
  if (!isRecord(resolved)) return {};
  // Keywords beside a reference apply as well.
  const { $ref: _, ...beside } = schema;
  return Object.keys(beside).length === 0 ? resolved : { ...resolved, ...beside };
}

/** The types of a schema; those of its constants where it names none. */
export function readTypes(schema: Schema): readonly string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length > 0) return [...new Set(values.map(toType))];
  if (schema.properties !== undefined) return ['object'];
  if (schema.items !== undefined) return ['array'];
  return [];
}

/** Unions may contain themselves: types are searched less deeply than fields, because each level multiplies the parts. */
const deepestUnion = 6;

/** The types that a schema names; those of its parts where it names none itself. */
export function listTypes(document: OpenApiDocument, schema: Schema, depth = 0): Set<string> {
  const types = new Set(readTypes(schema));
  if (types.size > 0 || depth > deepestUnion) return types;
  for (const part of listParts(schema))
    for (const type of listTypes(document, resolveSchema(document, part), depth + 1))
      types.add(type);
  return types;
}

/** The JSON type of a value. */
export function toType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/**
 * Marks schemas whose author wrote `nullable` where it has no effect by the letter of OpenAPI 3.0. They accept null, and are not
 * given it: validators of clients may refuse it.
 */
export const disputedNull = 'x-disputed-null';

/** Whether a schema allows null without doubt. */
export function surelyAllowsNull(document: OpenApiDocument, schema: Schema): boolean {
  if (disputedNull in schema) return false;
  if (readTypes(schema).includes('null')) return true;
  return listAlternatives(schema).some((part) => isNullSchema(resolveSchema(document, part)));
}
