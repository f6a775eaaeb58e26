import {
  collectProperty,
  countParts,
  createArrayLister,
  type Hints,
  isTooDeep,
  listCounted,
  listForbidden,
  listNumbers,
  listPairs,
  type Pair,
  putLinesFirst,
  type Spot,
  sourceOf,
  takeTurns,
  toHint,
  toOne,
  without,
} from './candidate-parts.ts';
import { isEqual } from './equal-schemas.ts';
import { isObject } from './json.ts';
import { type Schema, toRegExp } from './schema-validator.ts';
import { expandAll, expandEach, expandNots, type Shape, toSchemaKey } from './shapes.ts';
import { listStrings } from './texts.ts';

const allTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

const mostValues = 600;
const mostTried = 4000;
const mostEffort = 60_000;

/** Nested objects with required properties can grow too large to be written. */
const mostParts = 20_000;

/** A name that neither document contains. */
const unlisted = 'unlistedProperty';

/**
 * Values that the source allows, chosen around the limits in either document: each bound and its neighbours, each value of
 * an enum, and each property omitted, by itself, or together with one other.
 * @param known values from examples, which come first
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
  // If a schema contains itself, the inner one gets no values here, so optional parts are omitted.
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
    const parts = countParts(value);
    if (parts > mostParts) {
      memory.isCut = true;
      continue;
    }
    const text = JSON.stringify(value) ?? '';
    if (tried.has(text)) continue;
    tried.add(text);
    memory.effort -= 1 + Math.floor(parts / 20);
    memory.isCut ||= memory.effort <= 0 && parts >= 20;
    if (isAllowed(pair, spot.source, value)) allowed.push(value);
  }
  return allowed;
}

/** If both documents are equal here, a few values are enough, because no limit differs. */
function isUnchanged(pair: Pair, { source, target }: Spot): boolean {
  const [[ours], [theirs]] = [source, target];
  if (source.length !== 1 || target.length !== 1) return false;
  return ours !== undefined && theirs !== undefined && isEqual(pair, ours, theirs);
}

/** The results for a pair, and how many values may still be tried. Unlike a time limit, this is equal on every machine. */
interface Memory {
  values: Map<string, unknown[]>;
  effort: number;
  /** Whether the search may have missed a place where the documents differ. */
  isCut: boolean;
}

const memories = new WeakMap<Pair, Memory>();

function remember(pair: Pair): Memory {
  const found = memories.get(pair) ?? { values: new Map(), effort: mostEffort, isCut: false };
  memories.set(pair, found);
  return found;
}

/** Whether values may be missing because schemas are nested too deeply. */
export function isCutOff(pair: Pair): boolean {
  return remember(pair).isCut;
}

function isAllowed(
  { source, fromText }: Pair,
  schemas: readonly Schema[],
  value: unknown,
): boolean {
  return schemas.every((schema) => source.validate(schema, value, fromText).length === 0);
}

type Generator = (pair: Pair, spot: Spot, shape: Shape, hints: Hints) => unknown[];

const byType: Readonly<Record<string, Generator>> = {
  null: () => [null],
  boolean: () => [true, false],
  integer: (_, __, ___, hints) => listNumbers(hints.all).filter(Number.isInteger),
  number: (_, __, ___, hints) => listNumbers(hints.all),
  string: (_, { known }, __, hints) => listStrings(known, hints.all),
  array: createArrayLister(generate),
  object: listObjects,
};

function listObjects(pair: Pair, spot: Spot, shape: Shape, hints: Hints): object[] {
  const { depth, known } = spot;
  const knownObjects = known.filter(isObject);
  if (isTooDeep(spot, hints)) {
    remember(pair).isCut ||= !hints.isSame;
    return [{}];
  }
  // One alternative may allow what another one lists.
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

type Member = [name: string, value: unknown];

/** Generates values for a source, with hints from the alternatives of the other document. */
type Make = (source: readonly Schema[], theirs: readonly Schema[]) => unknown[];

/** Properties that the source allows without listing them. */
function listExtra(
  pair: Pair,
  spot: Spot,
  shape: Shape,
  hints: Hints,
  names: readonly string[],
): Member[] {
  const isNew = (name: string): boolean => !names.includes(name);
  const make: Make = (source, theirs) =>
    generate(pair, { source, target: toOne(theirs), known: [], depth: spot.depth + 1 });
  const isClosed = shape.additional.includes(false);
  const open = isClosed
    ? []
    : [
        ...listUnlisted(shape, hints, make),
        ...listForbidden(hints.theirs),
        ...listDescribed(shape, hints, make, isNew),
      ];
  return [...open.filter(([name]) => isNew(name)), ...listPatterned(shape, hints, make, isNew)];
}

/** Schemas for unlisted properties, unless they allow everything. */
function listAdditional({ additional }: Shape): readonly Schema[] {
  return additional.filter((schema) => isObject(schema) && Object.keys(schema).length > 0);
}

/** Properties that neither document lists. */
function listUnlisted(shape: Shape, hints: Hints, make: Make): Member[] {
  const source = listAdditional(shape);
  const theirs = hints.theirs
    .flatMap((hint) => hint.additional)
    .filter((schema) => schema !== false);
  const values = make(source, theirs);
  const some = source.length > 0 || theirs.length > 0 ? values : ['text'];
  const rules = hints.all.flatMap((hint) => hint.names);
  const texts = rules.length > 0 ? make([{ type: 'string' }, ...shape.names], rules) : [];
  return [
    ...some.map((value): Member => [unlisted, value]),
    ...texts.flatMap((text): Member[] => (typeof text === 'string' ? [[text, values[0]]] : [])),
  ];
}

/**
 * Properties that only the other document lists, if the source has a schema for such properties. Otherwise, adding any property
 * to an open object would be a break.
 */
function listDescribed(
  shape: Shape,
  { theirs }: Hints,
  make: Make,
  isNew: (name: string) => boolean,
): Member[] {
  const source = listAdditional(shape);
  const names = new Set(
    source.length === 0 ? [] : theirs.flatMap((hint) => [...hint.properties.keys()]),
  );
  return [...names]
    .filter(isNew)
    .flatMap((name) =>
      make(source, collectProperty(theirs, name)).map((value): Member => [name, value]),
    );
}

/** Properties whose names match a pattern of the source. */
function listPatterned(
  shape: Shape,
  hints: Hints,
  make: Make,
  isNew: (name: string) => boolean,
): Member[] {
  const theirs = hints.theirs.flatMap((hint) => hint.patterned.map(([, schema]) => schema));
  return shape.patterned.flatMap(([pattern, schema]) => {
    const wanted = { ...shape, values: undefined, formats: [], patterns: [pattern] };
    const matching = listStrings([], [...hints.all, wanted]).filter(
      (text) => toRegExp(pattern).test(text) && isNew(text),
    );
    const values = make([schema], theirs).slice(0, 60);
    return matching.slice(0, 6).flatMap((name) => values.map((value): Member => [name, value]));
  });
}
