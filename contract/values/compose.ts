import { pick, pickFraction } from '../random.ts';
import { isRecord } from '../resolve-reference.ts';
import { type Checker, includes } from './check.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';
import type { Keywords, Option, SchemaReader } from './keywords.ts';
import { createNumber } from './numbers.ts';
import { createPatternText } from './pattern-texts.ts';
import {
  collectSchemas,
  type Shape,
  type ShapeFinder,
  toItemSchemas,
  toPropertySchemas,
} from './shapes.ts';
import { createText } from './texts.ts';
import { type TextContext, toWord } from './words.ts';

/** Which properties that are not required a value has. */
export type OptionalProperties = 'none' | 'some' | 'all';

export interface Plan extends TextContext {
  optional: OptionalProperties;
  /** The number of nested objects and arrays that may have optional parts. */
  depth: number;
  /** Whether defaults and examples in schemas are used where they are valid. */
  examples: boolean;
}

/** Where in a value something is composed. */
interface Place {
  /** The name of the nearest property. */
  name: string;
  /** The levels below that may have optional parts. */
  levels: number;
  /** Values from examples that are used here if they are valid. */
  samples: readonly unknown[];
  optional: OptionalProperties;
}

/** How many parts a value has before further ones are as small as possible. */
const manyParts = 1500;
/** How many parts are composed until the search ends without a value. */
const mostParts = 20_000;
/** More items or properties are not generated. */
const mostMembers = 10_000;
/** How often an item of a list without repetition, or the name of an additional property, is tried. */
const mostTries = 40;

/** Composes one value of a schema from its parts. */
export class Composer {
  readonly #reader: SchemaReader;
  readonly #shapes: ShapeFinder;
  readonly #checker: Checker;
  readonly #plan: Plan;
  /** How many values of each list of schemas are being composed, by its key. */
  readonly #active = new Map<string, number>();
  /** The keys of the smallest possible values that are being composed. */
  readonly #minimal = new Set<string>();
  readonly #keys = new WeakMap<object, number>();
  #lastKey = 0;
  #parts = 0;

  constructor(reader: SchemaReader, shapes: ShapeFinder, checker: Checker, plan: Plan) {
    this.#reader = reader;
    this.#shapes = shapes;
    this.#checker = checker;
    this.#plan = plan;
  }

  /** Composes a value that all schemas accept. Returns undefined if none was found. */
  compose(schemas: readonly JsonSchema[], name: string, samples: readonly unknown[]): unknown {
    const { depth, optional } = this.#plan;
    return this.#compose(schemas, { name, levels: depth, samples, optional });
  }

  #compose(schemas: readonly JsonSchema[], place: Place): unknown {
    this.#parts += 1;
    if (this.#parts > mostParts) return undefined;
    const isMinimal = place.levels <= 0 || this.#parts > manyParts;
    const key = this.#toKey(schemas);
    // The smallest value of a schema never contains another value of that schema, so this search always ends.
    if (isMinimal && this.#minimal.has(key)) return undefined;
    const count = this.#active.get(key) ?? 0;
    this.#active.set(key, count + 1);
    if (isMinimal) this.#minimal.add(key);
    const value = this.#search(schemas, isMinimal ? toMinimal(place) : place);
    if (isMinimal) this.#minimal.delete(key);
    this.#active.set(key, count);
    return value;
  }

  #search(schemas: readonly JsonSchema[], place: Place): unknown {
    const sample = place.samples.find((candidate) => this.#isUsable(candidate, schemas, place));
    if (sample !== undefined) return sample;
    const order = place.levels <= 0 ? smallestFirst : this.#shuffle;
    for (const shape of this.#shapes.find(schemas, order)) {
      const attempts = shape.isGuarded ? listAttempts(place) : [place];
      for (const attempt of attempts) {
        const value = this.#composeShape(shape, attempt);
        if (value === undefined) continue;
        if (!shape.isGuarded || this.#checker.accepts(schemas, value)) return value;
      }
    }
    return undefined;
  }

  /** Whether an example can be used as it is. Otherwise its parts may still be used. */
  #isUsable(candidate: unknown, schemas: readonly JsonSchema[], place: Place): boolean {
    if (isRecord(candidate) && place.optional === 'none') return false;
    return this.#checker.accepts(schemas, candidate);
  }

  readonly #shuffle = (options: readonly Option[]): readonly Option[] => {
    const ranked = options.map((option) => {
      const rank = isNullOption(option) ? 1 : pickFraction(this.#plan.random);
      return { option, rank };
    });
    return ranked.sort((low, high) => low.rank - high.rank).map(({ option }) => option);
  };

  /** Identifies a list of schemas. A schema that only refers to another one counts as that one. */
  #toKey(schemas: readonly JsonSchema[]): string {
    const numbers = new Set<number>();
    for (const schema of schemas)
      if (typeof schema === 'object') numbers.add(this.#toNumber(schema));
    return [...numbers].sort((low, high) => low - high).join();
  }

  #toNumber(schema: Readonly<Record<string, unknown>>): number {
    let target: JsonSchema | undefined = schema;
    for (let step = 0; step < mostTries && isPlainReference(target); step += 1)
      target = this.#reader.follow(target.$ref);
    const object = typeof target === 'object' ? target : schema;
    const known = this.#keys.get(object);
    if (known !== undefined) return known;
    this.#lastKey += 1;
    this.#keys.set(object, this.#lastKey);
    return this.#lastKey;
  }

  #composeShape(shape: Shape, place: Place): unknown {
    const examples = this.#listExamples(shape, place);
    const { values, parts } = shape;
    const example = examples.find((candidate) =>
      parts.every(({ source }) => this.#isUsable(candidate, [source], place)),
    );
    if (example !== undefined) return example;
    if (values !== undefined) {
      const present = values.filter((value) => value !== null);
      return pick(this.#plan.random, present.length > 0 ? present : values);
    }
    const samples = [...place.samples, ...examples];
    for (const type of listTypes(shape, place)) {
      const value = this.#composeType(type, shape, { ...place, samples });
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #listExamples({ parts, types, values }: Shape, place: Place): unknown[] {
    if (!this.#plan.examples) return [];
    // The same example in each of many records would not make them unique.
    const isFreeText = types.includes('string') && values === undefined;
    if (this.#plan.unique !== undefined && isFreeText) return [];
    const examples = parts.flatMap((part) => part.examples);
    return place.levels <= 0 ? examples.filter((example) => !isNested(example)) : examples;
  }

  #composeType(type: JsonType, shape: Shape, place: Place): unknown {
    switch (type) {
      case 'object':
        return this.#composeObject(shape, place);
      case 'array':
        return this.#composeArray(shape, place);
      case 'string':
        return createText(shape, place.name, this.#plan);
      case 'number':
      case 'integer':
        return createNumber(shape, place.name, this.#plan);
      case 'boolean':
        return pickFraction(this.#plan.random) < 0.5;
      case 'null':
        return null;
    }
  }

  #composeObject(shape: Shape, place: Place): Record<string, unknown> | undefined {
    const properties = new Map<string, unknown>();
    const required = new Set(shape.parts.flatMap((part) => part.required));
    for (const name of required) {
      if (this.#isHidden(shape, name)) continue;
      if (!this.#addProperty(properties, shape, name, place)) return undefined;
      for (const dependent of listDependents(shape, name)) required.add(dependent);
    }
    const declared = new Set(shape.parts.flatMap((part) => [...part.properties.keys()]));
    const most = readMost(shape.parts.map(({ maxProperties }) => maxProperties));
    for (const name of this.#chooseOptional(shape, declared, place)) {
      const needed = listDependents(shape, name);
      const missing = new Set([name, ...needed].filter((candidate) => !properties.has(candidate)));
      if (properties.size + missing.size > most) continue;
      for (const candidate of missing) this.#addProperty(properties, shape, candidate, place);
    }
    if (!this.#addFurther(properties, shape, place, declared.size > 0)) return undefined;
    return toOrdered(properties, declared);
  }

  #isHidden(shape: Shape, name: string): boolean {
    return toPropertySchemas(shape, name).some((schema) => this.#checker.isHidden(schema));
  }

  /** Adds a property. @returns whether it has a value */
  #addProperty(
    properties: Map<string, unknown>,
    shape: Shape,
    name: string,
    place: Place,
  ): boolean {
    const schemas = toPropertySchemas(shape, name);
    const tag = shape.tags.find(({ property }) => property === name);
    const isTagged = tag !== undefined && this.#checker.accepts(schemas, tag.value);
    const samples = place.samples.flatMap((sample) =>
      isRecord(sample) && Object.hasOwn(sample, name) ? [sample[name]] : [],
    );
    const inner = { ...place, name, levels: place.levels - 1, samples };
    const value = isTagged ? tag.value : this.#compose(schemas, inner);
    if (value === undefined) return false;
    properties.set(name, value);
    return true;
  }

  /** The optional properties that a value gets. Those that would repeat the value inside itself are left out. */
  #chooseOptional(shape: Shape, declared: ReadonlySet<string>, place: Place): string[] {
    if (place.optional === 'none') return [];
    const names = new Set(declared);
    for (const sample of place.samples)
      if (isRecord(sample)) for (const name of Object.keys(sample)) names.add(name);
    return [...names].filter((name) => {
      if (place.optional === 'some' && pickFraction(this.#plan.random) < 0.5) return false;
      const schemas = toPropertySchemas(shape, name);
      return !schemas.includes(false) && !this.#isRepeated(schemas) && !this.#isHidden(shape, name);
    });
  }

  /** Whether a value of these schemas is being composed. */
  #isRepeated(schemas: readonly JsonSchema[]): boolean {
    const key = this.#toKey(schemas);
    return key !== '' && (this.#active.get(key) ?? 0) > 0;
  }

  /** Adds properties that are not declared: as many as are needed, and one to a map that would be empty. */
  #addFurther(
    properties: Map<string, unknown>,
    shape: Shape,
    place: Place,
    isDeclared: boolean,
  ): boolean {
    const least = readLeast(shape.parts.map(({ minProperties }) => minProperties));
    const isMap = !isDeclared && shape.parts.some(hasEntries);
    const wanted = isMap && place.optional !== 'none' ? Math.max(least, 1) : least;
    const tries = wanted === properties.size ? 0 : wanted * 2 + mostTries;
    for (let attempt = 0; attempt < tries && properties.size < wanted; attempt += 1) {
      const name = this.#createName(shape, attempt);
      if (name === undefined || properties.has(name)) continue;
      this.#addProperty(properties, shape, name, place);
    }
    return properties.size >= least;
  }

  /** Creates a name for a further property, by turns from declared properties, patterns, `propertyNames` and words. */
  #createName(shape: Shape, attempt: number): string | undefined {
    const { random } = this.#plan;
    const declared = shape.parts.flatMap((part) => [...part.properties.keys()]);
    if (attempt < declared.length) return declared[attempt];
    const rules = collectSchemas(shape, ({ propertyNames }) => propertyNames);
    if (rules.length > 0) return toText(this.#compose([...rules, { type: 'string' }], outside));
    const patterns = shape.parts.flatMap((part) => [...part.patternProperties.keys()]);
    if (patterns.length > 0 && attempt % 2 === 0)
      return createPatternText(pick(random, patterns), random, (text) => text !== '');
    const unique = attempt < 8 ? undefined : attempt;
    return toWord({ ...this.#plan, unique });
  }

  #composeArray(shape: Shape, place: Place): unknown[] | undefined {
    const least = readLeast(shape.parts.map(({ minItems }) => minItems));
    const most = readMost(shape.parts.map(({ maxItems }) => maxItems));
    if (least > mostMembers) return undefined;
    const prefix = Math.max(0, ...shape.parts.map(({ prefixItems }) => prefixItems.length));
    const contained = shape.parts.flatMap(listContained);
    const usual = place.optional === 'none' ? 0 : this.#toUsualCount(shape, prefix, place);
    const length = Math.min(most, Math.max(least, usual, contained.length));
    const isUnique = shape.parts.some(({ uniqueItems }) => uniqueItems);
    const items: unknown[] = [];
    while (items.length < length) {
      const index = items.length;
      const rest = contained[index - (length - contained.length)];
      const schemas = [...toItemSchemas(shape, index), ...(rest === undefined ? [] : [rest])];
      const item = this.#composeItem(schemas, index, place, isUnique ? items : []);
      if (item === undefined) break;
      items.push(item);
    }
    return items.length >= Math.max(least, contained.length) ? items : undefined;
  }

  /** A list has one item, if its items would not repeat the value that contains the list. */
  #toUsualCount(shape: Shape, prefix: number, place: Place): number {
    const lists = place.samples.filter((sample) => Array.isArray(sample));
    const [sample] = lists;
    if (sample !== undefined) return sample.length;
    if (prefix > 0) return prefix;
    const schemas = toItemSchemas(shape, 0);
    return schemas.includes(false) || this.#isRepeated(schemas) ? 0 : 1;
  }

  #composeItem(
    schemas: readonly JsonSchema[],
    index: number,
    place: Place,
    taken: readonly unknown[],
  ): unknown {
    const samples = place.samples.flatMap((sample) =>
      Array.isArray(sample) && index < sample.length ? [sample[index]] : [],
    );
    const inner = { ...place, levels: place.levels - 1, samples };
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const item = this.#compose(schemas, attempt === 0 ? inner : { ...inner, samples: [] });
      if (item === undefined) return undefined;
      if (!includes(taken, item)) return item;
    }
    return undefined;
  }
}

/** For names of properties. */
const outside: Place = { name: '', levels: 1, samples: [], optional: 'none' };

function toMinimal(place: Place): Place {
  return { ...place, levels: 0, optional: 'none' };
}

/** Alternatives may differ in their optional properties, so a value that two of them accept is composed anew. */
function listAttempts(place: Place): Place[] {
  if (place.levels <= 0) return [place, place];
  const bare: Place = { ...place, optional: 'none', samples: [] };
  const full: Place = { ...place, optional: 'all', samples: [] };
  return [place, bare, full, { ...place, samples: [] }];
}

function isPlainReference(schema: JsonSchema | undefined): schema is { $ref: string } {
  if (typeof schema !== 'object' || typeof schema['$ref'] !== 'string') return false;
  return Object.keys(schema).length === 1;
}

function isNullOption({ schemas }: Option): boolean {
  return schemas.some((schema) => typeof schema === 'object' && schema['type'] === 'null');
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Options that need no further parts come first. */
function smallestFirst(options: readonly Option[]): readonly Option[] {
  const ranked = options.map((option) => ({ option, rank: toSize(option) }));
  return ranked.sort((low, high) => low.rank - high.rank).map(({ option }) => option);
}

function toSize({ schemas }: Option): number {
  const [schema] = schemas;
  if (typeof schema !== 'object') return 0;
  if (schema['type'] === 'object' || schema['properties'] !== undefined) return 3;
  if (schema['type'] === 'array') return 1;
  return schema['type'] === undefined ? 2 : 0;
}

/** The types of a shape in the order in which they are tried: those that its keywords are about come first, null last. */
function listTypes({ parts, types }: Shape, place: Place): JsonType[] {
  if (place.levels <= 0 && types.includes('null')) return ['null', ...types];
  if (types.length === 1) return [...types];
  const samples = place.samples.map(toJsonType);
  const likely = types.filter((type) => samples.includes(type) || parts.some(isAbout(type)));
  const fallback: JsonType[] = types.length > 4 && types.includes('string') ? ['string'] : [];
  return [...likely, ...fallback, ...types];
}

function toJsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const aboutNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** The keywords that only concern one type. */
const keywordsByType: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'contains', 'minItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: aboutNumbers,
  integer: aboutNumbers,
};

function isAbout(type: JsonType): (part: Keywords) => boolean {
  const keywords = keywordsByType[type] ?? [];
  return ({ source }) => keywords.some((keyword) => source[keyword] !== undefined);
}

function listDependents({ parts }: Shape, name: string): string[] {
  return parts.flatMap(({ dependentRequired }) => dependentRequired.get(name) ?? []);
}

function hasEntries({ additionalProperties, patternProperties }: Keywords): boolean {
  return isRecord(additionalProperties) || patternProperties.size > 0;
}

function listContained({ contains, minContains }: Keywords): JsonSchema[] {
  if (contains === undefined) return [];
  return Array<JsonSchema>(Math.min(minContains, mostMembers)).fill(contains);
}

function readLeast(bounds: readonly (number | undefined)[]): number {
  return Math.max(0, ...bounds.map((bound) => bound ?? 0));
}

function readMost(bounds: readonly (number | undefined)[]): number {
  return Math.min(...bounds.map((bound) => bound ?? Number.POSITIVE_INFINITY));
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Creates the object, with declared properties in their order. Also sets properties such as `__proto__`. */
function toOrdered(
  properties: ReadonlyMap<string, unknown>,
  declared: ReadonlySet<string>,
): Record<string, unknown> {
  const names = new Set([...declared, ...properties.keys()]);
  const present = [...names].filter((name) => properties.has(name));
  return Object.fromEntries(present.map((name) => [name, properties.get(name)]));
}
