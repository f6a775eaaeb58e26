import { describe, expect, test } from '@jest/globals';
import { explainChange, explainDifference, explainLooseChange } from './text-changes.ts';

describe('explainDifference', () => {
  test.each([
    { title: 'equal texts', expected: 'a', received: 'a', want: '' },
    { title: 'an obvious change', expected: 'sr0vds1x02', received: 'sr0vds1x01', want: '' },
    { title: 'another text', expected: 'Café', received: 'gone', want: '' },
    { title: 'no text', expected: 'Café', received: null, want: '' },
    {
      title: 'a change that looks the same',
      expected: 'Cafe\u0301',
      received: 'Caf\u00e9',
      want: ' (from character 4 on: expected U+0065, received U+00E9)',
    },
    {
      title: 'a change at the start that looks the same',
      expected: '\u2126',
      received: '\u03a9',
      want: ' (from character 1 on: expected U+2126, received U+03A9)',
    },
    {
      title: 'a truncated text',
      expected: 'abc',
      received: 'ab',
      want: ' (it is cut off after 2 of 3 characters)',
    },
    {
      title: 'a text with something appended',
      expected: 'abc',
      received: 'abc ',
      want: ' (it is longer than expected, from character 4 on)',
    },
  ])('tells of $title', ({ expected, received, want }) => {
    expect(explainDifference(expected, received)).toBe(want);
  });
});

describe('explainChange', () => {
  test.each([
    ['a & <b>', 'a &amp; <b>', 'with & escaped for HTML'],
    ['Café ©', 'CafÃ© Â©', 'with its UTF-8 read as Latin-1'],
    ['é 👩', 'é ', 'without four-byte characters such as emoji'],
    ['https://www.a.example', 'https://a.example', 'without the www. of its host'],
    ['a', 'b', undefined],
  ])('names the change that turned %s into %s', (sent, received, want) => {
    expect(explainChange(sent, received)).toBe(want);
  });

  test('rules out changes that a text returned unchanged would have undergone', () => {
    expect(explainChange('/a👩', '/a')).toBe('without the characters that are not ASCII');
    expect(explainChange('/a👩', '/a', () => ['/é'])).toBe(
      'without four-byte characters such as emoji',
    );
  });
});

describe('explainLooseChange', () => {
  test.each([
    ['name', 'name (2)', 'with " (2)" appended'],
    ['name', 'Copy of name', 'with "Copy of " in front'],
    ['', ' (2)', 'with " (2)" instead of an empty text'],
    ['name', 'na', 'cut off after 2 characters'],
    ['name', '', 'that is empty'],
  ])('names the change that turned %j into %j', (sent, received, want) => {
    expect(explainLooseChange(sent, received)).toBe(want);
  });
});
