import type { RequestListener, Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createMock } from '../../../mock/index.ts';
import {
  answerWith,
  closeServers,
  explain,
  listen,
  run,
  serve,
  workspace,
} from '../../../test/support/first-contact.ts';

afterEach(closeServers);

/** If nothing can be tested, the run says so in one actionable line, after at most four requests. */
describe('the first response', () => {
  test.each<[string, RequestListener, string | RegExp]>([
    [
      'a redirect to another host',
      (request, response) =>
        response.writeHead(301, { Location: `https://sites.example.com${request.url}` }).end(),
      'redirects to https://sites.example.com; use that as the base URL',
    ],
    [
      'a redirect to a prefix',
      (request, response) => response.writeHead(308, { Location: `/api${request.url}` }).end(),
      /redirects to http:\/\/127\.0\.0\.1:\d+\/api; use that as the base URL/,
    ],
    [
      'a redirect to a log-in page',
      answerWith(302, { Location: '/login?next=%2F' }),
      /redirects to http:\/\/127\.0\.0\.1:\d+\/login; .*--header 'Cookie: …'/,
    ],
    [
      'a log-in page',
      answerWith(200, { 'Content-Type': 'text/html' }, '<html><title>Sign in</title>'),
      /web page \(“Sign in”\), .*login page.*--header/,
    ],
    [
      'a page of white space',
      answerWith(200, { 'Content-Type': 'text/html' }, `<title>${' '.repeat(60_000)}`),
      /web page, not JSON/,
    ],
    [
      '404 for everything',
      answerWith(404),
      /returns 404 to GET .* correct the base URL or --workspace/,
    ],
    [
      '401 for everything',
      answerWith(401),
      /refuses the API key \(status 401\).*SITE_CONTRACT_API_KEY/,
    ],
    [
      'Basic authentication',
      answerWith(401, { 'WWW-Authenticate': 'Basic realm="staging"' }),
      /requires Basic authentication.*--header/,
    ],
    ['403 for everything', answerWith(403), /refuses the API key \(status 403\)/],
    [
      'a redirect to itself',
      (request, response) => response.writeHead(302, { Location: request.url }).end(),
      /redirects to http:.*\/sites; if it is .*--header 'Cookie: …'/,
    ],
    ['a redirect to nowhere', answerWith(302), /redirects to nowhere/],
    [
      'an HTML page for every GET',
      (request, response) =>
        request.method === 'GET'
          ? answerWith(200, {}, '<!doctype html><title>App</title>')(request, response)
          : answerWith(404)(request, response),
      /web page \(“App”\), not JSON/,
    ],
    [
      'the same JSON for everything',
      answerWith(200, { 'Content-Type': 'application/json' }, '{"swagger":"2.0"}'),
      /each time with \{"swagger":"2\.0"\}: something other than the service/,
    ],
    ['500 for everything', answerWith(500), /500 to different requests; check the log/],
    [
      '429 with a long wait',
      answerWith(429, { 'Retry-After': '3600' }),
      /status 429, and asks the client to wait 3600 s \(Retry-After\)/,
    ],
    [
      '429 whenever it is asked',
      answerWith(429, { 'Retry-After': '0' }),
      /429 all 3 times it was sent: a gateway or a rate limit/,
    ],
    ['HTTP/2 only', answerWith(403, {}, 'Unknown ALPN Protocol'), /only speaks HTTP\/2/],
    [
      '503 for everything',
      answerWith(503),
      /returns status 503 all 3 times it was sent: a gateway/,
    ],
  ])('is recognised as %s', async (_, answer, wanted) => {
    const port = await serve(answer);
    expect(await explain(`http://127.0.0.1:${port}`)).toMatch(wanted);
  });

  test('suggests the base URL without the version that it ends in', async () => {
    const mock = createMock({ seed: 1 });
    const server = await mock.listen({ port: 0 });
    try {
      expect(await explain(`${server.url}/v1`, { apiKey: mock.apiKeys[0] ?? '' })).toContain(
        `use ${server.url} as the base URL`,
      );
    } finally {
      await server.close();
    }
  });

  test('suggests the base URL without the path of an operation', async () => {
    const mock = createMock({ seed: 1 });
    const server = await mock.listen({ port: 0 });
    try {
      const pasted = `${server.url}/v1/workspaces/${workspace}/sites`;
      expect(await explain(pasted, { apiKey: mock.apiKeys[0] ?? '' })).toContain(
        `use ${server.url} as the base URL`,
      );
    } finally {
      await server.close();
    }
  });

  test.each([
    [404, 400, 404, 'correct --workspace'],
    [200, 400, 404, 'correct --workspace'],
    [403, 400, 403, 'pass another workspace with --workspace'],
    [200, 403, 403, 'the API key may be allowed to read only'],
  ])(
    'finds a wrong workspace or key with few requests: %d, %d, %d',
    async (list, wrong, create, wanted) => {
      const port = await serve(async (request, response) => {
        const [body] = await request.setEncoding('utf8').toArray();
        const refusal = body?.includes('"name":"') ? create : wrong;
        const status = request.method === 'GET' ? list : request.method === 'PATCH' ? 404 : refusal;
        response.writeHead(status).end(status === 200 ? '{"data":[],"hasMore":false}' : '');
      });
      const { verdict, requests } = await run(`http://127.0.0.1:${port}`, { only: ['createSite'] });
      expect(verdict).toEqual({ kind: 'not-run', reason: expect.stringContaining(wanted) });
      expect(requests).toBeLessThan(14);
    },
  );

  test.each([
    ['Bearer some-api-key', 'which starts with “Bearer”: the suite adds that'],
    ['"some-api-key"', 'which is in quotation marks: remove them'],
  ])('reveals a mistake in the key: %s', async (apiKey, wanted) => {
    const port = await serve(answerWith(401));
    expect(await explain(`http://127.0.0.1:${port}`, { apiKey })).toContain(wanted);
  });

  test('is not HTTP if the port speaks another protocol', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.write('SSH-2.0-OpenSSH_9.6\r\n');
      }) as Server,
    );
    expect(await explain(`http://127.0.0.1:${port}`)).toMatch(
      /does not speak HTTP\/1\.1; .* \(HPE_/,
    );
  });

  test('is missing if nothing listens or the host is unknown', async () => {
    const port = await serve(answerWith(200));
    closeServers();
    expect(await explain(`http://127.0.0.1:${port}`)).toMatch(
      /does not respond: nothing listens there; start the target .* \(ECONNREFUSED\)/,
    );
    // A resolver that cannot be reached may take long to fail.
    expect(await explain('http://no-such-host.invalid', { timeoutMs: 120_000 })).toMatch(
      /no-such-host\.invalid has a host name that cannot be resolved; .* \((?:ENOTFOUND|EAI_AGAIN)\)/,
    );
  });

  test('is awaited no longer than the timeout', async () => {
    const port = await serve(() => {});
    expect(await explain(`http://127.0.0.1:${port}`, { timeoutMs: 300 })).toMatch(
      /does not respond: no response within 300 ms/,
    );
  });
});

describe('headers of the run', () => {
  test('are sent with each request, and their values are never shown', async () => {
    const seen = new Set<string | undefined>();
    const port = await serve((request, response) => {
      seen.add(request.headers['x-staging-token']?.toString());
      request.resume();
      const body = JSON.stringify({ echo: request.headers });
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(body);
    });
    const result = await run(`http://127.0.0.1:${port}`, {
      headers: { 'X-Staging-Token': 'let-me-in-4711' },
    });
    expect(seen).toEqual(new Set(['let-me-in-4711']));
    expect(JSON.stringify(result)).not.toContain('let-me-in-4711');
    expect(JSON.stringify(result)).toContain('X-Staging-Token: $X_STAGING_TOKEN');
  });
});
