import { expect, test } from '@jest/globals';
import { toHtmlReport } from '../../conformance/reporters/html.ts';
import { toJsonReport } from '../../conformance/reporters/json.ts';
import { toJunitReport } from '../../conformance/reporters/junit.ts';
import { authorization, check, created, json, site, sites } from '../../test/support/traffic.ts';
import type { TrafficExchange } from './judge-exchange.ts';

const listFailed = (exchange: Partial<TrafficExchange>) =>
  check([{ ...created, ...exchange }]).result.checks.flatMap(({ id, outcome }) =>
    outcome.status === 'failed' ? outcome.failures.map(({ message }) => `${id}: ${message}`) : [],
  );

test('traffic that follows the contract passes', () => {
  expect(listFailed({})).toEqual([]);
});

test('the same list gets the same result each time, and a different one its own', () => {
  const list = (name: unknown): TrafficExchange => ({
    ...created,
    method: 'GET',
    requestBody: undefined,
    response: {
      status: 201,
      headers: json,
      body: JSON.stringify({ data: [{ ...site, name }], hasMore: false }),
    },
  });
  const names = [5, 'Harbour', 5, ...Array.from({ length: 20 }, (_, at) => `Site ${at}`), 5];
  const { result } = check(names.map(list));
  const failures = result.checks.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.failures : [],
  );
  expect(failures.map(({ pointer }) => pointer)).toEqual(Array(3).fill('/data/0/name'));
});

test.each<[string, Partial<TrafficExchange>, RegExp]>([
  [
    'a body without its name',
    { requestBody: '{}' },
    /^createSite\/traffic-request: request body.*required/,
  ],
  ['a body that is not JSON', { requestBody: '{' }, /not valid JSON/],
  [
    'a body of another media type',
    { requestHeaders: { authorization, 'content-type': 'text/plain' } },
    /wrong media type/,
  ],
  [
    'a status that is not documented',
    { response: { status: 200, headers: json, body: '{}' } },
    /^createSite\/traffic-response: status 200 is not documented/,
  ],
  [
    'a response without a field',
    { response: { status: 201, headers: json, body: '{"id":"x"}' } },
    /traffic-response: response body/,
  ],
  [
    'a response of another media type',
    { response: { status: 201, headers: { 'content-type': 'text/html' }, body: '' } },
    /response body has the wrong media type/,
  ],
  [
    'a server error',
    { response: { status: 503, headers: {}, body: '' } },
    /status 503 is not documented/,
  ],
  [
    'a path that is not documented',
    { url: `${sites}/unknown` },
    /^service\/traffic-operation: .*not a path/,
  ],
  [
    'a limit out of bounds',
    {
      method: 'GET',
      url: `${sites}?limit=101`,
      requestBody: undefined,
      response: { status: 201, headers: json, body: '{"data":[],"hasMore":false}' },
    },
    /^listSites\/traffic-request: parameter limit/,
  ],
  [
    'a parameter that is not documented',
    { method: 'GET', url: `${sites}?page=2`, requestBody: undefined, response: undefined },
    /query parameter page is not documented/,
  ],
])('finds %s', (_, exchange, expected) => {
  const failed = listFailed(exchange);
  expect(failed.some((line) => expected.test(line))).toBe(true);
});

test.each<[string, Partial<TrafficExchange>]>([
  [
    'an error of any form',
    { response: { status: 422, headers: { 'content-type': 'text/plain' }, body: 'no' } },
  ],
  ['a request that was never answered', { response: undefined }],
  [
    'a body that the recorder left out',
    { response: { status: 201, headers: json, body: undefined } },
  ],
  [
    'a request body that the recorder left out',
    { requestBody: undefined, isRequestBodyLeftOut: true },
  ],
  [
    'a response that a fault of the mock is',
    { response: { status: 503, headers: { 'x-mock-fault': 'fault-1; status=503' }, body: '' } },
  ],
  [
    'a response that the request forced',
    { response: { status: 503, headers: { 'preference-applied': 'code=503' }, body: '' } },
  ],
  ['a preflight', { method: 'OPTIONS', requestBody: undefined }],
])('ignores %s', (_, exchange) => {
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
  expect(check([elsewhere]).result.verdict.kind).toBe('not-run');
});

test('counts the operations that occurred, and names the others', () => {
  const { coverage, line } = check([created]);
  expect(coverage.operations).toContainEqual({ operation: 'createSite', exchanges: 1 });
  expect(line).toMatch(/^Coverage: 1 of 7 operations; never called: .*listSites/);
});

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2VjcmV0LXNpZ25hdHVyZQ';

test.each([
  { title: 'user info of a URL', url: 'https://someone:hidden-1@api.example', secret: 'hidden-1' },
  { title: 'Authorization', requestHeaders: { authorization: 'Basic hidden-22' } },
  { title: 'Cookie', requestHeaders: { cookie: 'a=b; id=hidden-22' } },
  { title: 'Set-Cookie', headers: { 'set-cookie': 'sid=hidden-22; Path=/' } },
  { title: 'X-Amz-Security-Token', requestHeaders: { 'x-amz-security-token': 'hidden-22' } },
  { title: 'X-CSRF-Token', requestHeaders: { 'x-csrf-token': 'hidden-22' } },
  { title: 'X-Auth-User-Key', requestHeaders: { 'x-auth-user-key': 'hidden-22' } },
  { title: 'a session id', body: { sessionId: 'hidden-22' } },
  { title: 'a JWT', body: { note: `it is ${token}` }, secret: token },
  { title: 'code in a query', query: 'code=hidden-22' },
  { title: 'sig in a query', query: 'sig=hidden-22' },
  { title: 'password in a body', body: { password: 'hidden-22' } },
  { title: 'refresh_token in a body', body: { refresh_token: 'hidden-22' } },
  { title: 'api_key in a query', query: 'api_key=hidden-22' },
  { title: 'apiKey in a long body', body: { id: 5, name: 'x'.repeat(3950), apiKey: 'hidden-22' } },
  {
    title: 'a key of a client that the service returns under another name',
    requestHeaders: { 'x-api-key': 'hidden-22' },
    body: { text: `${'x'.repeat(280)}hidden-22` },
  },
])(
  'no report contains credentials from the recording: $title',
  ({ url, query = '', requestHeaders = {}, headers = {}, body = {}, secret = 'hidden-22' }) => {
    const echoed = { status: 201, headers: { ...json, ...headers }, body: JSON.stringify(body) };
    const { result } = check([
      {
        ...created,
        url: `${url === undefined ? sites : sites.replace('https://api.example', url)}?wrong=1&${query}`,
        requestHeaders: { ...created.requestHeaders, ...requestHeaders },
        requestBody: JSON.stringify({ name: 1, ...body }),
        response: echoed,
      },
    ]);
    for (const report of [toJsonReport(result), toJunitReport(result), toHtmlReport(result)]) {
      expect(report).toContain('wrong');
      expect(report).not.toContain(secret);
    }
  },
);

test('traffic of another service gets no verdict, and passes no check', () => {
  const { result } = check([created], 'https://other.example');
  expect(result.verdict.kind).toBe('not-run');
  expect(result.checks.map(({ outcome }) => outcome.status)).not.toContain('passed');
});
