import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { rawExchange } from '../../../test/support/raw-exchange.ts';
import { call, sitesOf, workspace } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const token = 'admin-token-of-this-test';
const withToken = [`Authorization: Bearer ${token}`];
const mock = createTestMock({ seed: 1 });
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen({ control: { token } });
});
beforeEach(async () => {
  await mock.reset();
  await call(mock, `POST ${sitesOf()}`, { json: { name: 'kept' } });
});
afterAll(() => mock.close());

interface Written {
  /** Lines of the head. Default: only the Host header of the mock. */
  lines?: readonly string[];
  host?: readonly string[];
  version?: string;
  body?: string;
}

/** Writes a raw request, which no client would send, and reads the response. */
async function write(
  line: string,
  { lines = [], host = [`127.0.0.1:${listening.port}`], version = '1.1', body }: Written = {},
) {
  const hosts = host.map((value) => `Host: ${value}`);
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${line} HTTP/${version}`, ...hosts, ...lines, ...length].join('\r\n');
  const { answers } = await rawExchange(listening.port, `${head}\r\n\r\n${body ?? ''}`);
  const [answer] = answers;
  if (answer === undefined) throw new Error('no response was received');
  return { status: answer.status, headers: answer.headers, text: answer.text };
}

async function isUntouched(): Promise<boolean> {
  const { contents } = await mock.snapshot();
  return (
    contents.sites.length === 1 && (await mock.faults.list()).length === 0 && !mock.clock.frozen
  );
}

describe('a request head that no client would write', () => {
  const evil = 'evil.example';
  test.each([
    ['no Host in HTTP/1.0', { version: '1.0', host: [] }, 421],
    ['no Host in HTTP/1.1', { host: [] }, 400],
    ['an empty Host', { host: [''] }, 421],
    ['a foreign name after its own', { host: ['127.0.0.1', evil] }, 400],
    ['a foreign name before its own', { host: [evil, '127.0.0.1'] }, 400],
    ['the same name twice', { host: ['127.0.0.1', '127.0.0.1'] }, 400],
  ])('is refused with %s', async (_, given, status) => {
    const reset = await write('POST /__mock/reset', { ...given, lines: withToken });
    expect(reset.status).toBe(status);
    expect((await write('GET /__mock/health', given)).status).toBe(status);
    expect(await isUntouched()).toBe(true);
  });

  test.each([
    ['Origin', (own: string) => [`Origin: ${own}`, 'Origin: http://evil.example']],
    ['Sec-Fetch-Site', () => ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
  ])('is refused with two values of %s', async (_, toLines) => {
    const lines = [...withToken, ...toLines(`http://127.0.0.1:${listening.port}`)];
    expect((await write('POST /__mock/reset', { lines })).status).toBe(403);
    expect(await isUntouched()).toBe(true);
  });

  test('is refused with a second token', async () => {
    const lines = ['Authorization: Bearer x', ...withToken];
    expect((await write('GET /__mock/state', { lines })).status).toBe(401);
  });

  test.each([
    ['GET /__mock/reset', ['X-HTTP-Method-Override: POST'], 405],
    ['GET /__mock/reset', ['X-HTTP-Method: POST', 'X-Method-Override: POST'], 405],
    ['POST /__mock/reset?_method=GET', [], 400],
    ['post /__mock/reset', [], 400],
    ['TRACE /__mock/state', [], 405],
  ])('keeps its method: %s', async (line, lines, status) => {
    expect((await write(line, { lines: [...withToken, ...lines] })).status).toBe(status);
    expect(await isUntouched()).toBe(true);
  });

  test.each([
    ['a WebSocket', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['HTTP/2', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMA']],
  ])('cannot upgrade to %s, and still requires the token', async (_, lines) => {
    expect((await write('GET /__mock/state', { lines })).status).toBe(401);
    const { status, headers } = await write('GET /__mock/state', {
      lines: [...lines, ...withToken],
    });
    expect([status, headers.get('upgrade')]).toEqual([200, null]);
  });

  test.each(['/__mock/state', '127.0.0.1:22', 'evil.example:80'])(
    'opens no tunnel: CONNECT %s',
    async (target) => {
      const { status } = await write(`CONNECT ${target}`, { lines: withToken });
      expect(status).toBeGreaterThanOrEqual(400);
    },
  );

  test('cannot hide a second request in a body', async () => {
    const smuggled = `0\r\n\r\nPOST /__mock/reset HTTP/1.1\r\n${withToken[0]}\r\n\r\n`;
    const lines = ['Transfer-Encoding: chunked'];
    expect((await write('GET /__mock/health', { lines, body: smuggled })).status).toBe(400);
    expect(await isUntouched()).toBe(true);
  });

  test.each([
    ['a header', 'GET /__mock/state', [`X: ${'a'.repeat(20_000)}`]],
    ['a target', `GET /__mock/${'a'.repeat(20_000)}`, []],
  ])('is refused if %s is too long', async (_, line, lines) => {
    expect([414, 431]).toContain((await write(line, { lines })).status);
  });
});

describe('a body of the wrong kind', () => {
  const state = '{"workspaces":[]}';
  test.each([
    ['without a media type', [], state, 415],
    ['as plain text', ['Content-Type: text/plain'], state, 415],
    ['as a form', ['Content-Type: application/x-www-form-urlencoded'], state, 415],
    ['in another encoding', ['Content-Type: application/json; charset=utf-7'], state, 415],
    ['compressed', ['Content-Type: application/json', 'Content-Encoding: gzip'], state, 415],
    ['nested without end', ['Content-Type: application/json'], '['.repeat(200_000), 400],
    [
      'with a prototype',
      ['Content-Type: application/json'],
      `{"__proto__":{"a":1},${state.slice(1)}`,
      422,
    ],
  ])('does not replace the state: %s', async (_, lines, body, status) => {
    const sent = { lines: [...withToken, ...lines], body };
    expect((await write('PUT /__mock/state', sent)).status).toBe(status);
    expect(await isUntouched()).toBe(true);
  });

  test('never changes a prototype', async () => {
    const sent = (body: string) => ({
      lines: [...withToken, 'Content-Type: application/json'],
      body,
    });
    const polluted = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    await write('PUT /__mock/state', sent(`{"workspaces":[{"id":"${workspace}",${polluted}}]}`));
    const effect = `{"kind":"status","status":503,"problem":{${polluted}}}`;
    await write('POST /__mock/faults', sent(`{"next":1,"effect":${effect}}`));
    await write('GET /v1/nothing');
    const event = `{"type":"page.updated","workspaceId":"${workspace}","data":{${polluted}}}`;
    await write('POST /__mock/events', sent(event));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a name with a meaning in JavaScript or in a file system', () => {
  const strange = ['__proto__', '..', '..%2f..%2fetc%2fpasswd', '%2e%2e', 'a%00b', 'a%0d%0aX:1'];
  test.each(strange)('does not match a snapshot, session or file: %s', async (name) => {
    for (const line of [
      `PUT /__mock/snapshots/${name}`,
      `POST /__mock/snapshots/${name}/restore`,
      `DELETE /__mock/sessions/${name}`,
      `GET /__mock/assets/${name}`,
    ])
      expect((await write(line, { lines: withToken })).status).toBe(400);
  });

  test.each(['__proto__', 'a, b', '../x', '', 'x'.repeat(65)])(
    'is not a session of a request: %s',
    async (name) => {
      const lines = [...withToken, `X-Mock-Session: ${name}`];
      expect((await write('GET /__mock/state', { lines })).status).toBe(400);
    },
  );

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'is an ordinary name, or unknown: %s',
    async (name) => {
      const lines = withToken;
      expect((await write(`GET /__mock/assets/${name}`, { lines })).status).toBe(404);
      expect((await write(`POST /__mock/snapshots/${name}/restore`, { lines })).status).toBe(404);
      expect((await write(`DELETE /__mock/sessions/${name}`, { lines })).status).toBe(404);
      expect((await write(`DELETE /__mock/faults/${name}`, { lines })).status).toBe(404);
      expect((await write(`POST /__mock/deliveries/${name}/replay`, { lines })).status).toBe(404);
      expect((await write(`PUT /__mock/snapshots/${name}`, { lines })).status).toBe(200);
      const { text } = await write('GET /__mock/snapshots', { lines });
      expect(JSON.parse(text).data).toContainEqual(expect.objectContaining({ name, sites: 1 }));
      await write(`DELETE /__mock/snapshots/${name}`, { lines });
    },
  );
});

describe('more than a mock stores', () => {
  const headers = { authorization: `Bearer ${token}` };
  test('a session has at most a hundred snapshots', async () => {
    const save = (name: string) =>
      fetch(`${listening.url}/__mock/snapshots/${name}`, { method: 'PUT', headers });
    const named = Array.from({ length: 100 }, (_, at) => `s${at}`);
    for (const name of named) expect((await save(name)).status).toBe(200);
    expect((await save('one-more')).status).toBe(409);
    expect((await save('s0')).status).toBe(200);
    for (const name of named)
      await fetch(`${listening.url}/__mock/snapshots/${name}`, { method: 'DELETE', headers });
  });

  test('a hundred clients can follow events, and another one once one leaves', async () => {
    const leaving = new AbortController();
    const follow = (signal?: AbortSignal) =>
      fetch(`${listening.url}/__mock/requests/stream`, { headers, signal: signal ?? null });
    const all = await Promise.all(Array.from({ length: 100 }, () => follow(leaving.signal)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    const refused = await follow();
    expect([refused.status, (await refused.json()).detail]).toEqual([
      409,
      expect.stringContaining('100 clients'),
    ]);
    leaving.abort();
    let status = 409;
    while (status === 409) {
      const answer = await follow();
      status = answer.status;
      await answer.body?.cancel();
    }
    expect(status).toBe(200);
  });

  test('a client without the token cannot open a stream, and its body is not requested', async () => {
    expect((await write('GET /__mock/requests/stream')).status).toBe(401);
    const lines = ['Content-Type: application/json', 'Content-Length: 60000000'];
    expect((await write('PUT /__mock/state', { lines })).status).toBe(401);
  });
});
