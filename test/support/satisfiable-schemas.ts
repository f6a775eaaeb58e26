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

/** A keyword with any of the values that `create` returns. */
function keyword(name: string, create: () => fc.Arbitrary<unknown>): Later {
  return () => create().map((value) => ({ [name]: value }));
}

/** Keywords with the same values each time. */
function always(keywords: Record<string, unknown>): Later {
  return () => fc.constant(keywords);
}

/** Picks some of the keywords that hold for a value. */
function pickSome(keywords: readonly Later[]): fc.Arbitrary<JsonSchema> {
  const subsets = fc.subarray([...keywords], { minLength: Math.min(1, keywords.length) });
  const createAll = (picked: readonly Later[]) => picked.map((create) => create());
  return subsets.chain((picked) => join(createAll(picked)));
}

/** All of some keywords in one schema. */
function join(keywords: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<JsonSchema> {
  return fc.tuple(...keywords).map((parts) => Object.assign({}, ...parts));
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
    keyword('minLength', () => fc.nat({ max: length })),
    keyword('maxLength', () => fc.integer({ min: length, max: length + 5 })),
    ...rules.map(([name, rule]) => always({ [name]: rule })),
  ];
}

function listNumberKeywords(value: number): Later[] {
  const distance = fc.nat({ max: 3 });
  const below = distance.map((difference) => value - difference);
  const above = distance.map((difference) => value + difference);
  const divisors = [0.25, 0.5, 3, 7].filter((step) => Number.isInteger(value / step));
  return [
    keyword('minimum', () => below),
    keyword('maximum', () => above),
    always({ exclusiveMinimum: value - 0.5 }),
    always({ exclusiveMaximum: value + 1 }),
    ...divisors.map((multipleOf) => always({ multipleOf })),
    always(Number.isInteger(value) ? { type: 'integer' } : {}),
  ];
}

function listArrayKeywords(value: readonly Json[], levels: number): Later[] {
  const { length } = value;
  const [first = null] = value;
  const isUnique = new Set(value.map((item) => JSON.stringify(item))).size === length;
  const keywords: Later[] = [
    keyword('minItems', () => fc.nat({ max: length })),
    keyword('maxItems', () => fc.integer({ min: length, max: length + 2 })),
    always(isUnique ? { uniqueItems: true } : {}),
  ];
  if (length === 0) return keywords;
  const toItem = (item: Json) => toSchema(item, levels);
  const toItems = () => fc.tuple(...value.map(toItem));
  keywords.push(
    () => toItems().map((prefixItems) => ({ prefixItems, minItems: length })),
    keyword('contains', () => fc.constantFrom(...value).chain(toItem)),
  );
  if (length > 1) return keywords;
  keywords.push(() => {
    const items = toSchema(first, levels);
    return items.map((schema) => ({ items: schema, minItems: 1 }));
  });
  return keywords;
}

function listObjectKeywords(value: Record<string, Json>, levels: number): Later[] {
  const present = Object.keys(value);
  const absent = [...names.filter((name) => !present.includes(name)), 'other'];
  const toProperties = () => {
    return fc.subarray(present).chain((picked) => {
      const entries = picked.map((name) => [name, toSchema(value[name] ?? null, levels)]);
      return fc.record<Record<string, JsonSchema>>(Object.fromEntries(entries));
    });
  };
  const all = Object.fromEntries(present.map((name) => [name, true]));
  const absentName = fc.constantFrom(...absent);
  const [first = 'no'] = present;
  return [
    always({ properties: all, additionalProperties: false }),
    keyword('required', () => fc.subarray(present)),
    keyword('minProperties', () => fc.nat({ max: present.length })),
    always({ maxProperties: present.length + 1 }),
    always({ propertyNames: { pattern: '^[a-z-]+$' } }),
    keyword('not', () => absentName.map((name) => ({ required: [name] }))),
    keyword('properties', () => absentName.map((name) => ({ [name]: false }))),
    always({ patternProperties: { '^y-': { type: 'integer' } } }),
    keyword('properties', toProperties),
    () => {
      return toProperties().map((properties) => {
        return { properties, required: Object.keys(properties) };
      });
    },
    keyword('dependentRequired', () => {
      return fc.subarray(present).map((needed) => ({ [first]: needed }));
    }),
  ];
}

/** Keywords about other values, of which the value meets enough. */
function listCombinations(value: Json, levels: number): Later[] {
  const foreign = { type: toType(value) === 'boolean' ? 'null' : 'boolean' };
  const near = () => toSchema(value, levels);
  const several = () => fc.tuple(near(), near());
  return [
    keyword('allOf', several),
    keyword('anyOf', () => several().map((schemas) => [foreign, ...schemas])),
    keyword('oneOf', () => near().map((schema) => [schema, foreign])),
    keyword('not', () => near().map((schema) => ({ not: schema }))),
    always({ not: foreign }),
    () => near().map((schema) => ({ if: foreign, else: schema })),
    () => several().map(toThen),
    always({ $ref: '#/$defs/shared' }),
  ];

  function toThen([schema, next]: readonly [JsonSchema, JsonSchema]) {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: schema, then: next, else: false };
  }
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
      return join([type(), pickSome(listOwnKeywords(value, levels))]);
    case 'untyped':
      return pickSome([type, ...listOwnKeywords(value, levels)]);
    case 'combined':
      return pickSome([type, ...listCombinations(value, levels)]);
  }
}

export const satisfiableSchemas = json.chain((value) =>
  toSchema(value, 4).map((schema) => ({ value, schema })),
);
