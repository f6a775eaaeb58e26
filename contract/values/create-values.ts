import type { Schema } from '../openapi-document.ts';
import { createRandom, type Random } from '../random.ts';
import { Checker, type Direction } from './check.ts';
import { Composer, mostParts } from './compose.ts';
import { isSchema, type JsonSchema } from './json-schema.ts';
import { type Option, SchemaReader } from './keywords.ts';
import { ShapeFinder } from './shapes.ts';
import type { OptionalProperties, Plan } from './value-context.ts';

export interface GenerateOptions {
  /** Decides everything that the schema leaves open. Default: a fixed seed, so the same value each time. */
  random?: Random | undefined;
  /** `request` leaves out `readOnly` properties, `response` leaves out `writeOnly` ones. Default: neither. */
  direction?: Direction | undefined;
  /** Which properties that are not required the value has. Default: all. */
  optional?: OptionalProperties | undefined;
  /** The number of nested objects and arrays that may have optional parts. Default: 5. */
  depth?: number | undefined;
  /** The name of the field, for a value that a person would expect there. Default: none. */
  name?: string | undefined;
  /** Makes texts differ from those with another number, where the schema allows it. Default: texts may repeat. */
  unique?: number | undefined;
  /** Whether defaults and examples in the schema are used where they are valid. Default: true. */
  examples?: boolean | undefined;
  /** Values, such as examples of a media type, that are used where they are valid, whole or in parts. Default: none. */
  samples?: readonly unknown[] | undefined;
  /** The current time in milliseconds since 1970. Dates are shortly before it. Default: the start of 2026. */
  now?: number | undefined;
  /** Decides whether a value is valid, for example a validator compiled by ajv. Default: an own check. */
  validate?: ((value: unknown) => boolean) | undefined;
}

/** A schema of the document, or its JSON Pointer. */
type SchemaSource = Schema | JsonSchema | string;

/** Generates values for the schemas of one document. */
export interface Values {
  /**
   * Generates a valid value.
   * @param schema a schema of the document, or its JSON Pointer
   * @returns undefined if no valid value was found
   */
  generate(schema: SchemaSource, options?: GenerateOptions): unknown;
  /** The default and the examples of a schema itself, valid or not. */
  listExamples(schema: SchemaSource): readonly unknown[];
  /** Composes a valid value from the examples of a schema and its parts. Returns undefined if it has none. */
  composeExample(schema: SchemaSource, options?: GenerateOptions): unknown;
  /** Whether a value is valid, without compiling the schema. */
  isValid(schema: SchemaSource, value: unknown, direction?: Direction): boolean;
}

const usualDepth = 5;
const usualTime = Date.UTC(2026, 0, 1);

/**
 * Creates the generator of values for a document with JSON Schema 2020-12 (OpenAPI 3.1). Schemas are read when they are
 * needed, so a large document costs nothing at first.
 *
 * @example createValues(document).generate('/components/schemas/Site', { direction: 'request' })
 */
export function createValues(document: unknown): Values {
  const reader = new SchemaReader(document);
  const shapes = new ShapeFinder(reader);
  const toSchema = (schema: SchemaSource): JsonSchema => {
    if (isSchema(schema)) return schema;
    if (typeof schema !== 'string') return {};
    const reference = `#${encodeURI(schema).replaceAll('#', '%23')}`;
    if (reader.follow(reference) === undefined) throw new Error(`there is no schema at ${schema}`);
    // A discriminator needs the name of the schema.
    return { $ref: reference };
  };
  const compose = (schema: JsonSchema, options: GenerateOptions, attempt: Attempt): Composed => {
    const { plan, direction, work } = attempt;
    const checker = new Checker(reader, direction, attempt.refusesHidden ?? true);
    const composer = new Composer(reader, shapes, checker, plan, work.partsLeft);
    const samples = plan.examples ? (options.samples ?? []) : [];
    const { depth: levels, optional } = plan;
    const context = { name: options.name ?? '', levels, samples, optional };
    const value = composer.compose([schema], context);
    work.partsLeft -= composer.parts;
    if (value === undefined) return { value, hasExamples: false };
    // Validators may fill in defaults.
    const isValid = options.validate?.(copyJson(value)) ?? checker.accepts([schema], value);
    return { value: isValid ? copyJson(value) : undefined, hasExamples: composer.examples > 0 };
  };
  return {
    isValid: (schema, value, direction) =>
      new Checker(reader, direction).accepts([toSchema(schema)], value),
    listExamples(schema) {
      for (const shape of shapes.find([toSchema(schema)], inOrder))
        return shape.parts.flatMap(({ examples }) => examples);
      return [];
    },
    composeExample(schema, options = {}) {
      const work = { partsLeft: mostParts };
      const attempt = { plan: toPlan(options), direction: options.direction, work };
      const { value, hasExamples } = compose(toSchema(schema), options, attempt);
      return hasExamples ? value : undefined;
    },
    generate(schema, options = {}) {
      const target = toSchema(schema);
      const work = { partsLeft: mostParts };
      for (const attempt of listAttempts(options)) {
        const { value } = compose(target, options, { ...attempt, work });
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}

function inOrder(options: readonly Option[]): readonly Option[] {
  return options;
}

interface Composed {
  /** Undefined if no valid value was composed. */
  value: unknown;
  hasExamples: boolean;
}

/** Examples stay as they are in the document, so values share nothing with it. */
function copyJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** What the attempts to find one value share. */
interface Work {
  partsLeft: number;
}

interface Attempt {
  plan: Plan;
  direction: Direction | undefined;
  /** Whether the value must not have properties that the direction leaves out. Default: true. */
  refusesHidden?: boolean;
  work: Work;
}

/** What is tried, one after the other, until a value is valid. */
function listAttempts(options: GenerateOptions): Omit<Attempt, 'work'>[] {
  const plan = toPlan(options);
  const { direction } = options;
  const withoutExamples = { ...plan, examples: false };
  return [
    { plan, direction },
    { plan: withoutExamples, direction },
    { plan: { ...withoutExamples, optional: 'none' }, direction },
    { plan: { ...withoutExamples, depth: 1 }, direction },
    { plan: withoutExamples, direction },
    // One part of a schema may require what another one leaves out.
    { plan, direction, refusesHidden: false },
    { plan: withoutExamples, direction, refusesHidden: false },
    // A validator that requires the properties of the other direction as well.
    { plan: withoutExamples, direction: undefined },
    { plan: { ...withoutExamples, optional: 'none' }, direction: undefined },
  ];
}

function toPlan(options: GenerateOptions): Plan {
  return {
    random: options.random ?? createRandom(1),
    now: options.now ?? usualTime,
    unique: options.unique,
    optional: options.optional ?? 'all',
    depth: options.depth ?? usualDepth,
    examples: options.examples ?? true,
  };
}
