import { createHash } from 'node:crypto';
import { isObject, toStableText } from './json.ts';
import type { Schema } from './schema-validator.ts';
import type { SchemaSet } from './schemas.ts';

/** One alternative of a schema: its requirements after every choice in it is made. */
export interface Shape {
  /** Undefined if every type is allowed. */
  types: ReadonlySet<string> | undefined;
  /** Values of `enum` and `const`. */
  values: readonly unknown[] | undefined;
  properties: ReadonlyMap<string, readonly Schema[]>;
  required: ReadonlySet<string>;
  patterned: readonly (readonly [string, Schema])[];
  /** The values of `additionalProperties` and `unevaluatedProperties`, if present. */
  additional: readonly Schema[];
  names: readonly Schema[];
  items: readonly Schema[];
  prefix: readonly (readonly Schema[])[];
  contains: readonly Schema[];
  patterns: readonly string[];
  formats: readonly string[];
  multiples: readonly number[];
  /** Every bound by its keyword. */
  bounds: ReadonlyMap<string, readonly number[]>;
  nots: readonly Schema[];
}

const limit = 48;
const depthLimit = 14;
const boundKeywords = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
];

const anything: Shape = {
  types: undefined,
  values: undefined,
  properties: new Map(),
  required: new Set(),
  patterned: [],
  additional: [],
  names: [],
  items: [],
  prefix: [],
  contains: [],
  patterns: [],
  formats: [],
  multiples: [],
  bounds: new Map(),
  nots: [],
};

/** The alternatives that satisfy several schemas at once, up to a limit. */
export function expandAll(set: SchemaSet, schemas: readonly Schema[]): readonly Shape[] {
  return schemas.reduce<readonly Shape[]>(
    (shapes, schema) => combine(shapes, expand(set, schema, 0)),
    [anything],
  );
}

/** The values that `not` excludes, as shapes. */
export function expandNots(set: SchemaSet, shapes: readonly Shape[]): readonly Shape[] {
  return shapes
    .flatMap(({ nots }) => nots.slice(0, 4))
    .slice(0, 12)
    .flatMap((schema) => expandAll(set, [schema]));
}

/** The alternatives of each schema separately. They suggest values even if no value satisfies all schemas. */
export function expandEach(set: SchemaSet, schemas: readonly Schema[]): readonly Shape[] {
  return schemas.length > 1 ? schemas.flatMap((schema) => expandAll(set, [schema])) : [];
}

function expand(set: SchemaSet, schema: Schema, depth: number): readonly Shape[] {
  if (schema === true || depth > depthLimit) return [anything];
  if (schema === false) return [];
  const own = toOwnShape(schema);
  let shapes: readonly Shape[] = [own];
  const and = (others: readonly Shape[]): void => {
    shapes = combine(shapes, others);
  };
  const expandInner = (inner: Schema): readonly Shape[] => expand(set, inner, depth + 1);
  if (typeof schema['$ref'] === 'string') and(expandInner(set.follow(schema['$ref'])));
  for (const part of listSchemas(schema['allOf'])) and(expandInner(part));
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = listSchemas(schema[keyword]);
    if (parts.length > 0) and(parts.flatMap(expandInner).slice(0, limit));
  }
  const condition = toSchema(schema['if']);
  if (condition !== undefined) {
    const then = toSchema(schema['then']) ?? true;
    const otherwise = toSchema(schema['else']) ?? true;
    and([
      ...combine(expandInner(condition), expandInner(then)),
      ...combine([{ ...anything, nots: [condition] }], expandInner(otherwise)),
    ]);
  }
  for (const [name, dependent] of listMembers(schema['dependentSchemas'])) {
    const present: Shape = { ...anything, required: new Set([name]) };
    and([anything, ...combine([present], expandInner(toSchema(dependent) ?? true))]);
  }
  for (const [name, names] of listMembers(schema['dependentRequired'])) {
    const together = new Set([name, ...(Array.isArray(names) ? names.map(String) : [])]);
    and([anything, { ...anything, required: together }]);
  }
  return shapes;
}

function listMembers(value: unknown): [name: string, value: unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function toOwnShape(schema: Exclude<Schema, boolean>): Shape {
  const { type, pattern, format, multipleOf, prefixItems } = schema;
  const values = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  const properties = listMembers(schema['properties']);
  const patterned = listMembers(schema['patternProperties']);
  const additional = [schema['additionalProperties'], schema['unevaluatedProperties']].map(
    toSchema,
  );
  const types =
    typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : undefined;
  return {
    types: types && new Set(types),
    values: 'const' in schema ? [schema['const']] : values,
    properties: new Map(properties.map(([name, inner]) => [name, [toSchema(inner) ?? true]])),
    required: new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []),
    patterned: patterned.map(([name, inner]) => [name, toSchema(inner) ?? true]),
    additional: additional.filter((each) => each !== undefined),
    names: toList(toSchema(schema['propertyNames'])),
    items: [...toList(toSchema(schema['items'])), ...toList(toSchema(schema['unevaluatedItems']))],
    prefix: listSchemas(prefixItems).map((inner) => [inner]),
    contains: toList(toSchema(schema['contains'])),
    patterns: typeof pattern === 'string' ? [pattern] : [],
    formats: typeof format === 'string' ? [format] : [],
    multiples: typeof multipleOf === 'number' ? [multipleOf] : [],
    bounds: new Map(
      boundKeywords.flatMap((keyword) => {
        const bound = schema[keyword];
        return typeof bound === 'number' ? [[keyword, [bound]] as const] : [];
      }),
    ),
    nots: toList(toSchema(schema['not'])),
  };
}

function combine(left: readonly Shape[], right: readonly Shape[]): readonly Shape[] {
  const combined: Shape[] = [];
  // Combines in rounds, so that a limit shortens all branches instead of dropping the last ones.
  for (const b of right) {
    for (const a of left) {
      const both = merge(a, b);
      if (both !== undefined) combined.push(both);
      if (combined.length >= limit) return combined;
    }
  }
  return combined;
}

/** Undefined if no value can satisfy both. */
function merge(a: Shape, b: Shape): Shape | undefined {
  if (a === anything) return b;
  if (b === anything) return a;
  const types = a.types && b.types ? intersectTypes(a.types, b.types) : (a.types ?? b.types);
  if (types?.size === 0) return undefined;
  return {
    types,
    values: a.values && b.values ? intersectValues(a.values, b.values) : (a.values ?? b.values),
    properties: mergeMaps(a.properties, b.properties),
    required: new Set([...a.required, ...b.required]),
    patterned: [...a.patterned, ...b.patterned],
    additional: [...a.additional, ...b.additional],
    names: [...a.names, ...b.names],
    items: [...a.items, ...b.items],
    prefix: Array.from({ length: Math.max(a.prefix.length, b.prefix.length) }, (_, index) => [
      ...(a.prefix[index] ?? []),
      ...(b.prefix[index] ?? []),
    ]),
    contains: [...a.contains, ...b.contains],
    patterns: [...a.patterns, ...b.patterns],
    formats: [...a.formats, ...b.formats],
    multiples: [...a.multiples, ...b.multiples],
    bounds: mergeMaps(a.bounds, b.bounds),
    nots: [...a.nots, ...b.nots],
  };
}

function intersectTypes(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  const holds = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...a, ...b].filter((type) => holds(a, type) && holds(b, type)));
}

function intersectValues(a: readonly unknown[], b: readonly unknown[]): readonly unknown[] {
  const texts = new Set(b.map((value) => JSON.stringify(value)));
  return a.filter((value) => texts.has(JSON.stringify(value)));
}

function mergeMaps<Value>(
  a: ReadonlyMap<string, readonly Value[]>,
  b: ReadonlyMap<string, readonly Value[]>,
): ReadonlyMap<string, readonly Value[]> {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const merged = new Map(a);
  for (const [name, values] of b) merged.set(name, [...(merged.get(name) ?? []), ...values]);
  return merged;
}

const schemaKeys = new WeakMap<object, string>();

/** A short key, equal for schemas with equal text. Schemas do not change after their conversion. */
export function toSchemaKey(schema: Schema): string {
  if (!isObject(schema)) return String(schema);
  let key = schemaKeys.get(schema);
  if (key === undefined) {
    const text = toStableText(schema);
    key = text.length < 60 ? text : createHash('sha1').update(text).digest('base64');
    schemaKeys.set(schema, key);
  }
  return key;
}

export function toSchema(value: unknown): Schema | undefined {
  return typeof value === 'boolean' || isObject(value) ? value : undefined;
}

function listSchemas(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map((each) => toSchema(each) ?? true) : [];
}

function toList(schema: Schema | undefined): Schema[] {
  return schema === undefined ? [] : [schema];
}

export function collectBounds(hints: readonly Shape[], keywords: readonly string[]): number[] {
  return [
    ...new Set(
      hints.flatMap(({ bounds }) => keywords.flatMap((keyword) => bounds.get(keyword) ?? [])),
    ),
  ];
}
