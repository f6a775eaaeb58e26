export const text = { type: 'string' };
export const open = { type: 'object', properties: { a: text, b: text } };

/** Pairs of schemas, of which the second allows less than the first. */
export const narrowings: readonly [string, unknown, unknown][] = [
  ['type list shortened', { type: ['string', 'null'] }, text],
  ['type added', {}, text],
  ['number to integer', { type: 'number' }, { type: 'integer' }],
  ['any value to object', true, { type: 'object' }],
  ['minimum', { type: 'integer' }, { type: 'integer', minimum: 3 }],
  ['minimum raised', { type: 'integer', minimum: 0 }, { type: 'integer', minimum: 1 }],
  ['maximum lowered', { type: 'number', maximum: 10 }, { type: 'number', maximum: 9.5 }],
  ['exclusive minimum', { type: 'number', minimum: 0 }, { type: 'number', exclusiveMinimum: 0 }],
  [
    'exclusive maximum lowered',
    { type: 'integer', exclusiveMaximum: 100 },
    { type: 'integer', exclusiveMaximum: 50 },
  ],
  ['multipleOf', { type: 'number' }, { type: 'number', multipleOf: 0.01 }],
  ['multipleOf doubled', { type: 'integer', multipleOf: 5 }, { type: 'integer', multipleOf: 10 }],
  ['minLength', text, { ...text, minLength: 3 }],
  ['maxLength', text, { ...text, maxLength: 3 }],
  ['a large maxLength lowered', { ...text, maxLength: 5000 }, { ...text, maxLength: 4999 }],
  ['pattern', text, { ...text, pattern: '^[a-z]+$' }],
  ['pattern tightened', { ...text, pattern: '^[a-z0-9-]+$' }, { ...text, pattern: '^[a-z0-9]+$' }],
  ['pattern shortened', { ...text, pattern: '^[A-Z]{2,4}$' }, { ...text, pattern: '^[A-Z]{2,3}$' }],
  ['pattern anchored', { ...text, pattern: 'abc' }, { ...text, pattern: '^abc' }],
  ['a word is excluded', text, { ...text, pattern: '^(?!admin$|root)' }],
  ['an end is excluded', text, { ...text, pattern: '(?<!-)$' }],
  [
    'a pattern with catastrophic backtracking',
    { ...text, maxLength: 5000 },
    { ...text, maxLength: 5000, pattern: '^([a-z]+ ?)+$' },
  ],
  [
    'a pattern with catastrophic backtracking in both documents',
    { ...text, pattern: '^(a+)+$' },
    { ...text, pattern: '^(a+)+$', maxLength: 3000 },
  ],
  ['format', text, { ...text, format: 'date-time' }],
  ['format tightened', { ...text, format: 'uri-reference' }, { ...text, format: 'uri' }],
  ['format uuid', text, { ...text, format: 'uuid' }],
  ['format int32', { type: 'integer', format: 'int64' }, { type: 'integer', format: 'int32' }],
  ['enum', text, { enum: ['a', 'b'] }],
  ['enum value removed', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'b'] }],
  ['enum with null', { enum: ['a', null] }, { enum: ['a'] }],
  ['enum to const', { enum: ['a', 'b'] }, { const: 'a' }],
  ['number enum', { type: 'integer' }, { type: 'integer', enum: [1, 2, 3] }],
  ['required', open, { ...open, required: ['a'] }],
  ['another required property', { ...open, required: ['a'] }, { ...open, required: ['a', 'b'] }],
  ['additionalProperties: false', open, { ...open, additionalProperties: false }],
  [
    'map values typed',
    { type: 'object' },
    { type: 'object', additionalProperties: { type: 'integer' } },
  ],
  [
    'map values narrowed',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: { ...text, maxLength: 5 } },
  ],
  ['minProperties', open, { ...open, minProperties: 1 }],
  ['maxProperties', open, { ...open, maxProperties: 1 }],
  [
    'propertyNames',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, propertyNames: { pattern: '^[a-z]+$' } },
  ],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^x-': text } },
    { type: 'object', patternProperties: { '^x-': { ...text, maxLength: 2 } } },
  ],
  ['dependentRequired', open, { ...open, dependentRequired: { a: ['b'] } }],
  ['dependentSchemas', open, { ...open, dependentSchemas: { a: { required: ['b'] } } }],
  [
    'dependentSchemas values',
    open,
    { ...open, dependentSchemas: { a: { properties: { b: { minLength: 2 } } } } },
  ],
  [
    'nested property',
    { type: 'object', properties: { x: open } },
    { type: 'object', properties: { x: { ...open, required: ['b'] } } },
  ],
  ['items', { type: 'array', items: text }, { type: 'array', items: { ...text, minLength: 1 } }],
  ['items typed', { type: 'array' }, { type: 'array', items: text }],
  ['minItems', { type: 'array', items: text }, { type: 'array', items: text, minItems: 2 }],
  ['maxItems', { type: 'array', items: text }, { type: 'array', items: text, maxItems: 2 }],
  [
    'a large maxItems lowered',
    { type: 'array', items: text, maxItems: 1000 },
    { type: 'array', items: text, maxItems: 500 },
  ],
  [
    'uniqueItems',
    { type: 'array', items: text },
    { type: 'array', items: text, uniqueItems: true },
  ],
  [
    'unique objects',
    { type: 'array', items: open },
    { type: 'array', items: open, uniqueItems: true },
  ],
  [
    'tuple closed',
    { type: 'array', prefixItems: [text, text] },
    { type: 'array', prefixItems: [text, text], items: false },
  ],
  [
    'contains',
    { type: 'array', items: { type: ['string', 'integer'] } },
    { type: 'array', items: { type: ['string', 'integer'] }, contains: { type: 'integer' } },
  ],
  [
    'maxContains with a new contains',
    { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'string' } } },
      contains: { required: ['a'] },
      minContains: 0,
      maxContains: 1,
    },
  ],
  [
    'maxContains',
    { type: 'array', contains: { const: 1 } },
    { type: 'array', contains: { const: 1 }, maxContains: 1 },
  ],
  [
    'anyOf branch removed',
    { anyOf: [text, { type: 'integer' }, { type: 'boolean' }] },
    { anyOf: [text, { type: 'integer' }] },
  ],
  [
    'oneOf branch removed',
    {
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: text }, additionalProperties: false },
        { type: 'object', required: ['b'], properties: { b: text }, additionalProperties: false },
      ],
    },
    {
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: text }, additionalProperties: false },
      ],
    },
  ],
  [
    'oneOf replaces anyOf',
    {
      anyOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', required: ['b'] },
      ],
    },
    {
      oneOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', required: ['b'] },
      ],
    },
  ],
  [
    'overlapping oneOf',
    { type: 'integer' },
    {
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'integer', maximum: 0 },
      ],
    },
  ],
  ['allOf part added', { allOf: [open] }, { allOf: [open, { required: ['a'] }] }],
  ['not', text, { ...text, not: { pattern: '^admin' } }],
  ['not required', open, { ...open, not: { required: ['a', 'b'] } }],
  ['not a constant', { type: 'integer' }, { type: 'integer', not: { const: 13 } }],
  [
    'if then',
    { type: 'object', properties: { kind: { enum: ['x', 'y'] }, a: text } },
    {
      type: 'object',
      properties: { kind: { enum: ['x', 'y'] }, a: text },
      if: { required: ['kind'], properties: { kind: { const: 'x' } } },
      then: { required: ['a'] },
    },
  ],
  [
    'if else',
    { type: 'object', properties: { kind: { enum: ['x', 'y'] }, a: text } },
    {
      type: 'object',
      properties: { kind: { enum: ['x', 'y'] }, a: text },
      if: { required: ['kind'], properties: { kind: { const: 'x' } } },
      else: { required: ['a'] },
    },
  ],
  [
    'if and then with a maximum',
    { type: 'object', properties: { kind: { enum: ['x', 'y'] }, size: { type: 'integer' } } },
    {
      type: 'object',
      properties: { kind: { enum: ['x', 'y'] }, size: { type: 'integer' } },
      if: { required: ['kind'], properties: { kind: { const: 'y' } } },
      then: { properties: { size: { maximum: 7 } } },
    },
  ],
  ['unevaluatedProperties', { allOf: [open] }, { allOf: [open], unevaluatedProperties: false }],
  [
    'a union loses a value',
    {
      type: 'object',
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'cat' } } },
        { properties: { kind: { const: 'dog' } } },
      ],
    },
    { type: 'object', required: ['kind'], oneOf: [{ properties: { kind: { const: 'cat' } } }] },
  ],
  [
    'a branch requires another field',
    {
      oneOf: [
        {
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
        },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' } } },
      ],
    },
    {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'lives'],
          properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
        },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' } } },
      ],
    },
  ],
  [
    'a nested list',
    {
      type: 'array',
      items: { type: 'object', properties: { tags: { type: 'array', items: text } } },
    },
    {
      type: 'array',
      items: {
        type: 'object',
        properties: { tags: { type: 'array', items: { ...text, maxLength: 20 } } },
      },
    },
  ],
  ['a property is forbidden', open, { ...open, properties: { a: text, b: false } }],
  [
    'an integer near the safe limit',
    { type: 'integer' },
    { type: 'integer', maximum: 9007199254740990 },
  ],
  ['a date', { ...text, format: 'date-time' }, { ...text, format: 'date-time', pattern: 'Z$' }],
];
