import { narrowings, open, text } from './schema-narrowings.ts';

/** The relation between the values of two schemas: the second allows fewer, more or the same ones, or neither. */
export type Relation = 'narrower' | 'wider' | 'equal' | 'apart';

export interface SchemaCase {
  title: string;
  from: unknown;
  to: unknown;
  relation: Relation;
}

const apart: readonly [string, unknown, unknown][] = [
  [
    'map gets a property',
    { type: 'object', additionalProperties: text },
    { type: 'object', properties: { size: { type: 'integer' } }, additionalProperties: text },
  ],
  ['types', text, { type: 'integer' }],
  ['enum value replaced', { enum: ['a', 'b'] }, { enum: ['a', 'c'] }],
  ['const', { const: 1 }, { const: 2 }],
  ['a string becomes a list', text, { type: 'array', items: text }],
  [
    'a property type',
    { type: 'object', properties: { a: text } },
    { type: 'object', properties: { a: { type: 'integer' } } },
  ],
  [
    'bounds moved',
    { type: 'integer', minimum: 0, maximum: 10 },
    { type: 'integer', minimum: 5, maximum: 15 },
  ],
  ['pattern replaced', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }],
  ['format replaced', { ...text, format: 'date' }, { ...text, format: 'date-time' }],
  [
    'a tuple item',
    { type: 'array', prefixItems: [text, text], minItems: 2 },
    { type: 'array', prefixItems: [text, { type: 'integer' }], minItems: 2 },
  ],
  ['object to list', { type: 'object' }, { type: 'array' }],
];

const equal: readonly [string, unknown, unknown][] = [
  ['a type becomes a list of one type', text, { type: ['string'] }],
  ['the types are in another order', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
  ['an enum of one', { const: 'a' }, { enum: ['a'] }],
  ['enum with its type', { enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a'] }],
  ['enum as oneOf', { enum: ['a', 'b'] }, { oneOf: [{ const: 'a' }, { const: 'b' }] }],
  [
    'enum as anyOf with titles',
    { type: 'string', enum: ['a', 'b'] },
    {
      type: 'string',
      anyOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
  ],
  ['allOf of one', open, { allOf: [open] }],
  [
    'allOf of parts',
    { type: 'object', required: ['a'], properties: { a: text, b: text } },
    {
      allOf: [
        { type: 'object', properties: { a: text } },
        { required: ['a'], properties: { b: text } },
      ],
    },
  ],
  [
    'nullable as anyOf',
    { type: ['string', 'null'], maxLength: 5 },
    { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
  ],
  [
    'nullable as oneOf',
    { type: ['integer', 'null'] },
    { oneOf: [{ type: 'integer' }, { type: 'null' }] },
  ],
  [
    'an exclusive bound of integers',
    { type: 'integer', minimum: 1 },
    { type: 'integer', exclusiveMinimum: 0 },
  ],
  ['an equivalent pattern', { ...text, pattern: '^[0-9]+$' }, { ...text, pattern: '^\\d+$' }],
  [
    'length as a pattern',
    { ...text, pattern: '^[a-z]{1,3}$' },
    { ...text, pattern: '^[a-z]{1,3}$', maxLength: 3 },
  ],
  ['not of not', text, { not: { not: text } }],
  [
    'required through dependentRequired',
    { ...open, required: ['a', 'b'] },
    { ...open, required: ['a'], dependentRequired: { a: ['b'] } },
  ],
  ['an if without effect', open, { ...open, if: { required: ['a'] }, then: true }],
  ['additionalProperties: true', open, { ...open, additionalProperties: true }],
  [
    'unevaluatedProperties replaces additionalProperties',
    { ...open, additionalProperties: false },
    { ...open, unevaluatedProperties: false },
  ],
  [
    'multipleOf 1 replaces the type integer',
    { type: 'integer' },
    { type: 'number', multipleOf: 1 },
  ],
  [
    'annotations',
    text,
    {
      ...text,
      title: 'T',
      description: 'D',
      examples: ['x'],
      deprecated: true,
      $comment: 'C',
      'x-y': 1,
    },
  ],
  [
    'minItems 0',
    { type: 'array', items: text },
    { type: 'array', items: text, minItems: 0, uniqueItems: false },
  ],
  [
    'branches that cover all lengths',
    { type: 'string', maxLength: 10 },
    {
      anyOf: [
        { type: 'string', maxLength: 5 },
        { type: 'string', minLength: 6, maxLength: 10 },
      ],
    },
  ],
  [
    'anyOf of all types',
    { properties: { a: {} }, type: 'object' },
    {
      type: 'object',
      properties: { a: { type: ['string', 'number', 'boolean', 'null', 'array', 'object'] } },
    },
  ],
];

export const schemaCases: readonly SchemaCase[] = [
  ...narrowings.map(([title, from, to]): SchemaCase => ({ title, from, to, relation: 'narrower' })),
  ...narrowings.map(
    ([title, from, to]): SchemaCase => ({
      title: `${title}, undone`,
      from: to,
      to: from,
      relation: 'wider',
    }),
  ),
  ...apart.map(([title, from, to]): SchemaCase => ({ title, from, to, relation: 'apart' })),
  ...equal.flatMap(([title, from, to]): SchemaCase[] => [
    { title, from, to, relation: 'equal' },
    { title: `${title}, reversed`, from: to, to: from, relation: 'equal' },
  ]),
];

/** Creates a document with one operation whose request and response contain values of a schema. */
export function toDocument(schema: unknown, version = '3.1.0') {
  const content = { 'application/json': { schema } };
  return {
    openapi: version,
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          requestBody: { required: true, content },
          responses: { '201': { description: 'Created.' } },
        },
        get: { operationId: 'getThing', responses: { '200': { description: 'Found.', content } } },
      },
    },
  };
}
