import { expect, test } from '@jest/globals';
import { toJsonReport } from '../../conformance/reporters/json.ts';
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
  const { result, coverage } = check(names.map(list));
  const failures = result.checks.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.failures : [],
  );
  expect(failures.map(({ pointer }) => pointer)).toEqual(Array(3).fill('/data/0/name'));
  const counted = coverage.operations.find(({ operation }) => operation === 'listSites');
  expect(counted?.responseFields).toMatchObject({ 'data/*/name': names.length });
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
  const { coverage, lines } = check([created]);
  expect(coverage.operations.find(({ operation }) => operation === 'createSite')).toMatchObject({
    exchanges: 1,
    statuses: { '201': 1 },
    requestFields: { name: 1, hostUrl: 0 },
    responseFields: { apiKey: 1 },
  });
  expect(lines).toContain('  listSites: never called');
  expect(lines.join('\n')).toContain('request field hostUrl');
});

test('no report contains credentials from the recording', () => {
  const echoed = { status: 201, headers: json, body: '{"echo":"very-secret-key"}' };
  const { result } = check([{ ...created, url: `${sites}?key=very-secret-key`, response: echoed }]);
  expect(toJsonReport(result)).not.toContain('very-secret');
  const query = '?limit=500&api_key=unknown-secret&access_token=unknown-secret';
  const signed = check([{ ...created, method: 'GET', url: `${sites}${query}` }]);
  expect(toJsonReport(signed.result)).toContain('limit=500&api_key=[redacted]');
  expect(toJsonReport(signed.result)).not.toContain('unknown-secret');
  const apiKey = 'one"two';
  const quoted = { ...echoed, body: JSON.stringify({ apiKey }) };
  expect(toJsonReport(check([{ ...created, response: quoted }]).result)).not.toContain('two');
  // The excerpts of a long body end in the middle of the key.
  for (const length of [240, 3940]) {
    const body = JSON.stringify({ id: 5, name: 'x'.repeat(length), apiKey: 'site-key'.repeat(20) });
    const cut = check([{ ...created, response: { status: 201, headers: json, body } }]);
    expect(toJsonReport(cut.result)).not.toContain('site-key');
    // The same for the key of a client, which the service returns under another name.
    for (const before of [length, length + 30, length + 44]) {
      const text = `${'x'.repeat(before)}very-secret-key`;
      const own = check([{ ...created, response: { ...echoed, body: JSON.stringify({ text }) } }]);
      expect(toJsonReport(own.result)).not.toContain('very');
    }
  }
});
