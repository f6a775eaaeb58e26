import { isEqual } from './equal-schemas.ts';
import { isObject, type JsonObject, unique } from './json.ts';
import { toRegExp } from './patterns.ts';
import type { Schema, SchemaSet } from './schemas.ts';
import { expandAll, type Shape, toSchemaKey } from './shapes.ts';
import { listTexts } from './texts.ts';

/** Two documents, one whose values are made, and one that may refuse them. */
export interface Pair {
  source: SchemaSet;
  target: SchemaSet;
  /** Whether values come as text, as in a query. */
  fromText: boolean;
}

/** Schemas that hold for one place in each document, and values that examples show there. */
interface Spot {
  source: readonly Schema[];
  target: readonly Schema[];
  known: readonly unknown[];
  depth: number;
}

const nothingKnown = { known: [], formats: [], lengths: [] };
const allTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const depthLimit = 7;
const mostValues = 600;
const mostTried = 4000;
const mostEffort = 60_000;
/** A name that no document mentions. */
const unlisted = 'unlistedProperty';

/**
 * Values that the source allows, chosen where either document draws a line: each bound and its neighbours, each value of
 * an enum, each property left out, alone, or beside one other.
 * @param known values that examples show, which come first
 */
export function listCandidates(
  pair: Pair,
  source: Schema,
  target: Schema,
  known: readonly unknown[],
): unknown[] {
  return generate(pair, { source: [source], target: [target], known, depth: 0 });
}

function generate(pair: Pair, spot: Spot): unknown[] {
  const memory = remember(pair);
  const key = [spot.source, spot.target]
    .map((schemas) => schemas.map(toSchemaKey).join())
    .concat(JSON.stringify(spot.known))
    .join(' ');
  const known = memory.values.get(key);
  if (known !== undefined) return known;
  // A schema that contains itself finds nothing there, and leaves out what it can.
  memory.values.set(key, []);
  const values = generateAnew(pair, spot, memory);
  memory.values.set(key, values);
  return values;
}

function generateAnew(pair: Pair, spot: Spot, memory: Memory): unknown[] {
  const shapes = expandAll(pair.source, spot.source);
  const ours = [...shapes, ...expandNots(pair.source, shapes)];
  const theirs = expandAll(pair.target, spot.target);
  const hints: Hints = {
    ours,
    theirs: [
      ...theirs,
      ...expandNots(pair.target, theirs),
      ...expandEach(pair.target, spot.target),
    ],
    isSame: isUnchanged(pair, spot),
    get all() {
      return [...this.ours, ...this.theirs];
    },
  };
  const made = shapes.map((shape) => [
    ...(shape.values ?? []),
    ...[...(shape.types ?? allTypes)].flatMap(
      (type) => byType[type]?.(pair, spot, shape, hints) ?? [],
    ),
  ]);
  const values: unknown[] = [...spot.known, ...takeTurns(made)];
  const most = hints.isSame ? 4 : mostValues;
  const allowed: unknown[] = [];
  const tried = new Set<string>();
  for (const value of values.slice(0, mostTried)) {
    if (allowed.length >= most || memory.effort <= 0) break;
    const text = JSON.stringify(value) ?? '';
    if (tried.has(text)) continue;
    tried.add(text);
    memory.effort -= 1;
    if (isAllowed(pair, spot.source, value)) allowed.push(value);
  }
  return allowed;
}

/** The first of each, then the second of each: what is cut off is more of the same. */
function takeTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lists.flatMap((list) => (index < list.length ? list.slice(index, index + 1) : [])),
  );
}

/** Where both documents say the same, a few values are enough: no line runs through them. */
function isUnchanged(pair: Pair, { source, target }: Spot): boolean {
  const [[ours], [theirs]] = [source, target];
  if (source.length !== 1 || target.length !== 1) return false;
  return ours !== undefined && theirs !== undefined && isEqual(pair, ours, theirs);
}

interface Hints {
  ours: readonly Shape[];
  theirs: readonly Shape[];
  /** Both together. */
  readonly all: readonly Shape[];
  isSame: boolean;
}

/** What was found for a pair, and how many values may still be tried: a bound that is the same on every machine. */
interface Memory {
  values: Map<string, unknown[]>;
  effort: number;
}

const memories = new WeakMap<Pair, Memory>();

function remember(pair: Pair): Memory {
  const found = memories.get(pair) ?? { values: new Map(), effort: mostEffort };
  memories.set(pair, found);
  return found;
}

function isAllowed(
  { source, fromText }: Pair,
  schemas: readonly Schema[],
  value: unknown,
): boolean {
  return schemas.every((schema) => source.validate(schema, value, fromText).length === 0);
}

function expandNots(set: SchemaSet, shapes: readonly Shape[]): readonly Shape[] {
  return shapes
    .flatMap(({ nots }) => nots.slice(0, 4))
    .slice(0, 12)
    .flatMap((schema) => expandAll(set, [schema]));
}

/** Also the ways that contradict the others: a type that was there gives hints though nothing can satisfy both. */
function expandEach(set: SchemaSet, schemas: readonly Schema[]): readonly Shape[] {
  return schemas.length > 1 ? schemas.flatMap((schema) => expandAll(set, [schema])) : [];
}

type Generator = (pair: Pair, spot: Spot, shape: Shape, hints: Hints) => unknown[];

const byType: Readonly<Record<string, Generator>> = {
  null: () => [null],
  boolean: () => [true, false],
  integer: (_, __, ___, hints) => listNumbers(hints.all).filter(Number.isInteger),
  number: (_, __, ___, hints) => listNumbers(hints.all),
  string: (_, { known }, __, hints) => listStrings(known, hints.all),
  array: listArrays,
  object: listObjects,
};

function listNumbers(hints: readonly Shape[]): number[] {
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

function listStrings(known: readonly unknown[], hints: readonly Shape[]): string[] {
  const given = hints
    .flatMap((hint) => hint.values ?? [])
    .filter((value) => typeof value === 'string');
  return [
    ...given,
    ...listTexts({
      known: known.filter((value) => typeof value === 'string'),
      formats: [...new Set(hints.flatMap((hint) => hint.formats))],
      patterns: [...new Set(hints.flatMap((hint) => hint.patterns))],
      lengths: collectBounds(hints, ['minLength', 'maxLength']),
    }),
    ...given.flatMap((text) => [`${text}x`, text.toUpperCase(), text.toLowerCase()]),
  ];
}

function listArrays(pair: Pair, spot: Spot, shape: Shape, hints: Hints): unknown[][] {
  const { depth } = spot;
  if (depth >= depthLimit) return [[]];
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
  const contained = shape.contains.flatMap((schema) =>
    generate(pair, { source: [schema], target: [], known: [], depth: depth + 1 }).slice(0, 3),
  );
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
}

/** As many different texts or numbers. */
function toCounted(length: number, items: readonly unknown[]): unknown[] {
  const text = items.find((item) => typeof item === 'string');
  const isText = typeof text === 'string';
  return Array.from({ length }, (_, index) => (isText ? `${text}${index}` : index));
}

function listObjects(pair: Pair, spot: Spot, shape: Shape, hints: Hints): object[] {
  const { depth, known } = spot;
  const knownObjects = known.filter(isObject);
  if (depth >= depthLimit) return [{}];
  // A way to satisfy the schema may take what another one names.
  const names = [
    ...new Set(
      [shape, ...hints.ours].flatMap((each) => [...each.properties.keys(), ...each.required]),
    ),
  ];
  const choices = new Map<string, unknown[]>();
  for (const name of names) {
    const source = sourceOf(shape, name);
    const values = generate(pair, {
      source,
      target: toHint(
        source,
        collectProperty(hints.theirs, name),
        collectProperty(hints.ours, name),
      ),
      known: knownObjects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]] : [])),
      depth: depth + 1,
    });
    if (values.length > 0) choices.set(name, values);
  }
  const required = names.filter((name) => shape.required.has(name));
  const optional = names.filter((name) => !shape.required.has(name) && choices.has(name));
  const pick = (chosen: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      chosen.flatMap((name) => (choices.has(name) ? [[name, choices.get(name)?.[0]]] : [])),
    );
  const least = pick(required);
  const full = pick([...required, ...optional]);
  const objects: object[] = [least, ...knownObjects, full];
  if (hints.isSame) return objects;
  const marked = new Map(
    [...choices].map(([name, values]) => [name, putLinesFirst(pair, hints.theirs, name, values)]),
  );
  const extra = listExtra(pair, spot, shape, hints, names);
  return [
    ...objects,
    ...takeTurns<object>([
      optional.map((name) => ({ ...least, ...pick([name]) })),
      optional.map((name) => without(full, name)),
      extra.map(([name, value]) => ({ ...least, [name]: value })),
      listCounted(least, pick(optional), hints, extra[0]),
      ...[...choices].map(([name, values]) => values.map((value) => ({ ...least, [name]: value }))),
      listPairs(least, full, optional, marked),
    ]),
  ];
}

/** Objects with as many properties as some bound allows, one fewer, and one more. */
function listCounted(
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

/** Values of a property in an order in which those come early that some way to satisfy the other document refuses. */
function putLinesFirst(
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

/** Properties that depend on each other: optional ones in pairs, and each two values of those with few. */
function listPairs(
  least: object,
  full: object,
  optional: readonly string[],
  choices: ReadonlyMap<string, readonly unknown[]>,
): object[] {
  const objects: object[] = [];
  const some = optional.slice(0, 10);
  for (const a of some)
    for (const b of some)
      if (a < b) objects.push({ ...least, [a]: choices.get(a)?.[0], [b]: choices.get(b)?.[0] });
  const few = [...choices]
    .map(([name, values]) => [name, values.slice(0, 12)] as const)
    .slice(0, 8);
  for (const [a, these] of few) {
    for (const [b, those] of few) {
      if (a >= b) continue;
      for (const x of these.slice(0, 6))
        for (const y of those.slice(0, 6)) objects.push({ ...least, [a]: x, [b]: y });
    }
    for (const x of these) objects.push({ ...full, [a]: x });
    for (const x of these)
      for (const b of some) if (a !== b) objects.push(without({ ...full, [a]: x }, b));
  }
  return objects;
}

/**
 * Properties that the source does not list and lets pass. One that only the other document lists is left out unless the
 * source says by a schema what such properties hold: otherwise whatever is added to an open object would be a break.
 */
function listExtra(
  pair: Pair,
  spot: Spot,
  shape: Shape,
  hints: Hints,
  names: readonly string[],
): [string, unknown][] {
  const deeper = { known: [], depth: spot.depth + 1 };
  const extra: [string, unknown][] = [];
  const isClosed = shape.additional.includes(false);
  const saying = shape.additional.filter(
    (schema) => isObject(schema) && Object.keys(schema).length > 0,
  );
  const theirAdditional = hints.theirs
    .flatMap((hint) => hint.additional)
    .filter((schema) => schema !== false);
  if (!isClosed) {
    const values = generate(pair, { source: saying, target: toOne(theirAdditional), ...deeper });
    for (const value of saying.length > 0 || theirAdditional.length > 0 ? values : ['text'])
      extra.push([unlisted, value]);
    const isNamed = shape.names.length > 0 || hints.all.some((hint) => hint.names.length > 0);
    if (isNamed) {
      const schemas = hints.all.flatMap((hint) => hint.names);
      const texts = generate(pair, {
        source: [{ type: 'string' }, ...shape.names],
        target: toOne(schemas),
        ...deeper,
      });
      for (const text of texts)
        if (typeof text === 'string' && !names.includes(text)) extra.push([text, values[0]]);
    }
    // What the other document forbids by name or by pattern is no new property: it was allowed and is not any more.
    for (const { properties, patterned } of hints.theirs) {
      for (const [name, schemas] of properties)
        if (schemas.includes(false) && !names.includes(name)) extra.push([name, 'text']);
      for (const [pattern, schema] of patterned)
        if (schema === false)
          for (const name of listTexts({ ...nothingKnown, patterns: [pattern] }).slice(0, 40))
            if (toRegExp(pattern).test(name) && !names.includes(name)) extra.push([name, 'text']);
    }
    if (saying.length > 0) {
      const theirs = new Set(hints.theirs.flatMap((hint) => [...hint.properties.keys()]));
      for (const name of theirs) {
        if (names.includes(name)) continue;
        const target = toOne(collectProperty(hints.theirs, name));
        for (const value of generate(pair, { source: saying, target, ...deeper }))
          extra.push([name, value]);
      }
    }
  }
  for (const [pattern, schema] of shape.patterned) {
    const matching = listStrings(
      [],
      [...hints.all, { ...shape, values: undefined, formats: [], patterns: [pattern] }],
    ).filter((text) => toRegExp(pattern).test(text) && !names.includes(text));
    const target = toOne(hints.theirs.flatMap((hint) => hint.patterned.map(([, inner]) => inner)));
    const values = generate(pair, { source: [schema], target, ...deeper });
    for (const name of matching.slice(0, 6))
      for (const value of values.slice(0, 60)) extra.push([name, value]);
  }
  return extra;
}

/** Every schema that holds for a property of an object of this shape. */
function sourceOf(shape: Shape, name: string): readonly Schema[] {
  const own = shape.properties.get(name) ?? [];
  const patterned = shape.patterned
    .filter(([pattern]) => toRegExp(pattern).test(name))
    .map(([, schema]) => schema);
  const all = [...own, ...patterned];
  return all.length > 0 ? all : shape.additional.length > 0 ? shape.additional : [true];
}

function collectProperty(hints: readonly Shape[], name: string): readonly Schema[] {
  const own = hints.flatMap((hint) => hint.properties.get(name) ?? []);
  return own.length > 0 ? own : hints.flatMap((hint) => hint.additional);
}

/** What the other document says of a place, and other ways of our own to satisfy it. */
function toHint(
  source: readonly Schema[],
  theirs: readonly Schema[],
  ours: readonly Schema[],
): readonly Schema[] {
  const own = new Set(source.map(toSchemaKey));
  return toOne([...theirs, ...ours.filter((schema) => !own.has(toSchemaKey(schema)))]);
}

/** Schemas of different ways to satisfy the other document, any of which may give hints. */
function toOne(schemas: readonly Schema[]): readonly Schema[] {
  const some = unique(schemas, toSchemaKey).slice(0, 12);
  return some.length > 1 ? [{ anyOf: some }] : some;
}

function collectBounds(hints: readonly Shape[], keywords: readonly string[]): number[] {
  return [
    ...new Set(
      hints.flatMap(({ bounds }) => keywords.flatMap((keyword) => bounds.get(keyword) ?? [])),
    ),
  ];
}

function without(object: object, name: string): object {
  const { [name]: _, ...rest } = { ...object } as Record<string, unknown>;
  return rest;
}
