import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { controlTargets, token } from '../../../test/support/control-surface.ts';
import { type Answer, rawExchange } from '../../../test/support/raw-exchange.ts';
import { call, sitesOf, workspace } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../server-types.ts';

/** Parts of requests by their names in braces. */
const parts: Readonly<Record<string, string>> = {
  token,
  auth: `Authorization: Bearer ${token}`,
  evil: 'Origin: http://evil.example',
  json: 'Content-Type: application/json',
  form: 'Content-Type: application/x-www-form-urlencoded',
  state: '{"workspaces":[]}',
};

const mock = createTestMock({ seed: 1 });
const named = createTestMock({ seed: 1 });
const plain = createTestMock();
let listening: Listening;
const ports = { mock: 0, named: 0, plain: 0 };
beforeAll(async () => {
  listening = await mock.listen({ control: { token } });
  ports.mock = listening.port;
  const allowedHosts = ['Mock', '.example.com', '[fd00::1]'];
  ports.named = (await named.listen({ control: { token, allowedHosts } })).port;
  const without = await plain.listen();
  expect(without.control).toBeUndefined();
  ports.plain = without.port;
});
beforeEach(async () => {
  await mock.reset();
  await call(mock, `POST ${sitesOf()}`, { json: { name: 'kept' } });
});
afterAll(() => Promise.all([mock.close(), named.close(), plain.close()]));

/**
 * Sends a request, written as its line and headers. Its own Host is added unless there is one, and the length of
 * what follows `Body`; `No-Host` and `No-Length` prevent that.
 */
async function write(sent: string, port = ports.mock) {
  const [line = '', ...headers] = sent
    .replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => parts[name] ?? whole)
    .replaceAll('{port}', String(port))
    .split(' | ');
  const [body] = headers.filter((each) => each.startsWith('Body: ')).map((each) => each.slice(6));
  const head = [
    / HTTP\/1\.\d$/.test(line) ? line : `${line} HTTP/1.1`,
    ...(headers.some((each) => /^(?:No-)?Host/.test(each)) ? [] : [`Host: 127.0.0.1:${port}`]),
    ...headers.filter((each) => !/^(?:No-|Body: )/.test(each)),
    ...(body === undefined || headers.includes('No-Length')
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ].join('\r\n');
  const options = { bodiless: line.startsWith('HEAD') ? [0] : [], halfClose: body !== undefined };
  const exchange = await rawExchange(port, `${head}\r\n\r\n${body ?? ''}`, options);
  const [answer] = exchange.answers;
  if (answer === undefined) throw new Error('no response was received');
  return answer;
}

async function isUntouched(): Promise<boolean> {
  const { contents } = await mock.snapshot();
  return contents.length === 1 && (await mock.faults.list()).length === 0 && !mock.clock.frozen;
}

/** Sends a row of a table: the expected status, and a request that changes nothing. */
async function check(row: string, port = ports.mock): Promise<Answer> {
  const [, status, sent = ''] = /^(\d{3}) (.*)$/s.exec(row) ?? [];
  const answer = await write(sent, port);
  expect([sent, answer.status]).toEqual([sent, Number(status)]);
  if (answer.status >= 400) expect(answer.text).not.toMatch(/formatVersion|"ok"/);
  expect(answer.text).not.toContain(token);
  if (/ \/__mock(?:[/?]|$)/.test(sent))
    expect([...answer.headers.keys()].join()).not.toMatch(/access-control|set-cookie/);
  expect(await isUntouched()).toBe(true);
  return answer;
}

describe('every operation', () => {
  const open = ['getHealth', 'getReadiness', 'readPage', 'readDocs', 'readAsset'];
  test.each(controlTargets)('$id is protected', async ({ id, method, target }) => {
    const line = `${method} ${target}`;
    if (!open.includes(id)) {
      const { headers } = await check(`401 ${line}`);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
    }
    const { text } = await check(`421 ${line} | {auth} | Host: rebound.example:{port}`);
    if (method !== 'HEAD') expect(text).toContain('"header":"Host"');
    await check(`403 ${line} | {auth} | Origin: http://evil.example`);
  });
});

/** Rows below the name of what they protect from. */
const protections = `
# another token
401 GET /__mock/state | Authorization: Bearer admin-token-of-that-test
401 GET /__mock/state | Authorization: Bearer {token}x
401 GET /__mock/state | Authorization: Bearer ${token.slice(0, -1)}\u00e9
401 GET /__mock/state | Authorization: Bearer
401 GET /__mock/state | Authorization: Basic {token}
401 GET /__mock/state | Authorization: Bearer {token} {token}
401 GET /__mock/state | Authorization: Bearer site-contract-key
200 GET /__mock/state | Authorization: bearer {token}
# a token in the query or in a cookie
401 GET /__mock/state?token={token}
401 GET /__mock/state | Cookie: token={token}
# a search for paths without the token
401 GET /__mock/nothing-here
401 PATCH /__mock/state
404 GET /__mock/nothing-here | {auth}
# work for clients without the token
401 GET /__mock/requests/stream
401 PUT /__mock/state | {json} | Content-Length: 60000000
# a path that only resembles the surface
404 GET //__mock/state | {auth}
404 GET /%5f%5fmock/state | {auth}
404 GET /__MOCK/state | {auth}
404 GET /v1/../__mock/state | {auth}
404 GET /__mockery/state | {auth}
400 GET \\__mock\\state | {auth}
# a path that leads out of the surface
401 GET /__mock/../v1/sites
404 GET /__mock/../v1/sites | {auth}
404 GET /__mock//state | {auth}
# the same path with an escaped letter (RFC 3986, section 6.2.2.2)
401 GET /__mock/%73tate
200 GET /__mock/%73tate | {auth}
# DNS rebinding
421 GET /__mock/health | Host: evil.example
421 GET /__mock/health | Host: 127.0.0.1.evil.example
421 GET /__mock/health | Host: 127.0.0.1.
421 GET /__mock/health | Host: 0.0.0.0
421 GET /__mock/health | Host: [::]
421 GET /__mock/health | Host: 2130706433
421 GET http://evil.example/__mock/health
200 GET /__mock/health | Host: 127.0.0.1
200 GET /__mock/health | Host: LOCALHOST
200 GET /__mock/health | Host: [::1]
200 GET /__mock/health | Host: 127.8.9.10
200 GET /__mock/health | Host: localhost:8080
# an invalid Host, none or two
421 GET /__mock/health | Host: localhost@evil.example
421 GET /__mock/health | Host: localhost, evil.example
421 POST /__mock/reset | {auth} | Host:
400 POST /__mock/reset | {auth} | No-Host
400 POST /__mock/reset | {auth} | Host: 127.0.0.1 | Host: evil.example
400 POST /__mock/reset | {auth} | Host: 127.0.0.1 | Host: 127.0.0.1
# a page of another origin
403 GET /__mock/state | {auth} | {evil}
403 GET /__mock/state | {auth} | Origin: null
403 GET /__mock/state | {auth} | Origin: http://localhost:1
403 GET /__mock/state | {auth} | Origin:
403 POST /__mock/reset | {auth} | Origin: http://127.0.0.1:{port} | {evil}
204 DELETE /__mock/faults | {auth} | Origin: http://127.0.0.1:{port} | Sec-Fetch-Site: same-origin
# a preflight
403 OPTIONS /__mock/reset | {evil} | Access-Control-Request-Method: POST
# a form, with or without the token
403 POST /__mock/reset | {form} | Sec-Fetch-Site: cross-site | Body: a=b
# a request that the browser says is of another site
403 GET /__mock/health | {auth} | Sec-Fetch-Site: cross-site
403 POST /__mock/reset | {auth} | Sec-Fetch-Site: cross-site
403 POST /__mock/reset | {auth} | Sec-Fetch-Site: same-origin | Sec-Fetch-Site: cross-site
# framing and loading as a script, but not a link
200 GET /__mock/health | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document
403 GET /__mock/health | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: iframe
403 GET /__mock/health | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: no-cors | Sec-Fetch-Dest: script
# another page behind a proxy that changes Host
200 GET /__mock/state | {auth} | Origin: http://127.0.0.1:8080 | Sec-Fetch-Site: same-origin
200 GET /__mock/state | {auth} | Origin: http://[::1]:1 | Sec-Fetch-Site: same-origin
403 GET /__mock/state | {auth} | {evil} | Sec-Fetch-Site: same-origin
403 GET /__mock/state | {auth} | Origin: null | Sec-Fetch-Site: same-origin
403 GET /__mock/state | {auth} | Origin: http://localhost:3000 | Sec-Fetch-Site: same-site
403 GET /__mock/state | {auth} | Origin: http://localhost:3000 | Sec-Fetch-Site: cross-site
# another method than that of the request line
405 GET /__mock/reset | {auth} | X-HTTP-Method-Override: POST
400 POST /__mock/reset?_method=GET | {auth}
400 post /__mock/reset | {auth}
405 TRACE /__mock/state | {auth}
# a head that is too long
431 GET /__mock/state | X: ${'a'.repeat(20_000)}
# a body of the wrong kind
415 PUT /__mock/state | {auth} | Body: {state}
415 PUT /__mock/state | {auth} | {form} | Body: {state}
415 PUT /__mock/state | {auth} | Content-Type: application/json; charset=utf-7 | Body: {state}
415 PUT /__mock/state | {auth} | {json} | Content-Encoding: gzip | Body: {state}
400 PUT /__mock/state | {auth} | {json} | Body: ${'['.repeat(200_000)}
422 PUT /__mock/state | {auth} | {json} | Body: {"__proto__":{"a":1},"workspaces":[]}
# an invalid body that is not used
400 POST /__mock/reset | {auth} | No-Length | Transfer-Encoding: chunked | Body: zz
400 POST /__mock/reset | {auth} | No-Length | Content-Length: 5 | Body: {
413 POST /__mock/reset | {auth} | Body: ${'x'.repeat(65_537)}
# an unusual name of a session
400 GET /__mock/state | {auth} | X-Mock-Session: __proto__
400 GET /__mock/state | {auth} | X-Mock-Session: a, b
400 GET /__mock/state | {auth} | X-Mock-Session: ${'x'.repeat(65)}`;

test.each(
  protections.split('\n# ').flatMap((part) => {
    const [name = '', ...rows] = part.split('\n');
    return name === '' ? [] : [{ name, rows }];
  }),
)('$name', async ({ rows }) => {
  for (const row of rows) await check(row);
});

test('the refusal of a page behind a proxy says how to allow it', async () => {
  const { text } = await write('GET /__mock/state | {auth} | Origin: http://localhost:3000');
  expect(text).toContain('make it forward the Host header');
});

describe('a name with a meaning in JavaScript or in a file system', () => {
  const targets = (name: string): string[] => [
    `POST /__mock/snapshots/${name}/restore | {auth}`,
    `DELETE /__mock/sessions/${name} | {auth}`,
    `GET /__mock/assets/${name} | {auth}`,
  ];
  test.each(['__proto__', '..', '..%2f..%2fetc%2fpasswd', 'a%0d%0aX:1'])(
    'does not match a snapshot, session or file: %s',
    async (name) => {
      for (const target of targets(name)) await check(`400 ${target}`);
      await check(`400 PUT /__mock/snapshots/${name} | {auth}`);
    },
  );

  test.each(['constructor', 'hasOwnProperty'])(
    'is an ordinary name, or unknown: %s',
    async (name) => {
      for (const target of targets(name)) await check(`404 ${target}`);
      await check(`404 DELETE /__mock/faults/${name} | {auth}`);
      await check(`404 POST /__mock/deliveries/${name}/replay | {auth}`);
      await check(`200 PUT /__mock/snapshots/${name} | {auth}`);
      const { text } = await check('200 GET /__mock/snapshots | {auth}');
      expect(JSON.parse(text).data).toContainEqual(expect.objectContaining({ name, sites: 1 }));
      await check(`204 DELETE /__mock/snapshots/${name} | {auth}`);
    },
  );
});

describe('allowed host names', () => {
  const hosts = ['mock', 'MOCK:4010', 'example.com', 'a.example.com:80', 'a.b.example.com'];
  test.each([...hosts, '[fd00::1]:1'])('%s', async (host) => {
    const sent = `GET /__mock/state | {auth} | Host: ${host}`;
    await check(`200 ${sent}`, ports.named);
    await check(`200 ${sent} | Origin: http://${host}`, ports.named);
    await check(`403 ${sent} | Origin: http://evil.example`, ports.named);
  });

  test.each(['mock.evil.example', 'xmock', 'evilexample.com', 'example.com.evil.example', 'mock.'])(
    'do not include %s, and the refusal mentions the option',
    async (host) => {
      const { text } = await check(`421 GET /__mock/state | {auth} | Host: ${host}`, ports.named);
      expect(text).toContain(`start the mock with --allowed-host ${host}`);
    },
  );

  test("also allow the mock's page behind a proxy that changes Host", async () => {
    const sent = 'GET /__mock/state | {auth} | Host: localhost | Origin: https://4010.example.com';
    await check(`200 ${sent} | Sec-Fetch-Site: same-origin`, ports.named);
    await check(`403 ${sent} | Sec-Fetch-Site: cross-site`, ports.named);
  });

  test.each(['', '.', '*', 'http://mock', 'mock:4010', 'a b', '.example.com/'])(
    'cannot be %j',
    async (name) => {
      const listen = named.listen({ control: { token, allowedHosts: [name] } });
      await expect(listen).rejects.toThrow(/is not a host name; write it like mock/);
    },
  );
});

describe('the admin token', () => {
  test('is random for each mock without a given one', async () => {
    const others = [createTestMock(), createTestMock()];
    const made = await Promise.all(
      others.map(async (other) => (await other.listen({ control: true })).control?.token ?? ''),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(new Set(made).size).toBe(2);
    for (const each of made) expect(each).toMatch(/^[\w-]{22}$/);
  });

  test.each(['', 'short', 'with a blank in it', 'newline\nin-it', 'umläut-in-it'])(
    'cannot be %j',
    async (wrong) => {
      const listen = createTestMock().listen({ control: { token: wrong } });
      await expect(listen).rejects.toThrow(RangeError);
    },
  );
});

test('a connection cannot upgrade, and still requires the token', async () => {
  const lines = 'Connection: Upgrade | Upgrade: websocket | Sec-WebSocket-Version: 13';
  await check(`401 GET /__mock/state | ${lines}`);
  const { headers } = await check(`200 GET /__mock/state | ${lines} | {auth}`);
  expect(headers.get('upgrade')).toBeNull();
  expect((await write('CONNECT 127.0.0.1:22 | {auth}')).status).toBeGreaterThanOrEqual(400);
});

test('prototypes are never changed', async () => {
  const send = (line: string, body: string) => write(`${line} | {auth} | {json} | Body: ${body}`);
  const polluted = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
  await send('PUT /__mock/state', `{"workspaces":[{"id":"${workspace}",${polluted}}]}`);
  const effect = `{"kind":"status","status":503,"problem":{${polluted}}}`;
  await send('POST /__mock/faults', `{"next":1,"effect":${effect}}`);
  await write('GET /v1/nothing');
  const event = `{"type":"page.updated","workspaceId":"${workspace}","data":{${polluted}}}`;
  await send('POST /__mock/events', event);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('responses forbid caching, framing and reading by other origins', async () => {
  for (const target of ['health', 'state', 'nothing']) {
    const { headers } = await write(`GET /__mock/${target} | {auth}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('a response names the allowed methods, and to HEAD has no body', async () => {
  const { headers } = await check('405 DELETE /__mock/state | {auth}');
  expect(headers.get('allow')).toBe('GET, PUT, PATCH, HEAD, OPTIONS');
  expect((await check('200 HEAD /__mock/state | {auth}')).text).toBe('');
});

describe('a browser at the root', () => {
  const accept = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('is redirected to the page', async () => {
    const { status, headers } = await write(`GET / | ${accept}`);
    expect([status, headers.get('location')]).toEqual([303, '__mock/']);
  });

  test('is distinguished from clients and other paths', async () => {
    for (const sent of ['/ | Accept: */*', '/', `/v2 | ${accept}`]) await check(`404 GET ${sent}`);
  });

  test('and its paths do not exist without a control surface', async () => {
    await check(`404 GET / | ${accept}`, ports.plain);
    await check('404 GET /__mock/health', ports.plain);
  });
});

describe('more than a mock stores', () => {
  const headers = { authorization: `Bearer ${token}` };
  test('a session has at most a hundred snapshots', async () => {
    const send = (method: string, name: string) =>
      fetch(`${listening.url}/__mock/snapshots/${name}`, { method, headers });
    const saved = Array.from({ length: 100 }, (_, at) => `s${at}`);
    for (const name of saved) expect((await send('PUT', name)).status).toBe(200);
    expect((await send('PUT', 'one-more')).status).toBe(409);
    expect((await send('PUT', 's0')).status).toBe(200);
    for (const name of saved) await send('DELETE', name);
  });

  test('a hundred clients can follow events, and another one once one leaves', async () => {
    const leaving = new AbortController();
    const follow = (signal: AbortSignal | null = null) =>
      fetch(`${listening.url}/__mock/requests/stream`, { headers, signal });
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
});
