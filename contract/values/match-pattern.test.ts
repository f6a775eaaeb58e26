import { describe, expect, test } from '@jest/globals';
import { createAjv } from '../schemas/compile-schemas.ts';
import { matches, tryMatch } from './match-pattern.ts';

const everything = () => () => true;
const slow: [title: string, pattern: string, text: string][] = [
  ['repeated wildcards', `^${'.*'.repeat(20)},x$`, 'a'.repeat(60)],
  ['optional characters', `^${'a?'.repeat(40)}${'a'.repeat(40)}$`, `${'a'.repeat(60)}b`],
  ['alternatives in a repeated group', '^(a|aa)+$', `${'a'.repeat(80)}b`],
  ['a group in a group', '^((a+)+)+b$', 'a'.repeat(60)],
  ['a backreference', '^(a*)*\\1\\1b$', 'a'.repeat(60)],
  ['a lookahead', '^(?=(a+)+$)[ab]+$', `${'a'.repeat(60)}b`],
  ['white space at the end of a long text', '\\s+$', `${' '.repeat(1_000_000)}x`],
];

describe('a pattern that takes too long accepts the text', () => {
  test.each(slow)('%s', (_, pattern, text) => {
    for (let count = 0; count < 5; count += 1) expect(tryMatch(pattern, text)).toBeUndefined();
    expect(matches(pattern, text)).toBe(true);
  });
});

test('a validator does not hang on such a pattern, also in the name of a property', () => {
  const ajv = createAjv({ lazy: everything, select: everything });
  for (const [title, pattern, text] of slow) {
    const items = { pattern: `${pattern}(?:)`, title };
    const validate = ajv.compile({ items, patternProperties: { [pattern]: { type: 'integer' } } });
    expect(validate(Array<string>(100).fill(text))).toBe(true);
    expect(validate({ [text]: 'not an integer' })).toBe(false);
  }
});

test.each<[pattern: string, text: string, want: boolean]>([
  ['^(b+)+$', 'b'.repeat(5000), true],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'north-harbour-12', true],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'north-harbour-', false],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', `${'north-'.repeat(400)}harbour`, true],
  ['^[a-z]+$', `${'a'.repeat(100_000)}B`, false],
  ['[', 'an invalid pattern accepts everything', true],
])('other texts are judged: %s', (pattern, text, want) => {
  expect(tryMatch(pattern, text)).toBe(want);
});
