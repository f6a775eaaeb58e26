import { describe, expect, test } from '@jest/globals';
import { createWholeRequest, type MockRequest } from '../handler.ts';
import { createAuthoriser } from './check-head.ts';

const authorise = createAuthoriser(['first-key', 'second'], 'A "quoted" \\ realm');

const headWith = (authorization: string | undefined): MockRequest =>
  createWholeRequest({
    method: 'GET',
    path: '/',
    query: '',
    header: (name) => (name === 'authorization' ? authorization : undefined),
    body: undefined,
  });

describe('a bearer token', () => {
  const passing = ['Bearer first-key', 'Bearer second', 'bearer second', 'BEARER   second '];
  test.each(passing)('is accepted: %s', (authorization) => {
    expect(authorise(headWith(authorization))).toBeUndefined();
  });

  const wrong = [
    'Bearer first-kex',
    'Bearer first-ke',
    'Bearer first-key2',
    'Bearer second second',
    'Bearer Second',
    'Bearer secondsecond',
    'Bearer sec\u0000nd',
  ];
  test.each(wrong)('is refused as wrong: %s', (authorization) => {
    const refusal = authorise(headWith(authorization));
    expect(refusal?.problem).toBe('unauthorized');
    expect(refusal?.headers).toEqual([
      'WWW-Authenticate',
      'Bearer realm="A quoted  realm", error="invalid_token"',
    ]);
    expect(refusal?.detail).not.toContain('second');
  });

  const missing = [undefined, '', 'Bearer', 'Bearer ', 'Basic second', 'second', 'Bearersecond'];
  test.each(missing)('is missing in: %s', (authorization) => {
    const challenge = ['WWW-Authenticate', 'Bearer realm="A quoted  realm"'];
    expect(authorise(headWith(authorization))?.headers).toEqual(challenge);
  });

  test('is never accepted if no key exists', () => {
    expect(createAuthoriser([], 'x')(headWith('Bearer x'))?.problem).toBe('unauthorized');
  });
});
