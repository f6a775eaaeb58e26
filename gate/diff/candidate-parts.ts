import { type JsonObject, unique } from './json.ts';
import { type Schema, toRegExp } from './schema-validator.ts';
import type { SchemaSet } from './schemas.ts';
import { collectBounds, type Shape, toSchemaKey } from './shapes.ts';
import { listTexts } from './texts.ts';

/** Two documents: values are generated from one, and the other may refuse them. */
export interface Pair {
  source: SchemaSet;
  target: SchemaSet;
  /** Whether values are sent as text, as in a query. */
  fromText: boolean;
}

/** The schemas that apply at one place in each document, and the example values for it. */
export interface Spot {
  source: readonly Schema[];
  target: readonly Schema[];
  known: readonly unknown[];
  depth: number;
}

/** Deeper values are cut off where both documents are equal; at a greater depth, they are always cut off. */
const depthLimits = { same: 7, changed: 40 };

export function isTooDeep({ depth }: Spot, { isSame }: Hints): boolean {
  return depth >= (isSame ? depthLimits.same : depthLimits.changed);
}

/** Number of values in a value. Parts that occur several times are counted each time, but visited only once. */
export function countParts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const known = counts.get(value);
  if (known !== undefined) return known;
  const count = Object.values(value).reduce<number>((sum, part) => sum + countParts(part), 1);
  counts.set(value, count);
  return count;
}

const counts = new WeakMap<object, number>();

/** The definitions of one place in both documents. */
export interface Hints {
  ours: readonly Shape[];
  theirs: readonly Shape[];
  /** Both combined. */
  readonly all: readonly Shape[];
  isSame: boolean;
}

/** Interleaves lists. A limit then shortens every list instead of dropping the last ones. */
export function takeTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lists.flatMap((list) => (index < list.length ? list.slice(index, index + 1) : [])),
  );
}

export function listNumbers(hints: readonly Shape[]): number[] {
  const bounds = collectBounds(hints, [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ]);
  const multiples = hints.flatMap((hint) => hint.multiples);
  const given = hints
    .flatMap((hint) => hint.values ?? [])
    .filter((value) => typeof value === 'number');
  const near = [...bounds, ...given].flatMap((bound) => [
    bound,
    bound + 1,
    bound - 1,
    bound + 0.5,
    bound - 0.5,
    bound + 0.001,
  ]);
  const stepped = multiples.flatMap((step) => [
    ...[step, 2 * step, 3 * step, -step, step / 2, step + 1],
    ...bounds.flatMap((bound) => [
      Math.ceil(bound / step) * step,
      Math.floor(bound / step) * step,
      (Math.floor(bound / step) + 1) * step,
      (Math.ceil(bound / step) - 1) * step,
    ]),
  ]);
  const wide = [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 1e20, -1e20];
  return [1, 0, ...near, ...stepped, 2, -1, 5, 10, 100, 1000, 0.5, 1.5, 1.25, ...wide].filter(
    Number.isFinite,
  );
}

/** Creates that many different texts or numbers. */
function toCounted(length: number, items: readonly unknown[]): unknown[] {
  const text = items.find((item) => typeof item === 'string');
  const isText = typeof text === 'string';
  return Array.from({ length }, (_, index) => (isText ? `${text}${index}` : index));
}

/** Objects whose number of properties is at a bound, one below it, and one above it. */
export function listCounted(
  least: object,
  optional: object,
  hints: Hints,
  [extraName, extraValue]: readonly [string?, unknown?] = [],
): object[] {
  const bounds = collectBounds(hints.all, ['minProperties', 'maxProperties']);
  const counts = bounds.flatMap((count) => [count - 1, count, count + 1]);
  return counts
    .filter((count) => count >= 0 && count <= 500)
    .map((count) => {
      const missing = Math.max(0, count - Object.keys(least).length);
      const some = Object.entries(optional).slice(0, missing);
      const object: JsonObject = { ...least, ...Object.fromEntries(some) };
      for (let index = 0; extraName !== undefined && Object.keys(object).length < count; index += 1)
        object[`${extraName}${index}`] = extraValue;
      return object;
    });
}

/** Combinations for properties that depend on each other: pairs of optional ones, and pairs of values if there are few. */
export function listPairs(
  least: object,
  full: object,
  optional: readonly string[],
  choices: ReadonlyMap<string, readonly unknown[]>,
): object[] {
  const some = optional.slice(0, 10);
  const few = [...choices]
    .map(([name, values]) => [name, values.slice(0, 12)] as const)
    .slice(0, 8);
  const both = some.flatMap((a) =>
    some
      .filter((b) => a < b)
      .map((b) => ({ ...least, [a]: choices.get(a)?.[0], [b]: choices.get(b)?.[0] })),
  );
  return [
    ...both,
    ...few.flatMap(([a, values]) => [
      ...few
        .filter(([b]) => a < b)
        .flatMap(([b, others]) =>
          values
            .slice(0, 6)
            .flatMap((x) => others.slice(0, 6).map((y) => ({ ...least, [a]: x, [b]: y }))),
        ),
      ...values.map((x) => ({ ...full, [a]: x })),
      ...values.flatMap((x) =>
        some.filter((b) => b !== a).map((b) => without({ ...full, [a]: x }, b)),
      ),
    ]),
  ];
}

/** Every schema that applies to a property of an object of this shape. */
export function sourceOf(shape: Shape, name: string): readonly Schema[] {
  const own = shape.properties.get(name) ?? [];
  const patterned = shape.patterned
    .filter(([pattern]) => toRegExp(pattern).test(name))
    .map(([, schema]) => schema);
  const all = [...own, ...patterned];
  return all.length > 0 ? all : shape.additional.length > 0 ? shape.additional : [true];
}

export function collectProperty(hints: readonly Shape[], name: string): readonly Schema[] {
  const own = hints.flatMap((hint) => hint.properties.get(name) ?? []);
  return own.length > 0 ? own : hints.flatMap((hint) => hint.additional);
}

/** The definition of a place in the other document, and the alternatives in this document. */
export function toHint(
  source: readonly Schema[],
  theirs: readonly Schema[],
  ours: readonly Schema[],
): readonly Schema[] {
  const own = new Set(source.map(toSchemaKey));
  return toOne([...theirs, ...ours.filter((schema) => !own.has(toSchemaKey(schema)))]);
}

/** The schemas of all ways to satisfy the other document. Any of them can suggest values. */
export function toOne(schemas: readonly Schema[]): readonly Schema[] {
  const some = unique(schemas, toSchemaKey).slice(0, 12);
  return some.length > 1 ? [{ anyOf: some }] : some;
}

export function without(object: object, name: string): object {
  const { [name]: _, ...rest } = { ...object } as Record<string, unknown>;
  return rest;
}

/**
 * Creates a function that lists arrays of a shape: each length that either document mentions and its neighbours, and each
 * candidate of an item in its place.
 * @param generate lists the candidates of an item
 */
export const createArrayLister =
  (generate: (pair: Pair, spot: Spot) => unknown[]) =>
  (pair: Pair, spot: Spot, shape: Shape, hints: Hints): unknown[][] => {
    const { depth } = spot;
    if (isTooDeep(spot, hints)) return [[]];
    const knownArrays = spot.known.filter(Array.isArray);
    const toItems = (shapes: readonly Shape[]): readonly Schema[] =>
      shapes.flatMap(({ items, prefix, contains }) => [...items, ...prefix.flat(), ...contains]);
    const items = generate(pair, {
      source: shape.items.length > 0 ? shape.items : [true],
      target: toHint(shape.items, toItems(hints.theirs), toItems(hints.ours)),
      known: knownArrays.flat(),
      depth: depth + 1,
    });
    const prefixes = shape.prefix.map((schemas, index) =>
      generate(pair, {
        source: schemas,
        target: toOne(hints.theirs.flatMap((hint) => hint.prefix[index] ?? hint.items)),
        known: knownArrays.map((array) => array[index]),
        depth: depth + 1,
      }),
    );
    const needed = shape.contains.flatMap((schema) =>
      generate(pair, { source: [schema], target: [], known: [], depth: depth + 1 }).slice(0, 3),
    );
    const counted = hints.theirs
      .flatMap(({ contains }) => contains)
      .slice(0, 4)
      .flatMap((schema) =>
        items
          .filter((item) => pair.target.validate(schema, item, pair.fromText).length === 0)
          .slice(0, 2),
      );
    const contained = [...needed, ...counted];
    const base = prefixes.map((values) => values[0]);
    const [first] = items;
    const lengths = collectBounds(hints.all, ['minItems', 'maxItems', 'minContains', 'maxContains'])
      .flatMap((length) => [length, length - 1, length + 1])
      .filter((length) => length >= 0 && length <= 2000);
    const distinct = items.length > 1 ? items : [first];
    const fill = (length: number, from: readonly unknown[]): unknown[] =>
      Array.from({ length }, (_, index) => from[index % from.length]);
    const plain: unknown[][] = [
      [],
      base,
      ...contained.flatMap((value) => [
        [...base, value],
        [...base, value, value],
      ]),
      ...prefixes.flatMap((values, index) =>
        values.map((value) => base.map((each, at) => (at === index ? value : each))),
      ),
      ...prefixes.map((_, index) => base.slice(0, index)),
    ];
    if (items.length === 0) return plain;
    if (hints.isSame) return [...knownArrays, [...base, first], ...plain];
    return [
      ...knownArrays,
      ...plain,
      [...base, first],
      ...items.map((item) => [...base, item]),
      ...contained.flatMap((value) => items.slice(0, 20).map((item) => [...base, value, item])),
      [first, first],
      [...base, first, first],
      items.slice(0, 2),
      items.slice(0, 3),
      ...lengths.flatMap((length) => [
        fill(length, distinct),
        fill(length, [first]),
        ...contained.map((value) => fill(length, [value])),
        toCounted(length, items),
      ]),
    ];
  };

/** Sorts values of a property. Those that some alternative of the other document refuses come first. */
export function putLinesFirst(
  { target, fromText }: Pair,
  theirs: readonly Shape[],
  name: string,
  values: readonly unknown[],
): readonly unknown[] {
  const schemas = unique(collectProperty(theirs, name), toSchemaKey).slice(0, 4);
  const refused = values
    .slice(0, 60)
    .filter((value) =>
      schemas.some((schema) => target.validate(schema, value, fromText).length > 0),
    );
  return [...new Set([...values.slice(0, 3), ...refused.slice(0, 3), ...values])];
}

/** Properties that the other document forbids by name or pattern: they were allowed before and no longer are. */
export function listForbidden(theirs: readonly Shape[]): [name: string, value: unknown][] {
  const names = theirs.flatMap(({ properties, patterned }) => [
    ...[...properties].flatMap(([name, schemas]) => (schemas.includes(false) ? [name] : [])),
    ...patterned.flatMap(([pattern, schema]) => (schema === false ? listMatching(pattern) : [])),
  ]);
  return names.map((name) => [name, 'text']);
}

function listMatching(pattern: string): string[] {
  const texts = listTexts({ known: [], formats: [], lengths: [], patterns: [pattern] });
  return texts.slice(0, 40).filter((text) => toRegExp(pattern).test(text));
}
