import {
  createReferenceError,
  findTarget,
  follow,
  readReferences,
} from '../../contract/documents/references.ts';
import { LongFraction } from '../../contract/exact-numbers.ts';
import { type JsonObject, toPointer, toStableText } from '../../contract/json.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { Inheritance, type Subtype } from './inheritance.ts';

/** The direction of a value. Requests contain no `readOnly` properties, responses no `writeOnly` ones. */
export type Way = 'request' | 'response';
export type Side = 'old' | 'new';

/** JSON types as bits, so that a list of types is a number. `integer` and `fraction` together are `number`. */
export const bits = {
  ...{ null: 1, boolean: 2, integer: 4, fraction: 8, string: 16, array: 32, object: 64 },
} as const;
export const numeric = bits.integer | bits.fraction;
export const anyType = 127;

const single = [
  ...(['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames'] as const),
  ...(['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'] as const),
];
const wrappers = ['allOf', 'anyOf', 'oneOf'] as const;
const lists = [...wrappers, 'prefixItems'] as const;
const maps = ['properties', 'patternProperties'] as const;
/** Keywords whose schemas apply to the same value, apart from `not`. */
const inPlace: readonly string[] = [...wrappers, 'if', 'then', 'else'];
const ranges = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const lengths = ['minLength', 'maxLength'] as const;
const counts = ['minItems', 'maxItems', 'minContains', 'maxContains'] as const;
const sizes = ['minProperties', 'maxProperties'] as const;
const limits = [...ranges, 'multipleOf'] as const;
const amounts = [...lengths, ...counts, ...sizes] as const;
const numbers = [...limits, ...amounts] as const;
const texts = ['pattern', 'format'] as const;
/** Keywords whose values are numbers, texts or flags. */
export const plainKeywords = [...numbers, ...texts, 'uniqueItems'] as const;
/** Keywords that affect the values of a schema. All others are annotations. */
const keywords: ReadonlySet<string> = new Set([
  ...[...single, ...lists, ...maps, ...plainKeywords, '$ref', '$dynamicRef', 'type', 'enum'],
  ...['const', 'required', 'default', 'xml', 'dependentRequired', 'dependentSchemas', 'nullable'],
  ...['contentEncoding', 'discriminator'],
]);
export type NumberKeyword = (typeof numbers)[number];
/** Numbers that JavaScript would round are kept. */
export type ExactNumber = number | bigint;

/** The types that keywords apply to. They have no effect on others. */
const families: readonly (readonly [types: number, keywords: readonly (keyof Schema)[]])[] = [
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

/** Parts before the schemas that contain them, whatever the order in the document. */
function sortInnermostFirst(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const sorted = new Set<Schema>();
  const entered = new Set<Schema>();
  const stack = schemas.toReversed();
  for (let schema = stack.at(-1); schema !== undefined; schema = stack.at(-1)) {
    if (entered.has(schema)) {
      sorted.add(schema);
      stack.pop();
      continue;
    }
    entered.add(schema);
    for (const [, , child] of listChildren(schema)) if (!entered.has(child)) stack.push(child);
  }
  return sorted;
}

/** Every schema of both documents, in both directions. */
export type SchemaTable = ReturnType<typeof createSchemaTable>;

export function createSchemaTable() {
  const all: Schema[] = [];
  /** Schemas that were referred to, but not read. */
  const pending: (() => void)[] = [];
  const create = (side: Side, pointer: string, keywords: Partial<Schema>): Schema => {
    const schema: Schema = { id: all.length, side, pointer, types: anyType, ...keywords };
    all.push(schema);
    return schema;
  };
  const [any, never] = [create('old', '', {}), create('old', '', { types: 0 })];
  /** Reads all schemas, then simplifies them. */
  const settle = (): void => {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
    const hidden = all.map(listHidden);
    for (const [index, names] of hidden.entries()) hide(all[index] ?? any, names);
    const sorted = sortInnermostFirst(all);
    for (const schema of sorted) simplify(schema, any);
    // In a loop of references, a schema came before one of its parts.
    for (const schema of sorted) simplify(schema, any);
  };
  return { all, pending, create, any, never, settle };
}

/** Returns a function that finds the schema at a pointer of one document, for one direction. Call `settle` before using it. */
export function createSchemaReader(
  table: SchemaTable,
  document: JsonObject,
  side: Side,
  way: Way,
): (pointer: string) => Schema {
  const isOld = /^3\.0\./.test(String(document['openapi']));
  const flag = way === 'request' ? 'readOnly' : 'writeOnly';
  const references = readReferences(document);
  const inheritance = new Inheritance(document, references);
  const known = new Map<object, Schema>();
  /** The schemas that stand for those that inherit from them. */
  const parents = new Map<object, Schema>();
  /** The schemas that inherit, by their pointers. */
  const subtypes = new Map<string, Schema>();
  /** The pointers of schemas that are not written as they are read. */
  const places = new Map<object, string>();
  return readPlace;

  function readPlace(pointer: string): Schema {
    return read(readAt(document, pointer), pointer);
  }

  /**
   * A `$ref`, or a list with one alternative, is read as the schema behind it.
   * @param isInherited whether the schema stands only for itself, even if others inherit from it
   */
  function read(raw: unknown, pointer: string, hops = 0, isInherited = false): Schema {
    if (!isRecord(raw))
      return raw === false ? table.create(side, pointer, { types: 0 }) : table.any;
    const parent = isInherited ? undefined : readParent(raw, pointer);
    if (parent !== undefined) return parent;
    const existing = known.get(raw);
    if (existing !== undefined) return existing;
    const { $ref = '' } = raw;
    if (hops > 100) throw createReferenceError(document, pointer, String($ref), 'refers to itself');
    const at = places.get(raw) ?? pointer;
    const modern = toModern(raw, at);
    const [only = '', ...others] = Object.keys(modern);
    if (typeof modern['$ref'] === 'string') {
      const target = findTarget(document, modern['$ref'], at);
      return read(readAt(document, target), target, hops + 1, isInherited);
    }
    const [part, ...parts] = wrappers.some((key) => key === only) ? toList(modern[only]) : [];
    if (part !== undefined && others.length + parts.length === 0)
      return read(part, `${at}/${only}/0`, hops + 1, isInherited || inheritance.isInherited(at));
    const schema = table.create(side, at, {});
    known.set(raw, schema);
    table.pending.push(() => fill(schema, modern));
    return schema;
  }

  /** The schema with those that its discriminator selects as alternatives, if others inherit from it. */
  function readParent(raw: JsonObject, pointer: string): Schema | undefined {
    const existing = parents.get(raw);
    if (existing !== undefined) return existing;
    const selectable = inheritance.listSubtypes(raw, pointer);
    if (selectable.length === 0) return undefined;
    const schema = table.create(side, pointer, { isParent: true });
    parents.set(raw, schema);
    table.pending.push(() => fillParent(schema, raw, selectable));
    return schema;
  }

  function fillParent(schema: Schema, raw: JsonObject, selectable: readonly Subtype[]): void {
    const { propertyName, mapping: given } = Object(raw['discriminator']);
    const mapping = new Map<string, Schema>();
    for (const [value, target] of Object.entries(Object(given))) {
      const pointer = findMapped(String(target));
      mapping.set(value, pointer === undefined ? table.never : readSubtype(pointer));
    }
    const isWritten = mapping.size > 0;
    const mapped = new Set(mapping.values());
    const implied = new Map<string, Schema>();
    for (const { name, pointer, isLeaf } of selectable) {
      const subtype = readSubtype(pointer);
      implied.set(name, subtype);
      // A mapping leaves out schemas that only others inherit from.
      if (!mapped.has(subtype) && (isLeaf || !isWritten)) mapping.set(name, subtype);
    }
    schema.allOf = [read(raw, schema.pointer, 0, true)];
    schema.anyOf = [...new Set(mapping.values())].filter((part) => part !== table.never);
    schema.discriminator = { propertyName: String(propertyName), mapping, implied };
  }

  /** A schema that adds nothing to what it inherits is still one of its own, with its own name. */
  function readSubtype(pointer: string): Schema {
    const known = subtypes.get(pointer);
    if (known !== undefined) return known;
    const schema = read(readAt(document, pointer), pointer, 0, true);
    const isOwn = schema.pointer === pointer;
    const subtype = isOwn ? schema : table.create(side, pointer, { allOf: [schema] });
    subtypes.set(pointer, subtype);
    return subtype;
  }

  /** The pointer of the schema that a value of a mapping names, or refers to. */
  function findMapped(target: string): string | undefined {
    const named = references.resolve(`#/components/schemas/${target}`);
    return named ?? references.resolve(target);
  }

  /** Describes a schema by keywords of JSON Schema 2020-12, without annotations. */
  function toModern(raw: JsonObject, at: string): JsonObject {
    // In OpenAPI 3.0, a reference has no other keywords.
    const isBare = isOld && typeof raw['$ref'] === 'string';
    const isRead = (key: string): boolean =>
      key === flag || (isBare ? key === '$ref' : keywords.has(key));
    const own = Object.fromEntries(Object.entries(raw).filter(([key]) => isRead(key)));
    const { $ref, nullable, contentEncoding, dependentRequired, dependentSchemas, ...modern } = own;
    if ($ref !== undefined && Object.keys(own).length === 1) return { $ref };
    // OpenAPI 3.0 has exclusive limits as flags, which some newer documents contain as well.
    for (const [isExclusive, limit] of flags)
      if (modern[isExclusive] === true) {
        modern[isExclusive] = modern[limit];
        delete modern[limit];
      }
    // Before 2020-12, a list of `items` was what `prefixItems` is now.
    if (Array.isArray(modern['items'])) modern['prefixItems'] = modern['items'];
    // In OpenAPI 3.0, `byte` is what 3.1 calls an encoding.
    if (contentEncoding === 'base64' || modern['format'] === 'base64') modern['format'] = 'byte';
    if (hints.has(modern['format'])) delete modern['format'];
    const { const: constant, enum: values, type } = modern;
    if ('const' in modern)
      modern['enum'] = [constant].filter(
        (value) => !Array.isArray(values) || values.includes(value),
      );
    // What depends on a property is a condition.
    const conditions = Object.entries({ dependentRequired, dependentSchemas }).flatMap(
      ([key, needs]) =>
        Object.entries(Object(needs)).map(([name, needed]) => {
          const then = Array.isArray(needed) ? { required: needed } : needed;
          const condition = { if: { required: [name] }, then };
          places.set(condition, at + toPointer(key, name));
          return condition;
        }),
    );
    const parts = [...toList(modern['allOf'])];
    if ($ref !== undefined) {
      const reference = { $ref };
      places.set(reference, at);
      parts.push(reference);
    }
    if (parts.length + conditions.length > 0) modern['allOf'] = [...parts, ...conditions];
    if (!isOld || nullable !== true) return modern;
    if (type !== undefined) modern['type'] = [type, 'null'].flat();
    // Authors mean "or null", although 3.0.3 requires null in the enum as well.
    if (type !== undefined && Array.isArray(modern['enum']))
      modern['enum'] = [...modern['enum'], null];
    if (!wrappers.some((key) => key in modern)) return modern;
    const anyOf = [{ type: 'null' }, modern];
    for (const part of anyOf) places.set(part, at);
    return { ...('default' in modern && { default: modern['default'] }), [flag]: raw[flag], anyOf };
  }

  function fill(schema: Schema, raw: JsonObject): void {
    const at = schema.pointer;
    const types = [raw['type'] ?? []].flat().map(String);
    const unknown = types.filter((name) => !typeBits.get(name));
    if (unknown.length > 0) schema.opaque = `the type "${unknown.join('", "')}" does not exist`;
    else if (types.length > 0)
      schema.types = types.reduce((sum, name) => sum | (typeBits.get(name) ?? 0), 0);
    if (Array.isArray(raw['enum'])) schema.enum = raw['enum'];
    for (const key of limits) {
      const limit = raw[key];
      if (typeof limit === 'number' || typeof limit === 'bigint') schema[key] = limit;
    }
    for (const key of amounts) {
      const amount = raw[key];
      if (typeof amount === 'number' || typeof amount === 'bigint') schema[key] = Number(amount);
    }
    for (const key of texts) if (typeof raw[key] === 'string') schema[key] = raw[key];
    for (const key of single)
      if (isRecord(raw[key]) || typeof raw[key] === 'boolean')
        schema[key] = read(raw[key], `${at}/${key}`);
    for (const key of lists) {
      const isInherited = key === 'allOf' && inheritance.isInherited(at);
      const parts = readParts(raw[key], `${at}/${key}`, isInherited).map(([, part]) => part);
      if (parts.length > 0) schema[key] = parts;
    }
    for (const key of maps) {
      const { value, pointer } = follow(document, raw[key], `${at}/${key}`);
      if (isRecord(raw[key])) schema[key] = new Map(readParts(value, pointer));
    }
    if (raw['uniqueItems'] === true) schema.uniqueItems = true;
    schema.required = [...new Set(toList(raw['required']).map(String))];
    if ('default' in raw) schema.default = { value: raw['default'] };
    if (isRecord(raw['xml'])) schema.xml = toStableText(raw['xml']);
    if (raw[flag] === true) schema.isHidden = true;
    if ('$dynamicRef' in raw) schema.anyOf = references.dynamic.map(readPlace);
    const unread = ['$dynamicRef', 'unevaluatedItems'].find((key) => key in raw);
    if (unread !== undefined) schema.opaque = `"${unread}" is not compared`;
    const long = [...limits.map((key) => raw[key]), ...toList(raw['enum'])].find(isLongFraction);
    if (long !== undefined) schema.opaque = `${long.text} has more digits than numbers can have`;
    readDiscriminator(schema, raw);
  }

  function readParts(raw: unknown, at: string, isInherited = false): [string, Schema][] {
    const parts = Object.entries(Object(raw));
    return parts.map(([name, part]) => [name, read(part, at + toPointer(name), 0, isInherited)]);
  }

  function readDiscriminator(schema: Schema, raw: JsonObject): void {
    const { propertyName, mapping: given } = Object(raw['discriminator']);
    // The schema that stands for the subtypes has the discriminator.
    const isParent = inheritance.listSubtypes(raw, schema.pointer).length > 0;
    if (typeof propertyName !== 'string' || isParent) return;
    const find = (target: string): Schema => {
      const pointer = findMapped(target);
      return pointer === undefined ? table.never : readPlace(pointer);
    };
    const mapping = new Map<string, Schema>();
    const implied = new Map<string, Schema>();
    for (const [value, target] of Object.entries(Object(given)))
      mapping.set(value, find(String(target)));
    const mapped = new Set(mapping.values());
    for (const { $ref } of [...toList(raw['oneOf']), ...toList(raw['anyOf'])].map(Object)) {
      if (typeof $ref !== 'string') continue;
      const name = $ref.split('/').at(-1) ?? '';
      implied.set(name, find($ref));
      if (!mapped.has(find($ref))) mapping.set(name, find($ref));
    }
    schema.discriminator = { propertyName, mapping, implied };
  }
}

/** Formats that restrict no value: `binary` describes bodies, and `password` is a hint for user interfaces. */
const hints: ReadonlySet<unknown> = new Set(['binary', 'password']);

const typeBits = new Map(Object.entries({ ...bits, number: numeric, fraction: 0 }));
const flags = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

function isLongFraction(value: unknown): value is LongFraction {
  return value instanceof LongFraction;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const neutral: ReadonlySet<string> = new Set(['id', 'side', 'pointer', 'types', 'isHidden']);

/** Whether a schema has no keywords apart from its types, and the given one. */
function hasOnly(schema: Schema, name?: string): boolean {
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
  return families.find(([, names]) => names.some((name) => name === keyword))?.[0] ?? anyType;
}

/** The properties that are not sent in this direction, also those that a part of an `allOf` describes. */
function listHidden(schema: Schema): string[] {
  const isHidden = (property: Schema): boolean =>
    listInPlace(property, ['allOf']).some((part) => part.isHidden);
  return listInPlace(schema, ['allOf']).flatMap(({ properties = [] }) =>
    [...properties].flatMap(([name, property]) => (isHidden(property) ? [name] : [])),
  );
}

function hide(schema: Schema, names: readonly string[]): void {
  const isSent = (name: string): boolean => !names.includes(name);
  for (const part of names.length > 0 ? listInPlace(schema) : []) {
    part.required = (part.required ?? []).filter(isSent);
    part.properties = new Map([...(part.properties ?? [])].filter(([name]) => isSent(name)));
  }
}

/** Removes keywords without effect, and gives equivalent spellings one form. */
function simplify(schema: Schema, any: Schema): void {
  const drop = (isUnused: boolean, ...keys: readonly (keyof Schema)[]): void => {
    if (isUnused) for (const key of keys) Reflect.deleteProperty(schema, key);
  };
  for (const key of ['anyOf', 'oneOf'] as const) simplifyUnion(schema, key);
  closeUnevaluated(schema, any);
  simplifyEnum(schema);
  if (schema.multipleOf === 1) schema.types &= ~bits.fraction;
  for (const [types, names] of families) drop((schema.types & types) === 0, ...names);
  drop((schema.types & listAffected(schema, 'format')) === 0, 'format');
  for (const key of ['items', 'additionalProperties', 'propertyNames', 'then', 'else'] as const)
    drop(schema[key] !== undefined && isAny(schema[key]), key);
  drop(schema.minContains === 1, 'minContains');
  drop(schema.minContains === 0 && schema.maxContains === undefined, 'contains', 'minContains');
  for (const key of ['minLength', 'minItems', 'minProperties'] as const)
    drop(schema[key] === 0, key);
  for (const key of maps) drop(schema[key]?.size === 0, key);
  drop(schema.required?.length === 0, 'required');
  drop(schema.then === undefined && schema.else === undefined, 'if');
  if (schema.allOf !== undefined) schema.allOf = schema.allOf.filter((part) => !isAny(part));
  drop(schema.allOf?.length === 0, 'allOf');
}

/** Combines alternatives that only list types or values. */
function simplifyUnion(schema: Schema, key: 'anyOf' | 'oneOf'): void {
  const parts = schema[key]?.filter((part) => !isNever(part));
  if (parts === undefined || parts.length === 0 || schema.isParent) return;
  schema[key] = parts;
  const types = parts.reduce((sum, part) => sum | part.types, 0);
  const isDisjoint = parts.reduce((sum, part) => sum + part.types, 0) === types || key === 'anyOf';
  const isListed = parts.every(
    (part) => hasOnly(part, 'enum') && (part.enum ?? part.types === bits.null),
  );
  if (parts.length === 1) schema.allOf = [...(schema.allOf ?? []), ...parts];
  else if (isDisjoint && parts.every((part) => hasOnly(part))) schema.types &= types;
  else if (schema.enum === undefined && isListed)
    schema.enum = parts.flatMap((part) => part.enum ?? [null]);
  else if (key === 'oneOf' || !parts.some(isAny)) return;
  delete schema[key];
}

function simplifyEnum(schema: Schema): void {
  if (schema.enum === undefined) return;
  const values = schema.enum.filter((value) => (toBit(value) & schema.types) !== 0);
  schema.enum = values;
  schema.types &= values.reduce((sum: number, value) => sum | toBit(value), 0);
}

/** Applies `unevaluatedProperties` to all that no schema in place describes. */
function closeUnevaluated(schema: Schema, any: Schema): void {
  const { unevaluatedProperties: others } = schema;
  delete schema.unevaluatedProperties;
  const parts = others === undefined ? [] : listInPlace(schema);
  if (others === undefined || parts.some((part) => part.additionalProperties !== undefined)) return;
  schema.additionalProperties = others;
  for (const key of maps) {
    const names = parts.flatMap((part) => [...(part[key]?.keys() ?? [])]);
    schema[key] = new Map(names.map((name) => [name, schema[key]?.get(name) ?? any]));
  }
}

/** A schema, and those that apply to the same values. */
function listInPlace(schema: Schema, keys = inPlace, seen = new Set<Schema>()): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const children = [...listChildren(schema)].filter(([key]) => keys.includes(key));
  return [schema, ...children.flatMap(([, , child]) => listInPlace(child, keys, seen))];
}
