import { describe, expect, test } from '@jest/globals';
import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { createValidators, mostFaults } from '../validators.ts';
import { createSchemaCompiler } from './compile-ahead.ts';
import { compileSchemas } from './compile-schemas.ts';

type Schemas = Record<string, Schema & Record<string, unknown>>;

const toDocument = (schemas: Schemas): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  paths: {},
  components: { schemas },
  'x-assumptions': {},
  'x-problems': {},
});

const compile = (schemas: Schemas) => createValidators(compileSchemas(toDocument(schemas)));

const many = Array.from({ length: 50_000 }, () => ({}));
const item = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };

test('no wrong default is filled in, and no format judges a text that cannot have it', () => {
  const note = {
    Note: {
      type: 'object',
      properties: {
        count: { type: 'integer', default: 'none' },
        size: { type: 'integer', default: 3 },
        author: { type: 'string', format: 'uuid', minLength: 24, maxLength: 24 },
      },
    },
  };
  const accepts = compileSchemas(toDocument(note)).at('/components/schemas/Note', 'request');
  const value = { author: '536e564f316c83104c000020' };
  expect(accepts(value)).toBe(true);
  expect(value).toEqual({ author: '536e564f316c83104c000020', size: 3 });
});

describe('the errors of a validator', () => {
  test('are limited, however many items are wrong', () => {
    const { schema } = compile({
      Item: item,
      List: { items: { $ref: '#/components/schemas/Item' } },
    });
    expect(schema('List')(many)).toHaveLength(mostFaults);
    expect(schema('List')(many.slice(0, 3))).toHaveLength(3);
  });

  test('are limited, however many fields are wrong', () => {
    const { schema } = compile({ Map: { type: 'object', additionalProperties: false } });
    const value = Object.fromEntries(many.map((_, at) => [`x${at}`, 0]));
    expect(schema('Map')(value)).toHaveLength(mostFaults);
  });

  test('in one branch of a union do not stop the search in another', () => {
    const list = { type: 'array', items: item };
    const { schema } = compile({
      Union: { oneOf: [list, { type: 'array', items: { type: 'object', required: ['b'] } }] },
    });
    expect(schema('Union')(many)).not.toEqual([]);
    const late = Array.from({ length: 200 }, (_, at) => (at < 199 ? { b: 1 } : {}));
    expect(schema('Union')(late)).not.toEqual([]);
    expect(schema('Union')(late.slice(0, 199))).toEqual([]);
  });

  test('do not hide the item that satisfies contains', () => {
    const { schema } = compile({ List: { type: 'array', contains: item } });
    expect(schema('List')([...many.slice(0, 500), { a: 'x' }])).toEqual([]);
    expect(schema('List')(many.slice(0, 500))).not.toEqual([]);
  });
});

test('a reference may lead to another reference, or to a place within a schema', () => {
  const { schema } = compile({
    Name: { type: 'string' },
    Title: { $ref: '#/components/schemas/Name' },
    Book: { properties: { title: { $ref: '#/components/schemas/Title' } } },
    Film: { properties: { title: { $ref: '#/components/schemas/Book/properties/title' } } },
  });
  expect(schema('Film')({ title: 'Jaws' })).toEqual([]);
  expect(schema('Film')({ title: 1 })).toHaveLength(1);
});

test('the generator refuses a format that would not be checked', () => {
  const document = toDocument({ Contact: { type: 'string', format: 'email' } });
  const { ajv, keys } = createSchemaCompiler(document);
  expect(() => ajv.getSchema(keys.get('schema/Contact') ?? '')).toThrow(
    'unknown format "email" in the schema at path "#": add it to contract/formats.ts',
  );
});

describe('a discriminator', () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const kinds = {
    Text: { properties: { type: { const: 'text' } } },
    Image: { properties: { type: { anyOf: [{ enum: ['image', 'photo'] }, { type: 'null' }] } } },
    Media: { oneOf: [to('Image'), { properties: { type: { const: 'film' } } }] },
  } satisfies Schemas;
  const { schema } = compile({
    ...kinds,
    Part: { oneOf: [to('Text'), to('Media')], discriminator: { propertyName: 'type' } },
  });

  test.each(['text', 'image', 'photo', 'film'])('finds %s in an alternative', (type) => {
    expect(schema('Part')({ type })).toEqual([]);
  });

  test.each(['sound', 'Media'])('finds %s in none', (type) => {
    expect(schema('Part')({ type })).not.toEqual([]);
  });
});
