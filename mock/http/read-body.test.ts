import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../refusal.ts';
import { readJson } from './read-body.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const nest = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

describe('a body is read', () => {
  const cases: readonly { title: string; text: string }[] = [
    { title: 'with white space around', text: ' \r\n\t{"a": 1} ' },
    { title: 'with letters beyond ASCII', text: '{"é🏬":"\u2028"}' },
    { title: 'with brackets in long texts', text: JSON.stringify('["\\"{'.repeat(2000)) },
    { title: 'with many brackets side by side', text: `[${'[],'.repeat(2000)}[]]` },
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
    { title: 'with a lone byte', bytes: Uint8Array.of(0x22, 0xff, 0x22), detail: 'not UTF-8' },
    { title: 'with a byte order mark', bytes: encode('\ufeff{}'), detail: 'byte order mark' },
    { title: '502 levels deep', bytes: encode(nest(502)), detail: 'more than 500 levels' },
    { title: 'deep and truncated', bytes: encode('['.repeat(100_000)), detail: '500 levels' },
    { title: 'a long text without end', bytes: encode(`["${'x'.repeat(5000)}`), detail: 'JSON' },
  ];
  test.each(cases)('$title', ({ bytes, detail }) => {
    const refusal = readJson(bytes);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ problem: 'unreadable-body', faults: [{ pointer: '' }] });
    expect(refusal).toHaveProperty('detail', expect.stringContaining(detail));
  });
});

test('a body of more than 100,000 values for each megabyte is refused before it is parsed', () => {
  const list = (count: number, space = ''): Uint8Array =>
    encode(`[${space}${'{"a":"[,,"},'.repeat(count - 1)}{}]`);
  expect(readJson(list(50_000))).toHaveProperty('value.length', 50_000);
  const detail = 'The request body has more than 100000 values. Send fewer.';
  expect(readJson(list(50_001))).toHaveProperty('detail', detail);
  expect(readJson(list(50_001, ' '.repeat(2_000_000)))).toHaveProperty('value.length', 50_001);
});
