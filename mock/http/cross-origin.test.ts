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
