import { describe, expect, test } from '@jest/globals';
import {
  bearer,
  controlTargets,
  token,
  useRawControlSurface,
} from '../../../test/support/control-surface.ts';
import { sendRaw } from '../../../test/support/send-raw.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';

const open = ['getHealth', 'getReadiness', 'readPage', 'readDocs', 'readAsset'];
const secured = controlTargets.filter(({ id }) => !open.includes(id));

const { send } = useRawControlSurface();

describe('the admin token', () => {
  test.each(secured)('is required by $id', async ({ method, target }) => {
    const { status, headers, text } = await send(method, target);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect(text).not.toContain(token);
  });

  test.each([
    ['another one', 'Bearer admin-token-of-that-test'],
    ['its beginning', `the token with more characters`],
    ['more than it', `Bearer ${token}x`],
    ['a very long one', `Bearer ${'x'.repeat(8000)}`],
    ['nothing', 'Bearer '],
    ['no scheme', token],
    ['another scheme', `Basic ${token}`],
    ['two of them', `Bearer ${token} ${token}`],
    ['two in a list', `Bearer x, Bearer ${token}`],
    ['the API key of the service', 'Bearer site-contract-key'],
    ['bytes outside ASCII', `Bearer ${token.slice(0, -1)}\u00e9`],
  ])('is refused: %s', async (_, authorization) => {
    expect((await send('GET', '/__mock/state', { authorization })).status).toBe(401);
  });

  test.each(['Bearer', 'bearer', 'BEARER'])('is accepted after %s', async (scheme) => {
    const authorization = `${scheme} ${token}`;
    expect((await send('GET', '/__mock/state', { authorization })).status).toBe(200);
  });

  test.each([
    ['in the query', `/__mock/state?token=${token}`, {}],
    ['in a cookie', '/__mock/state', { cookie: `token=${token}` }],
  ])('is not accepted %s', async (_, target, headers) => {
    expect((await send('GET', target, headers)).status).toBe(401);
  });

  test('is required before paths are revealed', async () => {
    expect((await send('GET', '/__mock/nothing-here')).status).toBe(401);
    expect((await send('PATCH', '/__mock/state')).status).toBe(401);
    expect((await send('GET', '/__mock/nothing-here', bearer)).status).toBe(404);
    const { status, headers } = await send('DELETE', '/__mock/state', bearer);
    expect([status, headers['allow']]).toEqual([405, 'GET, PUT, PATCH, HEAD, OPTIONS']);
  });

  test('is random for each mock without a given one', async () => {
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

describe('an unusual spelling of a path', () => {
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
  ])('does not reach the control surface: %s', async (target) => {
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
  ])('does not lead out of the control surface: %s', async (target) => {
    expect((await send('GET', target)).status).toBe(401);
    expect((await send('GET', target, bearer)).status).toBe(404);
  });
});

describe('a response', () => {
  test.each(['/__mock/health', '/__mock/state', '/__mock/nothing'])(
    'to %s forbids caching, framing and reading by other origins',
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

  test('to HEAD has no body', async () => {
    const { status, text } = await send('HEAD', '/__mock/state', bearer);
    expect([status, text]).toEqual([200, '']);
  });
});

describe('a mock without a control surface', () => {
  test('responds to its paths with 404', async () => {
    const plain = createTestMock();
    const { port, control } = await plain.listen();
    const answer = await sendRaw(port, 'GET', '/__mock/health');
    await plain.close();
    expect(control).toBeUndefined();
    expect(answer.status).toBe(404);
  });
});

describe('a browser at the root', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('is redirected to the page', async () => {
    const { status, headers, text } = await send('GET', '/', { accept });
    expect([status, headers['location']]).toEqual([303, '__mock/']);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('href="__mock/"');
  });

  test.each([
    ['a client', '/', { accept: '*/*' }],
    ['a client that says nothing', '/', {}],
    ['another path', '/v2', { accept }],
  ])('is distinguished from %s, which gets the problem', async (_, target, headers) => {
    const { status, text } = await send('GET', target, headers);
    expect([status, JSON.parse(text).status]).toEqual([404, 404]);
  });

  test('is not redirected if the page is disabled', async () => {
    const without = createTestMock();
    const { port } = await without.listen();
    expect((await sendRaw(port, 'GET', '/', { accept })).status).toBe(404);
    await without.close();
  });
});
