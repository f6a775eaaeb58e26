import { describe, expect, test } from '@jest/globals';
import {
  countCells,
  createPaint,
  escapeMarkup,
  toDuration,
  toExcerpt,
  toVisibleLine,
  toVisibleText,
  wrapText,
} from './terminal-text.ts';

describe('texts of a target become visible', () => {
  test.each([
    ['an escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
    ['a bell and a backspace', 'a\u0007\b', 'a\\u{7}\\u{8}'],
    ['line breaks', 'a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['directions of text', 'a\u202eb\u2066', 'a\\u{202e}b\\u{2066}'],
    ['a lone surrogate', 'a\ud800', 'a\\u{d800}'],
    ['a command of GitHub', 'x ##[error]y', 'x ##\\u{5b}error]y'],
    ['a command of GitHub at the start', '  ::set-output::x', '  \\u{3a}:set-output::x'],
    ['anything else', 'a::b — ü 日本 👩‍🚀', 'a::b — ü 日本 👩‍🚀'],
  ])('%s', (_, given, want) => expect(toVisibleLine(given)).toBe(want));

  test('and keep their lines if wanted', () =>
    expect(toVisibleText('a\n\t::error::b\r')).toBe('a\n\t\\u{3a}:error::b\\r'));
});

test('markup is escaped', () => {
  expect(escapeMarkup(`<a href="x">&'\u0000`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\u{0}');
});

describe('wrapText', () => {
  test.each<[string, [string, number?, number?], string[]]>([
    ['breaks between words', ['one two three', 9], ['one two', 'three']],
    ['indents each line', ['one two three', 9, 2], ['  one two', '  three']],
    ['keeps line breaks', ['one\ntwo', 9], ['one', 'two']],
    ['keeps a long word whole', ['a https://x/123456789 b', 9], ['a', 'https://x/123456789', 'b']],
    ['counts wide letters twice', ['日本語 日本語', 9], ['日本語', '日本語']],
    [
      'breaks nothing in a file',
      ['one two three', Number.POSITIVE_INFINITY, 1],
      [' one two three'],
    ],
  ])('%s', (_, given, want) => expect(wrapText(...given)).toEqual(want));
});

test('texts are coloured only on request', () => {
  expect(createPaint(false)('red', 'a')).toBe('a');
  expect(createPaint(true)('red', 'a')).toBe('\u001b[31ma\u001b[39m');
});

test('excerpts and durations are readable', () => {
  expect(toExcerpt('abcdef', 3)).toBe('abc… (6 characters in total)');
  expect(toExcerpt('a👍b', 2)).toBe('a… (4 characters in total)');
  expect([812.4, 2130, 59_960, 200_000].map(toDuration)).toEqual([
    '812 ms',
    '2.1 s',
    '1 min 0 s',
    '3 min 20 s',
  ]);
  expect(countCells('e\u0301日')).toBe(3);
});
