import { isObject, type JsonObject, toStableText } from './json.ts';
import type { Schema } from './schema-validator.ts';
import { maps, type SchemaSet, single } from './schemas.ts';
import { toSchema } from './shapes.ts';

interface SchemaPair {
  source: SchemaSet;
  target: SchemaSet;
}

/** Known results for pairs of references. Kept for each pair of documents, because operations share most of their parts. */
interface Equality {
  known: Map<string, boolean>;
  /** Pairs that were assumed or found to be equal, in order. */
  trail: string[];
}

/** Keeps a value for each pair of documents, as long as both exist. */
export function createPairMemory<Value extends object>(
  create: () => Value,
): (pair: SchemaPair) => Value {
  const known = new WeakMap<SchemaSet, WeakMap<SchemaSet, Value>>();
  return ({ source, target }) => {
    const own = known.get(source) ?? new WeakMap<SchemaSet, Value>();
    known.set(source, own);
    const value = own.get(target) ?? create();
    own.set(target, value);
    return value;
  };
}

const rememberEquality = createPairMemory<Equality>(() => ({ known: new Map(), trail: [] }));

/** Whether two schemas are equal in every part, regardless of how references split them. Schemas may contain themselves. */
export function isEqual(pair: SchemaPair, a: Schema, b: Schema): boolean {
  const isReferences = isObject(a) && isObject(b) && '$ref' in a && '$ref' in b;
  if (!isReferences) return isEqualInside(pair, a, b);
  const { known, trail } = rememberEquality(pair);
  const key = toStableText([a, b]);
  const before = known.get(key);
  if (before !== undefined) return before;
  // Assume equality until a difference is found, so that comparing recursive schemas ends.
  known.set(key, true);
  const start = trail.push(key) - 1;
  const isSame = isEqualInside(pair, a, b);
  if (!isSame) {
    // Results that were found in the meantime may depend on this assumption.
    for (const each of trail.splice(start)) known.delete(each);
    known.set(key, false);
  }
  return isSame;
}

function isEqualInside(pair: SchemaPair, a: Schema, b: Schema): boolean {
  const [left, right] = [normalise(pair.source, a), normalise(pair.target, b)];
  if (!isObject(left) || !isObject(right)) return left === right;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  const inner = (x: unknown, y: unknown): boolean =>
    x !== undefined && y !== undefined && isEqual(pair, toSchema(x) ?? true, toSchema(y) ?? true);
  return keys.every((key) => {
    if (!(key in right)) return false;
    const [x, y] = [left[key], right[key]];
    if (schemaKeys.has(key)) return inner(x, y);
    if (unions.includes(key)) return isEqualSet(toList(x), toList(y), inner);
    if (key === 'prefixItems')
      return (
        toList(x).length === toList(y).length &&
        toList(x).every((each, index) => inner(each, toList(y)[index]))
      );
    if (maps.includes(key) && isObject(x) && isObject(y)) {
      const names = Object.keys(x);
      return (
        names.length === Object.keys(y).length && names.every((name) => inner(x[name], y[name]))
      );
    }
    return toStableText(x) === toStableText(y);
  });
}

/** Whether each has an equal counterpart, in any order. */
function isEqualSet(
  left: readonly unknown[],
  right: readonly unknown[],
  isSame: (x: unknown, y: unknown) => boolean,
): boolean {
  if (left.length !== right.length) return false;
  const rest = [...right];
  return left.every((x, index) => {
    const found = isSame(x, rest[index])
      ? index
      : rest.findIndex((y) => y !== undefined && isSame(x, y));
    if (found === -1 || rest[found] === undefined) return false;
    rest[found] = undefined;
    return true;
  });
}

export const schemaKeys: ReadonlySet<string> = new Set(single);
const unions = ['allOf', 'anyOf', 'oneOf'];

/** The outermost layer of a schema in a normal form: references are resolved, and keywords without effect are omitted. */
export function normalise(set: SchemaSet, schema: Schema, hops = 0): Schema {
  if (!isObject(schema) || hops > 24) return schema;
  const known = normalised.get(schema) ?? normaliseAnew(set, schema, hops);
  // The cache is valid for a schema of one set, and a schema belongs to only one set.
  if (hops === 0) normalised.set(schema, known);
  return known;
}

const normalised = new WeakMap<object, Schema>();

function normaliseAnew(set: SchemaSet, schema: JsonObject, hops: number): Schema {
  const { $ref, ...rest } = schema;
  if (typeof $ref === 'string') {
    const target = set.follow($ref);
    if (Object.keys(rest).length === 0) return normalise(set, target, hops + 1);
    return normalise(set, { ...rest, allOf: [...toList(rest['allOf']), target] }, hops + 1);
  }
  const only = unwrapUnion(set, rest, hops);
  if (only !== undefined) return only;
  const flat: Record<string, unknown> = { ...rest };
  joinConstants(set, flat, hops);
  sortLists(flat);
  dropIdle(flat);
  return flat;
}

/** Replaces a union of one schema by that schema, if no keyword occurs in both. */
function unwrapUnion(set: SchemaSet, schema: JsonObject, hops: number): Schema | undefined {
  for (const key of unions) {
    const parts = toList(schema[key]);
    if (parts.length !== 1) continue;
    const only = normalise(set, toSchema(parts[0]) ?? true, hops + 1);
    const { [key]: _, ...others } = schema;
    if (only === true) return normalise(set, others, hops + 1);
    if (isObject(only) && Object.keys(others).every((name) => !(name in only)))
      return normalise(set, { ...others, ...only }, hops + 1);
  }
  return undefined;
}

/** Converts a choice between constants to an enum. */
function joinConstants(set: SchemaSet, flat: Record<string, unknown>, hops: number): void {
  const choices = toList(flat['oneOf'] ?? flat['anyOf']).map((part) =>
    normalise(set, toSchema(part) ?? true, hops + 1),
  );
  const constants = choices.flatMap((part) =>
    isObject(part) && 'const' in part ? [part['const']] : [],
  );
  if (choices.length < 2 || constants.length !== choices.length || 'enum' in flat) return;
  if ('oneOf' in flat && 'anyOf' in flat) return;
  delete flat['oneOf'];
  delete flat['anyOf'];
  flat['enum'] = constants;
}

/** Sorts lists whose order does not matter, and unwraps lists with one item. */
function sortLists(flat: Record<string, unknown>): void {
  for (const key of ['required', 'enum', 'type'])
    if (Array.isArray(flat[key])) flat[key] = flat[key].toSorted(byText);
  const { type, enum: values } = flat;
  if (Array.isArray(type) && type.length === 1) flat['type'] = type[0];
  if (!Array.isArray(values) || values.length !== 1) return;
  flat['const'] = values[0];
  delete flat['enum'];
}

const idle: Readonly<Record<string, unknown>> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
};

/** Removes keywords without effect. */
function dropIdle(flat: Record<string, unknown>): void {
  const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
  for (const key of ['additionalProperties', 'unevaluatedProperties', 'items', 'properties'])
    if (flat[key] === true || isEmpty(flat[key])) delete flat[key];
  if (toList(flat['required']).length === 0) delete flat['required'];
  for (const [key, value] of Object.entries(idle)) if (flat[key] === value) delete flat[key];
  // The values determine the type.
  const values = 'const' in flat ? [flat['const']] : toList(flat['enum']);
  const areTexts = values.length > 0 && values.every((value) => typeof value === 'string');
  if (areTexts && flat['type'] === 'string') delete flat['type'];
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function byText(a: unknown, b: unknown): number {
  const [left, right] = [toStableText(a), toStableText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
