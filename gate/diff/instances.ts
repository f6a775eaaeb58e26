import { isRecord } from '../../contract/resolve-reference.ts';
import { isSame, type JsonObject, toStableText } from './json.ts';
import { listNumbers, listTexts, samplePattern } from './scalars.ts';
import { bits, isNever, numeric, type Schema } from './schemas.ts';
import { accepts } from './validator.ts';
import type { View, Views } from './views.ts';

/** Stands for "no value found". */
export const none = Symbol('none');
export type Sample = unknown | typeof none;

/** How deep values are nested. Values that are only additional start closer to it, so they are simpler. */
const deepest = 16;
/** How many values are tried until a schema accepts one. */
const mostTries = 80;
/** Longer lists are not generated. */
export const longestList = 10_001;

export type Instances = ReturnType<typeof createInstances>;

/** Creates values that schemas accept. */
export function createInstances(views: Views) {
  const known = new Map<string, Sample>();
  /**
   * Schemas may contain each other. For a `Node` that requires a list of `Branch`, which requires a `Node`, the list is empty:
   * while Node is `open`, Branch has no value. That is not final, as Branch alone has one, so it is not `known` but `stuck`
   * until something that is open was created. `missed` counts what had no value for such a reason, or because of its depth.
   */
  const open = new Set<string>();
  const stuck = new Set<string>();
  const missed = { depth: 0, open: 0 };
  return { sample, probes, toObject, toItems };

  /**
   * The simplest value of a view.
   * @param other a view that should accept the value as well, where possible
   */
  function sample(view: View, other: View = view, depth = 0): Sample {
    const key = `${view.key};${other === view ? '' : other.key}`;
    const before = known.get(key);
    if (before !== undefined || view.types === 0) return before ?? none;
    const isStuck = open.has(key) || stuck.has(key);
    if (isStuck || depth > deepest) {
      missed[isStuck ? 'open' : 'depth'] += 1;
      return none;
    }
    const start = { ...missed };
    open.add(key);
    let found: Sample = none;
    let tries = 0;
    for (const value of candidates(view, other, depth)) {
      tries += 1;
      if (tries > mostTries) break;
      if (accepts(view.atoms, value) !== true) continue;
      const isBest = other === view || accepts(other.atoms, value) === true;
      if (isBest || found === none) found = value;
      if (isBest) break;
    }
    open.delete(key);
    if (found !== none || isSame(missed, start)) known.set(key, found);
    else if (missed.depth === start.depth) stuck.add(key);
    if (found !== none || open.size === 0) stuck.clear();
    return found;
  }

  function* candidates(view: View, other: View, depth: number): Generator<unknown> {
    const { types, atoms } = view;
    const [union] = views.unions(view);
    if (atoms.some((atom) => atom.enum !== undefined)) yield* listFinite(view);
    else if (union !== undefined) {
      for (const part of union.parts) {
        const value = sample(views.choose(view, union, part), other, depth + 1);
        if (value !== none) yield value;
      }
    } else {
      if (types & bits.object) yield* objects(view, other, depth);
      yield* scalars(view, other);
      if (types & bits.array) yield* arrays(view, other, depth);
    }
  }

  function* scalars(view: View, other: View): Generator<unknown> {
    if (view.types & bits.string) yield* listTexts(view, other);
    if (view.types & numeric) yield* listNumbers(view, other);
    if (view.types & bits.boolean) yield* [true, false];
    if (view.types & bits.null) yield null;
  }

  /** The object with these properties. Optional ones without a value are left out. */
  function toObject(
    view: View,
    other: View,
    names: Iterable<string>,
    depth: number,
  ): JsonObject | undefined {
    const value: JsonObject = {};
    const required = views.required(view);
    for (const name of new Set([...required, ...names])) {
      const part = sample(views.property(view, name), views.property(other, name), depth + 1);
      if (part !== none) set(value, name, part);
      else if (required.has(name)) return undefined;
    }
    return value;
  }

  function* objects(view: View, other: View, depth: number): Generator<JsonObject> {
    const names = [...views.names(view)];
    const wanted = [...views.required(other)].filter((name) => views.declares(view, name));
    const least = Math.max(0, ...view.atoms.map(({ minProperties = 0 }) => minProperties));
    for (const set of [wanted, [], names]) {
      const value = toObject(view, other, set, depth);
      if (value !== undefined) yield fillUp(view, value, least);
    }
  }

  /** Adds properties with any names until there are enough. */
  function fillUp(view: View, value: JsonObject, count: number): JsonObject {
    const grown = { ...value };
    const missing = Math.min(count - Object.keys(grown).length, 1000);
    if (missing <= 0) return grown;
    const extra = Array.from({ length: missing }, (_, index) => `extra${index || ''}`);
    const names = listNames(view);
    const others = names.slice(0, 2).flatMap((name) => [...vary(name, 3 * missing)].map(String));
    for (const name of [...views.names(view), ...names, ...extra, ...others]) {
      if (Object.keys(grown).length >= count) break;
      if (!view.atoms.every((atom) => isName(atom, name))) continue;
      const part = sample(views.property(view, name), undefined, deepest - 4);
      if (part !== none) set(grown, name, part);
    }
    return grown;
  }

  /** Names that `propertyNames` or a pattern of names allows. */
  function listNames(...all: readonly View[]): string[] {
    return all
      .flatMap(({ atoms }) => atoms)
      .flatMap(({ propertyNames, patternProperties }) => {
        const view = views.of(...(propertyNames === undefined ? [] : [propertyNames]));
        const texts = propertyNames === undefined ? [] : listTexts(view, view);
        const patterns = [...(patternProperties?.keys() ?? [])];
        return [
          ...[...listFinite(view).map(String), ...texts].slice(0, 60),
          ...patterns.flatMap((pattern) => samplePattern(pattern).slice(0, 8)),
        ];
      });
  }

  function* arrays(view: View, other: View, depth: number): Generator<unknown[]> {
    const least = Math.max(0, ...view.atoms.map(({ minItems = 0 }) => minItems));
    for (const { contains, minContains = 1 } of view.atoms) {
      if (contains === undefined) continue;
      const inside = views.join(views.item(view, 0), views.of(contains));
      const item = sample(inside, undefined, depth + 1);
      if (item !== none) yield Array(Math.max(minContains, least)).fill(item);
    }
    for (const count of [least, Math.max(least, 1), 0]) {
      const items = toItems(view, other, count, depth);
      if (items.length === count) yield items;
    }
  }

  /** Items of a list, different ones where they have to be, up to the first position without a value. */
  function toItems(view: View, other: View, count: number, depth: number): unknown[] {
    const isUnique = view.atoms.some(({ uniqueItems }) => uniqueItems === true);
    const positions = Math.max(0, ...view.atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    const toItem = (index: number): Sample =>
      sample(views.item(view, index), views.item(other, index), depth + 1);
    const items = Array.from({ length: Math.min(count, positions) }, (_, index) => toItem(index));
    const missing = Math.min(count, longestList) - items.length;
    if (missing > 0 && isUnique) items.push(...distinct(views.item(view, positions), missing));
    else if (missing > 0) items.push(...Array(missing).fill(toItem(positions)));
    const end = items.indexOf(none);
    return end === -1 ? items : items.slice(0, end);
  }

  /** Different values of a view, as many as needed and found. */
  function distinct(view: View, count: number): unknown[] {
    const found = new Map<string, unknown>();
    const add = (value: unknown): void => {
      if (found.size < count && accepts(view.atoms, value) === true)
        found.set(toStableText(value), value);
    };
    for (const value of candidates(view, view, deepest - 4)) add(value);
    const [first = none] = found.values();
    for (const value of vary(first, 3 * count))
      if (found.size === count) break;
      else add(value);
    return [...found.values()];
  }

  /** Values near the limits of two views, to be tried on both. */
  function* probes(view: View, other: View): Generator<unknown> {
    const samples = [sample(view, other), sample(view)];
    for (const union of views.unions(view))
      for (const part of union.parts.slice(0, 12))
        samples.push(sample(views.choose(view, union, part), other));
    const hints = listHints(view, other);
    for (const hint of hints) samples.push(sample(views.join(view, hint)));
    yield* samples.filter((value) => value !== none);
    for (const hint of hints) yield* scalars(view, hint);
    for (const atom of [...view.atoms, ...other.atoms]) yield* atom.enum ?? [];
    yield* scalars(view, other);
    if (view.types & bits.array) yield* probeArrays(view, other);
    if (view.types & bits.object) yield* probeObjects(view, other);
  }

  function* probeArrays(view: View, other: View): Generator<unknown[]> {
    const atoms = [...view.atoms, ...other.atoms];
    const lengths = atoms.flatMap(({ minItems = 0, maxItems = 0, prefixItems = [] }) =>
      [minItems, maxItems, prefixItems.length].flatMap((length) => [
        length,
        length - 1,
        length + 1,
      ]),
    );
    const wanted = [...new Set([0, 1, 2, 3, ...lengths])].filter(
      (length) => length >= 0 && length <= longestList,
    );
    const item = views.item(view, 0);
    const different = distinct(item, Math.max(...wanted));
    const same = sample(item, views.item(other, 0));
    for (const length of wanted) {
      if (same !== none) yield Array(length).fill(same);
      if (different.length >= length) yield different.slice(0, length);
      yield toItems(view, other, length, 0);
    }
    for (const { contains, minContains = 1, maxContains = 0 } of atoms) {
      if (contains === undefined) continue;
      const inside = sample(views.join(item, views.of(contains)));
      const outside = different.filter((value) => accepts([contains], value) === false).slice(0, 1);
      yield outside;
      for (const count of [0, 1, minContains - 1, minContains, maxContains, maxContains + 1])
        if (inside !== none && count >= 0 && count <= longestList) {
          yield Array(count).fill(inside);
          yield [...outside, ...Array(count).fill(inside)];
        }
    }
  }

  function* probeObjects(view: View, other: View): Generator<JsonObject> {
    const objects = views.ofTypes(view, bits.object);
    const bases = [sample(view, other), sample(view), sample(objects, other)].filter(isRecord);
    const [base = {}] = bases;
    const names = [...views.names(view)];
    const full = toObject(view, other, names, deepest - 6) ?? base;
    for (const start of bases) {
      for (const name of [...names, 'extra', ...listNames(view, other)]) {
        const part = sample(views.property(view, name), views.property(other, name));
        if (part !== none) yield set({ ...start }, name, part);
      }
      for (const name of Object.keys(start)) {
        const { [name]: _, ...rest } = start;
        yield rest;
      }
    }
    yield full;
    for (const { minProperties = 0, maxProperties = 0 } of [...view.atoms, ...other.atoms])
      for (const count of [minProperties, minProperties - 1, maxProperties, maxProperties + 1])
        yield fillUp(view, base, count);
    const hints = listHints(view, other);
    const starts = hints.map((hint) => sample(views.join(view, hint), view)).filter(isRecord);
    for (const hint of hints)
      for (const name of [...views.names(hint), ...views.required(hint)])
        for (const value of listFew(views.property(view, name), views.property(hint, name)))
          for (const start of [...starts.slice(0, 4), full, base])
            yield set({ ...start }, name, value);
  }

  /** A few values of a schema for a property, near the limits of another one. */
  function listFew(view: View, other: View): unknown[] {
    const made = [sample(view, other)].filter((value) => value !== none);
    const values = [...listFinite(view), ...listFinite(other), ...made, ...scalars(view, other)];
    return values.filter((value) => accepts(view.atoms, value) === true).slice(0, 24);
  }

  /** Schemas in conditions and alternatives, whose values may decide whether another schema accepts a value. */
  function listHints(view: View, other: View): View[] {
    const own = [...view.atoms, ...other.atoms].flatMap((atom) =>
      [atom.not ?? [], atom.if ?? [], atom.then ?? [], atom.else ?? []].flat(),
    );
    return [...own, ...views.unions(other).flatMap(({ parts }) => parts.slice(0, 6))]
      .filter((each) => !isNever(each))
      .slice(0, 24)
      .map((each) => views.of(each));
  }
}

/** All values of a view, if they are listed. */
export function listFinite({ atoms }: View): readonly unknown[] {
  return atoms.find((atom) => atom.enum !== undefined)?.enum ?? [];
}

function isName({ propertyNames }: Schema, name: string): boolean {
  return propertyNames === undefined || accepts([propertyNames], name) === true;
}

/** Other values of the same form. */
function* vary(value: unknown, count: number): Generator<unknown> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  if (typeof value === 'number') yield* numbers.map((index) => value + index);
  else if (typeof value === 'string') {
    for (let at = value.length - 1; at >= 0; at -= 1)
      for (const digit of '0123456789abcdef')
        yield value.slice(0, at) + digit + value.slice(at + 1);
    yield* numbers.map((index) => value + index);
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const other of vary(item, count)) yield value.with(at, other);
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value))
      for (const other of vary(part, count)) yield set({ ...value }, name, other);
    yield* numbers.map((index) => ({ ...value, index }));
  }
}

/** Sets a property, also one named `__proto__`. */
export function set(value: JsonObject, name: string, part: unknown): JsonObject {
  const own = { value: part, enumerable: true, configurable: true, writable: true };
  return Object.defineProperty(value, name, own);
}
