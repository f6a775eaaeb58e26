import type { Pair } from './candidate-parts.ts';
import { isCutOff } from './candidates.ts';
import { compareDiscriminators, type SelectionDifference } from './compare-discriminators.ts';
import { createPairMemory, isEqual, normalise, schemaKeys } from './equal-schemas.ts';
import { findWitnesses, type SchemaWitness } from './find-witnesses.ts';
import { isObject, toStableText } from './json.ts';
import { type Schema, toRegExp } from './schema-validator.ts';
import type { SchemaSet } from './schemas.ts';
import { expandAll, type Shape, toSchema, toSchemaKey } from './shapes.ts';

export interface ValueDifference {
  refused: readonly SchemaWitness[];
  allowed: readonly SchemaWitness[];
  /** Properties that only one of the two documents describes. */
  described: readonly DescribedProperty[];
  /** Values for which the discriminators select different schemas. */
  selected: readonly SelectionDifference[];
  /** Changed keywords whose effect no generated value shows. */
  unproven: readonly { keyword: string; pointer: string }[];
}

interface DescribedProperty {
  by: 'source' | 'target';
  /** The path to the property in the value, as a JSON Pointer; `*` matches any index. */
  path: string;
  name: string;
  /** The place of the property in the document that describes it. */
  pointer: string | undefined;
}

/** Keywords whose effect a generated value cannot always show. */
const opaque = [
  'pattern',
  'format',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'contains',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'multipleOf',
];

export function compareValues(
  pair: Pair,
  sourcePointer: string | undefined,
  targetPointer: string | undefined,
  known: readonly unknown[],
): ValueDifference | undefined {
  const source = pair.source.at(sourcePointer);
  const target = pair.target.at(targetPointer);
  const key = toSharedKey(pair, source, target);
  if (key === undefined) return compareAnew(pair, source, target, targetPointer, known);
  const shared = rememberDifferences(pair);
  if (!shared.has(key)) shared.set(key, compareAnew(pair, source, target, targetPointer, known));
  return shared.get(key);
}

/** Cached results for schemas that several operations share. */
const rememberDifferences = createPairMemory(() => new Map<string, ValueDifference | undefined>());

/** Undefined for a schema without a reference, because the results contain its place. */
function toSharedKey({ fromText }: Pair, a: Schema, b: Schema): string | undefined {
  const isReference = [a, b].every(
    (schema) => isObject(schema) && '$ref' in schema && Object.keys(schema).length === 1,
  );
  const [ours, theirs] = [toSchemaKey(a), toSchemaKey(b)];
  const isList = isObject(a) && isObject(a['items']) && '$ref' in a['items'] && ours === theirs;
  return isReference || isList ? `${fromText} ${ours} ${theirs}` : undefined;
}

function compareAnew(
  pair: Pair,
  source: Schema,
  target: Schema,
  targetPointer: string | undefined,
  known: readonly unknown[],
): ValueDifference | undefined {
  if (isEqual(pair, source, target)) return undefined;
  const refused = findWitnesses(pair, source, target, known);
  const back: Pair = { source: pair.target, target: pair.source, fromText: pair.fromText };
  const allowed = findWitnesses(back, target, source, known);
  const proven = [...refused, ...allowed].map(({ keyword }) => keyword);
  const isMissed = proven.length === 0 && (isCutOff(pair) || isCutOff(back));
  const missed = isMissed ? [{ keyword: 'properties', pointer: targetPointer ?? '' }] : [];
  return {
    refused,
    allowed,
    described: listDescribed(pair, [source], [target]),
    selected: compareDiscriminators(pair, source, target),
    unproven: [...missed, ...listOpaque(pair, source, target, targetPointer ?? '')].filter(
      ({ keyword }) => refused.length === 0 && !proven.includes(keyword),
    ),
  };
}

/** Places at which an opaque keyword differs. */
function listOpaque(
  pair: Pair,
  a: Schema,
  b: Schema,
  pointer: string,
  depth = 0,
): { keyword: string; pointer: string }[] {
  const [ours, theirs] = [normalise(pair.source, a), normalise(pair.target, b)];
  if (depth > 6 || !isObject(ours) || !isObject(theirs)) return [];
  const place = pair.target.findPointer(b === true || b === false ? {} : b) ?? pointer;
  const changed = opaque
    .filter((keyword) => {
      if (!(keyword in theirs)) return false;
      if (!schemaKeys.has(keyword))
        return toStableText(ours[keyword]) !== toStableText(theirs[keyword]);
      return (
        !(keyword in ours) ||
        !isEqual(pair, toSchema(ours[keyword]) ?? true, toSchema(theirs[keyword]) ?? true)
      );
    })
    .map((keyword) => ({ keyword, pointer: `${place}/${keyword}` }));
  const inner = (x: unknown, y: unknown, at: string): { keyword: string; pointer: string }[] =>
    x === undefined || y === undefined
      ? []
      : listOpaque(pair, toSchema(x) ?? true, toSchema(y) ?? true, at, depth + 1);
  const [p, q] = [ours['properties'], theirs['properties']];
  const properties =
    isObject(p) && isObject(q)
      ? Object.keys(q).flatMap((name) => inner(p[name], q[name], `${place}/properties/${name}`))
      : [];
  return [...changed, ...properties, ...inner(ours['items'], theirs['items'], `${place}/items`)];
}

/** Properties that only one of two schemas describes, at any depth. */
function listDescribed(
  pair: Pair,
  source: readonly Schema[],
  target: readonly Schema[],
  path = '',
  depth = 0,
): DescribedProperty[] {
  if (depth > 8) return [];
  const ours = expandAll(pair.source, source);
  const theirs = expandAll(pair.target, target);
  if (ours.length === 0 || theirs.length === 0) return [];
  const [ourNames, theirNames] = [listNames(ours), listNames(theirs)];
  const listOneSided = (
    by: 'source' | 'target',
    names: readonly string[],
    others: readonly string[],
    shapes: readonly Shape[],
    otherShapes: readonly Shape[],
    set: SchemaSet,
  ): DescribedProperty[] =>
    names
      .filter((name) => !others.includes(name) && !isDescribedOtherwise(otherShapes, name))
      .map((name) => ({
        by,
        path: `${path}/${name}`,
        name,
        pointer: findPlace(
          set,
          shapes.flatMap(({ properties }) => properties.get(name) ?? []),
        ),
      }));
  const found = [
    ...listOneSided('source', ourNames, theirNames, ours, theirs, pair.source),
    ...listOneSided('target', theirNames, ourNames, theirs, ours, pair.target),
  ];
  const ourPatterns = listPatterns(ours);
  for (const pattern of listPatterns(theirs))
    if (!ourPatterns.includes(pattern))
      found.push({
        by: 'target',
        path: `${path}/(${pattern})`,
        name: pattern,
        pointer: findPlace(
          pair.target,
          theirs.flatMap(({ patterned }) =>
            patterned.flatMap(([each, schema]) => (each === pattern ? [schema] : [])),
          ),
        ),
      });
  for (const name of ourNames) {
    if (!theirNames.includes(name)) continue;
    found.push(
      ...listDescribed(
        pair,
        toUnion(ours, name),
        toUnion(theirs, name),
        `${path}/${name}`,
        depth + 1,
      ),
    );
  }
  const [ourItems, theirItems] = [toItems(ours), toItems(theirs)];
  if (ourItems.length > 0 && theirItems.length > 0)
    found.push(...listDescribed(pair, ourItems, theirItems, `${path}/*`, depth + 1));
  return found;
}

function listNames(shapes: readonly Shape[]): string[] {
  return [
    ...new Set(
      shapes.flatMap(({ properties }) =>
        [...properties].flatMap(([name, schemas]) => (schemas.includes(false) ? [] : [name])),
      ),
    ),
  ];
}

function listPatterns(shapes: readonly Shape[]): string[] {
  const described = shapes.flatMap(({ patterned }) =>
    patterned.flatMap(([pattern, schema]) => (schema === false ? [] : [pattern])),
  );
  return [...new Set(described)];
}

/** Whether a pattern, or a schema for all other properties, describes a property. */
function isDescribedOtherwise(shapes: readonly Shape[], name: string): boolean {
  return shapes.some(
    ({ additional, patterned }) =>
      patterned.some(([pattern]) => toRegExp(pattern).test(name)) ||
      additional.some((schema) => isObject(schema) && Object.keys(schema).length > 0),
  );
}

/** The place of the first of these schemas that is in the document. */
function findPlace(set: SchemaSet, schemas: readonly Schema[]): string | undefined {
  return schemas
    .map((schema) => (isObject(schema) ? set.findPointer(schema) : undefined))
    .find((place) => place !== undefined);
}

function toUnion(shapes: readonly Shape[], name: string): readonly Schema[] {
  return toAny(shapes.map(({ properties }) => properties.get(name) ?? []));
}

function toItems(shapes: readonly Shape[]): readonly Schema[] {
  return toAny(shapes.map(({ items }) => items));
}

/** Combines alternatives, each of which may consist of several schemas. */
function toAny(ways: readonly (readonly Schema[])[]): readonly Schema[] {
  const some = ways.filter((schemas) => schemas.length > 0);
  const [first] = some;
  if (first === undefined) return [];
  const parts = some.map((schemas) =>
    schemas.length === 1 ? (schemas[0] ?? true) : { allOf: [...schemas] },
  );
  const different = [...new Map(parts.map((part) => [toStableText(part), part])).values()];
  return different.length === 1 ? first : [{ anyOf: different }];
}
