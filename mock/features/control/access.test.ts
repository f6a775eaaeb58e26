import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { controlOperations } from '../../../generated/control-document.js';
import { sendRaw } from '../../../test/support/send-raw.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const token = 'admin-token-of-this-test';
const bearer = { authorization: `Bearer ${token}` };
const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const open = ['getHealth', 'getReadiness', 'readPage', 'readDocs', 'readAsset'];
const evil = 'http://evil.example';

const operations = controlOperations.map(({ id, method, path }) => ({
  id,
  method,
  target: path.replaceAll(/\{.+?\}/g, 'x'),
}));
const secured = operations.filter(({ id }) => !open.includes(id));

const mock = createTestMock({ seed: 1 });
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen({ control: { token } });
});
afterAll(() => mock.close());

function send(method: string, target: string, headers = {}, body?: string) {
  return sendRaw(listening.port, method, target, headers, body);
}

async function createSite(name: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${mock.apiKeys[0]}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ name });
  await send('POST', `/v1/workspaces/${workspaceId}/sites`, headers, body);
}

describe('the admin token', () => {
  test.each(secured)('is asked for by $id', async ({ method, target }) => {
    const { status, headers, text } = await send(method, target);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect(text).not.toContain(token);
  });

  test.each([
    ['another one', 'Bearer admin-token-of-that-test'],
    ['its beginning', `Bearer ${token.slice(0, -1)}`],
    ['more than it', `Bearer ${token}x`],
    ['a very long one', `Bearer ${'x'.repeat(8000)}`],
    ['nothing', 'Bearer '],
    ['no scheme', token],
    ['another scheme', `Basic ${token}`],
    ['two of them', `Bearer ${token} ${token}`],
    ['two in a list', `Bearer x, Bearer ${token}`],
    ['the API key of the service', 'Bearer site-contract-key'],
    ['bytes that are no ASCII', `Bearer ${token.slice(0, -1)}\u00e9`],
  ])('is not %s', async (_, authorization) => {
    expect((await send('GET', '/__mock/state', { authorization })).status).toBe(401);
  });

  test.each(['Bearer', 'bearer', 'BEARER'])('is taken behind %s', async (scheme) => {
    const authorization = `${scheme} ${token}`;
    expect((await send('GET', '/__mock/state', { authorization })).status).toBe(200);
  });

  test.each([
    ['in the query', `/__mock/state?token=${token}`, {}],
    ['in a cookie', '/__mock/state', { cookie: `token=${token}` }],
  ])('is not taken %s', async (_, target, headers) => {
    expect((await send('GET', target, headers)).status).toBe(401);
  });

  test('is asked for before anything is told about paths', async () => {
    expect((await send('GET', '/__mock/nothing-here')).status).toBe(401);
    expect((await send('PATCH', '/__mock/state')).status).toBe(401);
    expect((await send('GET', '/__mock/nothing-here', bearer)).status).toBe(404);
    const { status, headers } = await send('DELETE', '/__mock/state', bearer);
    expect([status, headers['allow']]).toEqual([405, 'GET, PUT, PATCH, HEAD, OPTIONS']);
  });

  test('is another one for each mock that is not given one', async () => {
    const others = [createTestMock(), createTestMock()];
    const tokens = await Promise.all(
      others.map(async (other) => (await other.listen({ control: true })).control?.token ?? ''),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(new Set(tokens).size).toBe(2);
    for (const made of tokens) expect(made).toMatch(/^[\w-]{22}$/);
  });

  test.each(['', 'short', 'with a blank in it', 'newline\nin-it', 'umläut-in-it'])(
    'cannot be %j',
    async (wrong) => {
      await expect(createTestMock().listen({ control: { token: wrong } })).rejects.toThrow(
        RangeError,
      );
    },
  );
});

describe('a name that was made to point here', () => {
  test.each(operations)('does not get at $id', async ({ method, target }) => {
    const headers = { ...bearer, host: `rebound.example:${listening.port}` };
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
  ])('that is not a host at all is refused: %j', async (host) => {
    expect((await send('GET', '/__mock/health', { host })).status).toBe(400);
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.8.9.10', 'localhost:8080'])(
    'is not %s',
    async (host) => {
      expect((await send('GET', '/__mock/health', { host })).status).toBe(200);
    },
  );

  test('is noticed where the target is a whole address', async () => {
    const { text } = await send('GET', 'http://evil.example/__mock/health', {});
    expect(JSON.parse(text)).toMatchObject({ status: 404 });
    expect(text).not.toContain('"ok"');
  });
});

describe('a page of another origin', () => {
  test.each(operations)('does not get at $id', async ({ method, target }) => {
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

  test('cannot reset by a form, with or without the token', async () => {
    await createSite('stays');
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const more of [{}, bearer]) {
      const headers = { ...type, ...more, origin: evil, 'sec-fetch-site': 'cross-site' };
      expect((await send('POST', '/__mock/reset', headers, 'a=b')).status).toBe(403);
    }
    expect((await send('GET', '/__mock/state', bearer)).text).toContain('stays');
  });

  test('cannot put JSON into a body of a type that needs no preflight', async () => {
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

  test('may link to the page, and not show it in a frame or load it as a script', async () => {
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
    'the own page gets in from %s, as the browser confirms',
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
  ])('a page of %s with Sec-Fetch-Site: %s does not', async (origin, site) => {
    const { status, text } = await ask(origin, site);
    expect(status).toBe(403);
    expect(JSON.parse(text).detail).toContain('let it pass on the Host header');
  });
});

test('the own page gets in', async () => {
  const host = `127.0.0.1:${listening.port}`;
  const headers = { ...bearer, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  expect((await send('POST', '/__mock/reset', headers)).status).toBe(204);
});

describe('a path that is not spelt as it stands', () => {
  test.each([
    '//__mock/state',
    '/%5f%5fmock/state',
    '/%5F_mock/state',
    '/__MOCK/state',
    '/./__mock/state',
    '/v1/../__mock/state',
    '/v1/..%2f__mock/state',
    '/__mockery/state',
    '/__mock%2fstate',
    '\\__mock\\state',
  ])('is none of the control surface: %s', async (target) => {
    const { status, text } = await send('GET', target, bearer);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('formatVersion');
  });

  test.each([
    '/__mock/../v1/sites',
    '/__mock//state',
    '/__mock/state/',
    '/__mock/./state',
    '/__mock/%73tate',
  ])('leads out of the control surface no more than into it: %s', async (target) => {
    expect((await send('GET', target)).status).toBe(401);
    expect((await send('GET', target, bearer)).status).toBe(404);
  });
});

describe('an answer', () => {
  test.each(['/__mock/health', '/__mock/state', '/__mock/nothing'])(
    'of %s may be neither kept, nor framed, nor read by others',
    async (target) => {
      const { headers } = await send('GET', target, bearer);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(Object.keys(headers).filter((name) => /access-control|set-cookie/.test(name))).toEqual(
        [],
      );
    },
  );

  test('has no body where HEAD asks', async () => {
    const { status, text } = await send('HEAD', '/__mock/state', bearer);
    expect([status, text]).toEqual([200, '']);
  });
});

describe('a mock that was not asked for a control surface', () => {
  test('has none', async () => {
    const plain = createTestMock();
    const { port, control } = await plain.listen();
    const answer = await sendRaw(port, 'GET', '/__mock/health');
    await plain.close();
    expect(control).toBeUndefined();
    expect(answer.status).toBe(404);
  });
});

describe('host names that are allowed', () => {
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
    'do not include %s, and the refusal names the option',
    async (host) => {
      const { status, text } = await ask(host);
      expect(status).toBe(421);
      expect(JSON.parse(text).detail).toContain(`start the mock with --allowed-host ${host}`);
    },
  );

  test('are names of the own page behind a proxy that changes Host', async () => {
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

describe('a browser at the root', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('is led to the page', async () => {
    const { status, headers, text } = await send('GET', '/', { accept });
    expect([status, headers['location']]).toEqual([303, '__mock/']);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('href="__mock/"');
  });

  test.each([
    ['a client', '/', { accept: '*/*' }],
    ['a client that says nothing', '/', {}],
    ['another path', '/v2', { accept }],
  ])('is told from %s, which gets the problem', async (_, target, headers) => {
    const { status, text } = await send('GET', target, headers);
    expect([status, JSON.parse(text).status]).toEqual([404, 404]);
  });

  test('finds no page where there is none', async () => {
    const without = createTestMock();
    const { port } = await without.listen();
    expect((await sendRaw(port, 'GET', '/', { accept })).status).toBe(404);
    await without.close();
  });
});
