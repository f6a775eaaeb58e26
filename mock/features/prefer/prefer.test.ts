import { describe, expect, test } from '@jest/globals';
import { assume } from '../../../test/support/assume.ts';
import { fieldOf, problemOf } from '../../../test/support/read-fields.ts';
import { call, type Sent, sitesOf, type TestReply } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import { parsePrefer } from './prefer.ts';

const create = `POST ${sitesOf()}`;
const list = `GET ${sitesOf()}`;
const unknown = 'PATCH /v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';
const site = { json: { name: 'One' } };

function prefer(
  line: string,
  value: string,
  { headers, ...sent }: Sent = {},
  mock = createTestMock({ seed: 1 }),
): Promise<TestReply> {
  return call(mock, line, { ...sent, headers: { prefer: value, ...headers } });
}

describe('a preferred code', () => {
  test.each([
    [create, 422, 'invalid-body'],
    [create, 401, 'unauthorized'],
    [unknown, 404, 'not-found'],
    [unknown, 400, 'invalid-parameter'],
  ])('returns the problem in the contract: %s %d', async (line, code, problem) => {
    const reply = await prefer(line, `code=${code}`, site);
    expect([reply.status, problemOf(reply)]).toEqual([code, problem]);
    expect(reply.headers['preference-applied']).toBe(`code=${code}`);
    expect(reply.headers['www-authenticate'] !== undefined).toBe(code === 401);
  });

  test('for success returns the example in the contract', async () => {
    const reply = await prefer(create, 'code=201', site);
    expect([reply.status, fieldOf(reply, 'name')]).toEqual([201, 'Harbour Café']);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(reply.text ?? '')),
    });
  });

  test('can be any status, documented or not', async () => {
    const mock = createTestMock({ seed: 1 });
    for (let code = 100; code < 600; code += 1) {
      const { status, headers, text } = await prefer(create, `code=${code}`, site, mock);
      expect([status, headers['preference-applied']]).toEqual([code, `code=${code}`]);
      const hasNone = code < 200 || code === 204 || code === 304;
      const length = hasNone ? undefined : String(Buffer.byteLength(text ?? ''));
      expect([code, headers['content-length']]).toEqual([code, length]);
      if (code >= 400) expect(JSON.parse(text ?? '')).toMatchObject({ status: code });
    }
    expect((await mock.snapshot()).contents).toEqual([]);
    expect((await prefer(create, 'code=503', site)).json).toMatchObject({
      type: 'about:blank',
      title: 'Service Unavailable',
      detail: 'The Prefer header of the request selects this response.',
    });
  });

  test('reaches a client of HTTP and of fetch, unless no final response can have it', async () => {
    const mock = createTestMock({ seed: 1 });
    const { url, close } = await mock.listen();
    const toRequest = (base: string, code: number): Request =>
      new Request(`${base}${sitesOf()}`, {
        headers: { authorization: 'Bearer site-contract-key', prefer: `code=${code}` },
        redirect: 'manual',
      });
    for (const code of [200, 204, 205, 302, 304, 418, 503, 599]) {
      expect((await fetch(toRequest(url, code))).status).toBe(code);
      expect((await mock.fetch(toRequest('http://mock', code))).status).toBe(code);
    }
    for (const code of [100, 101, 103]) {
      await expect(fetch(toRequest(url, code))).rejects.toThrow('fetch failed');
      await expect(mock.fetch(toRequest('http://mock', code))).rejects.toThrow('fetch failed');
    }
    await close();
  });

  test('for success is the assumed one if the contract documents a range', async () => {
    expect((await prefer(unknown, 'code=200', site)).status).toBe(200);
    const mock = createTestMock({ contract: assume({ 'update-site-status': 202 }) });
    expect((await prefer(unknown, 'code=202', site, mock)).status).toBe(202);
    expect(fieldOf(await prefer(unknown, 'code=202', site, mock), 'name')).toBeDefined();
  });

  test('changes nothing, and still requires a key and a valid body', async () => {
    const mock = createTestMock({ seed: 1 });
    await prefer(create, 'code=201', site, mock);
    await prefer(create, 'code=422', site, mock);
    expect((await mock.snapshot()).contents).toEqual([]);
    const headers = { authorization: 'Bearer wrong' };
    expect((await prefer(create, 'code=404', { ...site, headers }, mock)).status).toBe(401);
    const wrong = await prefer(create, 'code=404', { json: { name: 5 } }, mock);
    expect([wrong.status, wrong.headers['preference-applied']]).toEqual([422, undefined]);
    expect((await prefer('GET /nowhere', 'code=201', {}, mock)).status).toBe(404);
  });
});

describe('a preferred example', () => {
  test('is returned with its status', async () => {
    const empty = await prefer(list, 'example=empty');
    expect([empty.status, empty.json]).toEqual([201, { data: [], hasMore: false }]);
    const page = await prefer(list, 'code=201, example="page"');
    expect(fieldOf(page, 'hasMore')).toBe(true);
    expect(page.headers['preference-applied']).toBe('code=201, example=page');
  });
});

describe('a preferred delay', () => {
  test('delays the actual response', async () => {
    const mock = createTestMock({ seed: 1 });
    const authorization = `Bearer ${mock.apiKeys[0]}`;
    const start = performance.now();
    const response = await mock.fetch(
      new Request(`http://localhost${sitesOf()}`, {
        headers: { authorization, prefer: 'delay=40', origin: 'http://localhost:3000' },
      }),
    );
    expect(performance.now() - start).toBeGreaterThanOrEqual(39);
    expect(await response.json()).toEqual({ data: [], hasMore: false });
    expect(response.headers.get('preference-applied')).toBe('delay=40');
    expect(response.headers.get('access-control-expose-headers')).toContain('Preference-Applied');
    expect((await mock.journal.list())[0]?.durationMs).toBeGreaterThanOrEqual(40);
  });
});

describe('the header Prefer', () => {
  const range = 'delay must be an integer, in milliseconds, from 0 to 600000';
  test.each([
    ['code=99', 'must be a status from 100 to 599; the contract has 201, 400, 401, 404, 406 for'],
    ['code=4XX', '201, 400, 401'],
    ['example=nothing', 'the contract has these examples for listSites: page, '],
    ['example=empty, code=404', 'for listSites with 404: '],
    ['example="a b"', 'requests example=a b, but '],
    ['delay=soon', range],
    ['delay=600001', range],
  ])('is refused with an invalid or unknown value: %s', async (value, told) => {
    const reply = await prefer(list, value);
    expect([reply.status, problemOf(reply), fieldOf(reply, 'errors')]).toEqual([
      ...[400, 'invalid-parameter'],
      [{ header: 'Prefer', detail: expect.stringContaining(told) }],
    ]);
    expect(reply.headers['preference-applied']).toBeUndefined();
  });

  test.each([
    ['return=minimal', undefined],
    ['code=404', { code: '404' }],
    ['Code = 404', { code: '404' }],
    ['return=minimal, code=404; a=b, delay=5', { code: '404', delay: '5' }],
    ['foo="code=500, a", code=404', { code: '404' }],
    ['foo; a="x, code=500", code=404', { code: '404' }],
    ['example="with \\"quotes\\", and commas"', { example: 'with "quotes", and commas' }],
    ['code', { code: '' }],
    [',,code=404', { code: '404' }],
  ])('is parsed as defined in RFC 7240: %s', (text, want) =>
    expect(parsePrefer(text)).toEqual(want),
  );

  test('is parsed in linear time', () => {
    // CPU time of this process, so that other work on the machine does not count.
    const start = process.cpuUsage();
    for (const part of ['a', 'a=', 'a;', '"', 'a="\\', ' ', ';"', '=,'])
      for (const end of ['', '"', ',', '\\']) parsePrefer(part.repeat(8000) + end);
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(3_000_000);
  });

  test('has no effect with an unknown preference', async () => {
    const mock = createTestMock({ seed: 1 });
    const { status, headers } = await prefer(create, 'respond-async, wait=10', site, mock);
    expect([status, headers['preference-applied']]).toEqual([201, undefined]);
    expect((await mock.snapshot()).contents).toHaveLength(1);
  });
});
