import type { Schema } from '../../contract/index.ts';

/** Returns the target of a schema that is only a reference. */
export type Resolve = (schema: Schema) => Schema;

/** A text for each format. Those of other formats are unknown. */
const formatTexts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T08:00:00Z',
  email: 'someone@example.com',
  hostname: 'www.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  time: '08:00:00Z',
  uri: 'https://www.example.com/page',
  'uri-reference': '/page',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};

/** Schemas may contain themselves. */
const mostLevels = 8;

/**
 * Creates a value for a schema, from its own examples if it has any. Patterns and combinations of keywords are not followed,
 * so the caller has to validate the value.
 */
export function createValue(given: Schema, resolve: Resolve, level = 0): unknown {
  const schema = joinAlternatives(resolve(given), resolve);
  const { enum: listed = [], examples = [] } = schema;
  const known = [schema.const, ...listed, ...examples, schema.default];
  const first = known.find((value) => value !== undefined);
  if (first !== undefined) return first;
  if (level > mostLevels) return undefined;
  switch (readType(schema)) {
    case 'array':
      return createArray(schema, resolve, level);
    case 'object':
      return createObject(schema, resolve, level);
    case 'integer':
    case 'number':
      return createNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return createText(schema);
  }
}

/** A schema with the keywords of its `allOf`, and of the first alternative of a union. */
function joinAlternatives(schema: Schema, resolve: Resolve): Schema {
  const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
  const parts = [...(schema.allOf ?? []), ...(alternative === undefined ? [] : [alternative])];
  const joined = { ...schema };
  for (const part of parts.map(resolve)) {
    const properties = { ...part.properties, ...joined.properties };
    const required = [...(part.required ?? []), ...(joined.required ?? [])];
    Object.assign(joined, { ...part, ...joined, properties, required });
  }
  return joined;
}

function readType({ type, properties, items }: Schema): string {
  const types = [type ?? []].flat();
  const named = types.find((name) => name !== 'null') ?? types[0];
  if (named !== undefined) return named;
  if (items !== undefined) return 'array';
  return properties === undefined ? 'string' : 'object';
}

function createArray({ items = {}, minItems = 0 }: Schema, resolve: Resolve, level: number) {
  const length = Math.max(1, minItems);
  return Array.from({ length }, () => createValue(items, resolve, level + 1));
}

function createObject(schema: Schema, resolve: Resolve, level: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const entries = required.map((name) => [
    name,
    createValue(properties[name] ?? {}, resolve, level + 1),
  ]);
  return Object.fromEntries(entries);
}

function createNumber(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 } = schema;
  const least =
    minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf);
  const most =
    maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf);
  if (least !== undefined) return Math.ceil(least / multipleOf) * multipleOf;
  return Math.floor((most ?? multipleOf) / multipleOf) * multipleOf;
}

function createText({ format = '', minLength = 0, maxLength = Infinity }: Schema): string {
  const text = formatTexts[format] ?? 'text';
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}
