import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { type JsonObject, toPointer } from './json.ts';
import { follow, readReferences } from './references.ts';

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

const single = [
  ...(['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames'] as const),
  ...(['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'] as const),
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const maps = ['properties', 'patternProperties', 'dependentSchemas'] as const;
const numbers = [
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'] as const),
  ...(['minProperties', 'maxProperties'] as const),
];
const texts = ['pattern', 'format'] as const;

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
    Partial<Record<(typeof numbers)[number], number>>,
    Partial<Record<(typeof texts)[number], string>> {
  readonly id: number;
  readonly side: Side;
  readonly pointer: string;
  /** The bits of all allowed types. */
  types: number;
  enum?: readonly unknown[];
  uniqueItems?: true;
  required?: readonly string[];
  dependentRequired?: ReadonlyMap<string, readonly string[]>;
  default?: { value: unknown };
  discriminator?: Discriminator;
  examples?: readonly unknown[];
  /** Only affects XML. */
  xml?: string;
  /** Why the schema cannot be compared: `$dynamicRef`, or a type that does not exist. */
  opaque?: string;
  /** All schemas that a `$dynamicRef` may select. */
  dynamic?: readonly Schema[];
}

/** Each schema in a schema, with its keyword, and its name or index. */
export function* listChildren(schema: Schema): Generator<[string, string | number, Schema]> {
  for (const key of single) {
    const child = schema[key];
    if (child !== undefined) yield [key, '', child];
  }
  for (const key of lists)
    for (const [index, child] of (schema[key] ?? []).entries()) yield [key, index, child];
  for (const key of maps) for (const [name, child] of schema[key] ?? []) yield [key, name, child];
  for (const [name, child] of schema.discriminator?.mapping ?? [])
    yield ['discriminator', name, child];
  for (const [index, child] of (schema.dynamic ?? []).entries()) yield ['dynamic', index, child];
}

/** Every schema of both documents, in both directions. */
export interface SchemaTable {
  all: Schema[];
  /** Creates a schema that is in no document. */
  create(side: Side, pointer: string, keywords: Partial<Schema>): Schema;
  any: Schema;
  never: Schema;
  /** Whether schemas that allow everything matter as well, because others apply to what is left unevaluated. */
  hasUnevaluated: boolean;
}

export function createSchemaTable(): SchemaTable {
  const all: Schema[] = [];
  const create: SchemaTable['create'] = (side, pointer, keywords) => {
    const schema: Schema = { id: all.length, side, pointer, types: anyType, ...keywords };
    all.push(schema);
    return schema;
  };
  const [any, never] = [create('old', '', {}), create('old', '', { types: 0 })];
  return { all, create, any, never, hasUnevaluated: false };
}

export type SchemaReader = ReturnType<typeof createSchemaReader>;

/** Reads schemas of one document and one direction into a table. */
export function createSchemaReader(table: SchemaTable, document: JsonObject, side: Side, way: Way) {
  const isOld = /^3\.0\./.test(String(document['openapi']));
  const references = readReferences(document);
  const known = new Map<string, Schema>();
  const pending: (() => void)[] = [];
  const created: Schema[] = [];

  /** Finds the schema that a schema without keywords of its own stands for: by `$ref`, or an `allOf` with one part. */
  function resolve(pointer: string): { pointer: string; raw: unknown } {
    let place = pointer;
    let raw = readAt(document, place);
    for (let hops = 0; isRecord(raw); hops += 1) {
      const [only = '', ...others] = Object.keys(raw).filter((key) => keywords.has(key));
      const isReference = typeof raw['$ref'] === 'string' && (isOld || others.length === 0);
      // A reference to itself allows everything.
      if (isReference && hops > 100) return { pointer: place, raw: true };
      if (isReference) ({ value: raw, pointer: place } = followOnce(raw, place));
      else if (others.length === 0 && wrappers.includes(only) && toList(raw[only]).length === 1) {
        raw = toList(raw[only])[0];
        place = `${place}/${only}/0`;
      } else break;
    }
    return { pointer: place, raw };
  }

  function followOnce(raw: JsonObject, place: string): { value: unknown; pointer: string } {
    const target = references.resolve(String(raw['$ref']), place);
    // Throws the error for a missing target.
    if (target === undefined) return follow(document, raw, place);
    return { value: readAt(document, target), pointer: target };
  }

  function read(pointer: string, inherited: readonly string[] = []): Schema {
    const found = resolve(pointer);
    if (found.raw === true || found.raw === undefined) return table.any;
    const own = isRecord(found.raw) ? listHidden(found.raw, found.pointer) : [];
    const extra = inherited.filter((name) => !own.includes(name)).sort();
    const key = extra.length === 0 ? found.pointer : `${found.pointer}\n${extra.join('\n')}`;
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    const schema = table.create(side, found.pointer, {});
    known.set(key, schema);
    created.push(schema);
    const { raw } = found;
    if (isRecord(raw)) pending.push(() => fill(schema, raw, new Set([...own, ...extra])));
    else schema.types = raw === false ? 0 : anyType;
    return schema;
  }

  function fill(schema: Schema, raw: JsonObject, hidden: ReadonlySet<string>): void {
    const at = schema.pointer;
    const inherited = [...hidden];
    readTypes(schema, raw);
    for (const key of numbers) if (typeof raw[key] === 'number') schema[key] = raw[key];
    for (const key of texts) if (typeof raw[key] === 'string') schema[key] = raw[key];
    for (const key of single)
      if (isSchema(raw[key])) {
        if (key.startsWith('unevaluated')) table.hasUnevaluated = true;
        const isInPlace = key === 'not' || key === 'if' || key === 'then' || key === 'else';
        schema[key] = read(`${at}/${key}`, isInPlace ? inherited : []);
      }
    for (const key of lists) {
      const parts = toList(raw[key]);
      const names = key === 'prefixItems' ? [] : inherited;
      if (parts.length > 0)
        schema[key] = parts.map((_, index) => read(`${at}/${key}/${index}`, names));
    }
    // Before 2020-12, a list of `items` was what `prefixItems` is now.
    if (Array.isArray(raw['items']))
      schema.prefixItems = raw['items'].map((_, index) => read(`${at}/items/${index}`));
    for (const key of maps) {
      const parts = raw[key];
      if (!isRecord(parts)) continue;
      const names = Object.keys(parts).filter((name) => key !== 'properties' || !hidden.has(name));
      schema[key] = new Map(
        names.map((name) => [
          name,
          read(at + toPointer(key, name), key === 'dependentSchemas' ? inherited : []),
        ]),
      );
    }
    if (raw['uniqueItems'] === true) schema.uniqueItems = true;
    const required = toList(raw['required']).map(String);
    if (required.length > 0)
      schema.required = [...new Set(required)].filter((name) => !hidden.has(name));
    if (isRecord(raw['dependentRequired']))
      schema.dependentRequired = new Map(
        Object.entries(raw['dependentRequired']).map(([name, needed]) => [
          name,
          toList(needed)
            .map(String)
            .filter((each) => !hidden.has(each)),
        ]),
      );
    if ('const' in raw) schema.enum = [raw['const']];
    if (Array.isArray(raw['enum']))
      schema.enum =
        schema.enum?.filter((value) => toList(raw['enum']).includes(value)) ?? raw['enum'];
    if ('default' in raw) schema.default = { value: raw['default'] };
    if (isRecord(raw['xml'])) schema.xml = JSON.stringify(raw['xml']);
    const examples = [...toList(raw['examples']), ...('example' in raw ? [raw['example']] : [])];
    if (examples.length > 0) schema.examples = examples.slice(0, 8);
    if (typeof raw['$ref'] === 'string' && !isOld)
      schema.allOf = [...(schema.allOf ?? []), read(followOnce(raw, at).pointer, inherited)];
    readEncoding(schema, raw);
    readDiscriminator(schema, raw);
    readDynamic(schema, raw);
    readOldKeywords(schema, raw);
  }

  function readTypes(schema: Schema, raw: JsonObject): void {
    const given = typeof raw['type'] === 'string' ? [raw['type']] : toList(raw['type']);
    const named = given.map((name) => [name, typeBits.get(String(name))] as const);
    const unknown = named.filter(([, bit]) => bit === undefined).map(([name]) => name);
    if (unknown.length > 0) schema.opaque = `the type "${unknown.join('", "')}" does not exist`;
    else if (given.length > 0) schema.types = named.reduce((sum, [, bit]) => sum | (bit ?? 0), 0);
  }

  /** In OpenAPI 3.0, `byte` is what 3.1 calls an encoding, and `binary` does not restrict JSON. */
  function readEncoding(schema: Schema, raw: JsonObject): void {
    if (raw['contentEncoding'] === 'base64' || schema.format === 'base64') schema.format = 'byte';
    if (schema.format === 'binary') delete schema.format;
  }

  /** OpenAPI 3.0: `nullable`, and exclusive bounds as booleans, which some newer documents contain as well. */
  function readOldKeywords(schema: Schema, raw: JsonObject): void {
    for (const [flag, bound] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      if (raw[flag] !== true || schema[bound] === undefined) continue;
      schema[flag] = schema[bound];
      delete schema[bound];
    }
    if (raw['nullable'] !== true || !isOld) return;
    if (raw['type'] !== undefined) {
      schema.types |= bits.null;
      // Authors mean "or null", although 3.0.3 requires null in the enum as well.
      if (schema.enum !== undefined && !schema.enum.includes(null))
        schema.enum = [...schema.enum, null];
    }
    if (!wrappers.some((key) => key in raw)) return;
    const { id: _, side: from, pointer, ...keywords } = schema;
    const inner = table.create(from, pointer, keywords);
    created.push(inner);
    for (const key of Object.keys(keywords)) Reflect.deleteProperty(schema, key);
    const orNull = table.create(from, pointer, { types: bits.null });
    Object.assign(schema, { types: anyType, anyOf: [orNull, inner] });
    if (keywords.default !== undefined) schema.default = keywords.default;
  }

  /** Its meaning depends on the schemas around it. All schemas with the anchor are compared, but not what it selects. */
  function readDynamic(schema: Schema, raw: JsonObject): void {
    if (typeof raw['$dynamicRef'] !== 'string') return;
    const anchor = raw['$dynamicRef'].split('#')[1] ?? '';
    schema.opaque = '"$dynamicRef" is not compared';
    schema.dynamic = (references.dynamicAnchors.get(anchor) ?? []).map((pointer) => read(pointer));
  }

  function readDiscriminator(schema: Schema, raw: JsonObject): void {
    const { discriminator } = raw;
    if (!isRecord(discriminator) || typeof discriminator['propertyName'] !== 'string') return;
    const given = isRecord(discriminator['mapping']) ? discriminator['mapping'] : {};
    const mapping = Object.entries(given).flatMap(([value, target]): [string, Schema][] => {
      const reference = /[#/.]/.test(String(target))
        ? String(target)
        : `#/components/schemas/${String(target)}`;
      const place = references.resolve(reference, schema.pointer);
      return [[value, place === undefined ? table.never : read(place)]];
    });
    const parts = [...toList(raw['oneOf']), ...toList(raw['anyOf'])];
    const implied = parts.flatMap((part): [string, Schema][] => {
      const reference = isRecord(part) ? part['$ref'] : undefined;
      if (typeof reference !== 'string') return [];
      const place = references.resolve(reference, schema.pointer);
      const name = reference.split('/').at(-1);
      return place === undefined || name === undefined ? [] : [[name, read(place)]];
    });
    const mapped = mapping.map(([, target]) => target);
    schema.discriminator = {
      propertyName: discriminator['propertyName'],
      mapping: new Map([...mapping, ...implied.filter(([, target]) => !mapped.includes(target))]),
      implied: new Map(implied),
    };
  }

  /** Properties that are not sent in this direction, including those in a part of an `allOf`. */
  function listHidden(raw: JsonObject, pointer: string, depth = 0): string[] {
    if (depth > 8) return [];
    const flag = way === 'request' ? 'readOnly' : 'writeOnly';
    const own = isRecord(raw['properties']) ? Object.entries(raw['properties']) : [];
    return [
      ...own.flatMap(([name, property]) =>
        isRecord(property) &&
        (property[flag] === true || toTarget(property, pointer)[flag] === true)
          ? [name]
          : [],
      ),
      ...toList(raw['allOf']).flatMap((part) =>
        isRecord(part) ? listHidden(toTarget(part, pointer), pointer, depth + 1) : [],
      ),
    ];
  }

  function toTarget(raw: JsonObject, pointer: string): JsonObject {
    return typeof raw['$ref'] === 'string' ? follow(document, raw, pointer).value : raw;
  }

  /** Reads everything that was only referred to so far, then simplifies it, the innermost schemas first. */
  function settle(): void {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
    for (const schema of created.splice(0).reverse()) simplify(schema, table);
  }

  return {
    /** The schema at a place. Call `settle` before using it. */
    read: (pointer: string): Schema => read(pointer),
    settle,
  };
}

const typeBits = new Map<string, number>([...Object.entries(bits), ['number', numeric]]);
typeBits.delete('fraction');
const wrappers: readonly string[] = ['allOf', 'anyOf', 'oneOf'];
/** Keywords that affect the values of a schema. All others are annotations. */
const keywords: ReadonlySet<string> = new Set([
  ...[...single, ...lists, ...maps, ...numbers, ...texts],
  ...['$ref', '$dynamicRef', 'type', 'enum', 'const', 'uniqueItems', 'required', 'default', 'xml'],
  ...['dependentRequired', 'nullable', 'contentEncoding', 'discriminator'],
]);

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSchema(value: unknown): boolean {
  return isRecord(value) || typeof value === 'boolean';
}

/** Whether a schema has no keywords apart from these, and its types. */
function hasOnly(schema: Schema, ...names: string[]): boolean {
  return Object.keys(schema).every((key) => names.includes(key) || neutral.has(key));
}
const neutral: ReadonlySet<string> = new Set(['id', 'side', 'pointer', 'types', 'examples']);

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
  switch (typeof value) {
    case 'boolean':
      return bits.boolean;
    case 'number':
      return Number.isInteger(value) ? bits.integer : bits.fraction;
    case 'string':
      return bits.string;
    default:
      return bits.object;
  }
}

const numberFormats = new Set(['int32', 'int64', 'float', 'double']);

/** Removes keywords without effect, and gives equivalent spellings one form. */
function simplify(schema: Schema, { hasUnevaluated }: SchemaTable): void {
  for (const key of ['anyOf', 'oneOf'] as const) simplifyUnion(schema, key);
  simplifyConditions(schema, hasUnevaluated);
  simplifyEnum(schema);
  simplifyNumbers(schema);
  simplifyObject(schema, hasUnevaluated);
  const drop = (isUnused: boolean, ...keys: (keyof Schema)[]): void => {
    if (isUnused) for (const key of keys) Reflect.deleteProperty(schema, key);
  };
  const { types } = schema;
  drop(!hasUnevaluated && schema.items !== undefined && isAny(schema.items), 'items');
  drop(schema.contains === undefined, 'minContains', 'maxContains');
  drop(schema.minContains === 1, 'minContains');
  drop(schema.minContains === 0 && schema.maxContains === undefined, 'contains', 'minContains');
  drop(schema.minLength === 0, 'minLength');
  drop(schema.minItems === 0, 'minItems');
  drop((types & bits.string) === 0, 'minLength', 'maxLength', 'pattern');
  drop((types & numeric) === 0, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum');
  drop((types & numeric) === 0, 'multipleOf');
  drop(
    (types & bits.array) === 0,
    'items',
    'prefixItems',
    'contains',
    'minContains',
    'maxContains',
  );
  drop((types & bits.array) === 0, 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems');
  drop((types & bits.object) === 0, 'properties', 'patternProperties', 'additionalProperties');
  drop((types & bits.object) === 0, 'propertyNames', 'minProperties', 'maxProperties', 'required');
  drop((types & bits.object) === 0, 'dependentRequired', 'unevaluatedProperties');
  const { format = '' } = schema;
  drop((types & (numberFormats.has(format) ? numeric : bits.string)) === 0, 'format');
  const parts = schema.allOf?.filter((part) => !isAny(part));
  if (parts?.length === 0) delete schema.allOf;
  else if (parts !== undefined) schema.allOf = parts;
}

function simplifyUnion(schema: Schema, key: 'anyOf' | 'oneOf'): void {
  const parts = schema[key]?.filter((part) => !isNever(part));
  if (parts === undefined || parts.length === 0) return;
  const types = parts.reduce((sum, part) => sum | part.types, 0);
  const isDisjoint = parts.reduce((sum, part) => sum + part.types, 0) === types || key === 'anyOf';
  if (key === 'anyOf' && parts.some(isAny)) delete schema[key];
  else if (parts.length === 1) {
    schema.allOf = [...(schema.allOf ?? []), ...parts];
    delete schema[key];
  } else if (isDisjoint && parts.every((part) => hasOnly(part))) {
    schema.types &= types;
    delete schema[key];
  } else if (
    schema.enum === undefined &&
    parts.every((part) => hasOnly(part, 'enum') && (part.enum ?? part.types === bits.null))
  ) {
    schema.enum = parts.flatMap((part) => part.enum ?? [null]);
    delete schema[key];
  } else schema[key] = parts;
}

function simplifyConditions(schema: Schema, hasUnevaluated: boolean): void {
  const { not } = schema;
  const add = (...parts: (Schema | undefined)[]): void => {
    schema.allOf = [...(schema.allOf ?? []), ...parts.filter((part) => part !== undefined)];
  };
  if (!hasUnevaluated && not?.not !== undefined && not.types === anyType && hasOnly(not, 'not'))
    add(not.not);
  if (
    not !== undefined &&
    (isNever(not) || (!hasUnevaluated && schema.allOf?.includes(not.not ?? not) === true))
  )
    delete schema.not;
  const { if: condition, then: yes, else: no } = schema;
  const isAlways = condition !== undefined && isAny(condition);
  const isNeverTrue = condition !== undefined && isNever(condition);
  if (isAlways) add(yes);
  if (isNeverTrue) add(no);
  const isIdle = [yes, no].every((part) => part === undefined || isAny(part));
  if (condition === undefined || isAlways || isNeverTrue || isIdle)
    for (const key of ['if', 'then', 'else'] as const) delete schema[key];
  const dependent = [...(schema.dependentSchemas ?? [])].filter(([, part]) => !isAny(part));
  const certain = dependent.filter(([name]) => schema.required?.includes(name));
  if (certain.length > 0) add(...certain.map(([, part]) => part));
  const left = dependent.filter((entry) => !certain.includes(entry));
  if (left.length > 0) schema.dependentSchemas = new Map(left);
  else delete schema.dependentSchemas;
}

function simplifyEnum(schema: Schema): void {
  if (schema.enum === undefined) return;
  const values = schema.enum.filter((value) => (toBit(value) & schema.types) !== 0);
  schema.enum = values;
  schema.types &= values.reduce((sum: number, value) => sum | toBit(value), 0);
  // These types have no other values.
  if (schema.types === bits.null) delete schema.enum;
  else if (schema.types === bits.boolean && values.includes(true) && values.includes(false))
    delete schema.enum;
}

function simplifyNumbers(schema: Schema): void {
  if (schema.multipleOf === 1) schema.types &= ~bits.fraction;
  if ((schema.types & numeric) !== bits.integer) return;
  if (schema.multipleOf !== undefined && Number.isInteger(1 / schema.multipleOf))
    delete schema.multipleOf;
  const { exclusiveMinimum: above, exclusiveMaximum: below, minimum, maximum } = schema;
  const lower = [
    ...(above === undefined ? [] : [Math.floor(above) + 1]),
    ...(minimum === undefined ? [] : [Math.ceil(minimum)]),
  ];
  const upper = [
    ...(below === undefined ? [] : [Math.ceil(below) - 1]),
    ...(maximum === undefined ? [] : [Math.floor(maximum)]),
  ];
  if (lower.length > 0) schema.minimum = Math.max(...lower);
  if (upper.length > 0) schema.maximum = Math.min(...upper);
  delete schema.exclusiveMinimum;
  delete schema.exclusiveMaximum;
}

function simplifyObject(schema: Schema, hasUnevaluated: boolean): void {
  for (const key of ['additionalProperties', 'propertyNames', 'unevaluatedProperties'] as const) {
    const part = schema[key];
    if (!hasUnevaluated && part !== undefined && isAny(part)) delete schema[key];
  }
  const rest = schema.unevaluatedItems;
  if (!hasUnevaluated && rest !== undefined && isAny(rest)) delete schema.unevaluatedItems;
  const dependent = [...(schema.dependentRequired ?? [])];
  const certain = dependent.filter(([name]) => schema.required?.includes(name));
  if (certain.length > 0)
    schema.required = [
      ...new Set([...(schema.required ?? []), ...certain.flatMap(([, names]) => names)]),
    ];
  const left = dependent.filter((entry) => !certain.includes(entry) && entry[1].length > 0);
  if (left.length > 0) schema.dependentRequired = new Map(left);
  else delete schema.dependentRequired;
  if (schema.required?.length === 0) delete schema.required;
  if ((schema.minProperties ?? 0) <= (schema.required?.length ?? 0)) delete schema.minProperties;
  if (schema.patternProperties?.size === 0) delete schema.patternProperties;
}
