import { pick, pickFraction } from '../random.ts';
import { isRecord } from '../resolve-reference.ts';
import { disputedNull } from '../schema-fields.ts';
import type { Checker } from './check.ts';
import { composeArray } from './compose-array.ts';
import { composeObject } from './compose-object.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';
import type { Keywords, Option, SchemaReader } from './keywords.ts';
import { createNumber } from './numbers.ts';
import type { Order, Shape, ShapeFinder } from './shapes.ts';
import { createText } from './texts.ts';
import { mostTries, type PartComposer, type Plan, type ValueContext } from './value-context.ts';

/** How each shape is composed, until a value is accepted. */
type Attempts = readonly ((context: ValueContext) => ValueContext)[];

/** One way to search for a value. */
interface Pass {
  order: Order;
  attempts: Attempts;
}

/** What a search resulted in. */
interface Trial {
  value: unknown;
  /** How many values were composed that the schemas do not accept. */
  refused: number;
}

/** How many parts a value has before further ones are as small as possible. */
const manyParts = 1500;
/** How many parts the attempts to find one value may compose together. The attempts become simpler. */
export const mostParts = 40_000;
/** After how many failures a list of schemas is not tried again. */
const manyFailures = 3;
/** After how many refused values another order is tried. */
const manyRefused = 3;
/** Composes one value of a schema from its parts. */
export class Composer implements PartComposer {
  readonly plan: Plan;
  readonly checker: Checker;
  readonly #reader: SchemaReader;
  readonly #shapes: ShapeFinder;
  /** How many values of each list of schemas are being composed, by its key. */
  readonly #active = new Map<string, number>();
  /** The keys of the smallest possible values that are being composed. */
  readonly #minimal = new Set<string>();
  /** How often no value was found, by key. */
  readonly #failures = new Map<string, number>();
  readonly #keys = new WeakMap<object, number>();
  #lastKey = 0;
  readonly #mostParts: number;
  #parts = 0;
  #examples = 0;

  /** @param partsLeft how many parts the attempts may still compose. One attempt uses half of them at most */
  constructor(
    reader: SchemaReader,
    shapes: ShapeFinder,
    checker: Checker,
    plan: Plan,
    partsLeft: number,
  ) {
    this.#mostParts = partsLeft / 2;
    this.#reader = reader;
    this.#shapes = shapes;
    this.checker = checker;
    this.plan = plan;
  }

  /** How many parts were composed. */
  get parts(): number {
    return Math.min(this.#parts, this.#mostParts);
  }

  /** How many examples were used. */
  get examples(): number {
    return this.#examples;
  }

  compose(schemas: readonly JsonSchema[], context: ValueContext): unknown {
    this.#parts += 1;
    if (this.#parts > this.#mostParts) return undefined;
    const isMinimal = context.levels <= 0 || this.#parts > manyParts;
    const key = this.#toKey(schemas);
    // The smallest value of a schema never contains another value of that schema, so this search always ends.
    if (isMinimal && this.#minimal.has(key)) return undefined;
    const failures = this.#failures.get(key) ?? 0;
    if (failures >= manyFailures) return undefined;
    const count = this.#active.get(key) ?? 0;
    this.#active.set(key, count + 1);
    if (isMinimal) this.#minimal.add(key);
    const value = this.#search(schemas, isMinimal ? toMinimal(context) : context);
    if (isMinimal) this.#minimal.delete(key);
    this.#active.set(key, count);
    if (value === undefined) this.#failures.set(key, failures + 1);
    return value;
  }

  #search(schemas: readonly JsonSchema[], context: ValueContext): unknown {
    const sample = context.samples.find((candidate) => this.#isUsable(candidate, schemas, context));
    if (sample !== undefined) {
      this.#examples += 1;
      return sample;
    }
    for (const { order, attempts } of this.#listPasses(context)) {
      const { value, refused } = this.#try(schemas, context, order, attempts);
      if (value !== undefined) return value;
      // Composing again would not help.
      if (refused === 0) return undefined;
    }
    return undefined;
  }

  /** Tries the shapes of some schemas, until a value is accepted or too many were refused. */
  #try(
    schemas: readonly JsonSchema[],
    context: ValueContext,
    order: Order,
    attempts: Attempts,
  ): Trial {
    let refused = 0;
    for (const shape of this.#shapes.find(schemas, order)) {
      for (const attempt of attempts) {
        const value = this.#composeShape(shape, attempt(context));
        if (!shape.isGuarded && value === undefined) break;
        if (value === undefined) continue;
        const isAccepted = !shape.isGuarded || this.checker.accepts(schemas, value);
        if (isAccepted) return { value, refused };
        refused += 1;
      }
      if (refused >= manyRefused && attempts.length > 1) break;
    }
    return { value: undefined, refused };
  }

  /**
   * How a value is searched. Of alternatives that overlap, often only the one with the fewest demands has values of its own,
   * so it is tried before all others, once some values were refused.
   */
  *#listPasses(context: ValueContext): Generator<Pass> {
    if (context.levels <= 0) {
      yield { order: this.#smallestFirst, attempts: [asIs] };
      yield { order: this.#shuffle, attempts: [toBare] };
      return;
    }
    yield { order: this.#shuffle, attempts: [asIs, toBare, toFull] };
    yield { order: this.#smallestFirst, attempts: [toBare] };
    yield { order: this.#shuffle, attempts: [toFull] };
  }

  /** Whether an example can be used as it is. Otherwise its parts may still be used. */
  #isUsable(candidate: unknown, schemas: readonly JsonSchema[], context: ValueContext): boolean {
    if (isRecord(candidate) && context.optional === 'none') return false;
    return this.checker.accepts(schemas, candidate);
  }

  readonly #shuffle = (options: readonly Option[]): readonly Option[] => {
    const ranked = options.map((option) => {
      return { option, rank: toLateness(option) + pickFraction(this.plan.random) };
    });
    return toOptions(ranked);
  };

  /** Options with the fewest demands come first. */
  readonly #smallestFirst = (options: readonly Option[]): readonly Option[] =>
    toOptions(options.map((option) => ({ option, rank: this.#toSize(option) })));

  #toSize({ schemas, isLastResort }: Option): number {
    const [schema] = schemas;
    if (isLastResort === true) return 1000;
    if (schema === undefined || typeof schema === 'boolean') return 0;
    if (disputedNull in schema && schema['type'] === 'null') return 900;
    const { types, properties, required, allOf } = this.#reader.read(this.#toTarget(schema));
    const isScalar = types !== undefined && !types.includes('object') && !types.includes('array');
    if (isScalar) return types.includes('null') ? 0 : 1;
    return 2 + required.length * 10 + properties.size + allOf.length;
  }

  /** Identifies a list of schemas. A schema that only refers to another one counts as that one. */
  #toKey(schemas: readonly JsonSchema[]): string {
    const numbers = new Set<number>();
    for (const schema of schemas)
      if (typeof schema === 'object') numbers.add(this.#toNumber(schema));
    return [...numbers].sort((low, high) => low - high).join();
  }

  #toNumber(schema: Readonly<Record<string, unknown>>): number {
    const target = this.#toTarget(schema);
    const stored = this.#keys.get(target);
    if (stored !== undefined) return stored;
    this.#lastKey += 1;
    this.#keys.set(target, this.#lastKey);
    return this.#lastKey;
  }

  /** Follows the references of a schema that has no other keywords. */
  #toTarget(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    let target: JsonSchema | undefined = schema;
    for (let step = 0; step < mostTries && isPlainReference(target); step += 1)
      target = this.#reader.follow(target.$ref);
    return typeof target === 'object' ? target : schema;
  }

  #composeShape(shape: Shape, context: ValueContext): unknown {
    const examples = this.#listExamples(shape, context);
    const { values, parts } = shape;
    const sources = parts.map(({ source }) => source);
    const example = examples.find((candidate) => this.#isUsable(candidate, sources, context));
    if (example !== undefined) {
      this.#examples += 1;
      return example;
    }
    if (values !== undefined) return this.#pickValue(values, sources);
    const samples = [...context.samples, ...examples];
    for (const type of listTypes(shape, context)) {
      const value = this.#composeType(type, shape, { ...context, samples });
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #pickValue(values: readonly unknown[], schemas: readonly JsonSchema[]): unknown {
    const accepted = values.filter((value) => this.checker.accepts(schemas, value));
    const present = accepted.filter((value) => value !== null);
    if (accepted.length === 0) return undefined;
    return pick(this.plan.random, present.length > 0 ? present : accepted);
  }

  #listExamples({ parts, types, values }: Shape, context: ValueContext): unknown[] {
    if (!this.plan.examples) return [];
    // The same example in each of many records would not make them unique.
    const isFreeText = types.includes('string') && values === undefined;
    if (this.plan.unique !== undefined && isFreeText) return [];
    const examples = parts.flatMap((part) => part.examples);
    if (context.levels > 0) return examples;
    return examples.filter((example) => !isNested(example));
  }

  #composeType(type: JsonType, shape: Shape, context: ValueContext): unknown {
    switch (type) {
      case 'object':
        return composeObject(this, shape, context);
      case 'array':
        return composeArray(this, shape, context);
      case 'string':
        return createText(shape, context.name, this.plan);
      case 'number':
      case 'integer':
        return createNumber(shape, context.name, this.plan);
      case 'boolean':
        return pickFraction(this.plan.random) < 0.5;
      case 'null':
        return null;
    }
  }

  isRepeated(schemas: readonly JsonSchema[]): boolean {
    const key = this.#toKey(schemas);
    return key !== '' && (this.#active.get(key) ?? 0) > 0;
  }
}

function toMinimal(context: ValueContext): ValueContext {
  return { ...context, levels: 0, optional: 'none' };
}

function asIs(context: ValueContext): ValueContext {
  return context;
}

function toBare(context: ValueContext): ValueContext {
  return { ...context, optional: 'none', samples: [] };
}

function toFull(context: ValueContext): ValueContext {
  return { ...context, optional: 'all', samples: [] };
}

function isPlainReference(schema: JsonSchema | undefined): schema is { $ref: string } {
  if (typeof schema !== 'object' || typeof schema['$ref'] !== 'string') return false;
  return Object.keys(schema).length === 1;
}

/** Options whose values say least come last. */
function toLateness({ schemas, isLastResort }: Option): number {
  if (isLastResort === true) return 2;
  const isNull = schemas.some((schema) => typeof schema === 'object' && schema['type'] === 'null');
  return isNull ? 1 : 0;
}

interface RankedOption {
  option: Option;
  rank: number;
}

function toOptions(ranked: RankedOption[]): Option[] {
  ranked.sort((low, high) => low.rank - high.rank);
  return ranked.map(({ option }) => option);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The types of a shape in the order in which they are tried: those that its keywords are about come first, null last. */
function listTypes({ parts, types }: Shape, context: ValueContext): JsonType[] {
  if (context.levels <= 0 && types.includes('null')) return ['null', ...types];
  if (types.length === 1) return [...types];
  const samples = context.samples.map(toJsonType);
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
