import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  bearer,
  controlTargets,
  token,
  useRawControlSurface,
} from '../../../test/support/control-surface.ts';
import { sendRaw } from '../../../test/support/send-raw.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const evil = 'http://evil.example';

const { mock, port, send } = useRawControlSurface();

async function createSite(name: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${mock.apiKeys[0]}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ name });
  await send('POST', `/v1/workspaces/${workspaceId}/sites`, headers, body);
}

describe('DNS rebinding', () => {
  test.each(controlTargets)('does not reach $id', async ({ method, target }) => {
    const headers = { ...bearer, host: `rebound.example:${port()}` };
    const { status, text } = await send(method, target, headers);
    expect(status).toBe(421);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ header: 'Host' }] });
  });

  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example:4010',
    '127.0.0.1.',
    '0.0.0.0',
    '10.0.0.1',
    '[::]',
    '[::ffff:10.0.0.1]',
    '2130706433',
    '127.1',
    ' ',
  ])('is noticed in Host: %j', async (host) => {
    expect((await send('GET', '/__mock/health', { host })).status).toBe(421);
  });

  test.each([
    'localhost@evil.example',
    'localhost, evil.example',
    'evil.example#localhost',
    'localhost:port',
  ])('is not confused by an invalid host: %j', async (host) => {
    expect((await send('GET', '/__mock/health', { host })).status).toBe(421);
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.8.9.10', 'localhost:8080'])(
    'is not %s',
    async (host) => {
      expect((await send('GET', '/__mock/health', { host })).status).toBe(200);
    },
  );

  test('is noticed if the request target is an absolute URL', async () => {
    const { text } = await send('GET', 'http://evil.example/__mock/health', {});
    expect(JSON.parse(text)).toMatchObject({ status: 421 });
    expect(text).not.toContain('"ok"');
  });
});

describe('a page of another origin', () => {
  test.each(controlTargets)('cannot call $id', async ({ method, target }) => {
    const { status, headers } = await send(method, target, { ...bearer, origin: evil });
    expect(status).toBe(403);
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
  });

  test.each([evil, 'null', 'http://localhost:1', 'https://localhost.evil.example', '*', ''])(
    'is noticed in Origin: %j',
    async (origin) => {
      expect((await send('GET', '/__mock/state', { ...bearer, origin })).status).toBe(403);
    },
  );

  test('cannot reset with a form, with or without the token', async () => {
    await createSite('stays');
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const more of [{}, bearer]) {
      const headers = { ...type, ...more, origin: evil, 'sec-fetch-site': 'cross-site' };
      expect((await send('POST', '/__mock/reset', headers, 'a=b')).status).toBe(403);
    }
    expect((await send('GET', '/__mock/state', bearer)).text).toContain('stays');
  });

  test('cannot send JSON with a type that needs no preflight', async () => {
    const headers = { ...bearer, 'content-type': 'text/plain' };
    const { status } = await send('PUT', '/__mock/state', headers, '{"workspaces":[]}');
    expect(status).toBe(415);
  });

  test('gets no permission from a preflight', async () => {
    const { status, headers } = await send('OPTIONS', '/__mock/reset', {
      origin: evil,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
      'access-control-request-private-network': 'true',
    });
    expect(status).toBe(403);
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
  });

  test.each(['cross-site', 'same-site', 'none-of-these'])(
    'is noticed in Sec-Fetch-Site: %s',
    async (site) => {
      const headers = { ...bearer, 'sec-fetch-site': site };
      expect((await send('GET', '/__mock/health', headers)).status).toBe(403);
      expect((await send('POST', '/__mock/reset', headers)).status).toBe(403);
    },
  );

  test('may link to the page, but not frame it or load it as a script', async () => {
    const visit = (mode: string, dest: string) =>
      send('GET', '/__mock/health', {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': mode,
        'sec-fetch-dest': dest,
      });
    expect((await visit('navigate', 'document')).status).toBe(200);
    expect((await visit('navigate', 'iframe')).status).toBe(403);
    expect((await visit('no-cors', 'script')).status).toBe(403);
  });
});

describe('behind a proxy that changes Host', () => {
  const ask = (origin: string, site: string) =>
    send('GET', '/__mock/state', { ...bearer, origin, 'sec-fetch-site': site });

  test.each(['http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:1'])(
    "the mock's own page is allowed from %s, if the browser confirms it",
    async (origin) => {
      expect((await ask(origin, 'same-origin')).status).toBe(200);
    },
  );

  test.each([
    [evil, 'same-origin'],
    ['null', 'same-origin'],
    ['file://localhost', 'same-origin'],
    ['http://localhost.evil.example', 'same-origin'],
    ['http://localhost:3000', 'same-site'],
    ['http://localhost:3000', 'cross-site'],
    ['http://localhost:3000', 'none'],
  ])('a page from %s with Sec-Fetch-Site: %s is refused', async (origin, site) => {
    const { status, text } = await ask(origin, site);
    expect(status).toBe(403);
    expect(JSON.parse(text).detail).toContain('make it forward the Host header');
  });
});

test("the mock's own page is allowed", async () => {
  const host = `127.0.0.1:${port()}`;
  const headers = { ...bearer, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  expect((await send('POST', '/__mock/reset', headers)).status).toBe(204);
});

describe('allowed host names', () => {
  const named = createTestMock({ seed: 1 });
  let port = 0;
  beforeAll(async () => {
    const allowedHosts = ['Mock', '.example.com', '[fd00::1]'];
    ({ port } = await named.listen({ control: { token, allowedHosts } }));
  });
  afterAll(() => named.close());
  const ask = (host: string, headers = {}) =>
    sendRaw(port, 'GET', '/__mock/state', { ...bearer, host, ...headers });

  test.each([
    'mock',
    'MOCK:4010',
    'example.com',
    'a.example.com:80',
    'a.b.example.com',
    '[fd00::1]:1',
  ])('%s', async (host) => {
    expect((await ask(host)).status).toBe(200);
    expect((await ask(host, { origin: `http://${host}` })).status).toBe(200);
    expect((await ask(host, { origin: evil })).status).toBe(403);
  });

  test.each(['mock.evil.example', 'xmock', 'evilexample.com', 'example.com.evil.example', 'mock.'])(
    'do not include %s, and the refusal mentions the option',
    async (host) => {
      const { status, text } = await ask(host);
      expect(status).toBe(421);
      expect(JSON.parse(text).detail).toContain(`start the mock with --allowed-host ${host}`);
    },
  );

  test("also allow the mock's page behind a proxy that changes Host", async () => {
    const origin = 'https://4010.example.com';
    const sent = (site: string) => ask('localhost', { origin, 'sec-fetch-site': site });
    expect((await sent('same-origin')).status).toBe(200);
    expect((await sent('cross-site')).status).toBe(403);
  });

  test.each(['', '.', '*', 'http://mock', 'mock:4010', 'a b', '.example.com/'])(
    'cannot be %j',
    async (name) => {
      const listen = named.listen({ control: { token, allowedHosts: [name] } });
      await expect(listen).rejects.toThrow(/is not a host name; write it like mock/);
    },
  );
});
