import { describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { createMock, defaultApiKey } from '../index.ts';

const base = 'https://mock.test';
const authorization = `Bearer ${defaultApiKey}`;

const get = (target: string, init: RequestInit = {}): Request =>
  new Request(base + target, { ...init, headers: { authorization, ...init.headers } });

const post = (
  target: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Request =>
  new Request(base + target, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    // The Fetch API of Node requires this for streams.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });

/** A body that arrives byte by byte. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at === bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, ++at));
    },
  });
}

describe('fetch', () => {
  test('returns what was sent, from the store', async () => {
    const mock = createMock();
    const created = await mock.fetch(post(sitesOf(), '{"name":"Café 🏬"}'));
    expect(created.status).toBe(201);
    const text = await created.text();
    expect(created.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const listed = await mock.fetch(get(`${sitesOf()}?limit=1`));
    expect(await listed.text()).toBe(`{"data":[${text}],"hasMore":false}`);
  });

  test('accepts what fetch accepts: a URL or a path with options, or a Request', async () => {
    const mock = createMock();
    const headers = { authorization, 'content-type': 'application/json' };
    const creation = { method: 'POST', headers, body: '{"name":"A"}' };
    expect((await mock.fetch(base + sitesOf(), creation)).status).toBe(201);
    expect((await mock.fetch(new URL(base + sitesOf()), creation)).status).toBe(201);
    const listed = await mock.fetch(sitesOf(), { headers });
    expect((await listed.json()).data).toHaveLength(2);
  });

  test('prefers the options to those of a Request', async () => {
    const mock = createMock();
    const headers = { authorization, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: '{"name":"Pier"}' };
    const created = await mock.fetch(get(sitesOf()), options);
    expect(await created.json()).toMatchObject({ name: 'Pier' });
    const replaced = await mock.fetch(post(sitesOf(), '{"name":"A"}'), { body: '{"name":"B"}' });
    expect(await replaced.json()).toMatchObject({ name: 'B' });
    const anonymous = await mock.fetch(get(sitesOf()), { headers: {} });
    expect(anonymous.status).toBe(401);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(mock.fetch(get(sitesOf()), { signal })).rejects.toThrow('stopped');
  });

  const mock = createMock();
  test.each([
    ['Bun', { fetch: mock.fetch, method: 'DELETE' }],
    ['Deno', { remoteAddr: { hostname: '127.0.0.1', port: 1 } }],
    ['Workers', { cache: {}, redirect: 'always', API_KEY: 'key' }],
    ['a test runner', undefined],
    ['a caller', null],
    ['Array.map', 3],
  ])('ignores what %s passes as the second argument', async (_, second) => {
    const response = await Reflect.apply(mock.fetch, undefined, [get(sitesOf()), second]);
    expect(response.status).toBe(201);
  });

  test('reads a body that arrives in pieces', async () => {
    const mock = createMock();
    const created = await mock.fetch(post(sitesOf(), streamOf('{"name":"ü🏬"}')));
    expect(await created.text()).toContain('"name":"ü🏬"');
  });

  test('responds to HEAD and with 204 without a body', async () => {
    const mock = createMock();
    const head = await mock.fetch(get(sitesOf(), { method: 'HEAD' }));
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([201, null, '27']);
    const options = await mock.fetch(get(sitesOf(), { method: 'OPTIONS' }));
    expect([options.status, options.body]).toEqual([204, null]);
  });
});

describe('a stream that stays empty', () => {
  const copy = async (mock: ReturnType<typeof createMock>, headers: Record<string, string>) => {
    const created = await mock.fetch(post(sitesOf(), '{"name":"Pier"}'));
    const { id } = await created.json();
    const init = { method: 'POST', body: streamOf(''), duplex: 'half', headers };
    return mock.fetch(get(`/v1/sites/${id}/duplicate`, init));
  };

  test.each([
    ['announces nothing', {}],
    ['announces the media type of a possible body', { 'content-type': 'application/json' }],
  ])('is not a body if the request %s', async (_, headers) => {
    const copied = await copy(createMock(), headers);
    expect([copied.status, (await copied.json()).name]).toEqual([201, 'Copy of Pier']);
  });
});

describe('a request that is aborted', () => {
  const reason = new Error('enough');

  test('beforehand rejects with the reason, and changes nothing', async () => {
    const mock = createMock();
    const request = post(sitesOf(), '{"name":"Pier"}');
    const aborted = new Request(request, { signal: AbortSignal.abort(reason) });
    await expect(mock.fetch(aborted)).rejects.toBe(reason);
    expect((await mock.snapshot()).contents).toEqual([]);
    expect(mock.journal.list()).toEqual([]);
  });

  test('during its body rejects, changes nothing, and cancels its stream', async () => {
    const mock = createMock();
    const leaving = new AbortController();
    let isGivenUp = false;
    const stalled = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"name":')),
      pull: () => {
        leaving.abort(reason);
        return new Promise(() => {});
      },
      cancel: () => {
        isGivenUp = true;
      },
    });
    const request = new Request(post(sitesOf(), stalled), { signal: leaving.signal });
    await expect(mock.fetch(request)).rejects.toBe(reason);
    expect(isGivenUp).toBe(true);
    expect((await mock.snapshot()).contents).toEqual([]);
  });
});

describe('a body that is too large', () => {
  test('is refused, and its stream is cancelled', async () => {
    const mock = createMock({ bodyLimit: 100 });
    let pulled = 0;
    let isGivenUp = false;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(50).fill(0x20));
      },
      cancel() {
        isGivenUp = true;
      },
    });
    expect((await mock.fetch(post(sitesOf(), endless))).status).toBe(413);
    expect(isGivenUp).toBe(true);
    expect(pulled).toBeLessThan(10);
  });
});

test.each([{ chunk: '{"name":"Pier"}' }, { chunk: 7 }, { chunk: null }])(
  'a stream that contains $chunk instead of bytes is rejected like in fetch',
  async ({ chunk }) => {
    const mock = createMock();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(chunk);
        controller.close();
      },
    });
    await expect(mock.fetch(post(sitesOf(), body))).rejects.toThrow('Uint8Array chunks');
    expect((await mock.snapshot()).contents).toEqual([]);
  },
);
