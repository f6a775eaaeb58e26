import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LongFraction, parseExactJson, toExactJson, toExactNumber } from './exact-numbers.ts';

describe('a number is kept', () => {
  test.each<[string, number | bigint]>([
    ['0', 0],
    ['-0', -0],
    ['12', 12],
    ['1.10', 1.1],
    ['1e3', 1000],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.7976931348623157E+308', Number.MAX_VALUE],
    ['1e400', Number.POSITIVE_INFINITY],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 9007199254740992n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993.0', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['1234567890.123456', 1234567890.123456],
    ['100000000000000000000', 1e20],
  ])('%s', (source, want) => {
    expect(toExactNumber(source)).toBe(want);
  });

  test('with a fraction that is too long, as text', () => {
    expect(toExactNumber('99999999999999999.99')).toEqual(new LongFraction('99999999999999999.99'));
  });
});

test('JSON is read and written with the same numbers', () => {
  const text =
    '{"a":[9223372036854775807,-1.5,99999999999999999.99],"b":"9223372036854775807 \\" 1"}';
  expect(toExactJson(parseExactJson(text))).toBe(text);
  expect(JSON.stringify(parseExactJson('[1, 2.5]'))).toBe('[1,2.5]');
});

test('every text of JSON is read and written without a change', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.bigInt(), (value, long) => {
      const text = `{"value":${JSON.stringify(value)},"long":${long}}`;
      expect(toExactJson(parseExactJson(text))).toBe(text);
    }),
  );
});

test('nothing is written for undefined, as by the library', () => {
  expect(toExactJson({ a: undefined, b: 1n })).toBe('{"b":1}');
  expect(toExactJson([1n], 2)).toBe('[\n  1\n]');
});
