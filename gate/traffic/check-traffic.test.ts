import { describe, expect, test } from '@jest/globals';
import { toHtmlReport } from '../../conformance/reporters/html.ts';
import { toJsonReport } from '../../conformance/reporters/json.ts';
import { toJunitReport } from '../../conformance/reporters/junit.ts';
import { measureGrowth, mostGrowth } from '../../test/support/measure-growth.ts';
import { authorization, check, created, json, site, sites } from '../../test/support/traffic.ts';
import type { TrafficExchange } from './judge-exchange.ts';

const listFailed = (exchange: Partial<TrafficExchange>) =>
  check([{ ...created, ...exchange }]).result.checks.flatMap(({ id, outcome }) =>
    outcome.status === 'failed' ? outcome.failures.map(({ message }) => `${id}: ${message}`) : [],
  );

const reply = (status: number, body?: string, headers: Record<string, string> = json) => ({
  response: { status, headers, body },
});
const get = (url: string, response: object = { response: undefined }) => ({
  ...{ method: 'GET', url, requestBody: undefined, ...response },
});
const text = { 'content-type': 'text/plain' };

test('the same list gets the same result each time, and a different one its own', () => {
  const list = (name: unknown): TrafficExchange => ({
    ...created,
    ...get(sites, reply(201, JSON.stringify({ data: [{ ...site, name }], hasMore: false }))),
  });
  const names = [5, 'Harbour', 5, ...Array.from({ length: 20 }, (_, at) => `Site ${at}`), 5];
  const failures = check(names.map(list)).result.checks.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.failures : [],
  );
  expect(failures.map(({ pointer }) => pointer)).toEqual(Array(3).fill('/data/0/name'));
});

test.each<[string, Partial<TrafficExchange>, RegExp]>([
  ['a body without its name', { requestBody: '{}' }, /^createSite\/traffic-request: .*required/],
  ['a body that is not JSON', { requestBody: '{' }, /not valid JSON/],
  ['text as body', { requestHeaders: { authorization, ...text } }, /wrong media type/],
  ['an unknown status', reply(200, '{}'), /^createSite\/traffic-response: status 200 is not doc/],
  ['a response without a field', reply(201, '{"id":"x"}'), /traffic-response: response body/],
  ['text as response', reply(201, '', text), /response body has the wrong media type/],
  ['a server error', reply(503, '', {}), /status 503 is not documented/],
  [
    'a server error that a mock delayed',
    reply(503, '', { 'x-mock-fault': 'fault-1; latency=5' }),
    /status 503 is not documented/,
  ],
  ['an unknown path', { url: `${sites}/unknown` }, /^service\/traffic-operation: .*not a path/],
  ['a wrong limit', get(`${sites}?limit=101`), /^listSites\/traffic-request: parameter limit/],
  ['an unknown parameter', get(`${sites}?page=2`), /query parameter page is not documented/],
])('finds %s', (_, exchange, expected) => {
  expect(listFailed(exchange)).toContainEqual(expect.stringMatching(expected));
});

test.each<[string, Partial<TrafficExchange>]>([
  ['traffic that follows the contract', {}],
  ['an error of any form', reply(422, 'no', text)],
  ['a request that was never answered', { response: undefined }],
  ['a body that the recorder left out', reply(201)],
  ['a request body that was left out', { requestBody: undefined }],
  ['a fault of the mock', reply(503, '', { 'x-mock-fault': 'fault-1; status=503' })],
  ['a forced response', reply(503, '', { 'preference-applied': 'code=503' })],
  ['a preflight', { method: 'OPTIONS', requestBody: undefined }],
])('finds nothing in %s', (_, exchange) => {
  expect(listFailed(exchange)).toEqual([]);
});

test('reports missing credentials only if the recording contains any', () => {
  const open = { ...created, requestHeaders: json };
  const count = (exchanges: readonly TrafficExchange[]) =>
    check(exchanges).result.checks.filter(({ outcome }) => outcome.status === 'failed').length;
  expect([count([open]), count([open, created])]).toEqual([0, 1]);
});

test('checks only what is below the base URL, or paths with any prefix if none is given', () => {
  const elsewhere = { ...created, url: 'https://fonts.example/font.woff' };
  const prefixed = { ...created, url: sites.replace('/v1/', '/api/sites/v1/') };
  expect(check([created, elsewhere, prefixed])).toMatchObject({
    foreign: 1,
    result: { requests: 2 },
  });
  expect(check([created, prefixed], 'https://api.example/api/sites')).toMatchObject({
    foreign: 1,
    result: { requests: 1 },
  });
  const { verdict, checks } = check([elsewhere]).result;
  expect(verdict.kind).toBe('not-run');
  expect(checks.map(({ outcome }) => outcome.status)).not.toContain('passed');
});

const origin = new URL(sites).origin;
test.each([
  { path: '/healthz', requests: 0 },
  { path: '/favicon.ico', requests: 0 },
  { path: '/', requests: 0 },
  { path: '/v1/unknown', requests: 1 },
  { path: '/v1', requests: 1 },
  { path: '/%761/unknown', requests: 1 },
])('the path $path below the base URL counts $requests times', ({ path, requests }) => {
  const { result } = check([{ ...created, ...get(origin + path) }], origin);
  expect(result).toMatchObject({ requests, verdict: { kind: requests ? 'broken' : 'not-run' } });
});

test('shows what was received at the place of a fault, and no secret', () => {
  const wrong = { ...site, hostUrl: undefined, name: 5, apiKey: ['secret-of-a-site'] };
  const { result } = check([{ ...created, ...reply(201, JSON.stringify(wrong)) }]);
  const failures = result.groups.flatMap((group) => group.failures);
  const received = new Map(failures.map((failure) => [failure.pointer, failure.received]));
  expect(received.get('/hostUrl')).toBe('no such field');
  expect(received.get('/name')).toBe('5');
  expect(received.get('/apiKey')).toBe('[redacted]');
});

test('counts the operations that occurred, and names the others', () => {
  const { coverage, line } = check([created]);
  expect(coverage.operations).toContainEqual({ operation: 'createSite', exchanges: 1 });
  expect(line).toMatch(/^Coverage: 1 of \d+ operations; never called: .*listSites/);
});

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2VjcmV0LXNpZ25hdHVyZQ';

test.each<[string, { query?: string; sent?: object; returned?: object; body?: object }, string?]>([
  ['Authorization', { sent: { authorization: 'Basic hidden-22' } }],
  ['Cookie', { sent: { cookie: 'a=b; id=hidden-22' } }],
  ['Set-Cookie', { returned: { 'set-cookie': 'sid=hidden-22; Path=/' } }],
  ['X-Amz-Security-Token', { sent: { 'x-amz-security-token': 'hidden-22' } }],
  ['X-CSRF-Token', { sent: { 'x-csrf-token': 'hidden-22' } }],
  ['X-Auth-User-Key', { sent: { 'x-auth-user-key': 'hidden-22' } }],
  ['a session id', { body: { sessionId: 'hidden-22' } }],
  ['a JWT', { body: { note: `it is ${token}` } }, token],
  ['code in a query', { query: 'code=hidden-22' }],
  ['sig in a query', { query: 'sig=hidden-22' }],
  ['password in a body', { body: { password: 'hidden-22' } }],
  ['refresh_token in a body', { body: { refresh_token: 'hidden-22' } }],
  ['api_key in a query', { query: 'api_key=hidden-22' }],
  ['apiKey in a long body', { body: { id: 5, name: 'x'.repeat(3950), apiKey: 'hidden-22' } }],
  [
    'a key of a client that the service returns under another name',
    { sent: { 'x-api-key': 'hidden-22' }, body: { text: `${'x'.repeat(280)}hidden-22` } },
  ],
])(
  'no report contains credentials from the recording: %s',
  (_, { query = '', sent = {}, returned = {}, body = {} }, secret = 'hidden-22') => {
    const { result } = check([
      {
        ...created,
        // User info is secret as well.
        url: `${sites.replace('//', '//someone:hidden-1@')}?wrong=1&${query}`,
        requestHeaders: { ...created.requestHeaders, ...sent },
        requestBody: JSON.stringify({ name: 1, ...body }),
        ...reply(201, JSON.stringify(body), { ...json, ...returned }),
      },
    ]);
    for (const report of [toJsonReport(result), toJunitReport(result), toHtmlReport(result)]) {
      expect(report).toContain('wrong');
      expect(report).not.toContain(secret);
      expect(report).not.toContain('hidden-1');
    }
  },
);

describe('the time is in proportion to an exchange', () => {
  const repeat = (text: string, size: number) => text.repeat(size / text.length);
  const cookie = (text: string) => ({
    requestHeaders: { ...created.requestHeaders, cookie: text },
  });

  test.each<[string, (size: number) => Partial<TrafficExchange>]>([
    ['a URL with many segments', (size) => ({ url: `${sites}/${repeat('a/', size)}` })],
    ['a path outside the contract', (size) => ({ url: `https://x/${repeat('a/', size)}` })],
    ['a URL with many parameters', (size) => ({ url: `${sites}?${repeat('a&', size)}` })],
    ['a response with parts of tokens', (size) => reply(201, `{"data":"${repeat('-eyJ', size)}"}`)],
    ['a response with zeros', (size) => reply(201, repeat('0', size))],
    ['a response with spaces', (size) => reply(201, repeat(' ', size))],
    ['a request with names', (size) => ({ requestBody: repeat('"token":', size) })],
    ['a cookie without an end', (size) => cookie(`${repeat('a', size)} b c`)],
    ['a cookie of equals signs', (size) => cookie(`${repeat('=', size)}x`)],
    ['many cookies', (size) => cookie(repeat('abcdefgh=ijklmnop; ', size))],
    ['a long credential', (size) => ({ requestHeaders: { authorization: repeat('0aZ+', size) } })],
    ['a long method', (size) => ({ method: repeat('A', size) })],
    ['a long status', (size) => reply(999, '', { 'x-mock-fault': repeat(' ;', size) })],
    ['a long media type', (size) => reply(201, '{}', { 'content-type': repeat('a/ ', size) })],
  ])('with %s', (_, change) => {
    const work = (size: number): void => {
      check([{ ...created, ...change(size) }]);
    };
    expect(measureGrowth(work, 60_000)).toBeLessThan(mostGrowth);
  });
});
