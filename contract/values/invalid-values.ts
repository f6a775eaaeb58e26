import { escapePointer, isRecord } from '../resolve-reference.ts';
import { Checker } from './check.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';
import { type Keywords, type Option, SchemaReader } from './keywords.ts';
import { type Shape, ShapeFinder } from './shapes.ts';

/** A value that breaks one keyword of its schema. */
export interface InvalidValue {
  /** JSON Pointer of the part that is wrong, or missing. */
  pointer: string;
  keyword: string;
  /** What is wrong, such as `limit is above its maximum 100`. */
  fault: string;
  value: unknown;
}

export interface InvalidValueOptions {
  /** The name of the whole value in faults. Default: the value. */
  name?: string | undefined;
  /** Decides whether a value is valid. Default: an own check. */
  validate?: ((value: unknown) => boolean) | undefined;
}

/** A change that breaks a keyword. */
interface Mutation {
  keyword: string;
  /** The words after the name of the part. */
  words: string;
  /** The wrong part; undefined if it is removed. */
  part: unknown;
  /** The property that is added or removed, if it is not the part itself that changes. */
  property?: string;
}

type Path = readonly (string | number)[];

/** Values nested more deeply, such as those of recursive schemas, are not changed. */
const deepest = 8;

/**
 * Lists values that are invalid in one place and for one reason. All are derived from a valid value, so a service that accepts
 * one does not check that keyword.
 * @param schema a schema of the document
 * @param valid a valid value, which does not change
 */
export function listInvalidValues(
  document: unknown,
  schema: JsonSchema,
  valid: unknown,
  options: InvalidValueOptions = {},
): InvalidValue[] {
  return new InvalidValueFinder(document, schema, valid, options).list();
}

class InvalidValueFinder {
  readonly #shapes: ShapeFinder;
  readonly #checker: Checker;
  readonly #schema: JsonSchema;
  readonly #valid: unknown;
  readonly #name: string;
  readonly #validate: (value: unknown) => boolean;
  readonly #invalid: InvalidValue[] = [];

  constructor(
    document: unknown,
    schema: JsonSchema,
    valid: unknown,
    { name = 'the value', validate }: InvalidValueOptions,
  ) {
    const reader = new SchemaReader(document);
    this.#shapes = new ShapeFinder(reader);
    this.#checker = new Checker(reader, undefined);
    this.#schema = schema;
    this.#valid = valid;
    this.#name = name;
    this.#validate = validate ?? ((value) => this.#checker.accepts([schema], value));
  }

  list(): InvalidValue[] {
    this.#visit([this.#schema], this.#valid, []);
    return this.#invalid;
  }

  #visit(schemas: readonly JsonSchema[], part: unknown, path: Path): void {
    const shape = this.#findShape(schemas, part);
    if (shape === undefined || path.length > deepest) return;
    for (const keywords of shape.parts)
      for (const mutation of listMutations(keywords, part)) this.#add(shape, mutation, path);
    if (Array.isArray(part) && part.length > 0) this.#visit(shape.toItem(0), part[0], [...path, 0]);
    if (!isRecord(part)) return;
    for (const [name, value] of Object.entries(part))
      this.#visit(shape.toProperty(name), value, [...path, name]);
  }

  /** The shape that a part has: the alternatives are those that accept it. */
  #findShape(schemas: readonly JsonSchema[], part: unknown): Shape | undefined {
    const accepting = (options: readonly Option[]): readonly Option[] =>
      options.filter((option) => this.#checker.accepts(option.schemas, part));
    for (const shape of this.#shapes.find(schemas, accepting)) return shape;
    return undefined;
  }

  #add(shape: Shape, mutation: Mutation, path: Path): void {
    const { keyword, words, property } = mutation;
    const valuePath = property === undefined ? path : [...path, property];
    const value = replaceAt(this.#valid, valuePath, mutation.part);
    if (!this.#breaksOnly(shape, mutation, value, path) || this.#validate(structuredClone(value)))
      return;
    const pointer = valuePath.map((key) => `/${escapePointer(String(key))}`).join('');
    const fault = `${this.#toName(valuePath)} ${words}`;
    const isKnown = this.#invalid.some(
      (entry) => entry.pointer === pointer && entry.fault === fault,
    );
    if (!isKnown) this.#invalid.push({ pointer, keyword, fault, value });
  }

  /** Whether the other keywords of the part still accept it. A wrong type may also break an enum. */
  #breaksOnly(shape: Shape, { keyword }: Mutation, value: unknown, path: Path): boolean {
    const part = path.reduce<unknown>(readKey, value);
    const ignored = new Set([...inPlace, keyword]);
    if (keyword === 'type') for (const name of ['enum', 'const']) ignored.add(name);
    const schemas = shape.parts.map(({ source }) =>
      Object.fromEntries(Object.entries(source).filter(([name]) => !ignored.has(name))),
    );
    return this.#checker.accepts(schemas, part);
  }

  #toName(path: Path): string {
    const [first, ...further] = path;
    if (first === undefined) return this.#name;
    const toAccess = (key: string | number) => (typeof key === 'number' ? `[${key}]` : `.${key}`);
    const keys = further.map(toAccess);
    return `${typeof first === 'number' ? `item ${first}` : first}${keys.join('')}`;
  }
}

/** Keywords whose schemas are parts of the shape themselves, or alternatives to it. */
const inPlace = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

const byType: Readonly<Record<Exclude<JsonType, 'integer'>, unknown>> = {
  string: 'a string',
  number: 42,
  boolean: true,
  null: null,
  array: [],
  object: {},
};

function listMutations(keywords: Keywords, part: unknown): Mutation[] {
  const mutations = [...listWrongTypes(keywords), ...listOutsideEnum(keywords)];
  if (typeof part === 'number') mutations.push(...listWrongNumbers(keywords, part));
  if (typeof part === 'string') mutations.push(...listWrongTexts(keywords, part));
  if (Array.isArray(part)) mutations.push(...listWrongArrays(keywords, part));
  else if (isRecord(part)) mutations.push(...listWrongObjects(keywords, part));
  return mutations;
}

function listWrongTypes({ types }: Keywords): Mutation[] {
  if (types === undefined) return [];
  const mutations: Mutation[] = [];
  for (const [type, part] of Object.entries(byType)) {
    const isNumeric = type === 'number' && types.includes('integer');
    if (types.some((allowed) => allowed === type) || isNumeric) continue;
    mutations.push({ keyword: 'type', words: `is ${nameType(type)}`, part });
  }
  if (types.includes('integer') && !types.includes('number'))
    mutations.push({ keyword: 'type', words: 'is a fraction', part: 1.5 });
  return mutations;
}

function nameType(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function listOutsideEnum({ values, source }: Keywords): Mutation[] {
  if (values === undefined) return [];
  const [first] = values;
  const keyword = Object.hasOwn(source, 'const') ? 'const' : 'enum';
  const part = typeof first === 'number' ? first + 1_000_003 : `${String(first)}-unknown`;
  const words = `is ${JSON.stringify(part)}, which is not one of its values`;
  return [{ keyword, words, part }];
}

function listWrongNumbers(keywords: Keywords, part: number): Mutation[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  const step = multipleOf ?? 1;
  const mutations: Mutation[] = [];
  const add = (keyword: string, words: string, wrong: number) =>
    mutations.push({ keyword, words, part: wrong });
  if (minimum !== undefined) add('minimum', `is below its minimum ${minimum}`, minimum - step);
  if (maximum !== undefined) add('maximum', `is above its maximum ${maximum}`, maximum + step);
  if (exclusiveMinimum !== undefined)
    add('exclusiveMinimum', `is not above ${exclusiveMinimum}`, exclusiveMinimum);
  if (exclusiveMaximum !== undefined)
    add('exclusiveMaximum', `is not below ${exclusiveMaximum}`, exclusiveMaximum);
  if (multipleOf === undefined) return mutations;
  // For integers, the neighbours; for fractions, a value between two multiples.
  for (const wrong of [part + 1, part - 1, part + multipleOf / 2])
    add('multipleOf', `is not a multiple of ${multipleOf}`, wrong);
  return mutations;
}

function listWrongTexts(keywords: Keywords, part: string): Mutation[] {
  const { minLength = 0, maxLength, pattern, format } = keywords;
  const characters = [...part];
  const mutations: Mutation[] = [];
  if (minLength > 0) {
    const words = `is shorter than its minimum length ${minLength}`;
    const shorter = characters.slice(0, minLength - 1).join('');
    mutations.push({ keyword: 'minLength', words, part: shorter });
  }
  if (maxLength !== undefined && maxLength < longest) {
    const words = `is longer than its maximum length ${maxLength}`;
    const last = characters.at(-1) ?? 'a';
    const longer = part + last.repeat(maxLength + 1 - characters.length);
    mutations.push({ keyword: 'maxLength', words, part: longer });
  }
  if (pattern !== undefined)
    for (const wrong of ['~', '\u0000', ' ', 'é'])
      mutations.push({
        keyword: 'pattern',
        words: `does not match the pattern ${pattern}`,
        part: wrong.repeat(Math.max(1, characters.length)),
      });
  if (format !== undefined) {
    const words = `is not in the format ${format}`;
    mutations.push({ keyword: 'format', words, part: 'x'.repeat(Math.max(1, characters.length)) });
    mutations.push({ keyword: 'format', words, part: `not ${format}` });
  }
  return mutations;
}

/** Longer texts and lists are not generated. */
const longest = 100_000;

function listWrongArrays(keywords: Keywords, part: readonly unknown[]): Mutation[] {
  const { minItems = 0, maxItems, uniqueItems } = keywords;
  const mutations: Mutation[] = [];
  if (minItems > 0) {
    const words = `has fewer than its minimum of ${minItems} items`;
    mutations.push({ keyword: 'minItems', words, part: part.slice(0, minItems - 1) });
  }
  if (part.length === 0) return mutations;
  const repeated = (count: number) =>
    Array.from({ length: count }, (_, at) => part[at % part.length]);
  if (maxItems !== undefined && maxItems < longest) {
    const words = `has more than its maximum of ${maxItems} items`;
    mutations.push({ keyword: 'maxItems', words, part: repeated(maxItems + 1) });
  }
  if (uniqueItems)
    mutations.push({ keyword: 'uniqueItems', words: 'repeats an item', part: [...part, part[0]] });
  return mutations;
}

function listWrongObjects(keywords: Keywords, part: Readonly<Record<string, unknown>>): Mutation[] {
  const mutations: Mutation[] = [];
  for (const property of keywords.required)
    if (Object.hasOwn(part, property))
      mutations.push({ keyword: 'required', words: 'is missing', part: undefined, property });
  const isClosed = keywords.additionalProperties === false;
  if (isClosed && !Object.hasOwn(part, 'unknownField')) {
    const words = 'is not a documented property';
    const property = 'unknownField';
    mutations.push({ keyword: 'additionalProperties', words, part: 'x', property });
  }
  return mutations;
}

function readKey(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, key);
}

/** Copies a value with a different part. Undefined removes the part. */
function replaceAt(value: unknown, [key, ...path]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value)) {
    const index = Number(key);
    return value.with(index, replaceAt(value[index], path, part));
  }
  if (!isRecord(value)) return value;
  const entries = new Map<string, unknown>(Object.entries(value));
  const replaced = replaceAt(value[key], path, part);
  if (replaced === undefined) entries.delete(String(key));
  else entries.set(String(key), replaced);
  return Object.fromEntries(entries);
}
