import { describe, expect, test } from '@jest/globals';
import { compileSchema } from '../../test/support/compile-schema.ts';
import { createRandom } from '../random.ts';
import { createValues } from './index.ts';
import type { JsonSchema } from './json-schema.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

const tree = {
  type: 'object',
  required: ['name', 'children'],
  properties: {
    name: { type: 'string' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    parent: { $ref: '#/components/schemas/Tree' },
  },
};

const cat = {
  allOf: [{ $ref: '#/components/schemas/Pet' }],
  type: 'object',
  required: ['lives'],
  properties: { lives: { type: 'integer', minimum: 1, maximum: 9 } },
};

const document = {
  components: {
    schemas: {
      Tree: tree,
      Chain: {
        type: 'object',
        required: ['next'],
        properties: {
          next: { oneOf: [{ $ref: '#/components/schemas/Chain' }, { type: 'null' }] },
        },
      },
      Pet: {
        type: 'object',
        required: ['petType'],
        properties: { petType: { type: 'string' } },
        discriminator: { propertyName: 'petType', mapping: { cat: '#/components/schemas/Cat' } },
      },
      Cat: cat,
      Dog: { type: 'object', required: ['petType'], properties: { petType: { type: 'string' } } },
    },
  },
};

const valid: readonly [title: string, schema: JsonSchema][] = [
  ['a type', { type: 'integer' }],
  ['a list of types', { type: ['null', 'boolean'] }],
  ['an enum with a narrower type', { enum: [1, 'a', null], type: 'string' }],
  ['a const object', { const: { a: [1] } }],
  ['a pattern with lookaheads', { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d).{8,12}$' }],
  ['a pattern that is invalid with the flag u', { type: 'string', pattern: '^[a-z\\-\\:]{3}$' }],
  ['a pattern, a length and a format', { pattern: '^https://', format: 'uri', minLength: 60 }],
  [
    'a pattern with an exact length',
    { pattern: '^[a-z]+(-[a-z]+)*$', minLength: 33, maxLength: 33 },
  ],
  ['characters beyond the basic plane', { type: 'string', pattern: '^\\p{Emoji}+$' }],
  [
    'a multiple with exclusive bounds',
    { type: 'number', exclusiveMinimum: 0, maximum: 0.3, multipleOf: 0.01 },
  ],
  ['an integer between fractions', { type: 'integer', minimum: 2.2, exclusiveMaximum: 4 }],
  [
    'unique items',
    { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 3, uniqueItems: true },
  ],
  [
    'items that contain another schema',
    { type: 'array', items: { type: 'integer' }, contains: { minimum: 900 }, minContains: 2 },
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { const: 4 }], items: false, minItems: 2 },
  ],
  [
    'names by pattern',
    {
      type: 'object',
      patternProperties: { '^x-[a-z]+$': { type: 'integer' } },
      additionalProperties: false,
      minProperties: 2,
    },
  ],
  [
    'names by schema',
    { type: 'object', propertyNames: { pattern: '^[A-Z]{3}$' }, minProperties: 3 },
  ],
  [
    'at most some properties',
    {
      properties: { a: true, b: true, c: true },
      required: ['c'],
      maxProperties: 2,
      type: 'object',
    },
  ],
  [
    'dependent properties',
    {
      type: 'object',
      properties: { a: {}, b: {} },
      dependentRequired: { a: ['b'] },
      required: ['a'],
    },
  ],
  [
    'dependent schemas',
    {
      type: 'object',
      properties: { a: { const: 1 } },
      dependentSchemas: { a: { required: ['c'] } },
    },
  ],
  [
    'merged schemas',
    {
      allOf: [
        { required: ['a'], properties: { a: { minimum: 5 } } },
        { properties: { a: { type: 'integer', maximum: 5 } } },
      ],
      type: 'object',
    },
  ],
  [
    'exactly one of two',
    {
      type: 'object',
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    },
  ],
  [
    'not a property',
    { type: 'object', properties: { a: { type: 'integer' } }, not: { required: ['a'] } },
  ],
  ['not one of some values', { enum: ['a', 'b', 'c'], not: { enum: ['a', 'b'] } }],
  [
    'a condition',
    {
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: ['a', 'b'] } },
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['x'] },
      else: { required: ['y'] },
    },
  ],
  [
    'no other properties',
    {
      allOf: [{ properties: { a: { type: 'string' } } }],
      properties: { b: { type: 'string' } },
      unevaluatedProperties: false,
      type: 'object',
    },
  ],
  [
    'a reference with siblings',
    { $ref: '#/components/schemas/Cat', properties: { lives: { maximum: 2 } } },
  ],
  ['a recursive list', { $ref: '#/components/schemas/Tree' }],
  ['a required cycle through oneOf', { $ref: '#/components/schemas/Chain' }],
  ['true', true],
  ['nothing at all', {}],
];

test('sends a property that one part of a schema hides and another one requires', () => {
  const base = { properties: { id: { readOnly: true }, type: { type: 'string', readOnly: true } } };
  const own = { type: 'object', required: ['type'], properties: { type: { enum: ['team'] } } };
  const schema = { allOf: [base, own] };
  expect(createValues({}).generate(schema, { direction: 'request' })).toEqual({ type: 'team' });
});

describe('a generated value is valid for', () => {
  test.each(valid)('%s', (_, schema) => {
    const whole = { ...document, $defs: { root: schema } };
    const validate = compileSchema(whole, '/$defs/root');
    const values = createValues(whole);
    for (const seed of seeds)
      for (const optional of ['none', 'some', 'all'] as const) {
        const value = values.generate(schema, { random: createRandom(seed), optional });
        expect({ value, isValid: validate(value) }).toEqual({ value, isValid: true });
      }
  });
});

const impossible: readonly [title: string, schema: JsonSchema][] = [
  ['false', false],
  ['contradictory types', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
  ['contradictory bounds', { type: 'integer', minimum: 3, maximum: 2 }],
  ['endless recursion', { $ref: '#/$defs/a' }],
  ['a pattern without texts', { type: 'string', pattern: '^a$', minLength: 2 }],
  [
    'a pattern whose texts do not fit into memory',
    { type: 'string', pattern: '^(?:(?:[a-z]{1000}){1000}){100}$' },
  ],
  ['a pattern with an empty class', { type: 'string', pattern: '^[^\\s\\S]$' }],
];

describe('no value is returned for', () => {
  test.each(impossible)('%s', (_, schema) => {
    const endless = { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } };
    expect(createValues({ $defs: { a: endless } }).generate(schema)).toBeUndefined();
  });
});

describe('generate', () => {
  const values = createValues(document);

  test('leaves out what the direction hides', () => {
    const schema = {
      type: 'object',
      required: ['id', 'secret', 'name'],
      properties: {
        id: { type: 'string', readOnly: true },
        secret: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
    };
    const request = values.generate(schema, { direction: 'request' });
    const response = values.generate(schema, { direction: 'response' });
    expect(Object.keys(request as object)).toEqual(['secret', 'name']);
    expect(Object.keys(response as object)).toEqual(['id', 'name']);
  });

  test('gives the discriminator the value for the chosen schema', () => {
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }],
      discriminator: { propertyName: 'petType', mapping: { cat: '#/components/schemas/Cat' } },
    };
    expect(values.generate(schema)).toMatchObject({ petType: 'cat' });
    expect(values.generate('/components/schemas/Cat')).toMatchObject({ petType: 'cat' });
  });

  test.each([
    ['a tag of the mapping', { petType: 'cat', lives: 9 }, true],
    ['a tag of no alternative', { petType: 'cow', lives: 9 }, false],
    ['a value that breaks the selected alternative', { petType: 'cat', name: 'Tom' }, false],
    ['no tag', { lives: 9 }, false],
  ])('judges a union by its discriminator: %s', (_case, value, isValid) => {
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'petType', mapping: { cat: '#/components/schemas/Cat' } },
    };
    expect(values.isValid(schema, value)).toBe(isValid);
  });

  test('uses valid examples, whole or in parts, and no invalid ones', () => {
    const schema = {
      type: 'object',
      properties: {
        age: { type: 'integer', example: 'old' },
        town: { type: 'string', example: 'Bergen' },
      },
      example: { age: -1.5, town: 'Oslo' },
    };
    expect(values.generate(schema)).toMatchObject({ town: 'Oslo', age: expect.any(Number) });
    const samples = [{ age: 7, town: 'Turku' }];
    expect(values.generate(schema, { samples })).toEqual({ age: 7, town: 'Turku' });
    expect(values.generate(schema, { examples: false })).not.toMatchObject({ town: 'Oslo' });
  });

  test('gives fields values that their names suggest', () => {
    const schema = {
      type: 'object',
      properties: {
        email: { type: 'string' },
        websiteUrl: { type: 'string' },
        title: { type: 'string' },
      },
    };
    expect(values.generate(schema)).toMatchObject({
      email: expect.stringMatching(/^[a-z.]+@example\.com$/),
      websiteUrl: expect.stringMatching(/^https:\/\/example\.com\//),
      title: expect.stringMatching(/^[A-Z]/),
    });
  });

  test('makes texts differ by number', () => {
    const schema = { type: 'object', properties: { name: { type: 'string', example: 'same' } } };
    const names = [0, 1, 2, 3, 4, 5].map((unique) => values.generate(schema, { unique }));
    expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(6);
  });

  test('repeats a value for the same seed', () => {
    const create = () => values.generate(tree, { random: createRandom(3) });
    expect(create()).toEqual(create());
  });

  test('returns only what the given validator accepts', () => {
    const validate = (value: unknown): boolean => value === null;
    expect(
      values.generate({ type: ['string', 'null'] }, { validate: () => false }),
    ).toBeUndefined();
    expect(values.generate({ type: 'null' }, { validate })).toBeNull();
  });
});

describe('a schema whose values would be too large has none', () => {
  const twice = (keyword: (schema: object) => object, levels: number) => {
    const schemas: Record<string, object> = { last: { type: 'string' } };
    for (let level = 0; level < levels; level += 1) {
      const next = level === 0 ? 'last' : `level${level - 1}`;
      schemas[`level${level}`] = keyword({ $ref: `#/components/schemas/${next}` });
    }
    return { schemas, first: `/components/schemas/level${levels - 1}` };
  };

  test.each<[title: string, schema: object]>([
    ['a text', { type: 'string', minLength: 2_000_000_000 }],
    ['a pattern', { type: 'string', pattern: '^(?:abcdefghij){10000000}$' }],
    ['a list', { type: 'array', minItems: 100_000_000, items: { type: 'integer' } }],
    ['a list with contains', { type: 'array', minContains: 10_000_000, contains: { const: 1 } }],
    ['an object', { type: 'object', minProperties: 50_000_000, additionalProperties: true }],
    ['few names', { type: 'object', minProperties: 5000, propertyNames: { enum: ['a', 'b'] } }],
  ])('%s', (_, schema) => {
    expect(createValues({}).generate(schema)).toBeUndefined();
  });

  test('an object with two objects in each object', () => {
    const { schemas, first } = twice((schema) => {
      return { type: 'object', required: ['a', 'b'], properties: { a: schema, b: schema } };
    }, 40);
    expect(createValues({ components: { schemas } }).generate(first)).toBeUndefined();
  });

  test('a schema that applies another one twice ends', () => {
    const { schemas, first } = twice((schema) => ({ allOf: [schema, schema] }), 60);
    expect(typeof createValues({ components: { schemas } }).generate(first)).toBe('string');
  });
});
