import { describe, expect, test } from '@jest/globals';
import { exampleExchange, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { findDifference, toComparison, toNoAnswer, toShellText } from './report-texts.ts';

describe('the shell commands of a failure', () => {
  test('come from the run, or otherwise from the exchange', () => {
    const exchange = exampleExchange({ curl: "curl -i 'https://sites.example' -H 'A: b'" });
    expect(toShellText({ ...repeatedCursor, exchange, reproduce: 'site1=$(curl)' })).toBe(
      'site1=$(curl)',
    );
    expect(toShellText({ ...repeatedCursor, exchange })).toBe(
      "curl -i \\\n  'https://sites.example' \\\n  -H 'A: b'",
    );
  });
});

describe('what is shown instead of a response', () => {
  test.each([
    { error: 'socket hang up', want: 'none: socket hang up' },
    {
      error: 'a response arrived, but it is not HTTP: Invalid header',
      want: 'not readable: it is not HTTP: Invalid header',
    },
  ])('$want', ({ error, want }) => {
    expect(toNoAnswer(exampleExchange({ error }))).toBe(want);
  });
});

describe('the difference of two texts', () => {
  test.each([
    { title: 'equal texts', given: ['same', 'same'], want: undefined },
    { title: 'texts with little in common', given: ['201', 'status 404'], want: undefined },
    {
      title: 'texts that look the same',
      given: ['Café x', 'Cafe\u0301 x'],
      want: {
        start: 3,
        end: 2,
        note: 'They look the same but differ at character 4: expected U+00E9, received U+0065 U+0301',
      },
    },
    {
      title: 'a trailing space that is lost',
      given: ['a name ', 'a name'],
      want: { start: 6, end: 0 },
    },
    {
      title: 'another kind of space',
      given: ['a\u00a0b', 'a b'],
      want: {
        start: 1,
        end: 1,
        note: 'They look the same but differ at character 2: expected U+00A0, received U+0020',
      },
    },
    {
      title: 'long texts',
      given: [`${'a'.repeat(99)}bc`, `${'a'.repeat(99)}c`],
      want: {
        start: 99,
        end: 1,
        note: 'They differ at character 100: expected “b”, received nothing',
      },
    },
    {
      title: 'characters outside the Basic Multilingual Plane',
      given: ['ab😀d', 'ab😁d'],
      want: { start: 2, end: 1 },
    },
  ])('$title', ({ given: [expected = '', received = ''], want }) => {
    expect(findDifference(expected, received)).toEqual(want);
  });
});

const long = 'a'.repeat(5000);

describe('a comparison', () => {
  test('shows short texts unchanged', () => {
    const { expected, received, note } = toComparison({ expected: '201', received: '200' }, 100);
    expect({ expected, received, note }).toEqual({
      expected: '201',
      received: '200',
      note: undefined,
    });
  });

  test('shows where long texts differ, wherever that is', () => {
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
