import { describe, expect, test } from '@jest/globals';
import { toComparison } from './comparison.ts';

const long = 'a'.repeat(5000);

describe('a comparison', () => {
  test('shows short texts as they are', () => {
    const { expected, received, note } = toComparison({ expected: '201', received: '200' }, 100);
    expect({ expected, received, note }).toEqual({
      expected: '201',
      received: '200',
      note: undefined,
    });
  });

  test('shows the place where long texts differ, wherever it is', () => {
    const { expected, received, note, difference } = toComparison(
      { expected: `${long}GB${long}`, received: `${long}US${long}` },
      100,
    );
    const shared = 'a'.repeat(40);
    expect(expected).toBe(`…${shared}GB${'a'.repeat(58)}… (10,002 characters in total)`);
    expect(received).toBe(`…${shared}US${'a'.repeat(58)}… (10,002 characters in total)`);
    expect(difference).toMatchObject({ start: 41 });
    expect(note).toBe('They differ at character 5001: expected “GB”, received “US”');
  });

  test('shows where the shorter text ends', () => {
    const { expected, received } = toComparison({ expected: `${long}b`, received: long }, 100);
    expect(expected).toBe(`…${'a'.repeat(40)}b (5,001 characters in total)`);
    expect(received).toBe(`…${'a'.repeat(40)} (5,000 characters in total)`);
  });

  test('cuts between characters, not within one', () => {
    const emoji = '😀'.repeat(300);
    const { expected, received } = toComparison(
      { expected: `${emoji}b`, received: `${emoji}c` },
      101,
    );
    for (const text of [expected, received]) expect(text).not.toMatch(/\p{Cs}/u);
  });
});
