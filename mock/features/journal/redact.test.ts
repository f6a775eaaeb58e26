import { describe, expect, test } from '@jest/globals';
import { redactBody, redactHeader, redactQuery } from './redact.ts';

const secret = 'a-very-secret-key';

describe('a secret is shortened', () => {
  test.each([
    ['Authorization', `Bearer ${secret}`, 'Bearer a-ve…'],
    ['authorization', secret, 'a-ve…'],
    ['authorization', `Bearer\t${secret}`, 'Bearer\ta-ve…'],
    ['Proxy-Authorization', `Basic ${secret}`, 'Basic a-ve…'],
    ['X-API-Key', secret, 'a-ve…'],
    ['api-key', secret, 'a-ve…'],
    ['apikey', secret, 'a-ve…'],
    ['x-access-token', secret, 'a-ve…'],
    ['x-authorization', secret, 'a-ve…'],
    ['Cookie', `key=${secret}`, 'key=…'],
    ['x-api-key', 'short', '…'],
  ])('in the header %s: %s', (name, value, want) => expect(redactHeader(name, value)).toBe(want));

  test.each([
    [`api_key=${secret}`, 'api_key=a-ve…'],
    [`limit=1&access_token=${secret}&after=2`, 'limit=1&access_token=a-ve…&after=2'],
    [`access%5Ftoken=${secret}`, 'access%5Ftoken=a-ve…'],
    [`%=1&api-key=${secret}`, '%=1&api-key=a-ve…'],
    [`key=${secret}`, 'key=a-ve…'],
    [`limit=1;token=${secret}`, 'limit=1;token=a-ve…'],
    [`authorization=Bearer%20${secret}`, 'authorization=Bear…'],
    [`clientSecret=${secret}=`, 'clientSecret=a-ve…'],
  ])('in the query %s', (query, want) => expect(redactQuery(query)).toBe(want));

  test.each([
    [`{"apiKey":"${secret}"}`, '{"apiKey":"a-ve…"}'],
    [`{"api_key" : "${secret}"}`, '{"api_key" : "a-ve…"}'],
    [`{"accessToken":"${secret}","name":"a"}`, '{"accessToken":"a-ve…","name":"a"}'],
    [`{"client-secret":"${secret}`, '{"client-secret":"a-ve…'],
    [`{"password":"a\\"${secret}"}`, '{"password":"a\\"a…"}'],
  ])('in the body %s', (text, want) => expect(redactBody(text)).toBe(want));
});

test('everything else is unchanged', () => {
  expect(redactHeader('Content-Type', 'application/json')).toBe('application/json');
  expect(redactHeader('X-Mock-Session', 'worker-1')).toBe('worker-1');
  const query = 'limit=20&after=7c9e6679-7425-40de-944b-e07fc1f90ae7&keys=1&=2&flag';
  expect(redactQuery(query)).toBe(query);
  const body = '{"name":"my token","hostUrl":"https://secret.example","tokens":"1"}';
  expect(redactBody(body)).toBe(body);
});

test('a long name is read in linear time', () => {
  const start = process.cpuUsage();
  for (const part of ['-', 'a', '_token', '"', '"a', 'a=', '%5F'])
    redactQuery(redactBody(`"${part.repeat(8000)}`));
  const { user, system } = process.cpuUsage(start);
  expect(user + system).toBeLessThan(3_000_000);
});
