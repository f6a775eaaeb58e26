import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseLongJson, writeJson } from './long-json.ts';

/** The same values in the middle of a list that is too long to be written at once. */
function lengthen(value: unknown): unknown {
  const long = 'long \\ " \u2028 \n é 🏬'.repeat(10_000);
  return { first: [long, value], empty: [], none: {}, [long]: { value, list: [value, value] } };
}

describe('long JSON', () => {
  test('is written like short JSON', () => {
    const property = fc.property(fc.jsonValue(), (value) => {
      for (const written of [value, lengthen(value)]) {
        expect([...writeJson(written, '\n')].join('')).toBe(JSON.stringify(written, null, 2));
        expect([...writeJson(written)].join('')).toBe(JSON.stringify(written));
      }
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('is written in pieces, and without fields that are undefined', () => {
    const sites = Array.from({ length: 3 }, () => ({
      name: 'n'.repeat(100_000),
      locale: undefined,
    }));
    const pieces = [...writeJson({ sites }, '\n')];
    expect(pieces.join('')).toBe(JSON.stringify({ sites }, null, 2));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(110_000);
  });

  test('is parsed like short JSON, item by item', () => {
    const property = fc.property(
      fc.jsonValue(),
      fc.nat(3),
      fc.nat(40),
      (value, indent, longest) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseLongJson(Buffer.from(` ${text}\n`), longest)).toEqual(JSON.parse(text));
      },
    );
    fc.assert(property);
  });

  test.each([
    '',
    '[',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a" 1}',
    '{"a":1,}',
    '{"a":1]',
    '[1}',
    '[1]]',
    '[[1]',
    '["a]',
    '{a:1}',
    '{"a":1:2}',
    '[1] 2',
    '{"a":1}{',
  ])('is refused like short JSON: %s', (text) => {
    expect(() => parseLongJson(Buffer.from(text), 0)).toThrow(SyntaxError);
  });

  test('is refused when it is not UTF-8', () => {
    expect(() => parseLongJson(Buffer.from([0x22, 0xff, 0x22]), 0)).toThrow(
      'not valid for encoding utf-8',
    );
  });
});
