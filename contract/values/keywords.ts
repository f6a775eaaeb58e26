import { isRecord, readAt } from '../resolve-reference.ts';
import { listAlternatives, type Selection } from '../schemas/discriminator.ts';
import { isFormatPossible } from '../schemas/possible-format.ts';
import { isSchema, type JsonSchema, type JsonType, jsonTypes } from './json-schema.ts';
import { type Follow, negate } from './negate.ts';

/** One way to meet a schema that offers several. */
export interface Option {
  schemas: readonly JsonSchema[];
  /** The value that the discriminator has for this option. */
  tag?: Tag | undefined;
  /** Whether other options give values that read better. */
  isLastResort?: boolean;
}

export interface Tag {
  property: string;
  value: string;
}

/**
 * The keywords of one schema object. Documents come from anywhere, so keywords with values of a wrong type count as
 * absent; an absent keyword is undefined, or an empty list.
 */
export interface Keywords {
  source: Readonly<Record<string, unknown>>;
  reference: string | undefined;
  types: readonly JsonType[] | undefined;
  /** The values of `enum` or `const`. */
  values: readonly unknown[] | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
  exclusiveMinimum: number | undefined;
  exclusiveMaximum: number | undefined;
  multipleOf: number | undefined;
  minLength: number | undefined;
  maxLength: number | undefined;
  pattern: string | undefined;
  format: string | undefined;
  minItems: number | undefined;
  maxItems: number | undefined;
  uniqueItems: boolean;
  prefixItems: readonly JsonSchema[];
  items: JsonSchema | undefined;
  contains: JsonSchema | undefined;
  minContains: number;
  maxContains: number | undefined;
  unevaluatedItems: JsonSchema | undefined;
  minProperties: number | undefined;
  maxProperties: number | undefined;
  required: readonly string[];
  properties: ReadonlyMap<string, JsonSchema>;
  patternProperties: ReadonlyMap<string, JsonSchema>;
  additionalProperties: JsonSchema | undefined;
  propertyNames: JsonSchema | undefined;
  unevaluatedProperties: JsonSchema | undefined;
  dependentRequired: ReadonlyMap<string, readonly string[]>;
  dependentSchemas: ReadonlyMap<string, JsonSchema>;
  allOf: readonly JsonSchema[];
  anyOf: readonly JsonSchema[];
  oneOf: readonly JsonSchema[];
  not: JsonSchema | undefined;
  if: JsonSchema | undefined;
  then: JsonSchema | undefined;
  else: JsonSchema | undefined;
  discriminator: Discriminator | undefined;
  readOnly: boolean;
  writeOnly: boolean;
  /** The default, then the examples. */
  examples: readonly unknown[];
  /** The alternatives of anyOf, oneOf, if, dependentSchemas and simple forms of `not`. Each needs one option. */
  choices: readonly (readonly Option[])[];
  /** Whether a value that is composed of valid parts may still be invalid. */
  isGuarded: boolean;
}

export interface Discriminator {
  property: string;
  /** Values by reference. */
  mapping: ReadonlyMap<string, string>;
}

/** Reads the schemas of one document. Each is read once, when it is needed. */
export class SchemaReader {
  readonly #document: unknown;
  readonly #keywords = new WeakMap<object, Keywords>();
  readonly #selections = new WeakMap<object, Selection>();
  readonly #targets = new Map<string, JsonSchema | undefined>();
  #anchors: ReadonlyMap<string, JsonSchema> | undefined;

  constructor(document: unknown) {
    this.#document = document;
  }

  read(schema: Readonly<Record<string, unknown>>): Keywords {
    const stored = this.#keywords.get(schema);
    if (stored !== undefined) return stored;
    const keywords = readKeywords(schema, (reference) => this.follow(reference));
    this.#keywords.set(schema, keywords);
    return keywords;
  }

  /** How a discriminator selects the alternatives of a schema. Undefined if the schema has none. */
  readSelection(schema: Readonly<Record<string, unknown>>): Selection | undefined {
    if (schema['discriminator'] === undefined) return undefined;
    const stored = this.#selections.get(schema);
    if (stored !== undefined) return stored;
    const selection = listAlternatives(this.#document, schema);
    if (selection !== undefined) this.#selections.set(schema, selection);
    return selection;
  }

  /** Returns the target of a reference, or undefined if it has none. */
  follow(reference: string): JsonSchema | undefined {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const target = this.#find(reference);
    this.#targets.set(reference, target);
    return target;
  }

  #find(reference: string): JsonSchema | undefined {
    if (reference !== '#' && !reference.startsWith('#/')) return this.#findAnchor(reference);
    const target = readAt(this.#document, decodePointer(reference.slice(1)));
    return isSchema(target) ? target : undefined;
  }

  #findAnchor(reference: string): JsonSchema | undefined {
    this.#anchors ??= listAnchors(this.#document);
    return this.#anchors.get(reference);
  }
}

function decodePointer(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** The schemas with an anchor or an id, by the references that name them. */
function listAnchors(document: unknown): Map<string, JsonSchema> {
  const anchors = new Map<string, JsonSchema>();
  const pending: unknown[] = [document];
  for (const value of pending) {
    if (typeof value !== 'object' || value === null) continue;
    pending.push(...Object.values(value));
    if (!isRecord(value)) continue;
    for (const name of ['$anchor', '$dynamicAnchor']) {
      const anchor = value[name];
      if (typeof anchor === 'string') anchors.set(`#${anchor}`, value);
    }
    if (typeof value['$id'] === 'string') anchors.set(value['$id'], value);
  }
  return anchors;
}

/** With more alternatives than these, each is only tried as it is. */
const mostExclusive = 6;

function readKeywords(source: Readonly<Record<string, unknown>>, follow: Follow): Keywords {
  const minimum = readNumber(source['minimum']);
  const maximum = readNumber(source['maximum']);
  const keywords = {
    source,
    reference: readText(source['$ref']) ?? readText(source['$dynamicRef']),
    types: readTypes(source),
    values: readValues(source),
    minimum,
    maximum,
    exclusiveMinimum: readExclusive(source['exclusiveMinimum'], minimum),
    exclusiveMaximum: readExclusive(source['exclusiveMaximum'], maximum),
    multipleOf: readNumber(source['multipleOf']),
    minLength: readNumber(source['minLength']),
    maxLength: readNumber(source['maxLength']),
    pattern: readText(source['pattern']),
    format: isFormatPossible(source) ? readText(source['format']) : undefined,
    ...readArrayKeywords(source),
    ...readObjectKeywords(source),
    allOf: readSchemas(source['allOf']),
    anyOf: readSchemas(source['anyOf']),
    oneOf: readSchemas(source['oneOf']),
    not: readSchema(source['not']),
    if: readSchema(source['if']),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: readSchema(source['then']),
    else: readSchema(source['else']),
    discriminator: readDiscriminator(source['discriminator']),
    readOnly: source['readOnly'] === true,
    writeOnly: source['writeOnly'] === true,
    examples: readExamples(source),
  };
  return { ...keywords, choices: listChoices(keywords, follow), isGuarded: isGuarded(keywords) };
}

function readArrayKeywords(source: Readonly<Record<string, unknown>>) {
  return {
    minItems: readNumber(source['minItems']),
    maxItems: readNumber(source['maxItems']),
    uniqueItems: source['uniqueItems'] === true,
    prefixItems: readSchemas(source['prefixItems']),
    items: readSchema(source['items']),
    contains: readSchema(source['contains']),
    minContains: readNumber(source['minContains']) ?? 1,
    maxContains: readNumber(source['maxContains']),
    unevaluatedItems: readSchema(source['unevaluatedItems']),
  };
}

function readObjectKeywords(source: Readonly<Record<string, unknown>>) {
  return {
    minProperties: readNumber(source['minProperties']),
    maxProperties: readNumber(source['maxProperties']),
    required: readTexts(source['required']),
    properties: readMap(source['properties'], readSchema),
    patternProperties: readMap(source['patternProperties'], readSchema),
    additionalProperties: readSchema(source['additionalProperties']),
    propertyNames: readSchema(source['propertyNames']),
    unevaluatedProperties: readSchema(source['unevaluatedProperties']),
    dependentRequired: readMap(source['dependentRequired'], readTexts),
    dependentSchemas: readMap(source['dependentSchemas'], readSchema),
  };
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => typeof item === 'string');
}

function readSchema(value: unknown): JsonSchema | undefined {
  return isSchema(value) ? value : undefined;
}

function readSchemas(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function readMap<Item>(
  value: unknown,
  readItem: (item: unknown) => Item | undefined,
): Map<string, Item> {
  const map = new Map<string, Item>();
  if (!isRecord(value)) return map;
  for (const [name, content] of Object.entries(value)) {
    const item = readItem(content);
    if (item !== undefined) map.set(name, item);
  }
  return map;
}

function readTypes(source: Readonly<Record<string, unknown>>): JsonType[] | undefined {
  const names = [source['type']].flat();
  const types = jsonTypes.filter((type) => names.includes(type));
  if (types.length === 0) return undefined;
  if (source['nullable'] === true && !types.includes('null')) types.push('null');
  return types;
}

function readValues(source: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (Object.hasOwn(source, 'const')) return [source['const']];
  const values = source['enum'];
  return Array.isArray(values) ? values : undefined;
}

/** In OpenAPI 3.0, an exclusive bound is a boolean beside the bound. */
function readExclusive(value: unknown, bound: number | undefined): number | undefined {
  return value === true ? bound : readNumber(value);
}

function readExamples(source: Readonly<Record<string, unknown>>): unknown[] {
  const examples: unknown[] = [];
  if (Object.hasOwn(source, 'default')) examples.push(source['default']);
  if (Object.hasOwn(source, 'example')) examples.push(source['example']);
  if (Array.isArray(source['examples'])) examples.push(...source['examples']);
  return examples;
}

function readDiscriminator(value: unknown): Discriminator | undefined {
  if (!isRecord(value)) return undefined;
  const property = readText(value['propertyName']);
  if (property === undefined) return undefined;
  const mapping = new Map<string, string>();
  for (const [name, target] of readMap(value['mapping'], readText)) {
    const isName = /^[\w.-]+$/.test(target);
    const reference = isName ? `#/components/schemas/${target}` : target;
    if (!mapping.has(reference)) mapping.set(reference, name);
  }
  return { property, mapping };
}

/** The value of a discriminator for the schema that a reference names. */
export function toTag(discriminator: Discriminator, reference: string): Tag {
  const { property, mapping } = discriminator;
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return { property, value: mapping.get(reference) ?? name };
}

type Combining = Pick<
  Keywords,
  'anyOf' | 'oneOf' | 'not' | 'if' | 'then' | 'else' | 'dependentSchemas' | 'discriminator'
>;

function listChoices(keywords: Combining, follow: Follow): Option[][] {
  const { anyOf, oneOf, discriminator, dependentSchemas } = keywords;
  const choices: Option[][] = [];
  if (anyOf.length > 0) choices.push(anyOf.map((schema) => toOption(schema, discriminator)));
  if (oneOf.length > 0) {
    const options = oneOf.map((schema) => toOption(schema, discriminator));
    choices.push([...options, ...listExclusive(oneOf)]);
  }
  if (keywords.if !== undefined) choices.push(listConditions(keywords.if, keywords));
  for (const [name, schema] of dependentSchemas)
    choices.push([
      { schemas: [{ properties: { [name]: false } }] },
      { schemas: [{ required: [name] }, schema] },
    ]);
  const opposites = keywords.not === undefined ? undefined : negate(keywords.not, follow);
  if (opposites !== undefined) choices.push(opposites.map((schema) => ({ schemas: [schema] })));
  return choices;
}

function toOption(schema: JsonSchema, discriminator: Discriminator | undefined): Option {
  const reference = isRecord(schema) ? readText(schema['$ref']) : undefined;
  if (discriminator === undefined || reference === undefined) return { schemas: [schema] };
  return { schemas: [schema], tag: toTag(discriminator, reference) };
}

/** For alternatives that overlap: what one of them accepts and the others refuse. */
function listExclusive(schemas: readonly JsonSchema[]): Option[] {
  if (schemas.length > mostExclusive) return [];
  return schemas.map((schema) => {
    const further = schemas.filter((candidate) => candidate !== schema);
    const opposites = further.map((candidate) => ({ not: candidate }));
    return { schemas: [schema, ...opposites], isLastResort: true };
  });
}

function listConditions(condition: JsonSchema, keywords: Combining): Option[] {
  return [
    { schemas: [condition, keywords.then ?? true] },
    { schemas: [{ not: condition }, keywords.else ?? true] },
  ];
}

type Guarding = Omit<Keywords, 'choices' | 'isGuarded'>;

function isGuarded(keywords: Guarding): boolean {
  const conditions = [
    keywords.oneOf.length > 0,
    keywords.patternProperties.size > 0,
    keywords.dependentRequired.size > 0,
    keywords.dependentSchemas.size > 0,
    keywords.not !== undefined,
    keywords.if !== undefined,
    keywords.contains !== undefined,
    keywords.propertyNames !== undefined,
    keywords.unevaluatedItems !== undefined,
    keywords.unevaluatedProperties !== undefined,
  ];
  return conditions.includes(true);
}
