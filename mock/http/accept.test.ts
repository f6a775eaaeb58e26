import { describe, expect, test } from '@jest/globals';
import { isAccepted } from './check-head.ts';

const cases: readonly { accept: string; want: boolean }[] = [
  { accept: 'application/json', want: true },
  { accept: 'APPLICATION/Json', want: true },
  { accept: 'application/*', want: true },
  { accept: '*/*;q=0.1', want: true },
  { accept: 'text/html, application/json;q=0.5', want: true },
  { accept: 'application/json; charset=utf-8', want: true },
  { accept: 'application/json;q=oops', want: true },
  { accept: '', want: true },
  { accept: ' , ,', want: true },
  { accept: '*/*;q=0, application/json', want: true },
  { accept: 'application/json, */*;q=0', want: true },
  { accept: 'text/html', want: false },
  { accept: 'application/jsonx', want: false },
  { accept: 'application/json;q=0', want: false },
  { accept: 'application/json;Q=0.000', want: false },
  { accept: 'application/json;q=0, */*', want: false },
  { accept: 'application/*;q=0, */*', want: false },
  { accept: '*', want: false },
];

describe('the most specific range of an Accept header decides', () => {
  test.each(cases)('$accept: $want', ({ accept, want }) => {
    expect(isAccepted(accept, 'application/json')).toBe(want);
  });
});
