import { describe, expect, test } from '@jest/globals';
import { measureTexts } from './pattern-size.ts';
import { matches, samplePattern, UndecidedPattern } from './patterns.ts';

describe('a pattern that takes too long is not decided', () => {
  test.each([
    ['repeated wildcards', `^${'.*'.repeat(20)},x$`, 'a'.repeat(60)],
    ['optional characters', `^${'a?'.repeat(40)}${'a'.repeat(40)}$`, `${'a'.repeat(60)}b`],
    ['alternatives', `^${'(?:a|a)'.repeat(40)}$`, `${'a'.repeat(39)}b`],
    ['limited repetitions', `^${'a{0,40}'.repeat(20)}b$`, 'a'.repeat(60)],
    ['a repeated group', '^(a+)+$', `${'a'.repeat(60)}b`],
    ['a backreference', '^(a+)+\\1b$', 'a'.repeat(60)],
    ['a lookahead', `^(?=${'.*'.repeat(20)},x)`, 'a'.repeat(60)],
    ['a short text', `^${'.*'.repeat(60)},x$`, 'a'.repeat(16)],
  ])('%s', (_, pattern, text) => {
    for (let count = 0; count < 5; count += 1)
      expect(() => matches(pattern, text)).toThrow(UndecidedPattern);
  });
});

describe('other texts are still decided', () => {
  test.each<[pattern: string, text: string, want: boolean]>([
    ['^(b+)+$', 'b'.repeat(5000), true],
    ['^(a+)+$', 'aaab', false],
    ['^[a-z0-9-]+$', 'a'.repeat(100_000), true],
    ['^[A-Z]{2}[0-9]{3}$', 'AB123', true],
    ['\\p{L}', 'é', true],
    ['[', 'an invalid pattern matches everything', true],
  ])('%s', (pattern, text, want) => {
    expect(matches(pattern, text)).toBe(want);
  });
});

describe('texts that do not fit into memory are not generated', () => {
  test.each([
    '^(?:[a-z]{1000}){1000}{100}$',
    '^(?:(?:[a-z]{1000}){1000}){100}$',
    '^[a-z]{100000000}$',
    `^${'(?:'.repeat(12)}a${'{10})'.repeat(12)}$`,
  ])('%s', (pattern) => {
    expect(samplePattern(pattern)).toEqual([]);
  });

  test.each([
    '^[a-z]{0,100000000}$',
    `^${'('.repeat(12)}a${'+)'.repeat(12)}+$`,
    '^(a{0,9999}){0,9999}$',
  ])('%s has short texts', (pattern) => {
    const texts = samplePattern(pattern);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text.length).toBeLessThan(100_000);
  });

  test('a class without characters ends', () => {
    expect(samplePattern('[^\\s\\S]')).toEqual([]);
  });
});

test.each([
  [/^a{2,3}b?$/, { least: 2, most: 4 }],
  [/^(?:a|bcd)(e{2}){3}$/, { least: 7, most: 9 }],
  [/a*/, { least: 0, most: 11 }],
  [/(?=abc)\b\d/u, { least: 4, most: 4 }],
])('%s', (expression, want) => {
  expect(measureTexts(expression)).toEqual(want);
});
