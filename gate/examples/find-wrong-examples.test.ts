import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { findWrongExamples } from './find-wrong-examples.ts';

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', maxLength: 5 } },
};

/** A document with one operation, whose request, response, parameter and schemas are given. */
function createDocument(parts: {
  openapi?: string;
  media?: object;
  mediaType?: string;
  parameter?: object;
  components?: object;
}): Record<string, unknown> {
  const { openapi = '3.1.0', media = {}, mediaType = 'application/json' } = parts;
  const { parameter = {}, components = {} } = parts;
  const schema = { $ref: '#/components/schemas/Pet' };
  return {
    openapi,
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets/{id}': {
        post: {
          parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' }, ...parameter }],
          requestBody: { content: { [mediaType]: { schema, ...media } } },
          responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas: { Pet: pet }, ...components },
  };
}

const find = (parts: Parameters<typeof createDocument>[0]) =>
  findWrongExamples(createDocument(parts));
const body = '/paths/~1pets~1{id}/post/requestBody/content/application~1json';
const named = (name: unknown) => ({ example: { name } });
const withSchema = (Pet: object) => ({ components: { schemas: { Pet } } });

test('finds nothing in the built-in contract', () => {
  expect(findWrongExamples({ ...contract.document })).toEqual([]);
});

describe('a wrong value', () => {
  test.each<[string, Parameters<typeof find>[0], string, string]>([
    [
      'of a body',
      { media: named('too long') },
      `${body}/example`,
      'the example does not match its schema: /name must have at most 5 characters',
    ],
    [
      'among several',
      { media: { examples: { good: { value: { name: 'Rex' } }, bad: { value: { id: 1 } } } } },
      `${body}/examples/bad/value`,
      'the example does not match its schema: /name is required',
    ],
    [
      'of a referenced example',
      {
        media: { examples: { a: { $ref: '#/components/examples/Bad' } } },
        components: { schemas: { Pet: pet }, examples: { Bad: { value: 1 } } },
      },
      '/components/examples/Bad/value',
      'it must be an object',
    ],
    [
      'of a parameter',
      { parameter: { example: 'x' } },
      '/paths/~1pets~1{id}/post/parameters/0/example',
      'it must be an integer',
    ],
    [
      'of a schema',
      withSchema({ ...pet, examples: [{ name: 'Rex' }, { name: 1 }] }),
      '/components/schemas/Pet/examples/1',
      '/name must be a string',
    ],
    [
      'inside a schema',
      withSchema({ ...pet, properties: { name: { type: 'string', example: 4 } } }),
      '/components/schemas/Pet/properties/name/example',
      'it must be a string',
    ],
    [
      'that is a default',
      withSchema({ ...pet, properties: { name: { enum: ['a'], default: 'b' } } }),
      '/components/schemas/Pet/properties/name/default',
      'the default does not match its schema: it must be one of a',
    ],
    [
      'of OpenAPI 3.0',
      {
        openapi: '3.0.3',
        ...withSchema({ type: 'integer', minimum: 3, exclusiveMinimum: true, example: 3 }),
      },
      '/components/schemas/Pet/example',
      'it must be greater than 3',
    ],
  ])('%s', (_, parts, pointer, message) => {
    const wrong = find(parts);
    expect(wrong).toEqual([{ pointer, message: expect.stringContaining(message) }]);
  });
});

describe('no fault is', () => {
  test.each<[string, Parameters<typeof find>[0]]>([
    ['a request without a field that only responses contain', { media: named('Rex') }],
    ['a body that is written as JSON', { media: { example: '{"name": "Rex"}' } }],
    [
      'a parameter as it is sent',
      { parameter: { schema: { type: 'array', items: { type: 'integer' } }, example: '1,2' } },
    ],
    [
      'a number for a parameter that is a text',
      { parameter: { schema: { type: 'string' }, example: 5 } },
    ],
    [
      'an example of another media type',
      { mediaType: 'application/xml', media: { example: '<pet/>' } },
    ],
    [
      'an example without a value',
      { media: { examples: { a: { externalValue: 'x' }, b: { value: null } } } },
    ],
    ['what an extension contains', { media: { 'x-samples': { schema: pet, example: 1 } } }],
    [
      'a property with the name of a keyword',
      withSchema({
        ...pet,
        properties: { example: { type: 'string' }, default: { type: 'string' }, name: {} },
      }),
    ],
    [
      'null where OpenAPI 3.0 allows it',
      {
        openapi: '3.0.3',
        ...withSchema({
          properties: { a: { nullable: true, allOf: [{ type: 'string' }] } },
          example: { a: null },
        }),
      },
    ],
    [
      'a recursive value',
      withSchema({
        properties: { next: { $ref: '#/components/schemas/Pet' } },
        example: { next: { next: {} } },
      }),
    ],
    [
      'an example of a schema that cannot be compiled',
      withSchema({ type: 'string', pattern: '(', example: 1 }),
    ],
  ])('%s', (_, parts) => {
    expect(find(parts)).toEqual([]);
  });
});
