import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { isRecord } from '../resolve-reference.ts';
import { readFields, readTypes, resolveSchema } from '../schema-fields.ts';
import { define } from '../values-at.ts';

/** Schemas may contain themselves. */
const deepest = 8;

/** Adds the required objects and lists that a form lacks: nothing in a form stands for an empty one. */
export function addEmptyParts(
  document: OpenApiDocument,
  unresolved: Schema,
  value: unknown,
  depth = 0,
): void {
  if (depth > deepest) return;
  const schema = resolveSchema(document, unresolved);
  if (Array.isArray(value)) {
    for (const item of value) addEmptyParts(document, schema.items ?? {}, item, depth + 1);
    return;
  }
  if (!isRecord(value)) return;
  const { fields, required } = readFields(document, schema, value);
  for (const [name, field] of fields) {
    if (Object.hasOwn(value, name)) addEmptyParts(document, field, value[name], depth + 1);
    else if (required.has(name)) {
      const empty = createEmptyPart(document, field, depth + 1);
      if (empty !== undefined) define(value, name, empty);
    }
  }
}

/** The value of an object or a list of which nothing was sent. Undefined if its schema allows none. */
function createEmptyPart(document: OpenApiDocument, schema: Schema, depth: number): unknown {
  const types = readTypes(schema);
  if (types.length !== 1 || depth > deepest) return undefined;
  if (types[0] === 'array') return (schema.minItems ?? 0) === 0 ? [] : undefined;
  if (types[0] !== 'object') return undefined;
  const value = {};
  addEmptyParts(document, schema, value, depth);
  const { required } = readFields(document, schema);
  const isComplete = [...required].every((name) => Object.hasOwn(value, name));
  return isComplete ? value : undefined;
}
