import { toStableText } from '../../contract/json.ts';

/** The direction of a value. Requests contain no `readOnly` properties, responses no `writeOnly` ones. */
export type Way = 'request' | 'response';
export type Side = 'old' | 'new';

/** JSON types as bits, so that a list of types is a number. `integer` and `fraction` together are `number`. */
export const bits = {
  null: 1,
  boolean: 2,
  integer: 4,
  fraction: 8,
  string: 16,
  array: 32,
  object: 64,
} as const;
export const numeric = bits.integer | bits.fraction;
export const anyType = 127;

export const single = [
  ...(['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames'] as const),
  ...(['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'] as const),
];
export const wrappers = ['allOf', 'anyOf', 'oneOf'] as const;
export const lists = [...wrappers, 'prefixItems'] as const;
export const maps = ['properties', 'patternProperties'] as const;
/** Keywords whose schemas apply to the same value, apart from `not`. */
const inPlace: readonly string[] = [...wrappers, 'if', 'then', 'else'];
const ranges = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const lengths = ['minLength', 'maxLength'] as const;
const counts = ['minItems', 'maxItems', 'minContains', 'maxContains'] as const;
const sizes = ['minProperties', 'maxProperties'] as const;
export const limits = [...ranges, 'multipleOf'] as const;
export const amounts = [...lengths, ...counts, ...sizes] as const;
const numbers = [...limits, ...amounts] as const;
export const texts = ['pattern', 'format'] as const;
/** Keywords whose values are numbers, texts or flags. */
export const plainKeywords = [...numbers, ...texts, 'uniqueItems'] as const;
/** Keywords that affect the values of a schema. All others are annotations. */
export const keywords: ReadonlySet<string> = new Set([
  ...[...single, ...lists, ...maps, ...plainKeywords, '$ref', '$dynamicRef', 'type', 'enum'],
  ...['const', 'required', 'default', 'xml', 'dependentRequired', 'dependentSchemas', 'nullable'],
  ...['contentEncoding', 'discriminator'],
]);
export type NumberKeyword = (typeof numbers)[number];
/** Numbers that JavaScript would round are kept. */
export type ExactNumber = number | bigint;

/** The types that keywords apply to. They have no effect on others. */
export const families: readonly (readonly [types: number, keywords: readonly (keyof Schema)[]])[] =
  [
    [numeric, [...ranges, 'multipleOf']],
    [bits.string, [...lengths, 'pattern']],
    [bits.array, [...counts, 'items', 'prefixItems', 'contains', 'uniqueItems']],
    [bits.object, [...sizes, ...maps, 'additionalProperties', 'propertyNames', 'required']],
  ];

export interface Discriminator {
  propertyName: string;
  /** The schema that each value selects: by the mapping, or by the name of a schema without a mapping. */
  mapping: ReadonlyMap<string, Schema>;
  /** The schemas that their own names select, also those in the mapping. */
  implied: ReadonlyMap<string, Schema>;
}

/** A schema in one form for all versions of OpenAPI: JSON Schema 2020-12, without keywords that have no effect. */
export interface Schema
  extends Partial<Record<(typeof single)[number], Schema>>,
    Partial<Record<(typeof lists)[number], readonly Schema[]>>,
    Partial<Record<(typeof maps)[number], ReadonlyMap<string, Schema>>>,
    Partial<Record<(typeof limits)[number], ExactNumber>>,
    Partial<Record<(typeof amounts)[number], number>>,
    Partial<Record<(typeof texts)[number], string>> {
  readonly id: number;
  readonly side: Side;
  readonly pointer: string;
  /** The bits of all allowed types. */
  types: number;
  enum?: readonly unknown[];
  uniqueItems?: true;
  required?: readonly string[];
  default?: { value: unknown };
  discriminator?: Discriminator;
  /** Only affects XML. */
  xml?: string;
  /** Why the schema cannot be compared: `$dynamicRef`, or a type that does not exist. */
  opaque?: string;
  /** Whether a property with the schema is not sent in this direction. */
  isHidden?: true;
  /** Whether its alternatives are the schemas that inherit from it, and nothing but its discriminator selects them. */
  isParent?: true;
}

/** Each schema in a schema, with its keyword, and its name or index if that matters. */
export function* listChildren(schema: Schema): Generator<[string, string | number, Schema]> {
  for (const key of [...single, ...wrappers])
    for (const child of [schema[key] ?? []].flat()) yield [key, '', child];
  for (const [index, child] of (schema.prefixItems ?? []).entries())
    yield ['prefixItems', index, child];
  for (const key of maps) for (const [name, child] of schema[key] ?? []) yield [key, name, child];
  for (const [name, child] of schema.discriminator?.mapping ?? [])
    yield ['discriminator', name, child];
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const neutral: ReadonlySet<string> = new Set(['id', 'side', 'pointer', 'types', 'isHidden']);

/** Whether a schema has no keywords apart from its types, and the given one. */
export function hasOnly(schema: Schema, name?: string): boolean {
  return Object.keys(schema).every((key) => key === name || neutral.has(key));
}

/** Equal for lists with the same values. */
export function toListText(values: readonly unknown[]): string {
  return [...new Set(values.map(toStableText))].sort().join();
}

/** Whether a schema allows every value. */
export function isAny(schema: Schema): boolean {
  return schema.types === anyType && hasOnly(schema);
}

export function isNever({ types, enum: values }: Schema): boolean {
  return types === 0 || values?.length === 0;
}

export function toBit(value: unknown): number {
  if (value === null) return bits.null;
  if (Array.isArray(value)) return bits.array;
  if (typeof value === 'bigint') return bits.integer;
  if (typeof value === 'number') return Number.isInteger(value) ? bits.integer : bits.fraction;
  if (typeof value === 'boolean') return bits.boolean;
  return typeof value === 'string' ? bits.string : bits.object;
}

/** The bits of the types whose values a keyword affects. */
export function listAffected({ format = '' }: Schema, keyword: string): number {
  if (keyword === 'format')
    return /^(?:int32|int64|float|double)$/.test(format) ? numeric : bits.string;
  for (const [types, names] of families) if (names.some((name) => name === keyword)) return types;
  return anyType;
}

/** A schema, and those that apply to the same values. */
export function listInPlace(
  schema: Schema,
  keys: readonly string[] = inPlace,
  seen = new Set<Schema>(),
): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const schemas = [schema];
  for (const [key, , child] of listChildren(schema))
    if (keys.includes(key)) schemas.push(...listInPlace(child, keys, seen));
  return schemas;
}
