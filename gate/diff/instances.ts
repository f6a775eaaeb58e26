import { type JsonObject, toStableText } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { samplePattern } from './patterns.ts';
import { listNumbers, listTexts } from './scalars.ts';
import { bits, isNever, numeric, type Schema } from './schemas.ts';
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
/** How many alternatives and conditions of a view are probed. */
const mostInner = 12;
/** How many values of a property are put into how many whole values. */
const mostPropertyValues = 24;
const mostStarts = 6;
/** How many names are tried for properties that no schema names, and how many for each pattern. */
const mostNames = 60;
const mostPatternNames = 8;

/** Creates values that schemas accept. */
export class Instances {
  readonly #views: Views;
  readonly #samples = new Map<string, unknown>();
  /** The levels that were not enough for a value. Schemas that contain themselves need no other protection. */
  readonly #failed = new Map<string, number>();

  constructor(views: Views) {
    this.#views = views;
  }

  /**
   * The simplest value of a view.
   * @param wanted a view that should accept the value as well, where possible
   */
  sample(view: View, wanted: View = view, levels = deepest): Sample {
    const key = `${view.key};${wanted === view ? '' : wanted.key}`;
    if (this.#samples.has(key)) return this.#samples.get(key);
    if (view.types === 0 || levels <= (this.#failed.get(key) ?? 0)) return none;
    const value = this.#findSample(view, wanted, levels - 1);
    if (value === none) this.#failed.set(key, levels);
    else this.#samples.set(key, value);
    return value;
  }

  #findSample(view: View, wanted: View, levels: number): Sample {
    let first: Sample = none;
    for (const value of take(this.candidates(view, wanted, levels), mostTries)) {
      if (!accepts(view.atoms, value)) continue;
      if (wanted === view || accepts(wanted.atoms, value)) return value;
      if (first === none) first = value;
    }
    return first;
  }

  /** Values to try for a view: simple ones first, then those near the limits of both views. */
  *candidates(view: View, facing: View, levels = deepest): Generator<unknown> {
    for (const value of this.#listCandidates(view, facing, levels))
      if (measureValue(value) <= largestValue) yield value;
  }

  /** Values near the limits of two views, to be tried on both. */
  *probes(view: View, facing: View): Generator<unknown> {
    const views = this.#views;
    // Their values may decide whether a view accepts a value.
    const inner: View[] = [];
    for (const side of [view, facing]) inner.push(...this.listInner(side).slice(0, mostInner));
    const starts = this.#listStarts(view, facing, inner);
    yield* starts;
    yield* this.candidates(view, views.join(facing, ...inner));
    for (const part of inner)
      for (const name of new Set([...views.names(part), ...views.required(part)]))
        yield* this.#probeProperty(view, part, name, starts);
  }

  #listStarts(view: View, facing: View, inner: readonly View[]): unknown[] {
    const starts = [this.sample(view, facing), this.sample(view)];
    for (const part of inner) starts.push(this.sample(this.#views.join(view, part), facing));
    return starts.filter((start) => start !== none);
  }

  #probeProperty(view: View, part: View, name: string, starts: readonly unknown[]): unknown[] {
    const from = this.#views.property(view, name);
    const to = this.#views.property(part, name);
    const probes: unknown[] = [];
    for (const value of this.#list(from, to, mostPropertyValues))
      for (const start of starts.slice(0, mostStarts))
        if (isRecord(start)) probes.push(set({ ...start }, name, value));
    return probes;
  }

  /** The alternatives and conditions of a view. */
  listInner({ atoms }: View): View[] {
    const inner: View[] = [];
    for (const atom of atoms)
      for (const schema of listInnerSchemas(atom))
        if (!isNever(schema)) inner.push(this.#views.of(schema));
    return inner;
  }

  /** Different values of a view, up to a number. */
  #list(view: View, facing: View, count: number, levels = shallow): unknown[] {
    const values = new Map<string, unknown>();
    const add = (value: unknown): void => {
      if (values.size < count && accepts(view.atoms, value)) values.set(toStableText(value), value);
    };
    for (const value of this.candidates(view, facing, levels)) {
      if (values.size === count) break;
      add(value);
    }
    const [first] = values.values();
    for (let index = 0; index < count && values.size < count; index += 1)
      if (typeof first === 'number') add(first + index);
      else if (typeof first === 'bigint') add(first + BigInt(index));
      else if (typeof first === 'string') add(first.slice(0, -3) + String(index).padStart(3, '0'));
    return [...values.values()];
  }

  *#listCandidates(view: View, facing: View, levels: number): Generator<unknown> {
    const { types, atoms } = view;
    if (atoms.some((atom) => atom.enum !== undefined)) {
      yield* listFinite(view);
      return;
    }
    yield* this.#listAlternatives(view, facing, levels);
    if (types & bits.object) yield* this.#listObjects(view, facing, levels);
    if (types & bits.string) yield* listTexts(view, facing);
    if (types & numeric) yield* listNumbers(view, facing);
    if (types & bits.boolean) yield* [true, false];
    if (types & bits.null) yield null;
    if (types & bits.array) yield* this.#listArrays(view, facing, levels);
    for (const atom of facing.atoms) yield* atom.enum ?? [];
  }

  /** A value for each alternative. */
  *#listAlternatives(view: View, facing: View, levels: number): Generator<unknown> {
    const [union] = this.#views.unions(view);
    for (const part of union?.parts ?? []) {
      const value = union && this.sample(this.#views.choose(view, union, part), facing, levels);
      if (value !== none) yield value;
    }
  }

  *#listObjects(view: View, facing: View, levels: number): Generator<JsonObject> {
    const views = this.#views;
    const names = [...views.names(view)];
    const wanted = [...views.required(facing)].filter((name) => views.declares(view, name));
    const bases: JsonObject[] = [];
    for (const optional of [wanted, [], names])
      bases.push(...this.#createObject(view, facing, optional, levels));
    let least = 0;
    for (const { minProperties = 0 } of view.atoms) least = Math.max(least, minProperties);
    for (const base of bases) yield this.#fillUp(view, base, least);
    const [small = {}] = bases;
    for (const { minProperties, maxProperties } of [...view.atoms, ...facing.atoms])
      for (const count of listNear(minProperties, maxProperties))
        yield this.#fillUp(view, small, count);
    for (const name of [...names, ...this.#listNames(view, facing, mostNames), 'extra']) {
      const part = this.#sampleProperty(view, facing, name, levels);
      if (part !== none) yield set({ ...small }, name, part);
    }
    for (const base of [small, bases.at(-1) ?? small]) yield* listWithout(base);
  }

  #sampleProperty(view: View, facing: View, name: string, levels: number): Sample {
    const from = this.#views.property(view, name);
    return this.sample(from, this.#views.property(facing, name), levels);
  }

  /** An object with the required properties, and those of the optional ones that have a value. None if one is missing. */
  #createObject(
    view: View,
    facing: View,
    optional: readonly string[],
    levels: number,
  ): JsonObject[] {
    const required = this.#views.required(view);
    const value: JsonObject = {};
    for (const name of new Set([...required, ...optional])) {
      const part = this.#sampleProperty(view, facing, name, levels);
      if (part !== none) set(value, name, part);
      else if (required.has(name)) return [];
    }
    return [value];
  }

  /** Adds properties until there are enough. */
  #fillUp(view: View, value: JsonObject, count: number): JsonObject {
    const filled = { ...value };
    const missing = Math.min(count - Object.keys(filled).length, mostParts);
    if (missing <= 0) return filled;
    const extra = Array.from({ length: missing }, (_, index) => `extra${index || ''}`);
    const names = this.#listNames(view, view, count);
    for (const name of [...this.#views.names(view), ...names, ...extra]) {
      if (Object.keys(filled).length >= count) break;
      const part = this.sample(this.#views.property(view, name), undefined, shallow);
      if (part !== none) set(filled, name, part);
    }
    return filled;
  }

  /** Names that `propertyNames` or a pattern of names allows. */
  #listNames(view: View, facing: View, count: number): string[] {
    const names: string[] = [];
    const atoms = [...view.atoms, ...facing.atoms];
    if (atoms.some(({ propertyNames }) => propertyNames !== undefined)) {
      const allowed = this.#list(this.#viewNames(view), this.#viewNames(facing), count);
      names.push(...allowed.map(String));
    }
    for (const { patternProperties } of atoms)
      for (const pattern of patternProperties?.keys() ?? [])
        names.push(...samplePattern(pattern).slice(0, mostPatternNames));
    return names;
  }

  #viewNames({ atoms }: View): View {
    const schemas: Schema[] = [];
    for (const { propertyNames } of atoms)
      if (propertyNames !== undefined) schemas.push(propertyNames);
    return this.#views.ofTypes(this.#views.of(...schemas), bits.string);
  }

  *#listArrays(view: View, facing: View, levels: number): Generator<unknown[]> {
    const views = this.#views;
    const atoms = [...view.atoms, ...facing.atoms];
    const positions = Math.max(0, ...atoms.map(({ prefixItems = [] }) => prefixItems.length));
    const lengths = listLengths(view, facing, positions);
    const first: Sample[] = [];
    for (let index = 0; index < positions; index += 1)
      first.push(this.sample(views.item(view, index), views.item(facing, index), levels));
    const item = views.item(view, positions);
    const facingItem = views.item(facing, positions);
    const repeated = [this.sample(item, facingItem, levels)];
    for (const { contains } of atoms)
      if (contains !== undefined)
        repeated.push(this.sample(views.join(item, views.of(contains)), item, levels));
    for (const length of lengths)
      for (const part of repeated)
        yield* createList([...first, ...Array(length).fill(part)], length);
    const isUnique = atoms.some(({ uniqueItems }) => uniqueItems === true);
    const most = isUnique ? Math.max(...lengths) : 2;
    const different = this.#list(item, facingItem, most, Math.min(levels, shallow));
    for (const length of lengths) yield* createList([...first, ...different], length);
  }
}

function* listInnerSchemas(atom: Schema): Generator<Schema> {
  for (const key of ['not', 'if', 'then', 'else'] as const) {
    const schema = atom[key];
    if (schema !== undefined) yield schema;
  }
  yield* atom.anyOf ?? [];
  yield* atom.oneOf ?? [];
}

/** The lengths of lists to try, the shortest allowed one first. */
function listLengths(view: View, facing: View, positions: number): ReadonlySet<number> {
  const least = Math.max(0, ...view.atoms.map(({ minItems = 0 }) => minItems));
  const lengths = [least, 1, 0, 2, 3, ...listNear(positions)];
  for (const { minItems, maxItems, minContains, maxContains } of [...view.atoms, ...facing.atoms])
    lengths.push(...listNear(minItems, maxItems, minContains, maxContains));
  return new Set(lengths.filter((length) => length <= mostParts));
}

/** The first parts as a list of a length, if all of them have a value. */
function* createList(parts: readonly unknown[], length: number): Generator<unknown[]> {
  const items = parts.slice(0, length);
  if (items.length === length && !items.includes(none)) yield items;
}

/** The objects that lack one property each. */
function* listWithout(value: JsonObject): Generator<JsonObject> {
  for (const name of Object.keys(value)) {
    const { [name]: _, ...smaller } = value;
    yield smaller;
  }
}

/** All values of a view, if they are listed. */
export function listFinite({ atoms }: View): readonly unknown[] {
  const listed = atoms.find((atom) => atom.enum !== undefined);
  return listed?.enum ?? [];
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
  const sizes: number[] = [];
  for (const limit of limits) if (limit !== undefined) sizes.push(limit, limit - 1, limit + 1);
  return sizes.filter((size) => size >= 0);
}

/** Sets a property, also one named `__proto__`. */
export function set(value: JsonObject, name: string, part: unknown): JsonObject {
  const descriptor = { value: part, enumerable: true, configurable: true, writable: true };
  return Object.defineProperty(value, name, descriptor);
}
