import { isRecord } from '../../contract/resolve-reference.ts';
import { type JsonObject, toStableText } from './json.ts';
import { listNumbers, listTexts, samplePattern } from './scalars.ts';
import { bits, isNever, numeric, type Schema } from './schemas.ts';
import { accepts } from './validator.ts';
import type { View, Views } from './views.ts';

/** Stands for "no value found". */
export const none = Symbol('none');
export type Sample = unknown | typeof none;

const deepest = 16;
const mostTries = 80;
const longestList = 10_001;

export type Instances = ReturnType<typeof createInstances>;

/** Creates values that schemas accept. */
export function createInstances(views: Views) {
  const known = new Map<string, Sample>();
  /** How often the depth was limited. A missing value is then not final. */
  let limited = 0;

  /**
   * The simplest value of a view.
   * @param other a view that should accept the value as well, where possible
   */
  function sample(view: View, other: View = view, depth = 0): Sample {
    const key = `${view.key};${other === view ? '' : other.key}`;
    const before = known.get(key);
    if (before !== undefined || view.types === 0) return before ?? none;
    if (depth > deepest) {
      limited += 1;
      return none;
    }
    const start = limited;
    const found = search(view, other, depth);
    if (found !== none || limited === start) known.set(key, found);
    return found;
  }

  function search(view: View, other: View, depth: number): Sample {
    let fallback: Sample = none;
    let tries = 0;
    for (const value of candidates(view, other, depth)) {
      tries += 1;
      if (tries > mostTries) break;
      if (accepts(view.atoms, value) !== true) continue;
      if (other === view || accepts(other.atoms, value) === true) return value;
      if (fallback === none) fallback = value;
    }
    return fallback;
  }

  function* candidates(view: View, other: View, depth: number): Generator<unknown> {
    const finite = view.atoms.find((atom) => atom.enum !== undefined);
    if (finite !== undefined) yield* finite.enum ?? [];
    if (finite !== undefined) return;
    const [union] = views.unions(view);
    if (union !== undefined) {
      for (const part of union.parts) {
        const value = sample(views.choose(view, union, part), other, depth + 1);
        if (value !== none) yield value;
      }
      return;
    }
    const { types } = view;
    if (types & bits.object) yield* objects(view, other, depth);
    if (types & bits.string) yield* listTexts(view, other);
    if (types & numeric) yield* listNumbers(view, other);
    if (types & bits.boolean) yield* [true, false];
    if (types & bits.array) yield* arrays(view, other, depth);
    if (types & bits.null) yield null;
  }

  function property(view: View, other: View, name: string, depth: number): Sample {
    return sample(views.property(view, name), views.property(other, name), depth + 1);
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
      const part = property(view, other, name, depth);
      if (part !== none) set(value, name, part);
      else if (required.has(name)) return undefined;
    }
    return value;
  }

  function* objects(view: View, other: View, depth: number): Generator<JsonObject> {
    const names = [...views.names(view)];
    const wanted = [...views.required(other)].filter((name) => views.declares(view, name));
    const sets: Iterable<string>[] = [wanted, []];
    for (const each of sets) {
      const value = toObject(view, other, each, depth);
      if (value !== undefined) yield value;
    }
    const least = Math.max(0, ...view.atoms.map(({ minProperties = 0 }) => minProperties));
    const grown = toObject(view, other, names.slice(0, least), depth);
    if (grown !== undefined) yield* fillUp(view, grown, least);
    for (const name of names) {
      const value = toObject(view, other, [name], depth);
      if (value !== undefined) yield value;
    }
    const full = toObject(view, other, names, depth);
    if (full !== undefined) yield full;
    for (const { dependentRequired } of view.atoms)
      for (const [name, needed] of dependentRequired ?? []) {
        const value = toObject(view, other, [name, ...needed], depth);
        if (value !== undefined) yield value;
      }
  }

  /** Adds properties with any names until there are enough. */
  function* fillUp(view: View, value: JsonObject, count: number): Generator<JsonObject> {
    const part = sample(views.additional(view), undefined, deepest - 4);
    const grown = { ...value };
    const patterns = view.atoms.flatMap(({ patternProperties }) => [
      ...(patternProperties?.keys() ?? []),
    ]);
    const names = [
      ...view.atoms.flatMap(({ propertyNames }) =>
        propertyNames === undefined ? [] : listNames(propertyNames),
      ),
      ...patterns.flatMap((pattern) => samplePattern(pattern)),
      ...Array.from({ length: Math.min(count, 1000) }, (_, index) => `extra${index || ''}`),
    ];
    for (const name of names) {
      if (Object.keys(grown).length >= count) break;
      const own = views.declares(view, name)
        ? sample(views.property(view, name), undefined, deepest - 4)
        : part;
      if (own !== none) set(grown, name, own);
    }
    yield grown;
  }

  function listNames(schema: Schema): string[] {
    const view = views.of(schema);
    const finite = view.atoms.flatMap((atom) => atom.enum ?? []);
    return [...finite.map(String), ...listTexts(view, view)].slice(0, 60);
  }

  function* arrays(view: View, other: View, depth: number): Generator<unknown[]> {
    const least = Math.max(0, ...view.atoms.map(({ minItems = 0 }) => minItems));
    const ofLength = (count: number): unknown[] | undefined => {
      const items = toItems(view, other, count, depth);
      return items.length === count ? items : undefined;
    };
    const held = view.atoms.flatMap(({ contains, minContains = 1 }) =>
      contains === undefined ? [] : [[contains, minContains] as const],
    );
    for (const [part, count] of held) {
      const inside = views.join(views.item(view, 0), views.of(part));
      const item = sample(inside, undefined, depth + 1);
      if (item !== none) yield Array(Math.max(count, least)).fill(item);
    }
    for (const count of [least, Math.max(least, 1), 0]) {
      const items = ofLength(count);
      if (items !== undefined) yield items;
    }
  }

  /** Items of a list, different ones where they have to be. */
  function toItems(view: View, other: View, count: number, depth: number): unknown[] {
    const items: unknown[] = [];
    const isUnique = view.atoms.some(({ uniqueItems }) => uniqueItems === true);
    const shown = Math.min(count, longestList);
    const positions = Math.max(0, ...view.atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    for (let index = 0; index < Math.min(shown, positions); index += 1) {
      const item = sample(views.item(view, index), views.item(other, index), depth + 1);
      if (item === none) return items;
      items.push(item);
    }
    if (items.length === shown) return items;
    const [rest, otherRest] = [views.item(view, positions), views.item(other, positions)];
    const first = sample(rest, otherRest, depth + 1);
    if (first === none) return items;
    const others = isUnique ? distinct(rest, shown) : [];
    while (items.length < shown) items.push(isUnique ? others[items.length] : first);
    return items.includes(undefined) ? items.filter((item) => item !== undefined) : items;
  }

  /** Different values of a view, as many as needed and found. */
  function distinct(view: View, count: number): unknown[] {
    const found = new Map<string, unknown>();
    for (const value of spread(view)) {
      if (found.size >= count) break;
      if (accepts(view.atoms, value) === true) found.set(toStableText(value), value);
    }
    for (let index = 0; index < 3 * count && found.size < count; index += 1)
      for (const value of [index, `text${index}`, { index }])
        if (found.size < count && accepts(view.atoms, value) === true)
          found.set(toStableText(value), value);
    return [...found.values()];
  }

  /** Some values of a view, of each type and alternative. */
  function* spread(view: View): Generator<unknown> {
    yield* candidates(view, view, deepest - 4);
    for (const type of Object.values(bits))
      if ((view.types & type) !== 0 && view.types !== type)
        yield* candidates(views.ofTypes(view, type), view, deepest - 4);
  }

  /** Values near the limits of two views, to be tried on both. */
  function* probes(view: View, other: View): Generator<unknown> {
    const base = sample(view, other);
    if (base !== none) yield base;
    const own = sample(view);
    if (own !== none) yield own;
    for (const atom of [...view.atoms, ...other.atoms]) yield* atom.enum ?? [];
    for (const union of views.unions(view))
      for (const part of union.parts.slice(0, 12)) {
        const value = sample(views.choose(view, union, part), other);
        if (value !== none) yield value;
      }
    for (const hint of listHints(view, other)) {
      const value = sample(views.join(view, views.of(hint)));
      if (value !== none) yield value;
    }
    const { types } = view;
    if (types & bits.boolean) yield* [true, false];
    if (types & bits.null) yield null;
    if (types & numeric) yield* listNumbers(view, other);
    if (types & bits.string) yield* listTexts(view, other);
    if (types & bits.array) yield* probeArrays(view, other);
    if (types & bits.object) yield* probeObjects(view, other, [base, own]);
  }

  function* probeArrays(view: View, other: View): Generator<unknown[]> {
    const atoms = [...view.atoms, ...other.atoms];
    const lengths = atoms.flatMap(({ minItems, maxItems, prefixItems }) =>
      [minItems, maxItems, prefixItems?.length].flatMap((length) =>
        length === undefined ? [] : [length, length - 1, length + 1],
      ),
    );
    const wanted = [...new Set([0, 1, 2, 3, ...lengths])].filter(
      (length) => length >= 0 && length <= longestList,
    );
    const [item, otherItem] = [views.item(view, 0), views.item(other, 0)];
    const different = distinct(item, Math.max(...wanted));
    const same = sample(item, otherItem);
    for (const length of wanted) {
      if (different.length >= length) yield different.slice(0, length);
      if (same !== none) yield Array(length).fill(same);
      yield toItems(view, other, length, 0);
    }
    for (const { contains, minContains = 1, maxContains = 0 } of atoms) {
      if (contains === undefined) continue;
      const inside = sample(views.join(item, views.of(contains)));
      const outside = different.find((value) => accepts([contains], value) === false);
      for (const count of [0, 1, minContains - 1, minContains, maxContains, maxContains + 1])
        if (inside !== none && count >= 0 && count <= longestList) {
          yield Array(count).fill(inside);
          if (outside !== undefined) yield [outside, ...Array(count).fill(inside)];
        }
      if (outside !== undefined) yield [outside];
    }
  }

  function* probeObjects(view: View, other: View, given: readonly Sample[]): Generator<JsonObject> {
    const bases = given.filter(isRecord);
    if (bases.length === 0) {
      const made = sample(views.ofTypes(view, bits.object), other);
      if (isRecord(made)) bases.push(made);
    }
    const names = [...views.names(view)];
    const full = toObject(view, other, names, deepest - 6);
    const [base = {}] = bases;
    for (const start of full === undefined ? bases : [...bases, full]) {
      for (const name of names) {
        const part = property(view, other, name, 0);
        if (part !== none) yield set({ ...start }, name, part);
      }
      for (const name of Object.keys(start)) {
        const { [name]: _, ...rest } = start;
        yield rest;
      }
    }
    if (full !== undefined) yield full;
    yield* probeNames(view, other, base);
    const hints = listHints(view, other).map((hint) => views.of(hint));
    const starts = hints.map((hint) => sample(views.join(view, hint), view)).filter(isRecord);
    for (const hint of hints)
      for (const name of [...views.names(hint), ...views.required(hint)])
        for (const value of listFew(views.property(view, name), views.property(hint, name)))
          for (const start of [...starts.slice(0, 4), full ?? base, base])
            yield set({ ...start }, name, value);
    for (const name of names)
      for (const value of listFinite(views.property(view, name)).slice(0, 12))
        yield set({ ...base }, name, value);
  }

  /** Objects with other names, and with more properties. */
  function* probeNames(view: View, other: View, base: JsonObject): Generator<JsonObject> {
    const atoms = [...view.atoms, ...other.atoms];
    const names = [
      'extra',
      ...atoms.flatMap(({ patternProperties }) =>
        [...(patternProperties?.keys() ?? [])].flatMap((pattern) =>
          samplePattern(pattern).slice(0, 3),
        ),
      ),
      ...atoms.flatMap(({ propertyNames }) =>
        propertyNames === undefined ? [] : listNames(propertyNames),
      ),
    ];
    for (const name of names) {
      const part = sample(views.property(view, name), views.property(other, name));
      if (part !== none) yield set({ ...base }, name, part);
    }
    for (const { minProperties = 0, maxProperties = 0 } of atoms)
      for (const count of [minProperties, minProperties - 1, maxProperties, maxProperties + 1])
        if (count > 0) {
          yield* fillUp(view, base, count);
          const kept = [...views.required(view), ...views.names(view)].slice(0, count);
          const value = toObject(view, other, kept, deepest - 6);
          if (value !== undefined) yield* fillUp(view, value, count);
        }
  }

  /** A few values of a schema for a property, near the limits of another one. */
  function listFew(view: View, other: View): unknown[] {
    const values = [...listFinite(view), ...listFinite(other)];
    if (view.types & numeric) values.push(...listNumbers(view, other));
    if (view.types & bits.string) values.push(...listTexts(view, other).slice(0, 30));
    if (view.types & bits.boolean) values.push(true, false);
    const made = sample(view, other);
    if (made !== none) values.push(made);
    return values.filter((value) => accepts(view.atoms, value) === true).slice(0, 24);
  }

  return { sample, probes, toObject, toItems, distinct };

  /** Schemas in conditions and alternatives, whose values may decide whether another schema accepts a value. */
  function listHints(view: View, other: View): Schema[] {
    const ofAtom = (atom: Schema): Schema[] => {
      const { not, if: condition, then: yes, else: no, dependentSchemas } = atom;
      return [not, condition, yes, no, ...(dependentSchemas?.values() ?? [])].filter(
        (each) => each !== undefined,
      );
    };
    const unions = views.unions(other).flatMap(({ parts }) => parts.slice(0, 6));
    const own = [...view.atoms, ...other.atoms].flatMap(ofAtom);
    return [...own, ...own.flatMap(ofAtom), ...unions]
      .filter((each) => !isNever(each))
      .slice(0, 24);
  }
}

/** All values of a view, if they are listed. */
export function listFinite({ atoms }: View): readonly unknown[] {
  return atoms.find((atom) => atom.enum !== undefined)?.enum ?? [];
}

/** Sets a property, also one named `__proto__`. */
function set(value: JsonObject, name: string, part: unknown): JsonObject {
  Object.defineProperty(value, name, {
    value: part,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return value;
}
