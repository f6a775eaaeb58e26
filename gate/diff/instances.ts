import { type JsonObject, toStableText } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { samplePattern } from './patterns.ts';
import { listNumbers, listTexts } from './scalars.ts';
import { bits, isNever, numeric } from './schemas.ts';
import { accepts } from './validator.ts';
import { measureValue } from './value-size.ts';
import type { View, Views } from './views.ts';

/** Stands for "no value found". */
export const none = Symbol('none');
export type Sample = unknown | typeof none;

/** How many levels values have at most. */
const deepest = 16;
/** The levels of values that are only additional. */
const shallow = 5;
/** How many values are tried until a schema accepts one. */
const mostTries = 80;
/** Values with more items or properties are not generated. */
export const mostParts = 10_001;
/** Values with more characters, items and properties in all are not generated, either. */
const largestValue = 4_000_000;

export type Instances = ReturnType<typeof createInstances>;

/** Creates values that schemas accept. */
export function createInstances(views: Views) {
  const known = new Map<string, unknown>();
  /** The levels that were not enough for a value. Schemas that contain themselves need no other protection. */
  const failed = new Map<string, number>();
  return { sample, candidates, probes, listInner };

  /**
   * The simplest value of a view.
   * @param other a view that should accept the value as well, where possible
   */
  function sample(view: View, other: View = view, levels = deepest): Sample {
    const key = `${view.key};${other === view ? '' : other.key}`;
    if (known.has(key)) return known.get(key);
    if (view.types === 0 || levels <= (failed.get(key) ?? 0)) return none;
    let found: Sample = none;
    for (const value of take(candidates(view, other, levels - 1), mostTries)) {
      if (!accepts(view.atoms, value)) continue;
      const isBest = other === view || accepts(other.atoms, value);
      if (isBest || found === none) found = value;
      if (isBest) break;
    }
    if (found === none) failed.set(key, levels);
    else known.set(key, found);
    return found;
  }

  /** Different values of a view, up to a number. */
  function list(view: View, other: View, count: number, levels = shallow): unknown[] {
    const found = new Map<string, unknown>();
    const add = (value: unknown): void => {
      if (found.size < count && accepts(view.atoms, value)) found.set(toStableText(value), value);
    };
    for (const value of candidates(view, other, levels))
      if (found.size === count) break;
      else add(value);
    const [first] = found.values();
    for (let index = 0; index < count && found.size < count; index += 1)
      if (typeof first === 'number') add(first + index);
      else if (typeof first === 'bigint') add(first + BigInt(index));
      else if (typeof first === 'string') add(first.slice(0, -3) + String(index).padStart(3, '0'));
    return [...found.values()];
  }

  /** Values to try for a view: simple ones first, then those near the limits of both views. */
  function* candidates(view: View, other: View, levels = deepest): Generator<unknown> {
    for (const value of listCandidates(view, other, levels))
      if (measureValue(value) <= largestValue) yield value;
  }

  function* listCandidates(view: View, other: View, levels: number): Generator<unknown> {
    const { types, atoms } = view;
    if (atoms.some((atom) => atom.enum !== undefined)) {
      yield* listFinite(view);
      return;
    }
    const [union] = views.unions(view);
    if (union !== undefined)
      for (const part of union.parts) {
        const value = sample(views.choose(view, union, part), other, levels);
        if (value !== none) yield value;
      }
    if (types & bits.object) yield* objects(view, other, levels);
    if (types & bits.string) yield* listTexts(view, other);
    if (types & numeric) yield* listNumbers(view, other);
    if (types & bits.boolean) yield* [true, false];
    if (types & bits.null) yield null;
    if (types & bits.array) yield* arrays(view, other, levels);
    for (const atom of other.atoms) yield* atom.enum ?? [];
  }

  function* objects(view: View, other: View, levels: number): Generator<JsonObject> {
    const [names, required] = [[...views.names(view)], views.required(view)];
    const sampleProperty = (name: string): Sample =>
      sample(views.property(view, name), views.property(other, name), levels);
    /** The required properties, and those of the others that have a value. */
    const toObject = (others: readonly string[]): JsonObject[] => {
      const value: JsonObject = {};
      for (const name of new Set([...required, ...others])) {
        const part = sampleProperty(name);
        if (part !== none) set(value, name, part);
        else if (required.has(name)) return [];
      }
      return [value];
    };
    const wanted = [...views.required(other)].filter((name) => views.declares(view, name));
    const bases = [wanted, [], names].flatMap(toObject);
    const least = Math.max(0, ...view.atoms.map(({ minProperties = 0 }) => minProperties));
    for (const base of bases) yield fillUp(view, base, least);
    const [small = {}] = bases;
    const counts = [...view.atoms, ...other.atoms].flatMap((atom) =>
      listNear(atom.minProperties, atom.maxProperties),
    );
    for (const count of counts) yield fillUp(view, small, count);
    for (const name of [...names, ...listNames(view, other, 60), 'extra']) {
      const part = sampleProperty(name);
      if (part !== none) yield set({ ...small }, name, part);
    }
    for (const base of [small, bases.at(-1) ?? small])
      for (const name of Object.keys(base)) {
        const { [name]: _, ...rest } = base;
        yield rest;
      }
  }

  /** Adds properties until there are enough. */
  function fillUp(view: View, value: JsonObject, count: number): JsonObject {
    const grown = { ...value };
    const missing = Math.min(count - Object.keys(grown).length, mostParts);
    if (missing <= 0) return grown;
    const extra = Array.from({ length: missing }, (_, index) => `extra${index || ''}`);
    for (const name of [...views.names(view), ...listNames(view, view, count), ...extra]) {
      if (Object.keys(grown).length >= count) break;
      const part = sample(views.property(view, name), undefined, shallow);
      if (part !== none) set(grown, name, part);
    }
    return grown;
  }

  /** Names that `propertyNames` or a pattern of names allows. */
  function listNames(view: View, other: View, count: number): string[] {
    const atoms = [...view.atoms, ...other.atoms];
    const [own, facing] = [view, other].map((each) => {
      const names = each.atoms.flatMap(({ propertyNames }) => propertyNames ?? []);
      return views.ofTypes(views.of(...names), bits.string);
    });
    const isLimited = atoms.some(({ propertyNames }) => propertyNames !== undefined);
    const patterns = atoms.flatMap((atom) => [...(atom.patternProperties?.keys() ?? [])]);
    return [
      ...(isLimited && own && facing ? list(own, facing, count) : []).map(String),
      ...patterns.flatMap((each) => samplePattern(each).slice(0, 8)),
    ];
  }

  function* arrays(view: View, other: View, levels: number): Generator<unknown[]> {
    const atoms = [...view.atoms, ...other.atoms];
    const positions = Math.max(0, ...atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    const least = Math.max(0, ...view.atoms.map(({ minItems = 0 }) => minItems));
    const limits = atoms.flatMap(({ minItems, maxItems, minContains, maxContains }) =>
      listNear(minItems, maxItems, minContains, maxContains),
    );
    const all = [least, 1, 0, 2, 3, ...listNear(positions), ...limits];
    const lengths = new Set(all.filter((each) => each <= mostParts));
    const isUnique = atoms.some(({ uniqueItems }) => uniqueItems === true);
    const first = Array.from({ length: positions }, (_, index) =>
      sample(views.item(view, index), views.item(other, index), levels),
    );
    const [item, facing] = [views.item(view, positions), views.item(other, positions)];
    const contained = atoms.flatMap(({ contains }) =>
      contains === undefined ? [] : sample(views.join(item, views.of(contains)), item, levels),
    );
    const yieldList = function* (rest: readonly unknown[], length: number): Generator<unknown[]> {
      const items = [...first, ...rest].slice(0, length);
      if (items.length === length && !items.includes(none)) yield items;
    };
    for (const length of lengths)
      for (const each of [sample(item, facing, levels), ...contained])
        yield* yieldList(Array(length).fill(each), length);
    const most = isUnique ? Math.max(...lengths) : 2;
    const different = list(item, facing, most, Math.min(levels, shallow));
    for (const length of lengths) yield* yieldList(different, length);
  }

  /** Values near the limits of two views, to be tried on both. */
  function* probes(view: View, other: View): Generator<unknown> {
    // Their values may decide whether a view accepts a value.
    const inner = [view, other].flatMap((each) => listInner(each).slice(0, 12));
    const inside = inner.map((each) => sample(views.join(view, each), other));
    const starts = [sample(view, other), sample(view), ...inside].filter((each) => each !== none);
    yield* starts;
    yield* candidates(view, views.join(other, ...inner));
    for (const each of inner)
      for (const name of new Set([...views.names(each), ...views.required(each)]))
        for (const part of list(views.property(view, name), views.property(each, name), 24))
          for (const start of starts.slice(0, 6))
            if (isRecord(start)) yield set({ ...start }, name, part);
  }

  /** The alternatives and conditions of a view. */
  function listInner({ atoms }: View): View[] {
    return atoms
      .flatMap((atom) => [
        ...[atom.not ?? [], atom.if ?? [], atom.then ?? [], atom.else ?? []].flat(),
        ...[...(atom.anyOf ?? []), ...(atom.oneOf ?? [])],
      ])
      .filter((each) => !isNever(each))
      .map((each) => views.of(each));
  }
}

/** All values of a view, if they are listed. */
export function listFinite({ atoms }: View): readonly unknown[] {
  return atoms.find((atom) => atom.enum !== undefined)?.enum ?? [];
}

/** The first ones of some values. */
export function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const value of values) {
    yield value;
    left -= 1;
    if (left <= 0) return;
  }
}

/** The sizes near limits. */
function listNear(...limits: readonly (number | undefined)[]): number[] {
  return limits
    .flatMap((limit) => (limit === undefined ? [] : [limit, limit - 1, limit + 1]))
    .filter((size) => size >= 0);
}

/** Sets a property, also one named `__proto__`. */
export function set(value: JsonObject, name: string, part: unknown): JsonObject {
  const own = { value: part, enumerable: true, configurable: true, writable: true };
  return Object.defineProperty(value, name, own);
}
