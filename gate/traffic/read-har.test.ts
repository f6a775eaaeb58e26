import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { toJsonReport } from '../../conformance/reporters/json.ts';
import { toSarifReport } from '../../conformance/reporters/sarif.ts';
import { createMock } from '../../mock/index.ts';
import { describeInChromium, launchChromium } from '../../test/support/page/chromium.ts';
import { authorization, check, site, sites, workspace } from '../../test/support/traffic.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { parseHar } from './read-har.ts';

describe('archives as browsers write them', () => {
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
    toSarifReport(result, { full: true });
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
    return {
      warnings: result.warnings,
      judged: result.requests,
      failed: result.checks.flatMap(({ outcome }) =>
        outcome.status === 'failed' ? outcome.failures.map(({ message }) => message) : [],
      ),
    };
  };
  const cut = { size: 3_000_000, mimeType: 'application/json', text: '{"data":[{"id":"0d5' };
  const encoded = Buffer.from(JSON.stringify(site)).toString('base64');
  const hsts = [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }];
  const socket = { method: 'GET', url: sites.replace('https', 'wss') };
  const worker = { _fetchType: 'Service Worker' };

  test.each<[string, object, number]>([
    ['HTTP/2 with pseudo headers (Chrome)', entry({}), 1],
    ['a body in base64', entry({}, { content: { text: encoded, encoding: 'base64' } }), 1],
    ['no response body at all (Safari)', entry({}, { content: { size: 0, mimeType: '' } }), 1],
    ['a body that was cut off (Firefox)', entry({}, { content: cut }), 1],
    ['no headers, but a media type', entry({}, { headers: [] }), 1],
    ['no request body, of unknown size', entry({}, {}, { bodySize: -1, postData: undefined }), 1],
    ['a request that was blocked', entry({}, { status: 0, headers: [], content: {} }), 1],
    ['a service worker (Chrome)', entry({}, { status: 200, _fetchedViaServiceWorker: true }), 1],
    ['a service worker (Safari)', entry(worker, { status: 200 }), 1],
    ['an upgrade by HSTS', entry({}, { status: 307, headers: hsts }), 0],
    ['a preflight', entry({}, { status: 204, content: {} }, { method: 'OPTIONS' }), 0],
    ['a WebSocket', entry({}, { status: 101 }, socket), 0],
    ['a WebSocket that was refused', entry({ _resourceType: 'websocket' }, { status: 403 }), 0],
    ['an extension', entry({}, { status: 200 }, { url: 'chrome-extension://abc/v1/sites' }), 0],
    ['something in a cache', entry({}, { status: 304, content: {} }), 1],
    ['a time that is not one', entry({ startedDateTime: 'yesterday', time: -1 }), 1],
  ])('%s breaks nothing', (_, given, judged) => {
    expect(judge(given)).toMatchObject({ judged, failed: [] });
  });

  const wrong = '{"id":5}';
  const zipped = gzipSync(wrong).length;
  const saved = wrong.length - zipped;
  const encodedHeaders = [
    { name: 'content-type', value: 'application/json' },
    { name: 'content-encoding', value: 'gzip' },
  ];

  test.each<[string, object]>([
    ['with the size of the compressed body', { content: { size: zipped, text: wrong } }],
    [
      'with the size of the compressed body, that is not JSON (mitmproxy)',
      { content: { size: zipped, compression: saved, text: '{"id":5]' } },
    ],
    [
      'with the size of the compressed body in both places, that is not JSON',
      { headers: encodedHeaders, bodySize: 40, content: { size: 40, text: '{"id":5]' } },
    ],
    ['without its byte order mark', { content: { size: wrong.length + 3, text: wrong } }],
    ['without its byte order mark, not JSON', { content: { size: 11, text: '{"id":5]' } }],
    ['that cannot become JSON', { content: { size: 9000, text: '<html>' } }],
    ['that is too long', { content: { size: 9000, text: ' [1] ' } }],
  ])('a wrong body %s fails', (_, response) => {
    const { failed, warnings } = judge(entry({}, response));
    expect(failed).not.toEqual([]);
    expect(warnings).toEqual([]);
  });

  test('a wrong request body with another size fails', () => {
    const postData = { mimeType: 'application/json', text: '{"name":5}' };
    expect(judge(entry({}, {}, { bodySize: 400, postData })).failed).not.toEqual([]);
  });

  const startOfBody = { mimeType: 'application/json', text: '{"name":"Har' };
  const body = 'bodies were not recorded completely, and not checked: createSite (1)';
  test.each<[string, object, string]>([
    ['a response body that was cut off', entry({}, { content: cut }), `Response ${body}`],
    ['a response body without text', entry({}, { content: { size: 20 } }), `Response ${body}`],
    [
      'a number that may go on',
      entry({}, { content: { size: 20, text: '12' } }),
      `Response ${body}`,
    ],
    [
      'a request body without text',
      entry({}, {}, { bodySize: -1, postData: undefined }),
      `Request ${body}`,
    ],
    [
      'a request body that was cut off',
      entry({}, {}, { bodySize: 400, postData: startOfBody }),
      `Request ${body}`,
    ],
    [
      'a response of a service worker',
      entry(worker, { status: 200 }),
      'Responses of the service were not recorded, and not checked: createSite (1)',
    ],
  ])('%s is not checked, which a warning says', (_, given, warning) => {
    expect(judge(given)).toMatchObject({ failed: [], warnings: [warning] });
  });

  test('a warning counts by operation', () => {
    const list = entry({}, { content: { size: 5 } }, { method: 'GET' });
    expect(judge(entry({}, { content: cut }), entry({}, { content: cut }), list).warnings).toEqual([
      'Response bodies were not recorded completely, and not checked: createSite (2), listSites (1)',
    ]);
  });

  test('do not hide an error in between', () => {
    const wrong = {
      content: { text: Buffer.from('{"id":1}').toString('base64'), encoding: 'base64' },
    };
    expect(judge(entry({}, wrong)).failed).not.toEqual([]);
    expect(judge(entry({}, {}, { bodySize: 0, postData: undefined })).failed).toEqual([
      'the request body is missing',
    ]);
  });
});

describe('a file that is not an archive', () => {
  test.each([
    ['<html>', 'not an HTTP Archive'],
    ['{}', 'log.entries'],
    ['{"log":{"entries":[{}]}}', 'entries[0]: the request has no valid URL'],
    ['{"log":{"entries":[{"request":{"url":"nowhere"}}]}}', 'no valid URL: "nowhere"'],
  ])('is refused in one line: %s', (text, expected) => {
    expect(() => parseHar(text, 'a.har')).toThrow(expected);
  });
});

describeInChromium('an archive that a browser recorded', () => {
  const folder = useFolder();

  test('is checked, with the operations that a page called', async () => {
    await using mock = createMock({ apiKeys: ['very-secret-key'], seed: 1 });
    const { url } = await mock.listen({ port: 0 });
    const file = path.join(folder, 'session.har');
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
