import { describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { createMock } from '../create-mock.ts';

const local = [
  'http://localhost:5173',
  'https://localhost',
  'http://127.0.0.1:3000',
  'http://[::1]:8080',
  'http://app.localhost:4200',
];
const foreign = [
  'https://app.example',
  'http://localhost.evil.example',
  'http://evil.example:80',
  'http://127.0.0.1.evil.example',
  'http://xlocalhost',
  'null',
];

async function ask(
  cors: readonly string[] | undefined,
  origin: string,
  isPreflight: boolean,
  mock = createMock(cors === undefined ? {} : { cors }),
) {
  const { headers } = await mock.fetch(
    new Request(`http://mock${sitesOf()}`, {
      method: isPreflight ? 'OPTIONS' : 'GET',
      headers: {
        origin,
        ...(isPreflight
          ? {
              'access-control-request-method': 'GET',
              'access-control-request-headers': 'authorization',
              'access-control-request-private-network': 'true',
            }
          : { authorization: 'Bearer site-contract-key' }),
      },
    }),
  );
  return {
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
    network: headers.get('access-control-allow-private-network'),
    methods: headers.get('access-control-allow-methods'),
    maxAge: headers.get('access-control-max-age'),
    vary: headers.get('vary'),
  };
}

describe('by default', () => {
  test.each(local)(
    'a page of this machine can read, send credentials and use the control surface: %s',
    async (origin) => {
      expect(await ask(undefined, origin, true)).toMatchObject({
        origin,
        credentials: 'true',
        network: 'true',
        methods: expect.stringContaining('GET'),
        maxAge: '600',
      });
      expect(await ask(undefined, origin, false)).toMatchObject({ origin, credentials: 'true' });
    },
  );

  test.each(foreign)('a page from %s can only read', async (origin) => {
    for (const isPreflight of [true, false])
      expect(await ask(undefined, origin, isPreflight)).toMatchObject({
        origin,
        credentials: null,
        network: null,
        vary: expect.stringContaining('Origin'),
      });
  });
});

describe('a preflight succeeds, so that the page sees the refusal of its request', () => {
  const refused = [
    { title: 'an unknown path', method: 'GET', path: '/nowhere', status: 404 },
    { title: 'a trailing slash', method: 'POST', path: `${sitesOf()}/`, status: 404 },
    { title: 'a method that the path lacks', method: 'PUT', path: sitesOf(), status: 405 },
    { title: 'a method that no path has', method: 'PURGE', path: sitesOf(), status: 405 },
  ];
  const headers = { origin: 'http://localhost:5173' };
  const asked = (method: string) => ({
    ...headers,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  });

  test.each(refused)('for $title', async ({ method, path, status }) => {
    const mock = createMock();
    const preflight = await mock.fetch(path, { method: 'OPTIONS', headers: asked(method) });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe(method);
    const allowed = preflight.headers.get('access-control-allow-headers');
    expect(allowed).toBe('authorization,content-type');
    expect((await mock.fetch(path, { method, headers })).status).toBe(status);
  });

  test('outside the base path, on a server', async () => {
    const mock = createMock();
    const { port, close } = await mock.listen({ port: 0, basePath: '/api' });
    const url = `http://127.0.0.1:${port}/elsewhere`;
    const preflight = await fetch(url, { method: 'OPTIONS', headers: asked('DELETE') });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(headers.origin);
    await close();
  });

  test('but not for an excluded origin, nor for OPTIONS of a program', async () => {
    const closed = createMock({ cors: ['https://app.example'] });
    for (const mock of [closed, createMock()]) {
      const isClosed = mock === closed;
      const options = await mock.fetch('/nowhere', {
        method: 'OPTIONS',
        headers: isClosed ? asked('GET') : headers,
      });
      expect(options.status).toBe(404);
    }
  });
});

describe('with a list of origins', () => {
  const cors = ['https://App.example:443', 'http://localhost:5173'];

  test.each(['https://app.example', 'http://localhost:5173'])(
    '%s has full access',
    async (origin) => {
      const want = { origin, credentials: 'true', network: 'true' };
      expect(await ask(cors, origin, true)).toMatchObject(want);
    },
  );

  test.each(['http://localhost:5174', 'https://other.example', 'null'])(
    '%s has no access',
    async (origin) => {
      for (const isPreflight of [true, false])
        expect(await ask(cors, origin, isPreflight)).toEqual({
          origin: null,
          credentials: null,
          network: null,
          methods: null,
          maxAge: null,
          vary: 'Origin',
        });
    },
  );

  test('* lets every other origin read', async () => {
    const open = ['*', 'https://app.example'];
    const other = await ask(open, 'https://other.example', true);
    expect(other).toMatchObject({ origin: 'https://other.example', credentials: null });
    expect(await ask(open, 'https://app.example', true)).toMatchObject({ network: 'true' });
  });

  test.each(['', 'app.example', 'https://app.example/', 'https://a b', 'https://x@y', 'https://'])(
    '%j is not an origin',
    (origin) => {
      expect(() => createMock({ cors: [origin] })).toThrow(/is not an origin; write it like/);
    },
  );
});
