import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { readDefault, readFields, readTypes, resolveSchema } from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import type { ValueSource } from './behaviour.ts';
import { findEmptyValue } from './record-fields.ts';

/** What is needed to create the values of fields that nobody gave. */
interface Filler {
  readonly document: OpenApiDocument;
  readonly values: ValueSource;
}

/**
 * Adds the required fields that a value lacks, in nested objects as well: the default of a field, otherwise null or an empty
 * list where its schema allows that, otherwise an example or a generated value.
 * @param seed the same seed gives the same values
 * @param isWanted further fields to add. Default: only required ones
 */
export function fillMissing(
  filler: Filler,
  unresolved: Schema,
  value: unknown,
  seed: string,
  isWanted: (name: string) => boolean = () => false,
): unknown {
  const schema = resolveSchema(filler.document, unresolved);
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return value.map((item, index) => fillMissing(filler, items, item, `${seed}/${index}`));
  }
  if (!isRecord(value)) return value;
  const filled = {};
  for (const [name, inner] of Object.entries(value)) define(filled, name, inner);
  const { fields, required } = readFields(filler.document, schema, value);
  for (const [name, field] of fields) {
    const fieldSeed = `${seed}/${name}`;
    if (Object.hasOwn(value, name))
      define(filled, name, fillMissing(filler, field, value[name], fieldSeed));
    else if (field.writeOnly !== true && (required.has(name) || isWanted(name))) {
      const created = createValue(filler, field, name, fieldSeed);
      if (created !== undefined) define(filled, name, created);
    }
  }
  return filled;
}

/** Creates the value of a field that nobody gave. */
export function createValue(
  { document, values }: Filler,
  schema: Schema,
  name: string,
  seed: string,
): unknown {
  const standard = readDefault(schema);
  if (standard !== undefined) return standard;
  const empty = findEmptyValue(document, schema);
  if (empty !== undefined) return empty;
  if (schema.const !== undefined) return schema.const;
  // The first value of an enum is usually the initial state.
  if (schema.enum !== undefined) return schema.enum[0];
  const initial = findInitialValue(schema, name);
  if (initial !== undefined && values.isValid(schema, initial)) return initial;
  return values.generate(schema, seed, { name, depth: fieldDepth });
}

/** A record has many fields, and those of large documents contain whole records, which contain others. */
const fieldDepth = 2;

/** The value that flags and counters have at first: nothing happened yet. */
function findInitialValue(schema: Schema, name: string): false | 0 | undefined {
  if (schema.example !== undefined || schema.examples !== undefined) return undefined;
  const types = readTypes(schema);
  if (types.includes('boolean')) return false;
  if (types.includes('integer')) return otherNumbers.test(name) ? undefined : 0;
  return undefined;
}

/** Names of integers that do not count what happened. */
const otherNumbers =
  /number|version|revision|year|month|day|port|code|id$|position|index|order|rank|priority|size|width|height|age|duration|level|seconds|minutes|hours|limit|time|stamp|created|updated|expires/i;
