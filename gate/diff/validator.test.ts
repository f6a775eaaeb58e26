import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SchemaReader } from './schema-reader.ts';
import { SchemaTable } from './schema-table.ts';
import { accepts, encode, type Wire } from './validator.ts';

const text = { type: 'string' };
const schemas: readonly (object | boolean)[] = [
  ...[true, false, {}, text, { type: 'integer' }, { type: ['number', 'null'] }, { enum: [1, 'a'] }],
  ...[{ const: null }, { minimum: 1, maximum: 5 }, { exclusiveMinimum: 1, exclusiveMaximum: 5 }],
  ...[{ multipleOf: 0.5 }, { minLength: 2, maxLength: 3 }, { pattern: '^a' }],
  ...[{ format: 'date' }, { format: 'uuid' }, { minItems: 1, maxItems: 2 }, { uniqueItems: true }],
  ...[{ items: text }, { prefixItems: [text], items: false }, { contains: { const: 1 } }],
  ...[{ contains: { const: 1 }, minContains: 0, maxContains: 1 }, { required: ['a'] }],
  ...[{ properties: { a: text } }, { properties: { a: text }, additionalProperties: false }],
  ...[{ patternProperties: { '^a': text } }, { propertyNames: { maxLength: 1 } }],
  ...[{ minProperties: 1, maxProperties: 1 }, { dependentRequired: { a: ['b'] } }],
  ...[{ dependentSchemas: { a: { required: ['b'] } } }, { allOf: [text, { minLength: 2 }] }],
  ...[{ anyOf: [text, { minimum: 3 }] }, { not: text }, { if: text, else: { type: 'array' } }],
  { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
];
const values: readonly unknown[] = [
  ...[null, true, 0, 1, 1.5, 3, 5, 7, '', 'a', 'ab', '😀😀😀', '2026-01-31', '漢字漢字'],
  ...['0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10', [], [1], ['a'], [1, 1], ['a', 1], [1, 1, 'a']],
  ...[{}, { a: 'x' }, { a: 1 }, { a: 'x', b: 1 }, { ab: 1 }, { b: 1 }],
];
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

function read(schema: object | boolean) {
  const table = new SchemaTable();
  const document = { openapi: '3.1.0', schema };
  const result = new SchemaReader(table, document, 'old', 'request').read('/schema');
  table.settle();
  return result;
}

test.each(schemas.map((schema) => ({ schema })))('agrees with ajv about $schema', ({ schema }) => {
  const isValid = ajv.compile(schema);
  const accepted = values.filter((value) => accepts([read(schema)], value));
  expect(accepted).toEqual(values.filter((value) => isValid(value)));
});

describe('values that are sent as text', () => {
  const comma: Wire = { isText: true, separator: ',' };
  test.each<[given: unknown, wire: Wire, schema: object, want: boolean]>([
    [5, comma, text, true],
    [5, comma, { type: 'integer' }, true],
    [true, comma, { type: 'integer' }, false],
    [[1, 2], comma, { type: 'array', items: { type: 'integer' } }, true],
    [[1, 'a'], comma, { type: 'array', items: { type: 'integer' } }, false],
    [{ a: 5 }, { isText: true }, { properties: { a: text } }, true],
    [{ a: { b: 5 } }, { isText: true, isMultipart: true }, { properties: { a: text } }, false],
  ])('%j as %j is accepted by %j: %s', (given, wire, schema, want) => {
    expect(accepts([read(schema)], encode(given, wire), wire)).toBe(want);
  });
});
