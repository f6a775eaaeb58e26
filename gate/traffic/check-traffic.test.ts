import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { toJsonReport } from '../../conformance/reporters/json.ts';
import { contract } from '../../contract/index.ts';
import { createMock } from '../../mock/index.ts';
import { describeInChromium, launchChromium } from '../../test/support/page/chromium.ts';
import { checkTraffic } from './index.ts';
import type { TrafficExchange } from './judge-exchange.ts';
import { parseHar } from './read-har.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `https://api.example/v1/workspaces/${workspace}/sites`;
const site = {
  id: '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  name: 'Harbour',
  hostUrl: null,
  apiKey: '5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4',
};
const json = { 'content-type': 'application/json; charset=utf-8' };
const authorization = 'Bearer very-secret-key';

const created: TrafficExchange = {
  method: 'POST',
  url: sites,
  requestHeaders: { ...json, authorization },
  requestBody: '{"name":"Harbour"}',
  response: { status: 201, headers: json, body: JSON.stringify(site) },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
};

const check = (exchanges: readonly TrafficExchange[], baseUrl?: string) =>
  checkTraffic(contract, exchanges, {
    source: 'session.har',
    command: 'c',
    ...(baseUrl && { baseUrl }),
  });

const listFailed = (exchange: Partial<TrafficExchange>) =>
  check([{ ...created, ...exchange }]).result.checks.flatMap(({ id, outcome }) =>
    outcome.status === 'failed' ? outcome.failures.map(({ message }) => `${id}: ${message}`) : [],
  );

test('traffic that keeps to the contract passes', () => {
  expect(listFailed({})).toEqual([]);
});

test('the same list is judged alike each time, and another one by itself', () => {
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
])('leaves %s alone', (_, exchange) => {
  expect(listFailed(exchange)).toEqual([]);
});

describe('what browsers write', () => {
  const entry = (change: object, response: object = {}, request: object = {}) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 12.5,
    request: {
      method: 'POST',
      url: sites,
      httpVersion: 'http/2.0',
      headers: [
        { name: ':authority', value: 'api.example' },
        { name: ':method', value: 'POST' },
        { name: 'content-type', value: 'application/json' },
      ],
      bodySize: 18,
      postData: { mimeType: 'application/json', text: '{"name":"Harbour"}' },
      ...request,
    },
    response: {
      status: 201,
      httpVersion: 'h2',
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { size: -1, mimeType: 'application/json', text: JSON.stringify(site) },
      ...response,
    },
    ...change,
  });
  const judge = (...entries: object[]) => {
    const text = JSON.stringify({ log: { version: '1.2', entries } });
    const { result } = check(parseHar(text, 'session.har'));
    return {
      judged: result.requests,
      failed: result.checks.flatMap(({ outcome }) =>
        outcome.status === 'failed' ? outcome.failures.map(({ message }) => message) : [],
      ),
    };
  };
  const cut = { size: 3_000_000, mimeType: 'application/json', text: '{"data":[{"id":"0d5' };
  const encoded = Buffer.from(JSON.stringify(site)).toString('base64');

  test.each<[string, object, number]>([
    ['HTTP/2 with pseudo headers (Chrome)', entry({}), 1],
    ['a body in base64', entry({}, { content: { text: encoded, encoding: 'base64' } }), 1],
    ['no response body at all (Safari)', entry({}, { content: { size: 0, mimeType: '' } }), 1],
    ['a body that was cut off (Firefox)', entry({}, { content: cut }), 1],
    ['no headers, but a media type', entry({}, { headers: [] }), 1],
    ['no request body, of unknown size', entry({}, {}, { bodySize: -1, postData: undefined }), 1],
    ['a request that was blocked', entry({}, { status: 0, headers: [], content: {} }), 1],
    [
      'an answer of a service worker (Chrome)',
      entry({}, { status: 200, _fetchedViaServiceWorker: true }),
      1,
    ],
    [
      'an answer of a service worker (Safari)',
      entry({ _fetchType: 'Service Worker' }, { status: 200 }),
      1,
    ],
    [
      'an upgrade by HSTS',
      entry({}, { status: 307, headers: [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }] }),
      0,
    ],
    ['a preflight', entry({}, { status: 204, content: {} }, { method: 'OPTIONS' }), 0],
    [
      'a WebSocket',
      entry(
        { _resourceType: 'websocket' },
        { status: 101 },
        { method: 'GET', url: sites.replace('https', 'wss') },
      ),
      0,
    ],
    [
      'what an extension loaded',
      entry({}, { status: 200 }, { url: `chrome-extension://abc${new URL(sites).pathname}` }),
      0,
    ],
    ['something in a cache', entry({}, { status: 304, content: {} }), 1],
  ])('%s breaks nothing', (_, given, judged) => {
    expect(judge(given)).toEqual({ judged, failed: [] });
  });

  test('a fault beside all of these is still found', () => {
    const wrong = {
      content: { text: Buffer.from('{"id":1}').toString('base64'), encoding: 'base64' },
    };
    expect(judge(entry({}, wrong)).failed).not.toEqual([]);
    expect(judge(entry({}, {}, { bodySize: 0, postData: undefined })).failed).toEqual([
      'the request body is missing',
    ]);
  });
});

test('misses credentials only where the recording holds any', () => {
  const open = { ...created, requestHeaders: json };
  const count = (exchanges: readonly TrafficExchange[]) =>
    check(exchanges).result.checks.filter(({ outcome }) => outcome.status === 'failed').length;
  expect([count([open]), count([open, created])]).toEqual([0, 1]);
});

test('judges what is behind the base URL only, and paths behind any prefix without one', () => {
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

test('counts what was exercised and names what never was', () => {
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

test('no report holds credentials of the recording', () => {
  const echoed = { status: 201, headers: json, body: '{"echo":"very-secret-key"}' };
  const { result } = check([{ ...created, url: `${sites}?key=very-secret-key`, response: echoed }]);
  expect(toJsonReport(result)).not.toContain('very-secret');
  const query = '?limit=500&api_key=unknown-secret&access_token=unknown-secret';
  const signed = check([{ ...created, method: 'GET', url: `${sites}${query}` }]);
  expect(toJsonReport(signed.result)).toContain('limit=500&api_key=[redacted]');
  expect(toJsonReport(signed.result)).not.toContain('unknown-secret');
});

describe('a file that is no archive', () => {
  test.each([
    ['<html>', 'not JSON'],
    ['{}', 'log.entries'],
    ['{"log":{"entries":[{}]}}', 'entries[0] has no request'],
    ['{"log":{"entries":[{"request":{"url":"nowhere"}}]}}', 'is not a URL'],
  ])('%s is told in one line', (text, expected) => {
    expect(() => parseHar(text, 'a.har')).toThrow(expected);
  });
});

describeInChromium('an archive that a browser recorded', () => {
  test('is judged, with the operations that a page called', async () => {
    await using mock = createMock({ apiKeys: ['very-secret-key'], seed: 1 });
    const { url } = await mock.listen({ port: 0 });
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'har-')), 'session.har');
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ recordHar: { path: file, content: 'embed' } });
      const page = await context.newPage();
      await page.goto(`${url}/__mock/docs`);
      await page.evaluate(
        async ([target, authorization]) => {
          const headers = {
            authorization: authorization ?? '',
            'content-type': 'application/json',
          };
          await fetch(target ?? '', { method: 'POST', headers, body: '{"name":"Café"}' });
          await fetch(target ?? '', { headers });
        },
        [`${url}/v1/workspaces/${workspace}/sites`, authorization],
      );
      await context.close();
    } finally {
      await browser.close();
    }
    const text = readFileSync(file, 'utf8');
    const { result, coverage } = check(parseHar(text, file));
    expect(result.verdict).toEqual({ kind: 'conforms' });
    const called = coverage.operations.filter(({ exchanges }) => exchanges > 0);
    expect(called.map(({ operation }) => operation)).toEqual(['listSites', 'createSite']);
    expect(toJsonReport(result)).not.toContain('very-secret');
  });
});
