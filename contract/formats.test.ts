import { describe, expect, test } from '@jest/globals';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { formats } from './formats.ts';

const seed = 3;

/** Generates texts that match a format or nearly do. */
function texts(...parts: string[]) {
  return fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(''));
}

describe('formats', () => {
  test('the format uri accepts what ajv-formats accepts', () => {
    const { uri } = fullFormats;
    if (typeof uri !== 'function') throw new Error('the library has no function for URIs');
    const scheme = fc.constantFrom('https://', 'http://', 'https:', '');
    const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
    const parts = ['a', 'Z', '0', '.', '-', '%2f', '@', '[::1]', ':', ':80', '/', '?', '#', '://'];
    const address = fc.oneof(texts(...parts), texts(...parts, ...ascii, 'é'));
    fc.assert(
      fc.property(scheme, address, (start, rest) => {
        const text = start + rest;
        expect(formats.uri.test(text)).toBe(uri(text));
      }),
      { seed, numRuns: 20_000 },
    );
    expect(formats.uri.test('https://shop.example/a')).toBe(true);
  });

  test('the format uuid accepts only the bare form, in either case', () => {
    const digits = texts('0', '9', 'a', 'f', 'A', 'F', 'g', '-', 'urn:uuid:');
    const bare = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
    const near = fc
      .tuple(fc.uuid(), fc.nat(35), digits)
      .map(([id, at, put]) => id.slice(0, at) + put + id.slice(at + put.length));
    fc.assert(
      fc.property(near, (text) => expect(formats.uuid.test(text)).toBe(bare.test(text))),
      { seed, numRuns: 2000 },
    );
  });
});
