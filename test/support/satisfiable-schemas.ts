import fc from 'fast-check';
import type { JsonSchema } from '../../contract/values/json-schema.ts';

/**
 * Schemas that are known to have a value, because they are derived from one: each keyword holds for it. So a generator that
 * finds nothing is at fault.
 */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const names = ['id', 'name', 'kind', 'tags', 'x-note'];

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, '', 'abc', 'AB12', '2026-01-31', 'a@b.example'),
    fc.integer({ min: -20, max: 40 }),
    fc.constantFrom(0.5, 2.25, -7.5),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

type Keywords = fc.Arbitrary<Record<string, unknown>>;

/** Schemas in schemas are only derived for keywords that were picked, which is much faster. */
type Later = () => Keywords;

/** Picks some of the keywords that hold for a value. */
function pickSome(keywords: readonly Later[]): fc.Arbitrary<JsonSchema> {
  return fc
    .subarray([...keywords], { minLength: Math.min(1, keywords.length) })
    .chain((picked) => fc.tuple(...picked.map((create) => create())))
    .map((parts) => Object.assign({}, ...parts));
}

function toType(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const textRules: readonly [keyword: string, rule: string, test: RegExp][] = [
  ['pattern', '^[a-z]+$', /^[a-z]+$/],
  ['pattern', '^[A-Z]{2}', /^[A-Z]{2}/],
  ['pattern', '\\d$', /\d$/],
  ['pattern', '^(?!x)', /^(?!x)/],
  ['format', 'date', /^2026-01-31$/],
  ['format', 'email', /^a@b\.example$/],
];

function listTextKeywords(value: string): Later[] {
  const { length } = value;
  const rules = textRules.filter(([, , expression]) => expression.test(value));
  return [
    () => fc.nat({ max: length }).map((minLength) => ({ minLength })),
    () => fc.nat({ max: 5 }).map((more) => ({ maxLength: length + more })),
    ...rules.map(
      ([keyword, rule]) =>
        () =>
          fc.constant({ [keyword]: rule }),
    ),
  ];
}

function listNumberKeywords(value: number): Later[] {
  const distance = fc.nat({ max: 3 });
  const divisors = [0.25, 0.5, 3, 7].filter((step) => Number.isInteger(value / step));
  return [
    () => distance.map((less) => ({ minimum: value - less })),
    () => distance.map((more) => ({ maximum: value + more })),
    () => fc.constant({ exclusiveMinimum: value - 0.5 }),
    () => fc.constant({ exclusiveMaximum: value + 1 }),
    ...divisors.map((multipleOf) => () => fc.constant({ multipleOf })),
    () => fc.constant(Number.isInteger(value) ? { type: 'integer' } : {}),
  ];
}

function listArrayKeywords(value: readonly Json[], levels: number): Later[] {
  const { length } = value;
  const [first = null] = value;
  const isUnique = new Set(value.map((item) => JSON.stringify(item))).size === length;
  const keywords: Later[] = [
    () => fc.nat({ max: length }).map((minItems) => ({ minItems })),
    () => fc.nat({ max: 2 }).map((more) => ({ maxItems: length + more })),
    () => fc.constant(isUnique ? { uniqueItems: true } : {}),
  ];
  if (length === 0) return keywords;
  const toTuple = () =>
    fc
      .tuple(...value.map((item) => toSchema(item, levels)))
      .map((prefixItems) => ({ prefixItems, minItems: length }));
  const toContains = () =>
    fc
      .constantFrom(...value)
      .chain((item) => toSchema(item, levels))
      .map((contains) => ({ contains }));
  keywords.push(toTuple, toContains);
  if (length === 1)
    keywords.push(() => toSchema(first, levels).map((items) => ({ items, minItems: 1 })));
  return keywords;
}

function listObjectKeywords(value: Record<string, Json>, levels: number): Later[] {
  const present = Object.keys(value);
  const absent = [...names.filter((name) => !present.includes(name)), 'other'];
  const toProperties = () =>
    fc.subarray(present).chain((picked) => {
      const schemas = picked.map((name) => toSchema(value[name] ?? null, levels));
      return fc
        .tuple(...schemas)
        .map((created) => Object.fromEntries(picked.map((name, at) => [name, created[at]])));
    });
  const all = Object.fromEntries(present.map((name) => [name, true]));
  return [
    () => fc.constant({ properties: all, additionalProperties: false }),
    () => fc.subarray(present).map((required) => ({ required })),
    () => fc.nat({ max: present.length }).map((minProperties) => ({ minProperties })),
    () => fc.constant({ maxProperties: present.length + 1 }),
    () => fc.constant({ propertyNames: { pattern: '^[a-z-]+$' } }),
    () => fc.constantFrom(...absent).map((name) => ({ not: { required: [name] } })),
    () => fc.constantFrom(...absent).map((name) => ({ properties: { [name]: false } })),
    () => fc.constant({ patternProperties: { '^y-': { type: 'integer' } } }),
    () => toProperties().map((properties) => ({ properties })),
    () => toProperties().map((properties) => ({ properties, required: Object.keys(properties) })),
    () =>
      fc
        .subarray(present)
        .map((needed) => ({ dependentRequired: { [present[0] ?? 'no']: needed } })),
  ];
}

/** Keywords about other values, of which the value meets enough. */
function listCombinations(value: Json, levels: number): Later[] {
  const foreign = { type: toType(value) === 'boolean' ? 'null' : 'boolean' };
  const near = () => toSchema(value, levels);
  const several = () => fc.tuple(near(), near());
  return [
    () => several().map((allOf) => ({ allOf })),
    () => several().map((schemas) => ({ anyOf: [foreign, ...schemas] })),
    () => near().map((schema) => ({ oneOf: [schema, foreign] })),
    () => near().map((schema) => ({ not: { not: schema } })),
    () => fc.constant({ not: foreign }),
    () => near().map((schema) => ({ if: foreign, else: schema })),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    () => several().map(([schema, next]) => ({ if: schema, then: next, else: false })),
    () => fc.constant({ $ref: '#/$defs/shared' }),
  ];
}

function listOwnKeywords(value: Json, levels: number): Later[] {
  if (typeof value === 'string') return listTextKeywords(value);
  if (typeof value === 'number') return listNumberKeywords(value);
  if (Array.isArray(value)) return listArrayKeywords(value, levels);
  return value !== null && typeof value === 'object' ? listObjectKeywords(value, levels) : [];
}

type Kind = 'typed' | 'untyped' | 'listed' | 'combined';

/** A schema that a value meets. @param levels how many schemas in schemas may follow */
function toSchema(value: Json, levels: number): fc.Arbitrary<JsonSchema> {
  const all: Kind[] = ['typed', 'typed', 'untyped', 'listed', 'combined'];
  const kinds: Kind[] = levels <= 0 ? ['listed'] : all;
  return fc.constantFrom(...kinds).chain((kind) => toSchemaOfKind(value, kind, levels - 1));
}

function toSchemaOfKind(value: Json, kind: Kind, levels: number): fc.Arbitrary<JsonSchema> {
  const type = () => fc.constant({ type: toType(value) });
  switch (kind) {
    case 'listed':
      return fc.constantFrom<JsonSchema>({ const: value }, { enum: [value, 'other'] }, true);
    case 'typed':
      return fc
        .tuple(type(), pickSome(listOwnKeywords(value, levels)))
        .map((parts) => Object.assign({}, ...parts));
    case 'untyped':
      return pickSome([type, ...listOwnKeywords(value, levels)]);
    case 'combined':
      return pickSome([type, ...listCombinations(value, levels)]);
  }
}

export const satisfiableSchemas = json.chain((value) =>
  toSchema(value, 4).map((schema) => ({ value, schema })),
);
