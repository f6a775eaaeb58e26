import { describe, expect, test } from '@jest/globals';
import { compileSchema } from '../../test/support/compile-schema.ts';
import { listInvalidValues } from './index.ts';

const order = {
  type: 'object',
  required: ['limit'],
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    state: { enum: ['open', 'closed'] },
    code: { type: 'string', pattern: '^[a-z]{3}$' },
    name: { $ref: '#/$defs/name' },
    mail: { type: 'string', format: 'email' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
    owner: { oneOf: [{ type: 'null' }, { type: 'object', required: ['id'] }] },
  },
};
const document = { $defs: { root: order, name: { type: 'string', minLength: 2, maxLength: 4 } } };
const valid = {
  limit: 5,
  state: 'open',
  code: 'abc',
  name: 'Ann',
  mail: 'a@b.co',
  tags: ['a', 'b'],
  owner: { id: 1 },
};
const validate = compileSchema(document, '/$defs/root');
const invalid = listInvalidValues(document, { $ref: '#/$defs/root' }, valid, { validate });

describe('invalid values', () => {
  const expected: readonly [pointer: string, keyword: string, fault: string][] = [
    ['/limit', 'required', 'limit is missing'],
    ['/limit', 'minimum', 'limit is below its minimum 1'],
    ['/limit', 'maximum', 'limit is above its maximum 100'],
    ['/limit', 'type', 'limit is a fraction'],
    ['/limit', 'type', 'limit is a string'],
    ['/state', 'enum', 'state is "open-unknown", which is not one of its values'],
    ['/code', 'pattern', 'code does not match the pattern ^[a-z]{3}$'],
    ['/name', 'minLength', 'name is shorter than its minimum length 2'],
    ['/name', 'maxLength', 'name is longer than its maximum length 4'],
    ['/mail', 'format', 'mail is not in the format email'],
    ['/tags/0', 'type', 'tags[0] is a number'],
    ['/owner/id', 'required', 'owner.id is missing'],
    ['/unknownField', 'additionalProperties', 'unknownField is not a documented property'],
    ['', 'type', 'the value is an array'],
  ];

  test.each(expected)('at %j break %s: %s', (pointer, keyword, fault) => {
    const places = invalid.map((value) => [value.pointer, value.keyword, value.fault]);
    expect(places).toContainEqual([pointer, keyword, fault]);
  });

  test('are all refused by the validator', () => {
    const accepted = invalid.filter(({ value }) => validate(value));
    expect(accepted).toEqual([]);
  });

  test('break only one keyword', () => {
    const schema = { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true };
    const keywords = listInvalidValues({}, schema, ['a', 'b']).map(({ keyword }) => keyword);
    // A repeated or a third item would break both limits.
    expect(keywords).not.toContain('uniqueItems');
    const shorter = listInvalidValues({}, schema, ['a']).map(({ keyword }) => keyword);
    expect(shorter).toContain('uniqueItems');
  });

  test('do not change the valid value', () => {
    expect(validate(valid)).toBe(true);
  });

  test('do not exist for a schema that accepts everything', () => {
    expect(listInvalidValues({}, true, { a: 1 })).toEqual([]);
  });
});
