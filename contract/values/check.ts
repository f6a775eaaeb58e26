import { fullFormats } from 'ajv-formats/dist/formats.js';
import isEqual from 'fast-deep-equal';
import { formats as ownFormats } from '../formats.ts';
import { isRecord, readAt, toReference } from '../resolve-reference.ts';
import type { Selection } from '../schemas/discriminator.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';
import type { Keywords, SchemaReader } from './keywords.ts';
import { matches } from './match-pattern.ts';

/** Which way a value travels. A request leaves out `readOnly` properties, a response `writeOnly` ones. */
export type Direction = 'request' | 'response';

/** The properties and items that some schema applied to, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Evaluated {
  properties: Set<string>;
  items: Set<number>;
}

/** References that lead nowhere but to themselves end here. */
const deepest = 400;
/** How often schemas are applied. A schema that refers twice to one that does the same could take forever. */
const mostChecks = 1_000_000;

/**
 * Decides whether values are valid, without compiling their schemas. While a value is composed, each part is checked once,
 * which is far less work than compiling a validator for it.
 */
export class Checker {
  readonly #reader: SchemaReader;
  readonly #direction: Direction | undefined;
  readonly #refusesHidden: boolean;
  #depth = 0;
  #checks = 0;

  /**
   * @param direction in which properties may be missing although they are required
   * @param refusesHidden whether values with properties that the direction leaves out are invalid
   */
  constructor(reader: SchemaReader, direction: Direction | undefined, refusesHidden = false) {
    this.#reader = reader;
    this.#direction = direction;
    this.#refusesHidden = refusesHidden;
  }

  /** Whether all schemas accept a value. */
  accepts(schemas: readonly JsonSchema[], value: unknown): boolean {
    return schemas.every((schema) => this.#check(schema, value));
  }

  /** Whether a property is left out in this direction. */
  isHidden(schema: JsonSchema): boolean {
    if (typeof schema === 'boolean' || this.#direction === undefined) return false;
    return this.#isHidden(this.#reader.read(schema), 0);
  }

  #isHidden(keywords: Keywords, depth: number): boolean {
    const isOwn = this.#direction === 'request' ? keywords.readOnly : keywords.writeOnly;
    if (isOwn) return true;
    if (keywords.reference === undefined || depth > deepest) return false;
    const target = this.#reader.follow(keywords.reference);
    return isRecord(target) && this.#isHidden(this.#reader.read(target), depth + 1);
  }

  #check(schema: JsonSchema, value: unknown, evaluated?: Evaluated): boolean {
    if (typeof schema === 'boolean') return schema;
    if (this.#depth > deepest || this.#checks > mostChecks) return true;
    this.#checks += 1;
    this.#depth += 1;
    try {
      return this.#checkKeywords(this.#reader.read(schema), value, evaluated);
    } finally {
      this.#depth -= 1;
    }
  }

  #checkKeywords(keywords: Keywords, value: unknown, outer: Evaluated | undefined): boolean {
    if (keywords.types !== undefined && !isOfTypes(value, keywords.types)) return false;
    if (keywords.values !== undefined && !includes(keywords.values, value)) return false;
    if (typeof value === 'number' && !isNumberValid(keywords, value)) return false;
    if (typeof value === 'string' && !isTextValid(keywords, value)) return false;
    const isCounted = outer !== undefined || hasUnevaluated(keywords);
    const evaluated = isCounted ? createEvaluated() : undefined;
    if (!this.#checkInPlace(keywords, value, evaluated)) return false;
    if (!this.#checkParts(keywords, value, evaluated)) return false;
    addEvaluated(outer, evaluated);
    return true;
  }

  #checkParts(keywords: Keywords, value: unknown, evaluated?: Evaluated): boolean {
    if (Array.isArray(value)) return this.#checkItems(keywords, value, evaluated);
    return !isRecord(value) || this.#checkProperties(keywords, value, evaluated);
  }

  /** Checks the schemas that apply to the value itself. */
  #checkInPlace(keywords: Keywords, value: unknown, evaluated?: Evaluated): boolean {
    const { reference, allOf, anyOf, oneOf } = keywords;
    const target = reference === undefined ? undefined : this.#reader.follow(reference);
    if (target !== undefined && !this.#check(target, value, evaluated)) return false;
    if (!allOf.every((schema) => this.#check(schema, value, evaluated))) return false;
    const selection = this.#reader.readSelection(keywords.source);
    if (selection !== undefined) {
      if (!this.#checkSelected(selection, value, evaluated)) return false;
    } else {
      if (anyOf.length > 0 && !this.#checkAny(anyOf, value, evaluated)) return false;
      if (oneOf.length > 0 && !this.#checkOne(oneOf, value, evaluated)) return false;
    }
    if (keywords.not !== undefined && this.#check(keywords.not, value)) return false;
    if (keywords.if === undefined) return true;
    const isMet = this.#check(keywords.if, value, evaluated);
    const consequence = isMet ? keywords.then : keywords.else;
    return consequence === undefined || this.#check(consequence, value, evaluated);
  }

  #checkAny(schemas: readonly JsonSchema[], value: unknown, evaluated?: Evaluated): boolean {
    if (evaluated === undefined) return schemas.some((schema) => this.#check(schema, value));
    // Every alternative that accepts the value counts for `unevaluatedProperties`.
    return schemas.filter((schema) => this.#check(schema, value, evaluated)).length > 0;
  }

  /** The value of a discriminator says which alternatives judge the rest; without one, all of them do. */
  #checkSelected(
    { property, pointers, all, allowsNull }: Selection,
    value: unknown,
    evaluated?: Evaluated,
  ): boolean {
    if (value === null && allowsNull) return true;
    const tag = readAt(value, [property]);
    const selected = tag === undefined ? all : (pointers.get(String(tag)) ?? []);
    const schemas = selected.map((pointer) => this.#reader.follow(toReference(pointer)));
    const present = schemas.filter((schema) => schema !== undefined);
    return this.#checkAny(present, value, evaluated);
  }

  #checkOne(schemas: readonly JsonSchema[], value: unknown, evaluated?: Evaluated): boolean {
    let count = 0;
    for (const schema of schemas) {
      if (this.#check(schema, value, evaluated)) count += 1;
      if (count > 1) return false;
    }
    return count === 1;
  }

  #checkItems(keywords: Keywords, value: readonly unknown[], evaluated?: Evaluated): boolean {
    if (!isWithin(value.length, keywords.minItems, keywords.maxItems)) return false;
    if (keywords.uniqueItems && !areUnique(value)) return false;
    for (const [index, item] of value.entries()) {
      const schema = keywords.prefixItems[index] ?? keywords.items;
      if (schema === undefined) continue;
      if (!this.#check(schema, item)) return false;
      evaluated?.items.add(index);
    }
    if (!this.#checkContains(keywords, value, evaluated)) return false;
    const { unevaluatedItems } = keywords;
    if (unevaluatedItems === undefined) return true;
    const remaining = value.filter((_, index) => evaluated?.items.has(index) !== true);
    for (const index of value.keys()) evaluated?.items.add(index);
    return remaining.every((item) => this.#check(unevaluatedItems, item));
  }

  #checkContains(keywords: Keywords, value: readonly unknown[], evaluated?: Evaluated): boolean {
    const { contains } = keywords;
    if (contains === undefined) return true;
    let count = 0;
    for (const [index, item] of value.entries()) {
      if (!this.#check(contains, item)) continue;
      count += 1;
      evaluated?.items.add(index);
    }
    return isWithin(count, keywords.minContains, keywords.maxContains);
  }

  #checkProperties(
    keywords: Keywords,
    value: Readonly<Record<string, unknown>>,
    evaluated?: Evaluated,
  ): boolean {
    const names = Object.keys(value);
    if (!isWithin(names.length, keywords.minProperties, keywords.maxProperties)) return false;
    if (!this.#hasRequired(keywords, value)) return false;
    const { propertyNames, unevaluatedProperties } = keywords;
    for (const name of names) {
      if (propertyNames !== undefined && !this.#check(propertyNames, name)) return false;
      const schemas = listPropertySchemas(keywords, name);
      if (schemas.length === 0) continue;
      if (!this.accepts(schemas, value[name])) return false;
      if (this.#refusesHidden && schemas.some((schema) => this.isHidden(schema))) return false;
      evaluated?.properties.add(name);
    }
    for (const [name, schema] of keywords.dependentSchemas)
      if (Object.hasOwn(value, name) && !this.#check(schema, value, evaluated)) return false;
    if (unevaluatedProperties === undefined) return true;
    const remaining = names.filter((name) => evaluated?.properties.has(name) !== true);
    for (const name of names) evaluated?.properties.add(name);
    return remaining.every((name) => this.accepts([unevaluatedProperties], value[name]));
  }

  #hasRequired(keywords: Keywords, value: Readonly<Record<string, unknown>>): boolean {
    const isMissing = (name: string): boolean => {
      if (Object.hasOwn(value, name)) return false;
      const schema = keywords.properties.get(name);
      return schema === undefined || !this.isHidden(schema);
    };
    if (keywords.required.some(isMissing)) return false;
    for (const [name, names] of keywords.dependentRequired)
      if (Object.hasOwn(value, name) && names.some(isMissing)) return false;
    return true;
  }
}

function createEvaluated(): Evaluated {
  return { properties: new Set(), items: new Set() };
}

function hasUnevaluated({ unevaluatedItems, unevaluatedProperties }: Keywords): boolean {
  return unevaluatedItems !== undefined || unevaluatedProperties !== undefined;
}

function addEvaluated(target: Evaluated | undefined, source: Evaluated | undefined): void {
  if (target === undefined || source === undefined) return;
  for (const name of source.properties) target.properties.add(name);
  for (const index of source.items) target.items.add(index);
}

/** The schemas of one schema object that apply to a property, except `unevaluatedProperties`. */
export function listPropertySchemas(keywords: Keywords, name: string): JsonSchema[] {
  const schemas: JsonSchema[] = [];
  const declared = keywords.properties.get(name);
  if (declared !== undefined) schemas.push(declared);
  for (const [pattern, schema] of keywords.patternProperties)
    if (matches(pattern, name)) schemas.push(schema);
  const { additionalProperties } = keywords;
  if (schemas.length === 0 && additionalProperties !== undefined)
    schemas.push(additionalProperties);
  return schemas;
}

export function isOfTypes(value: unknown, types: readonly JsonType[]): boolean {
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number' && Number.isInteger(value) && types.includes('integer'))
    return true;
  return types.some((type) => type === typeof value);
}

export function includes(values: readonly unknown[], value: unknown): boolean {
  return values.some((candidate) => isEqual(candidate, value));
}

function areUnique(items: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const nested: unknown[] = [];
  for (const item of items) {
    const isNested = typeof item === 'object' && item !== null;
    if (isNested ? includes(nested, item) : scalars.has(item)) return false;
    if (isNested) nested.push(item);
    else scalars.add(item);
  }
  return true;
}

function isWithin(size: number, least: number | undefined, most: number | undefined): boolean {
  return size >= (least ?? 0) && size <= (most ?? Number.POSITIVE_INFINITY);
}

export function isNumberValid(keywords: Keywords, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (!Number.isFinite(value)) return false;
  if (minimum !== undefined && value < minimum) return false;
  if (maximum !== undefined && value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  // Not the remainder, which is inexact: ajv divides as well.
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) return false;
  return isInFormat(keywords.format, value);
}

export function isTextValid(keywords: Keywords, value: string): boolean {
  const { minLength, maxLength, pattern, format } = keywords;
  if (minLength !== undefined || maxLength !== undefined) {
    // JSON Schema counts code points.
    const { length } = [...value];
    if (!isWithin(length, minLength, maxLength)) return false;
  }
  if (pattern !== undefined && !matches(pattern, value)) return false;
  return isInFormat(format, value);
}

const allFormats: Readonly<Record<string, unknown>> = { ...fullFormats, ...ownFormats };

/** Whether a value has a format. As in ajv, an unknown format accepts everything. */
function isInFormat(name: string | undefined, value: string | number): boolean {
  if (name === undefined || !Object.hasOwn(allFormats, name)) return true;
  const format = allFormats[name];
  const isForNumbers = isRecord(format) && format['type'] === 'number';
  if (isForNumbers !== (typeof value === 'number')) return true;
  const rule = isRecord(format) && 'validate' in format ? format['validate'] : format;
  if (rule instanceof RegExp) return rule.test(String(value));
  return typeof rule !== 'function' || rule(value) === true;
}
