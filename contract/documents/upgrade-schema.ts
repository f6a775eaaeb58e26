import { disputedNull } from '../schema-fields.ts';
import type { Part } from './parts.ts';

type Json = Record<string, unknown>;

/** Keywords that describe a schema. In OpenAPI 3.0, only these have a meaning beside a reference. */
const annotations = new Set([
  '$ref',
  'title',
  'description',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'example',
  'examples',
  'externalDocs',
  'xml',
]);

/**
 * Converts a schema of OpenAPI 3.0 to JSON Schema 2020-12, in place. The parts inside it are left. `@scalar/openapi-upgrader`
 * (0.1.11) does not know which objects are schemas: it also changes examples that look like one, and turns a property with
 * the name `example` into examples. In five of nine public documents, it left 790 schemas with `nullable`, which validators
 * would not know, and in four it dropped the schema of a body of bytes.
 */
export function upgradeSchema({ kind, value: schema }: Part): void {
  if (kind !== 'schema') return;
  const isNullable = schema['nullable'] === true;
  delete schema['nullable'];
  if (typeof schema['$ref'] === 'string') ignoreBesideReference(schema);
  upgradeLimit(schema, 'minimum', 'exclusiveMinimum');
  upgradeLimit(schema, 'maximum', 'exclusiveMaximum');
  if (isNullable) allowNull(schema);
}

/** OpenAPI 3.1 has no `nullable`. Authors who still write it mean that the value can be null. */
export function readNullable({ kind, value: schema }: Part): void {
  if (kind !== 'schema' || schema['nullable'] !== true) return;
  delete schema['nullable'];
  if ([schema['type']].flat().includes('null')) return;
  schema[disputedNull] = true;
  allowNull(schema);
}

/** OpenAPI 3.0 ignores keywords beside a reference, JSON Schema does not. */
function ignoreBesideReference(schema: Json): void {
  for (const keyword of Object.keys(schema))
    if (!annotations.has(keyword) && !keyword.startsWith('x-')) delete schema[keyword];
}

/** A limit was inclusive or exclusive; now an exclusive limit is a keyword of its own. */
function upgradeLimit(schema: Json, limit: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  if (schema[exclusive] && typeof schema[limit] === 'number') {
    schema[exclusive] = schema[limit];
    delete schema[limit];
  } else delete schema[exclusive];
}

function isNullListed(values: unknown): boolean {
  return Array.isArray(values) && values.includes(null);
}

/**
 * Makes a schema accept null. By the letter, `nullable` has no effect beside a reference, without a type, or if `enum` does
 * not list null. Authors always mean that the value can be null, and their services return it.
 */
function allowNull(schema: Json): void {
  const { type, enum: values } = schema;
  const isByLetter = typeof type === 'string' && (values === undefined || isNullListed(values));
  if (!isByLetter || '$ref' in schema) schema[disputedNull] = true;
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...values, null];
  if (type !== undefined) schema['type'] = [...[type].flat(), 'null'];
  const isJudgedElsewhere = ['oneOf', 'allOf', '$ref'].some((keyword) => keyword in schema);
  if (isJudgedElsewhere) wrapInUnion(schema);
  else if (Array.isArray(schema['anyOf']))
    schema['anyOf'] = [...schema['anyOf'], createDisputedNull()];
}

/** Moves what judges a value into one branch of a union, and null into the other. */
function wrapInUnion(schema: Json): void {
  const branch: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const isAnnotation = annotations.has(keyword) && keyword !== '$ref';
    if (isAnnotation || keyword.startsWith('x-')) continue;
    branch[keyword] = value;
    delete schema[keyword];
  }
  schema['anyOf'] = [branch, createDisputedNull()];
}

function createDisputedNull(): Json {
  return { type: 'null', [disputedNull]: true };
}
