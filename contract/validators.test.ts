import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createValidators, describeSchemaError } from './validators.ts';

test('an unknown kind is one fault: that of the enum, where there is one', () => {
  const union = {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: [{ properties: { kind: { const: 'hang' } }, required: ['kind'] }],
  };
  const kinds = { properties: { kind: { enum: ['hang', 'reset'] } } };
  const strict = new Ajv2020({ strict: false, allErrors: true, discriminator: true });
  const { schema } = createValidators({
    'schema/Plain': strict.compile(union),
    'schema/Listed': strict.compile({ ...union, ...kinds }),
  });
  expect(schema('Plain')({ kind: 'odd' })).toEqual([
    { pointer: '/kind', detail: 'must be one of the documented kinds' },
  ]);
  expect(schema('Listed')({ kind: 'odd' })).toEqual([
    { pointer: '/kind', detail: 'must be one of hang, reset' },
  ]);
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('an error of ajv', () => {
  test.each([
    { schema: { maximum: 3 }, value: 4, want: 'must be at most 3' },
    { schema: { minimum: 3 }, value: 2, want: 'must be at least 3' },
    { schema: { exclusiveMaximum: 3 }, value: 3, want: 'must be less than 3' },
    { schema: { exclusiveMinimum: 3 }, value: 3, want: 'must be greater than 3' },
    { schema: { multipleOf: 3 }, value: 4, want: 'must be a multiple of 3' },
    { schema: { maxLength: 2 }, value: 'abc', want: 'must have at most 2 characters' },
    { schema: { minLength: 1 }, value: '', want: 'must have at least 1 character' },
    { schema: { minItems: 1 }, value: [], want: 'must have at least 1 item' },
    { schema: { maxProperties: 1 }, value: { a: 1, b: 1 }, want: 'must have at most 1 property' },
    { schema: { uniqueItems: true }, value: [5, 5], want: 'must not repeat an item (0 and 1)' },
    { schema: { not: {} }, value: 1, want: 'must not match the excluded schema' },
    { schema: { type: ['integer', 'null'] }, value: 'a', want: 'must be an integer or null' },
  ])('is described as “$want”', ({ schema, value, want }) => {
    ajv.validate(schema, value);
    expect(ajv.errors?.map(describeSchemaError)).toEqual([want]);
  });

  test.each([
    { format: 'uuid', want: 'must be a UUID' },
    { format: 'colour', want: 'must be in the format colour' },
  ])('names the format $format', ({ format, want }) => {
    const error = { instancePath: '', keyword: 'format', params: { format } };
    expect(describeSchemaError(error)).toBe(want);
  });
});
