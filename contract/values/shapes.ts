import { includes, isOfTypes, listPropertySchemas } from './check.ts';
import { type JsonSchema, type JsonType, jsonTypes } from './json-schema.ts';
import { type Keywords, type Option, type SchemaReader, type Tag, toTag } from './keywords.ts';

/** What a value must meet after an option of each choice was taken. */
export interface Shape {
  /** Every schema object that applies to the value. */
  parts: readonly Keywords[];
  types: readonly JsonType[];
  /** The only possible values, if they are listed. */
  values: readonly unknown[] | undefined;
  /** Properties with the values that discriminators expect for the chosen options. */
  tags: readonly Tag[];
  /** Whether a value that is composed of valid parts may still be invalid. */
  isGuarded: boolean;
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
  readonly #simple = new WeakMap<object, Shape>();

  constructor(reader: SchemaReader) {
    this.#reader = reader;
  }

  *find(schemas: readonly JsonSchema[], order: Order): Generator<Shape> {
    const known = this.#readSimple(schemas);
    if (known !== undefined) {
      yield known;
      return;
    }
    const draft: Draft = {
      parts: [],
      pending: [...schemas],
      choices: [],
      references: [],
      tags: [],
    };
    let count = 0;
    for (const finished of this.#choose(draft, order)) {
      const shape = toShape(finished);
      if (shape === undefined) continue;
      if (finished.parts.every(({ choices }) => choices.length === 0))
        this.#keepSimple(schemas, shape);
      yield shape;
      count += 1;
      if (count === mostShapes) return;
    }
  }

  #readSimple(schemas: readonly JsonSchema[]): Shape | undefined {
    const [schema] = schemas;
    if (schemas.length !== 1 || typeof schema !== 'object') return undefined;
    return this.#simple.get(schema);
  }

  /** A schema without choices always has the same shape. */
  #keepSimple(schemas: readonly JsonSchema[], shape: Shape): void {
    const [schema] = schemas;
    if (schemas.length === 1 && typeof schema === 'object') this.#simple.set(schema, shape);
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

/** A cheap test that ends a search early. */
function isContradictory(parts: readonly Keywords[]): boolean {
  return listTypes(parts).length === 0 || listValues(parts)?.length === 0;
}

function toShape(draft: Draft): Shape | undefined {
  const { parts } = draft;
  const values = listValues(parts);
  const types = listTypes(parts);
  if (types.length === 0 || values?.length === 0) return undefined;
  return {
    parts,
    types,
    values,
    tags: [...draft.tags, ...listInheritedTags(draft)],
    isGuarded: parts.some((keywords) => keywords.isGuarded),
  };
}

/**
 * A schema with a discriminator but without alternatives is a base: schemas refer to it in `allOf`, and their names are the
 * values of the property.
 */
function listInheritedTags({ parts, references }: Draft): Tag[] {
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
  return isInteger ? types.map((type) => (type === 'number' ? 'integer' : type)) : types;
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

/** The schemas that the parts of a shape have at one place. */
export function collectSchemas(
  { parts }: Shape,
  read: (part: Keywords) => JsonSchema | undefined,
): JsonSchema[] {
  const schemas: JsonSchema[] = [];
  for (const part of parts) {
    const schema = read(part);
    if (schema !== undefined) schemas.push(schema);
  }
  return schemas;
}

/** The schemas that apply to a property of a shape. */
export function toPropertySchemas(shape: Shape, name: string): JsonSchema[] {
  const schemas = shape.parts.flatMap((part) => listPropertySchemas(part, name));
  if (schemas.length > 0) return schemas;
  return collectSchemas(shape, ({ unevaluatedProperties }) => unevaluatedProperties);
}

/** The schemas that apply to an item of a shape. */
export function toItemSchemas(shape: Shape, index: number): JsonSchema[] {
  const schemas = collectSchemas(shape, (part) => part.prefixItems[index] ?? part.items);
  if (schemas.length > 0) return schemas;
  return collectSchemas(shape, ({ unevaluatedItems }) => unevaluatedItems);
}
