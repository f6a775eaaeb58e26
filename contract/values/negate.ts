import { isRecord } from '../resolve-reference.ts';
import type { JsonSchema } from './json-schema.ts';

type Opposites = (value: unknown) => JsonSchema[];

const allTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** By keyword: schemas of which a value must meet at least one to break it. */
const rules: Readonly<Record<string, Opposites>> = {
  type: (names) => {
    const types = allTypes.filter((type) => ![names].flat().includes(type));
    return types.length === 0 ? [] : [{ type: types }];
  },
  required: (names) => toList(names).map((name) => withoutProperty(String(name))),
  properties: (schemas) => {
    if (!isRecord(schemas)) return [];
    return Object.entries(schemas).map(([name, schema]) => ({
      type: 'object',
      required: [name],
      properties: { [name]: { not: schema } },
    }));
  },
  items: (schema) => [{ type: 'array', minItems: 1, contains: { not: schema } }],
  minimum: (bound) => [{ type: 'number', exclusiveMaximum: bound }],
  maximum: (bound) => [{ type: 'number', exclusiveMinimum: bound }],
  exclusiveMinimum: (bound) => [{ type: 'number', maximum: bound }],
  exclusiveMaximum: (bound) => [{ type: 'number', minimum: bound }],
  minLength: (length) => toShorter('string', 'maxLength', length),
  maxLength: (length) => [{ type: 'string', minLength: Number(length) + 1 }],
  minItems: (count) => toShorter('array', 'maxItems', count),
  maxItems: (count) => [{ type: 'array', minItems: Number(count) + 1 }],
  minProperties: (count) => toShorter('object', 'maxProperties', count),
  maxProperties: (count) => [{ type: 'object', minProperties: Number(count) + 1 }],
  anyOf: (schemas) => [{ allOf: toList(schemas).map((schema) => ({ not: schema })) }],
  allOf: (schemas) => toList(schemas).map((schema) => ({ not: schema })),
  not: (schema) => (isRecord(schema) || typeof schema === 'boolean' ? [schema] : []),
};

const oppositesOf = new Map(Object.entries(rules));

/** Keywords that no value can break. */
const annotations = new Set(['title', 'description', 'default', 'example', 'examples', '$comment']);

/** Finds the target of a reference. */
export type Follow = (reference: string) => JsonSchema | undefined;

/** A chain of references that is longer leads nowhere. */
const mostReferences = 50;

/**
 * Describes what breaks a schema, so that values for `not` need no guessing: a value breaks it if it meets one of the
 * returned schemas.
 * @returns undefined if the schema has a keyword whose opposite cannot be described
 */
export function negate(
  schema: JsonSchema,
  follow: Follow,
  references = 0,
): JsonSchema[] | undefined {
  if (schema === true) return [];
  if (schema === false) return [true];
  const opposites: JsonSchema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === '$ref') {
      const target = follow(String(value));
      if (target === undefined || references > mostReferences) return undefined;
      opposites.push(...(negate(target, follow, references + 1) ?? []));
      continue;
    }
    const toOpposites = oppositesOf.get(keyword);
    if (toOpposites === undefined) return undefined;
    opposites.push(...toOpposites(value));
  }
  return opposites;
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function withoutProperty(name: string): JsonSchema {
  return { type: 'object', properties: { [name]: false } };
}

function toShorter(type: string, keyword: string, least: unknown): JsonSchema[] {
  const most = Number(least) - 1;
  return most < 0 ? [] : [{ type, [keyword]: most }];
}
