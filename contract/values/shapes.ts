import { includes, isOfTypes, listPropertySchemas } from './check.ts';
import { type JsonSchema, type JsonType, jsonTypes } from './json-schema.ts';
import { type Keywords, type Option, type SchemaReader, type Tag, toTag } from './keywords.ts';

/** What a value must meet after an option of each choice was taken. */
export class Shape {
  /** Every schema object that applies to the value. */
  readonly parts: readonly Keywords[];
  readonly types: readonly JsonType[];
  /** The only possible values, if they are listed. */
  readonly values: readonly unknown[] | undefined;
  /** Properties with the values that discriminators expect for the chosen options. */
  readonly tags: readonly Tag[];
  /** Whether a value that is composed of valid parts may still be invalid. */
  readonly isGuarded: boolean;
  readonly required: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  readonly #hasDependents: boolean;
  readonly #properties = new Map<string, readonly JsonSchema[]>();

  constructor(parts: readonly Keywords[], tags: readonly Tag[]) {
    this.parts = parts;
    this.types = listTypes(parts);
    this.values = listValues(parts);
    this.tags = tags;
    this.isGuarded = parts.some((part) => part.isGuarded);
    this.required = new Set(parts.flatMap((part) => part.required));
    this.#hasDependents = parts.some((part) => part.dependentRequired.size > 0);
    this.declared = new Set(parts.flatMap((part) => [...part.properties.keys()]));
  }

  /** The schemas that apply to a property. */
  toProperty(name: string): readonly JsonSchema[] {
    const stored = this.#properties.get(name);
    if (stored !== undefined) return stored;
    const schemas = this.parts.flatMap((part) => listPropertySchemas(part, name));
    if (schemas.length === 0)
      schemas.push(...this.collect(({ unevaluatedProperties }) => unevaluatedProperties));
    this.#properties.set(name, schemas);
    return schemas;
  }

  /** The properties that must be present if another one is. */
  listDependents(name: string): readonly string[] {
    if (!this.#hasDependents) return [];
    const names: string[] = [];
    for (const { dependentRequired } of this.parts)
      names.push(...(dependentRequired.get(name) ?? []));
    return names;
  }

  /** The schemas that apply to an item. */
  toItem(index: number): readonly JsonSchema[] {
    const schemas = this.collect((part) => part.prefixItems[index] ?? part.items);
    if (schemas.length > 0) return schemas;
    return this.collect(({ unevaluatedItems }) => unevaluatedItems);
  }

  /** The schemas that the parts have for one keyword. */
  collect(read: (part: Keywords) => JsonSchema | undefined): JsonSchema[] {
    const schemas: JsonSchema[] = [];
    for (const part of this.parts) {
      const schema = read(part);
      if (schema !== undefined) schemas.push(schema);
    }
    return schemas;
  }

  /** The greatest of some lower bounds, at least 0. */
  readLeast(read: (part: Keywords) => number | undefined): number {
    return Math.max(0, ...this.parts.map((part) => read(part) ?? 0));
  }

  /** The smallest of some upper bounds. */
  readMost(read: (part: Keywords) => number | undefined): number {
    return Math.min(...this.parts.map((part) => read(part) ?? Number.POSITIVE_INFINITY));
  }
}

/** Returns the options of a choice in the order in which they are tried. */
export type Order = (options: readonly Option[]) => readonly Option[];

/** The state of a search: what applies already, and what remains to be read and chosen. */
interface Draft {
  parts: Keywords[];
  pending: JsonSchema[];
  choices: (readonly Option[])[];
  /** Those followed since the last choice. */
  references: string[];
  tags: Tag[];
}

/** A schema with more alternatives than these is not searched further. */
const mostShapes = 60;

/**
 * Lists the shapes that a value of some schemas can have: references are followed, `allOf` is merged, and of each `anyOf`,
 * `oneOf` and `if` one option is chosen. Contradictory shapes are left out.
 */
export class ShapeFinder {
  readonly #reader: SchemaReader;
  /** Schemas without choices always have the same shape. */
  readonly #simple = new WeakMap<object, Shape>();

  constructor(reader: SchemaReader) {
    this.#reader = reader;
  }

  *find(schemas: readonly JsonSchema[], order: Order): Generator<Shape> {
    const [schema] = schemas;
    const key = schemas.length === 1 && typeof schema === 'object' ? schema : undefined;
    const stored = key === undefined ? undefined : this.#simple.get(key);
    if (stored !== undefined) {
      yield stored;
      return;
    }
    let count = 0;
    for (const { parts, tags, references } of this.#choose(toDraft(schemas), order)) {
      const shape = new Shape(parts, [...tags, ...listInheritedTags(parts, references)]);
      const isSimple = parts.every(({ choices }) => choices.length === 0);
      if (key !== undefined && isSimple) this.#simple.set(key, shape);
      yield shape;
      count += 1;
      if (count === mostShapes) return;
    }
  }

  *#choose(draft: Draft, order: Order): Generator<Draft> {
    if (!this.#readPending(draft) || isContradictory(draft.parts)) return;
    const [choice, ...choices] = draft.choices;
    if (choice === undefined) {
      yield draft;
      return;
    }
    for (const option of order(choice)) {
      const tags = option.tag === undefined ? draft.tags : [...draft.tags, option.tag];
      const next: Draft = {
        parts: [...draft.parts],
        pending: [...option.schemas],
        choices,
        references: [],
        tags,
      };
      yield* this.#choose(next, order);
    }
  }

  /** Reads schemas until only choices remain. @returns whether a value is still possible */
  #readPending(draft: Draft): boolean {
    const { parts, pending } = draft;
    const choices = [...draft.choices];
    for (const schema of pending) {
      if (schema === true) continue;
      if (schema === false) return false;
      const keywords = this.#reader.read(schema);
      if (parts.includes(keywords)) continue;
      parts.push(keywords);
      pending.push(...keywords.allOf);
      choices.push(...keywords.choices);
      if (keywords.reference === undefined) continue;
      const target = this.#reader.follow(keywords.reference);
      if (target === undefined) continue;
      draft.references.push(keywords.reference);
      pending.push(target);
    }
    draft.choices = choices;
    return true;
  }
}

function toDraft(schemas: readonly JsonSchema[]): Draft {
  return { parts: [], pending: [...schemas], choices: [], references: [], tags: [] };
}

function isContradictory(parts: readonly Keywords[]): boolean {
  return listTypes(parts).length === 0 || listValues(parts)?.length === 0;
}

/**
 * A schema with a discriminator but without alternatives is a base: schemas refer to it in `allOf`, and their names are the
 * values of the property.
 */
function listInheritedTags(parts: readonly Keywords[], references: readonly string[]): Tag[] {
  const tags: Tag[] = [];
  const [reference] = references;
  for (const { discriminator, oneOf, anyOf } of parts) {
    if (discriminator === undefined || reference === undefined) continue;
    if (oneOf.length === 0 && anyOf.length === 0) tags.push(toTag(discriminator, reference));
  }
  return tags;
}

/** The types that all parts allow. */
function listTypes(parts: readonly Keywords[]): JsonType[] {
  let isInteger = false;
  let types = jsonTypes.filter((type) => type !== 'integer');
  for (const part of parts) {
    const allowed = part.types;
    if (allowed === undefined) continue;
    if (allowed.includes('integer') && !allowed.includes('number')) isInteger = true;
    types = types.filter((type) => isAllowed(type, allowed));
  }
  if (!isInteger) return types;
  return types.map((type) => (type === 'number' ? 'integer' : type));
}

function isAllowed(type: JsonType, allowed: readonly JsonType[]): boolean {
  return allowed.includes(type) || (type === 'number' && allowed.includes('integer'));
}

/** The listed values that all parts allow, or undefined if no part lists any. */
function listValues(parts: readonly Keywords[]): readonly unknown[] | undefined {
  let values: readonly unknown[] | undefined;
  for (const part of parts) {
    const listed = part.values;
    if (listed === undefined) continue;
    values = values === undefined ? listed : values.filter((value) => includes(listed, value));
  }
  return values?.filter((value) => hasTypes(parts, value));
}

function hasTypes(parts: readonly Keywords[], value: unknown): boolean {
  return parts.every(({ types }) => types === undefined || isOfTypes(value, types));
}
