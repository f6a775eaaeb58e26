import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../refusal.ts';
import { readJson } from './read-json.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const nest = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

describe('a body is read', () => {
  const cases: readonly { title: string; text: string }[] = [
    { title: 'with surrounding whitespace', text: ' \r\n\t{"a": 1} ' },
    { title: 'with characters outside ASCII', text: '{"é🏬":"\u2028"}' },
    { title: 'with brackets inside long strings', text: JSON.stringify('["\\"{'.repeat(2000)) },
    { title: 'with many adjacent brackets', text: `[${'[],'.repeat(2000)}[]]` },
    { title: '500 levels deep', text: nest(500) },
    { title: 'with a field called __proto__', text: '{"__proto__":{"a":1}}' },
  ];
  test.each(cases)('$title', ({ text }) => {
    expect(readJson(encode(text))).toEqual({ value: JSON.parse(text) });
  });
});

describe('a body is refused', () => {
  const cases: readonly { title: string; bytes: Uint8Array; detail: string }[] = [
    { title: 'truncated', bytes: encode('{"a":'), detail: 'is not JSON' },
    { title: 'with an invalid byte', bytes: Uint8Array.of(0x22, 0xff, 0x22), detail: 'not UTF-8' },
    { title: 'with a byte order mark', bytes: encode('\ufeff{}'), detail: 'byte order mark' },
    { title: '502 levels deep', bytes: encode(nest(502)), detail: 'more than 500 levels' },
    { title: 'deep and truncated', bytes: encode('['.repeat(100_000)), detail: '500 levels' },
    {
      title: 'with an unterminated long string',
      bytes: encode(`["${'x'.repeat(5000)}`),
      detail: 'JSON',
    },
  ];
  test.each(cases)('$title', ({ bytes, detail }) => {
    const refusal = readJson(bytes);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ problem: 'unreadable-body', faults: [{ pointer: '' }] });
    expect(refusal).toHaveProperty('detail', expect.stringContaining(detail));
  });
});

test('a body can have 200,000 values for each megabyte', () => {
  const fill = (count: number, text: string): string => `[${Array(count).fill(text).join()}]`;
  const read = (text: string): unknown => readJson(encode(text));
  expect(read(fill(100_000, '{}'))).toHaveProperty('value.length', 100_000);
  const detail = 'The request body has more than 200000 values. Send a smaller one.';
  expect(read(fill(100_001, '{}'))).toHaveProperty('detail', detail);
  // 1.2 MB: the larger the body, the more values it may have.
  expect(read(fill(100_001, '{"a":"[,,"}'))).toHaveProperty('value.length', 100_001);
});
