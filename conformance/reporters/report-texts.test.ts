import { describe, expect, test } from '@jest/globals';
import { exampleExchange, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { toNoAnswer, toShellText } from './report-texts.ts';

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
