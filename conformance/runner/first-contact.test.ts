import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createMock } from '../../mock/index.ts';
import { type RunOptions, type RunResult, runSuite } from '../index.ts';

/** If there is nothing to test, the run says so in one actionable line, after at most three requests. */
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const servers: Server[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const serve = (answer: RequestListener): Promise<number> => listen(createServer(answer));

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  }
});

function run(baseUrl: string, options: Partial<RunOptions> = {}): Promise<RunResult> {
  return runSuite({
    baseUrl,
    apiKey: 'some-api-key',
    workspace,
    seed: 5,
    only: ['createSite/accepts-a-name'],
    settleMs: 0,
    timeoutMs: 60_000,
    ...options,
  });
}

async function explain(baseUrl: string, options: Partial<RunOptions> = {}): Promise<string> {
  const { verdict, requests, inventory, checks } = await run(baseUrl, options);
  if (verdict.kind !== 'not-run') throw new Error(`the verdict is ${verdict.kind}`);
  expect(requests).toBeLessThanOrEqual(3);
  expect(inventory).toEqual([]);
  expect(checks.map(({ outcome }) => outcome.status)).not.toContain('passed');
  return verdict.reason;
}

const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };

describe('the first answer', () => {
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
      /redirects to http:\/\/127\.0\.0\.1:\d+\/login, .*--header 'Cookie: …'/,
    ],
    [
      'a log-in page',
      answerWith(200, { 'Content-Type': 'text/html' }, '<html><title>Sign in</title>'),
      /login page \(“Sign in”\).*--header/,
    ],
    [
      'another web page',
      answerWith(200, { 'Content-Type': 'text/html' }, '<!doctype html><title>Docs</title>'),
      /web page \(“Docs”\), not JSON/,
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
      /redirects to the same URL; .*--header 'Cookie: …'/,
    ],
    [
      'a redirect to the same path with a slash',
      ({ url = '' }, response) =>
        response.writeHead(308, { Location: url.replace(/\?|$/, '/$&') }).end(),
      /redirects to the same path with “\/” at its end/,
    ],
    [
      'a redirect in several steps',
      ({ url = '' }, response) => {
        const hops = /^(?:\/hop)*/.exec(url)?.[0].length ?? 0;
        if (hops < 8) response.writeHead(302, { Location: `/hop${url}` }).end();
        else response.writeHead(404).end();
      },
      /redirects to http:\/\/127\.0\.0\.1:\d+\/hop\/hop; use that/,
    ],
    ['a redirect to nowhere', answerWith(302), /without a Location header/],
    [
      'a page for any path that is read',
      (request, response) =>
        request.method === 'GET'
          ? answerWith(200, {}, '<!doctype html><title>App</title>')(request, response)
          : answerWith(404)(request, response),
      /web page \(“App”\), not JSON/,
    ],
    [
      'the same JSON for everything',
      answerWith(200, { 'Content-Type': 'application/json' }, '{"swagger":"2.0"}'),
      /each time with \{"swagger":"2\.0"\}: it is not the service/,
    ],
    ['nothing for everything', answerWith(204), /204 to 3 different requests, .*an empty body/],
    ['405 for everything', answerWith(405), /405 to 3 different requests: it is probably not/],
    ['500 for everything', answerWith(500), /500 to 3 different requests; see what the log/],
    [
      '429 with a long wait',
      answerWith(429, { 'Retry-After': '3600' }),
      /429 and asks the client to wait 3600 s \(Retry-After\)/,
    ],
    [
      '429 whenever it is asked',
      answerWith(429, { 'Retry-After': '0' }),
      /429 all 3 times, although each request waited/,
    ],
    ['HTTP/2 only', answerWith(403, {}, 'Unknown ALPN Protocol'), /only speaks HTTP\/2/],
    ['503 for everything', answerWith(503), /returns 503 all 3 times: a gateway/],
  ])('is told where it is %s', async (_, answer, wanted) => {
    const port = await serve(answer);
    expect(await explain(`http://127.0.0.1:${port}`)).toMatch(wanted);
  });

  test('names the base URL without the version where it ends in it', async () => {
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

  test('names the base URL without the path of an operation', async () => {
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
    ['Bearer some-api-key', 'which starts with “Bearer”: the suite adds that'],
    ['"some-api-key"', 'which is in quotation marks: remove them'],
  ])('tells a mistake in the key %s', async (apiKey, wanted) => {
    const port = await serve(answerWith(401));
    expect(await explain(`http://127.0.0.1:${port}`, { apiKey })).toContain(wanted);
  });

  test('is not HTTP where another protocol is spoken', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.write('SSH-2.0-OpenSSH_9.6\r\n');
      }) as Server,
    );
    expect(await explain(`http://127.0.0.1:${port}`)).toMatch(/does not speak HTTP\/1\.1: /);
  });

  test('does not come where nothing listens, or nobody knows the host', async () => {
    const port = await serve(answerWith(200));
    servers.splice(0).map((server) => server.close());
    expect(await explain(`http://127.0.0.1:${port}`)).toMatch(
      /does not respond: nothing listens there \(ECONNREFUSED\); start the target/,
    );
    // A resolver that is away may take its time to say so.
    expect(await explain('http://no-such-host.invalid', { timeoutMs: 120_000 })).toMatch(
      /the host name no-such-host\.invalid cannot be resolved \((?:ENOTFOUND|EAI_AGAIN)\)/,
    );
  });

  test('is not waited for beyond the timeout', async () => {
    const port = await serve(() => {});
    expect(await explain(`http://127.0.0.1:${port}`, { timeoutMs: 300 })).toMatch(
      /does not respond: no response within 300 ms/,
    );
  });
});

describe('TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-contact-'));
  const mock = createMock({ seed: 1 });
  let key = '';
  let cert = '';
  beforeAll(() => {
    const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' '),
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile],
      ],
      { stdio: 'ignore' },
    );
    [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = await mock.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': 'application/json',
        },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  };
  const serveTls = () => listen(createTlsServer({ key, cert }, answer));

  test('with a certificate of its own names the ways to trust it', async () => {
    const port = await serveTls();
    expect(await explain(`https://127.0.0.1:${port}`)).toMatch(
      /certificate from an authority .* --ca <file> or NODE_EXTRA_CA_CERTS, .*--insecure/,
    );
  });

  test.each<[string, () => Partial<RunOptions>]>([
    ['with its authority', () => ({ ca: cert })],
    ['where any certificate is taken', () => ({ insecure: true })],
  ])('is spoken %s', async (_, options) => {
    const port = await serveTls();
    const apiKey = mock.apiKeys[0] ?? '';
    const { verdict } = await run(`https://127.0.0.1:${port}`, { apiKey, ...options() });
    expect(verdict).toEqual({ kind: 'conforms' });
  });

  test('on a port that is asked in plain HTTP is told', async () => {
    const port = await serveTls();
    expect(await explain(`http://127.0.0.1:${port}`)).toBe(
      `http://127.0.0.1:${port} speaks HTTPS on this port; use https://127.0.0.1:${port} as the base URL`,
    );
  });

  test('on a port that speaks plain HTTP is told, in words of no library', async () => {
    const port = await serve(answerWith(200));
    expect(await explain(`https://127.0.0.1:${port}`)).toBe(
      `https://127.0.0.1:${port} speaks plain HTTP on this port; use http://127.0.0.1:${port} as the base URL`,
    );
  });

  test('passes through a proxy, which is told where it lets nothing through', async () => {
    const targetPort = await serveTls();
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '', headers }, socket) => {
      asked.push(`${url} ${headers['proxy-authorization']}`);
      const upstream = connect(targetPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    const port = await listen(proxy);
    const options = { apiKey: mock.apiKeys[0] ?? '', ca: cert };
    const { verdict } = await run(`https://127.0.0.1:${targetPort}`, {
      ...options,
      proxy: `http://user:pass@127.0.0.1:${port}`,
    });
    expect(verdict).toEqual({ kind: 'conforms' });
    expect(asked[0]).toBe(
      `127.0.0.1:${targetPort} Basic ${Buffer.from('user:pass').toString('base64')}`,
    );
    const closed = await listen(
      createTcpServer((socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')) as Server,
    );
    expect(
      await explain(`https://127.0.0.1:${targetPort}`, {
        ...options,
        proxy: `http://127.0.0.1:${closed}`,
      }),
    ).toMatch(/the proxy 127\.0\.0\.1:\d+ refuses to connect: it returned 403 .*NO_PROXY/);
  });

  test('is not needed by a proxy that forwards plain HTTP', async () => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(request.url ?? '');
      request.url = new URL(request.url ?? '').pathname + new URL(request.url ?? '').search;
      void answer(request, response);
    });
    const { verdict } = await run('http://sites.example.test', {
      apiKey: mock.apiKeys[0] ?? '',
      allowWrites: true,
      proxy: `http://127.0.0.1:${port}`,
    });
    expect(verdict).toEqual({ kind: 'conforms' });
    expect(asked[0]).toMatch(/^http:\/\/sites\.example\.test\/v1\/workspaces\//);
  });
});

describe('headers of the run', () => {
  test('go out with each request, and their values are never told', async () => {
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
