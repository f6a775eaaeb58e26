import { isObject, type JsonObject, readAt, readReferences, readToken, toPointer } from './json.ts';
import { createSchemaValidator, type Schema } from './schema-validator.ts';

/** The direction of a value. Requests contain no `readOnly` properties, responses no `writeOnly` ones. */
export type Way = 'request' | 'response';

/** A discriminator. Its mapping contains places in the document. */
export interface Discriminator extends JsonObject {
  propertyName: string;
  mapping: Record<string, string>;
  implied: Record<string, string>;
}

export type SchemaSet = ReturnType<typeof createSchemaSet>;

/** Keywords with one schema, with a list of schemas, and with schemas by name. */
export const single: readonly string[] = [
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'propertyNames',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
export const maps: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas'];
const asserted = new Set(
  [
    'type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum',
    'exclusiveMaximum multipleOf minItems maxItems uniqueItems minContains maxContains',
    'minProperties maxProperties required dependentRequired',
  ].flatMap((names) => names.split(' ')),
);

/** @throws Error if a schema is invalid, when it is first used */
export function createSchemaSet(document: JsonObject, way: Way) {
  const isOld = /^3\.0\./.test(String(document['openapi']));
  const pointers = new WeakMap<object, string>();
  const references = readReferences(document);
  /** Converted schemas by key, and the places that they come from. */
  const converted = new Map<string, Schema>();
  const targets = new Map<string, Target>();
  const validator = createSchemaValidator();

  /** Converts a schema once, and adds it to the validators with its place as the key. */
  function at(target: Target): Schema {
    const key = toKey(target);
    const known = converted.get(key);
    if (known !== undefined) return known;
    const raw = readAt(document, target.pointer);
    // A placeholder until its parts are converted, for schemas that contain themselves.
    converted.set(key, true);
    const schema = convert(raw, target.pointer, enter(target), new Set());
    converted.set(key, schema);
    validator.add(schema, key);
    return schema;
  }

  /** Finds the targets of `$dynamicRef`: the first part of the document on the path with the anchor. */
  function enter({ pointer, scope }: Target): Scope {
    const offered = references.listDynamicAnchors(pointer);
    const news = [...offered].filter(([name]) => !scope.has(name));
    return news.length === 0 ? scope : new Map([...scope, ...news]);
  }

  function toReference(
    reference: string,
    pointer: string,
    scope: Scope,
    isDynamic: boolean,
  ): string {
    const found = references.resolve(pointer, reference);
    if (found === undefined)
      throw new Error(`${pointer}: $ref "${reference}" does not exist in the document`);
    const anchor = reference.split('#')[1] ?? '';
    const isAnchored = isDynamic && references.listDynamicAnchors(found).get(anchor) === found;
    const target = { pointer: (isAnchored ? scope.get(anchor) : undefined) ?? found, scope };
    const key = toKey(target);
    if (!targets.has(key)) {
      targets.set(key, target);
      pending.push(target);
    }
    return key;
  }

  function convert(
    raw: unknown,
    pointer: string,
    scope: Scope,
    hidden: ReadonlySet<string>,
  ): Schema {
    if (!isObject(raw)) return raw !== false;
    const schema: JsonObject = {};
    pointers.set(schema, pointer);
    const { $ref, $dynamicRef } = raw;
    if (typeof $ref === 'string') {
      schema['$ref'] = toReference($ref, pointer, scope, false);
      if (isOld) return schema;
    }
    copyKeywords(raw, schema);
    const discriminator = readDiscriminator(raw, pointer);
    if (discriminator !== undefined) schema['discriminator'] = discriminator;
    const out = new Set([...hidden, ...listHidden(raw)]);
    convertParts(schema, raw, { pointer, scope }, out);
    dropRequired(schema, out);
    if (isOld) return toCurrent(schema, raw);
    if (typeof $dynamicRef !== 'string') return schema;
    const dynamic = { $ref: toReference($dynamicRef, pointer, scope, true) };
    pointers.set(dynamic, pointer);
    schema['allOf'] = [...(Array.isArray(schema['allOf']) ? schema['allOf'] : []), dynamic];
    return schema;
  }

  /** Converts the schemas within a schema, without properties that are not sent in this direction. */
  function convertParts(
    schema: JsonObject,
    raw: JsonObject,
    { pointer, scope }: Target,
    out: ReadonlySet<string>,
  ): void {
    const inner = (part: unknown, path: readonly (string | number)[], hidden = nothing): Schema =>
      convert(part, pointer + toPointer(path), scope, hidden);
    const toList = (key: string, parts: readonly unknown[]): Schema[] =>
      parts.map((part, index) => inner(part, [key, index], key === 'prefixItems' ? nothing : out));
    const toMap = (key: string, parts: JsonObject): JsonObject => {
      const dropped = key === 'properties' ? out : nothing;
      const kept = Object.entries(parts).filter(([name]) => !dropped.has(name));
      return Object.fromEntries(kept.map(([name, part]) => [name, inner(part, [key, name])]));
    };
    for (const key of single) if (key in raw) schema[key] = inner(raw[key], [key]);
    for (const key of lists) {
      const parts = raw[key];
      if (Array.isArray(parts)) schema[key] = toList(key, parts);
    }
    for (const key of maps) {
      const parts = raw[key];
      if (isObject(parts)) schema[key] = toMap(key, parts);
    }
  }

  /** Removes properties that are not sent from the required ones. */
  function dropRequired(schema: JsonObject, out: ReadonlySet<string>): void {
    if (!Array.isArray(schema['required'])) return;
    const required = schema['required'].filter((name) => !out.has(String(name)));
    if (required.length > 0) schema['required'] = required;
    else delete schema['required'];
  }

  /** The schema that each value selects. Schemas that are only selected by their names are `implied`. */
  function readDiscriminator(raw: JsonObject, pointer: string): Discriminator | undefined {
    const { discriminator } = raw;
    if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string')
      return undefined;
    const given = isObject(discriminator['mapping'])
      ? Object.entries(discriminator['mapping'])
      : [];
    const mapping = given.map(([value, target]): [string, string] => {
      const reference = /[#/.]/.test(String(target))
        ? String(target)
        : `#/components/schemas/${String(target)}`;
      return [value, references.resolve(pointer, reference) ?? reference];
    });
    const parts = [raw['oneOf'], raw['anyOf']].flatMap((list) => (Array.isArray(list) ? list : []));
    const implied = parts.flatMap((part): [string, string][] => {
      const reference: unknown = isObject(part) ? part['$ref'] : undefined;
      const place = typeof reference === 'string' && references.resolve(pointer, reference);
      return typeof place === 'string' ? [[readToken(place.split('/').at(-1) ?? ''), place]] : [];
    });
    return {
      propertyName: discriminator['propertyName'],
      mapping: Object.fromEntries(mapping),
      implied: Object.fromEntries(implied),
    };
  }

  /** Properties that are not sent in this direction, including those in a part of an `allOf`. */
  function listHidden(raw: JsonObject, depth = 0): string[] {
    if (depth > 8) return [];
    const flag = way === 'request' ? 'readOnly' : 'writeOnly';
    const own = isObject(raw['properties']) ? Object.entries(raw['properties']) : [];
    const parts = Array.isArray(raw['allOf']) ? raw['allOf'] : [];
    return [
      ...own.flatMap(([name, property]) => (isFlagged(property, flag) ? [name] : [])),
      ...parts.flatMap((part) => {
        const target = resolveRaw(part);
        return isObject(target) ? listHidden(target, depth + 1) : [];
      }),
    ];
  }

  function isFlagged(property: unknown, flag: string): boolean {
    if (!isObject(property)) return false;
    if (property[flag] === true) return true;
    const target = resolveRaw(property);
    return isObject(target) && target !== property && target[flag] === true;
  }

  function resolveRaw(value: unknown): unknown {
    let found = value;
    for (let hops = 0; hops < 16 && isObject(found) && typeof found['$ref'] === 'string'; hops += 1)
      found = readAt(document, references.resolve('', found['$ref']) ?? '/$ref');
    return found;
  }

  /** Converts OpenAPI 3.0 schemas: `nullable`, and exclusive bounds as booleans. */
  function toCurrent(schema: JsonObject, raw: JsonObject): JsonObject {
    for (const [flag, bound] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      const isExclusive = raw[flag];
      if (typeof isExclusive !== 'boolean') continue;
      delete schema[flag];
      if (!isExclusive || schema[bound] === undefined) continue;
      schema[flag] = schema[bound];
      delete schema[bound];
    }
    if (raw['nullable'] !== true) return schema;
    if (typeof schema['type'] === 'string') {
      schema['type'] = [schema['type'], 'null'];
      return schema;
    }
    const isWrapper = ['allOf', 'anyOf', 'oneOf'].some((key) => key in schema);
    if (!isWrapper) return schema;
    // Authors mean "or null", although 3.0.3 requires `type` next to it.
    const wrapped: JsonObject = { anyOf: [{ type: 'null' }, schema] };
    pointers.set(wrapped, pointers.get(schema) ?? '');
    return wrapped;
  }

  const scopes: string[] = [];
  function toKey({ pointer, scope }: Target): string {
    // Without `#`, which ajv would read as the start of a pointer.
    const key = keyPrefix + pointer.replaceAll('#', '%23');
    if (scope.size === 0) return key;
    const text = JSON.stringify([...scope].sort());
    if (!scopes.includes(text)) scopes.push(text);
    return `${key}~scope${scopes.indexOf(text)}`;
  }

  const pending: Target[] = [];
  const settle = (): void => {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) at(next);
  };

  return {
    /** The schema at a place of the document, or one for any text. Without a place, the schema allows everything. */
    at: (pointer: string | undefined): Schema => {
      if (pointer === anyText) return textSchema;
      const schema = pointer === undefined ? true : at({ pointer, scope: new Map() });
      settle();
      return schema;
    },
    follow: (reference: string): Schema => converted.get(reference) ?? true,
    /** The place of a schema of this set in the document. */
    findPointer: (schema: object) => pointers.get(schema),
    validate: validator.validate,
  };
}

function copyKeywords(raw: JsonObject, schema: JsonObject): void {
  for (const [key, value] of Object.entries(raw)) if (asserted.has(key)) schema[key] = value;
  // In OpenAPI 3.0, `byte` is what 3.1 calls an encoding, and `binary` does not restrict JSON.
  if (raw['contentEncoding'] === 'base64') schema['format'] ??= 'byte';
  if (schema['format'] === 'binary') delete schema['format'];
}

const keyPrefix = 'document:';
const nothing: ReadonlySet<string> = new Set();

/** Used instead of a pointer for bytes or text without a further description. */
export const anyText = '(text)';
const textSchema: Schema = { type: 'string' };

/** The target of each anchor for `$dynamicRef`. */
type Scope = ReadonlyMap<string, string>;

/** A schema of the document together with the targets of `$dynamicRef` that apply to it. */
interface Target {
  pointer: string;
  scope: Scope;
}
