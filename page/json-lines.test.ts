import { describe, expect, test } from '@jest/globals';
import { toJsonLines } from './json-lines.ts';

const toText = (value: unknown, wanted: string[] = []) =>
  toJsonLines(value, new Set(wanted)).map(
    ({ depth, key, text, end, pointers }) =>
      `${' '.repeat(depth)}${key === undefined ? '' : `${key}:`}${text}${end}${pointers.map((pointer) => ` !${pointer}`).join('')}`,
  );

describe('toJsonLines', () => {
  test.each([
    { title: 'a text', value: 'a"b', want: ['"a\\"b"'] },
    { title: 'an empty object', value: {}, want: ['{}'] },
    { title: 'an empty list', value: { a: [] }, want: ['{', ' "a":[]', '}'] },
    { title: 'a list', value: [1, null], want: ['[', ' 1,', ' null', ']'] },
  ])('writes $title', ({ value, want }) => {
    expect(toText(value)).toEqual(want);
  });

  test('returns lines that are the same JSON when joined', () => {
    const value = { a: [{ b: 'c' }, [], true], 'd/e': { '~': -1.5 } };
    expect(JSON.parse(toText(value).join(''))).toEqual(value);
  });

  test('puts an error at its place, or at the parent of a missing value', () => {
    expect(toText({ a: [{ b: 1 }], 'c/d': 2 }, ['/a/0/b', '/a/0/x/y', '/c~1d', '/z'])).toEqual([
      '{ !/z',
      ' "a":[',
      '  { !/a/0/x/y',
      '   "b":1 !/a/0/b',
      '  }',
      ' ],',
      ' "c/d":2 !/c~1d',
      '}',
    ]);
  });
});
