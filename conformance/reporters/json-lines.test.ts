import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findLine, toJsonLines } from './json-lines.ts';

describe('JSON on many lines', () => {
  test('gives each value its own line and pointer', () => {
    expect(toJsonLines('{"data":[{"a/b":1.50,"~":"\\u00e9"},{}],"none":[],"last":null}')).toEqual([
      { depth: 0, text: '{', pointer: '' },
      { depth: 1, text: '"data": [', pointer: '/data' },
      { depth: 2, text: '{', pointer: '/data/0' },
      { depth: 3, text: '"a/b": 1.50,', pointer: '/data/0/a~1b' },
      { depth: 3, text: '"~": "\\u00e9"', pointer: '/data/0/~0' },
      { depth: 2, text: '},', pointer: undefined },
      { depth: 2, text: '{}', pointer: '/data/1' },
      { depth: 1, text: '],', pointer: undefined },
      { depth: 1, text: '"none": [],', pointer: '/none' },
      { depth: 1, text: '"last": null', pointer: '/last' },
      { depth: 0, text: '}', pointer: undefined },
    ]);
  });

  test('is the same JSON when joined', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        const lines = toJsonLines(json) ?? [];
        expect(JSON.parse(lines.map(({ text }) => text).join('\n'))).toEqual(JSON.parse(json));
      }),
    );
  });

  test.each([
    { title: 'no JSON', text: '{"a":' },
    { title: 'nothing', text: '' },
    { title: 'values that are nested too deeply', text: '['.repeat(9999) + ']'.repeat(9999) },
  ])('returns undefined for $title', ({ text }) => {
    expect(toJsonLines(text)).toBeUndefined();
  });

  test.each([
    { title: 'what is there', pointer: '/data/0/id', want: '"id": 1' },
    { title: 'the parent of a missing value', pointer: '/data/0/name/first', want: '{' },
    { title: 'the whole body', pointer: '', want: '{' },
  ])('finds $title', ({ pointer, want }) => {
    const lines = toJsonLines('{"data":[{"id":1}]}') ?? [];
    expect(lines[findLine(lines, pointer)]?.text).toBe(want);
  });
});
