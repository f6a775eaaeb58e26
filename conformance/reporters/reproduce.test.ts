import { describe, expect, test } from '@jest/globals';
import { exampleExchange, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { listCurls, toNoAnswer } from './reproduce.ts';

const list = exampleExchange({ curl: 'curl list' });
const update = exampleExchange({
  request: { method: 'PATCH', url: 'https://sites.example/v1/sites/1', headers: {} },
  curl: 'curl update',
});
const creation = exampleExchange({
  request: { method: 'POST', url: 'https://sites.example/v1/sites', headers: {} },
  curl: 'curl creation',
});

describe('the shell lines of a failure', () => {
  test.each([
    { title: 'are what shows it', given: { exchange: update }, want: ['curl update'] },
    {
      title: 'begin with the update that wrote it',
      given: { exchange: list, write: update },
      want: ['curl update', 'curl list'],
    },
    {
      title: 'begin with the creation that a list lacks',
      given: { exchange: list, write: creation },
      want: ['curl creation', 'curl list'],
    },
    {
      title: 'leave out a creation, which makes another record, where the record is read by its id',
      given: { exchange: update, write: creation },
      want: ['curl update'],
    },
  ])('$title', ({ given, want }) => {
    expect(listCurls({ ...repeatedCursor, ...given })).toEqual(want);
  });
});

describe('what stands in the place of an answer', () => {
  test.each([
    { error: 'socket hang up', want: 'none: socket hang up' },
    {
      error: 'an answer came, and it is not HTTP: Invalid header',
      want: 'not readable: it is not HTTP: Invalid header',
    },
  ])('$want', ({ error, want }) => {
    expect(toNoAnswer(exampleExchange({ error }))).toBe(want);
  });
});
