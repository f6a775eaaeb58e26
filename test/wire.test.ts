/**
 * What the mock does with requests that are wrong, unusual or malformed, on every operation. The conformance suite and
 * the tests of assumptions test what the interface says.
 */
import { afterAll, describe, expect, test } from '@jest/globals';
import { contract } from '../contract/index.ts';
import { createMock, defaultApiKey } from '../mock/index.ts';
import { rawExchange } from './support/raw-exchange.ts';
import { placesOf, textOf } from './support/read-fields.ts';
import { call, type Sent, sitesOf, webhooksOf, workspace } from './support/test-client.ts';

const someId = '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e';

/** A mock with a site and a route, and a valid request of each operation for them. */
async function prepare() {
  const mock = createMock();
  const create = async (path: string, json: object) =>
    textOf(await call(mock, `POST ${path}`, { json }), 'id');
  const site = await create(sitesOf(), { name: 'before', hostUrl: 'https://before.example' });
  const route = await create(`/v1/sites/${site}/routes`, { pathname: '/before' });
  const ids: Record<string, string> = { workspaceId: workspace, siteId: site, routeId: route };
  const requests = contract.operations.map((operation) => ({
    line: `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}`,
    json: operation.requestBody?.examples[0]?.value,
  }));
  const readAll = async () => (await mock.snapshot()).contents;
  return { mock, site, route, requests, readAll };
}

const ofBytes = (...bytes: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);

describe('every operation refuses, without effect,', () => {
  /** Changes to valid requests. Those of a body concern only operations that have one. */
  const refused: Record<string, { status: number; changes: readonly (Sent | string)[] }> = {
    'bodies that are not JSON in UTF-8 (RFC 8259)': {
      status: 400,
      changes: [
        ...['{', '{"name":"a', '{"name":"a" "b":1}', '{"name":"a",}', "{'name':'a'}", ' \n\t '],
        ...['{"name":"a"}{"name":"b"}', '{"name":"a"/* b */}', '{"name":"a","x":NaN}', 'name=a'],
        ...['{"name":"a\nb"}', '{"name":"a"}\0', '\u00a0{"name":"a"}', ofBytes(0x61, 0xff)],
        ...[ofBytes(0xc0, 0xaf), ofBytes(0xed, 0xa0, 0x80), ofBytes(0xf4, 0x90, 0x80, 0x80)],
        ...[Buffer.from('{"name":"a"}', 'utf16le'), Buffer.from('\ufeff{"name":"a"}', 'utf16le')],
      ].map((body) => ({ body })),
    },
    'bodies of another media type': {
      status: 415,
      changes: [
        ...['', 'text/plain', 'text/json', 'application/x-www-form-urlencoded', 'json', '*/*'],
        ...['application/vnd.api+json', 'application/problem+json', 'application/jsonx'],
        ...['text/plain; a=application/json', 'application/json; charset=latin1', '__proto__'],
        ...['application/json; charset="ISO-8859-1"', 'application/json; charset=utf-16'],
      ].map((type) => ({ headers: { 'content-type': type } })),
    },
    'bodies in a content coding': {
      status: 415,
      changes: ['gzip', 'br', 'x-unknown'].map((coding) => ({
        headers: { 'content-encoding': coding },
      })),
    },
    'requests for another media type': {
      status: 406,
      changes: ['text/html', 'application/json;q=0, */*'].map((accept) => ({
        headers: { accept },
      })),
    },
    'ids that are not UUIDs': {
      status: 400,
      changes: [
        ...['abc', someId.replaceAll('-', ''), `%7B${someId}%7D`, `urn:uuid:${someId}`],
        ...[someId.slice(1), `${someId}0`, `${someId.slice(1)}g`, `${someId}%0A`, `%20${someId}`],
        ...['%zz', '%', '%2e%2e', '..%2f..%2fetc%2fpasswd', '%c0%af', '%ed%a0%80', `${someId}%00`],
        ...['%0d%0aX-Injected:%201', '%D9%A1'.repeat(8), 'a'.repeat(10_000), '__proto__'],
      ],
    },
  };

  test.each(Object.entries(refused))('%s', async (_, { status, changes }) => {
    const { mock, requests, readAll } = await prepare();
    const before = await readAll();
    for (const change of changes)
      for (const { line, json } of requests) {
        const isId = typeof change === 'string';
        if (json === undefined && status !== 406 && !isId) continue;
        const asked = isId ? line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, () => change) : line;
        const valid = isId || change.body === undefined ? { json } : {};
        const reply = await call(mock, asked, isId ? valid : { ...valid, ...change });
        expect({ change, asked, status: reply.status }).toEqual({ change, asked, status });
        expect(reply.headers['content-type']).toBe('application/problem+json');
      }
    expect(await readAll()).toEqual(before);
  });

  test('methods that are not documented, and says which are', async () => {
    const { mock, requests, readAll } = await prepare();
    const before = await readAll();
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'];
    for (const { line } of requests) {
      const [, path = ''] = line.split(' ');
      const options = await call(mock, `OPTIONS ${path}`);
      const { 'content-length': length } = options.headers;
      expect([options.status, options.text, length]).toEqual([204, undefined, undefined]);
      const allowed = (options.headers['allow'] ?? '').split(', ');
      const documented = requests.filter((each) => each.line.endsWith(` ${path}`));
      const own = documented.map((each) => each.line.split(' ')[0] ?? '');
      const all = [...own, 'OPTIONS', ...(own.includes('GET') ? ['HEAD'] : [])];
      expect(allowed.toSorted()).toEqual(all.toSorted());
      for (const method of methods.filter((each) => !allowed.includes(each))) {
        const reply = await call(mock, `${method} ${path}`, {
          headers: { 'x-http-method-override': own[0] ?? '' },
        });
        expect([method, reply.status]).toEqual([method, 405]);
        expect(reply.headers['allow']).toBe(options.headers['allow']);
      }
    }
    expect(await readAll()).toEqual(before);
  });

  test('a wrong key before any other error', async () => {
    const { mock } = await prepare();
    const authorization = 'Bearer other';
    const json = { name: 'x' };
    const list = `GET ${sitesOf()}`;
    const create = `POST ${sitesOf()}`;
    const requests: [line: string, sent?: Sent][] = [
      ...['{', '', '{"name":5}', '['.repeat(100_000)].map((body): [string, Sent] => [
        create,
        { body },
      ]),
      [create, { json, headers: { 'content-type': 'text/plain' } }],
      [list, { headers: { accept: 'text/html' } }],
      [`${list}?limit=abc`],
      [`GET ${sitesOf('not-a-uuid')}`],
      [`PATCH /v1/sites/${someId}`, { json }],
      [`POST /v1/sites/${someId}/routes?skipValidation=maybe`, { json }],
    ];
    for (const [line, sent] of requests) {
      const reply = await call(mock, line, {
        ...sent,
        headers: { ...sent?.headers, authorization },
      });
      expect([line, reply.status]).toEqual([line, 401]);
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer /);
      expect(reply.text).not.toContain('other');
    }
  });
});

test.each<[line: string, sent: Sent]>([
  ...[
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; Charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; profile="https://example.com/x;charset=latin1"',
  ].map((type): [string, Sent] => [
    `POST ${sitesOf()}`,
    { json: { name: 'ü' }, headers: { 'content-type': type } },
  ]),
  [`POST ${sitesOf()}`, { json: { name: 'ü' }, headers: { 'content-encoding': 'Identity' } }],
  // The body of a list does not matter, nor its media type.
  [`GET ${sitesOf()}`, { body: '{', headers: { 'content-type': 'text/plain' } }],
  [`GET ${sitesOf()}`, { headers: { range: 'bytes=0-3', 'if-none-match': '*' } }],
])('%s with %j is accepted', async (line, sent) => {
  expect((await call(createMock(), line, sent)).status).toBe(201);
});

test.each([
  ...['/nothing', '/v1', `/v2/workspaces/${someId}/sites`, `/v1/workspaces/${someId}`],
  ...[`/v1/workspaces/${someId}/sites/`, `/v1/workspaces//${someId}/sites`, '/__proto__'],
  ...[`//v1/workspaces/${someId}/sites`, `/V1/WORKSPACES/${someId}/SITES`],
  ...[`/v1/workspaces/${someId}/sites/${someId}`, `/v1/workspaces/${someId}/sites.json`],
  ...[`/v1/workspaces/${someId}%2Fsites`, `/v1/workspaces/${someId}/sites;v=1`],
  ...[`/v1/sites/${someId}/../${someId}`, '/v1/constructor/constructor/sites'],
])('the path %s does not exist', async (path) => {
  for (const method of ['GET', 'POST', 'PATCH'])
    expect((await call(createMock(), `${method} ${path}`, { json: {} })).status).toBe(404);
});

test.each<[field: string, values: readonly string[]]>([
  [
    'hostUrl',
    [
      ...['https://example.com/shop', 'https://example.com?a=1', 'https://example.com#top'],
      ...['', 'example', 'example.com', '//example.com', 'https://', 'https:example.com'],
      ...['https://user:secret@example.com', 'https:\\\\example.com', 'https://exa mple.com'],
      ...[' https://example.com ', 'https://example.com\n', 'https://exam\tple.com', 'null'],
      ...['https://example.com:99999', 'javascript:alert(1)', 'mailto:a@example.com'],
      ...['https://a.example https://b.example', 'https://%zz.example'],
    ],
  ],
  ['pathname', ['about', '', 'https://a.example/b', '/a b', '/a?b', '/a#b', '/%zz', '/%', '/a\n']],
  ['locale', ['', 'english', 'en', 'en_US', 'en-', '-US', 'en US', 'en-US ', 'e-US', 'en-US\n']],
])('a wrong %s is refused with its place, without effect', async (field, values) => {
  const { mock, site, route, readAll } = await prepare();
  const before = await readAll();
  const localizedVariants = (variant: object) => [
    { locale: 'en-US', pathname: '/a' },
    { locale: 'de-DE', pathname: '/b', ...variant },
  ];
  for (const value of values) {
    const isHost = field === 'hostUrl';
    const json = isHost
      ? { name: 'after', hostUrl: value }
      : {
          pathname: field === 'pathname' ? value : '/after',
          localizedVariants: localizedVariants({ [field]: value }),
        };
    const places = isHost
      ? ['/hostUrl']
      : [...(field === 'pathname' ? ['/pathname'] : []), `/localizedVariants/1/${field}`];
    const lines = isHost
      ? [`POST ${sitesOf()}`, `PATCH /v1/sites/${site}`]
      : [`POST /v1/sites/${site}/routes`, `PATCH /v1/routes/${route}?skipValidation=false`];
    for (const line of lines) {
      const reply = await call(mock, line, { json });
      expect({ value, line, status: reply.status, places: placesOf(reply) }).toEqual({
        ...{ value, line, status: 422, places },
      });
    }
  }
  expect(await readAll()).toEqual(before);
});

test('all errors of a body are reported at once, by JSON Pointer', async () => {
  const { mock, site } = await prepare();
  const good = { locale: 'en-US', pathname: '/a' };
  const rows: [path: string, json: object, pointers: string[]][] = [
    [sitesOf(), { name: 1, hostUrl: 2, locale: 3 }, ['/hostUrl', '/locale', '/name']],
    [sitesOf(), { name: 1, hostUrl: 'https://example.com/path' }, ['/hostUrl', '/name']],
    [webhooksOf(), { url: 'abc', eventType: 'x' }, ['/eventType', '/url']],
    [
      `/v1/sites/${site}/routes?skipValidation=true`,
      { pathname: false, localizedVariants: [good, { ...good, locale: 5 }, 7] },
      ['/localizedVariants/1/locale', '/localizedVariants/2', '/pathname'],
    ],
  ];
  for (const [path, json, pointers] of rows)
    expect(placesOf(await call(mock, `POST ${path}`, { json })).toSorted()).toEqual(pointers);
});

test('members of every object are neither fields nor parameters', async () => {
  const { mock, site, readAll } = await prepare();
  const before = (await readAll()).find(({ kind }) => kind === 'site');
  const poison = '{"hostUrl":"https://evil.example","name":"evil","pathname":"/evil"}';
  const members = '"__proto__":POISON,"constructor":POISON,"toString":POISON';
  const poisoned = (body: string) => ({
    body: body.replace('MEMBERS', members).replaceAll('POISON', poison),
  });
  const create = `POST ${sitesOf()}`;
  expect(placesOf(await call(mock, create, poisoned('{MEMBERS}')))).toEqual(['/name']);
  const made = await call(mock, create, poisoned('{"name":"toString",MEMBERS}'));
  expect(made.json).toMatchObject({ name: 'toString', hostUrl: null });
  const updated = await call(mock, `PATCH /v1/sites/${site}`, poisoned('{MEMBERS}'));
  expect(updated.json).toEqual(before?.value);
  const list = `GET ${sitesOf()}?__proto__=5&constructor=5&__proto__[limit]=0&toString=1`;
  expect((await call(mock, list)).json).toEqual({
    data: [before?.value, made.json],
    hasMore: false,
  });
  const variants =
    '{"pathname":"/a","localizedVariants":[{"locale":"en-US","pathname":"/b",MEMBERS}]}';
  const route = await call(mock, `POST /v1/sites/${site}/routes`, poisoned(variants));
  expect(route.json).toMatchObject({ localizedVariants: [{ locale: 'en-US', pathname: '/b' }] });
});

test('a page may read every response, and send the key and JSON', async () => {
  const { mock, requests, readAll } = await prepare();
  const origin = 'http://localhost:5173';
  const before = await readAll();
  for (const { line } of requests) {
    const [method = '', path = ''] = line.split(' ');
    const preflight = await call(mock, `OPTIONS ${path}`, {
      headers: {
        ...{ authorization: '', origin, 'access-control-request-method': method },
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect([preflight.status, preflight.text]).toEqual([204, undefined]);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringMatching(method),
      'access-control-allow-headers': expect.stringMatching(/authorization.*content-type/i),
    });
  }
  expect(await readAll()).toEqual(before);
  const create = `POST ${sitesOf()}`;
  const sent: [line: string, sent: Sent][] = [
    ...requests.map(({ line, json }): [string, Sent] => [line, { json }]),
    [`GET ${sitesOf()}?limit=abc`, {}],
    [`GET ${sitesOf()}`, { headers: { authorization: 'Bearer wrong' } }],
    ['GET /v1/nothing', {}],
    [`DELETE ${sitesOf()}`, {}],
    [`GET ${sitesOf()}`, { headers: { accept: 'text/html' } }],
    [create, { body: 'x'.repeat(2_000_000) }],
    [create, { body: '{}', headers: { 'content-type': 'text/plain' } }],
    [create, { json: {} }],
  ];
  const statuses: number[] = [];
  for (const [line, { headers, ...body }] of sent) {
    const reply = await call(mock, line, { ...body, headers: { ...headers, origin } });
    statuses.push(reply.status);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: expect.stringContaining('Origin'),
    });
  }
  expect(statuses.slice(-8)).toEqual([400, 401, 404, 405, 406, 413, 415, 422]);
  expect(statuses.slice(0, -8).every((status) => status < 300)).toBe(true);
});

describe('on a socket', () => {
  const mock = createMock();
  // Started here, since concurrent tests do not wait for `beforeAll`.
  const listening = mock.listen();
  afterAll(() => mock.close());
  const body = '{"name":"sent raw"}';
  const length = `Content-Length: ${body.length}`;

  /** A request with a host, the key and the JSON media type; a field given replaces the one of its name. */
  const write = (line: string, fields: readonly string[] = [], content = ''): string => {
    const usual = [
      'Host: x',
      `Authorization: Bearer ${defaultApiKey}`,
      'Content-Type: application/json',
    ];
    const nameOf = (field: string) => field.split(':')[0];
    const names = fields.map(nameOf);
    const kept = usual.filter((field) => !names.includes(nameOf(field)));
    const all = [...kept, ...fields].filter((field) => !field.endsWith(': none'));
    return [line.includes(' HTTP/') ? line : `${line} HTTP/1.1`, ...all, '', content].join('\r\n');
  };
  const post = (...fields: string[]) => write(`POST ${sitesOf()}`, fields, body);
  const list = write(`GET ${sitesOf()}?limit=1`);
  const exchange = async (
    sent: Parameters<typeof rawExchange>[1],
    options?: Parameters<typeof rawExchange>[2],
  ) => rawExchange((await listening).port, sent, options);
  const statusesOf = async (...sent: Parameters<typeof exchange>) =>
    (await exchange(...sent)).answers.map(({ status }) => status);

  const chunks = `13\r\n${body}\r\n0\r\n\r\n`;
  const inChunks = (coding: string, content = chunks): string =>
    write(`POST ${sitesOf()}`, [`Transfer-Encoding: ${coding}`], content);
  const malformed: Record<string, string> = {
    'binary garbage': '\x00\x01\x02\xff\xfe\r\n\r\n',
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an unknown version': write(`POST ${sitesOf()} HTTP/9.9`),
    'no target': write('POST HTTP/1.1'),
    'a space in the target': write(`GET ${sitesOf()} x HTTP/1.1`),
    'a target without a slash': write('GET v1/sites'),
    'two Hosts': post('Host: x', 'Host: y', length),
    'two lengths': post(length, 'Content-Length: 5'),
    'a list of lengths': post(`${length}, 5`),
    'a negative length': post('Content-Length: -1'),
    'a length in letters': post('Content-Length: abc'),
    'a signed length': post(`Content-Length: +${body.length}`),
    'a length and chunks': write(
      `POST ${sitesOf()}`,
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${post(length)}`,
    ),
    'an unknown transfer coding': inChunks('gzip'),
    'chunks not last': inChunks('chunked, identity'),
    'a broken transfer coding': inChunks('chunkedx'),
    'a bad chunk size': inChunks('chunked', `zz\r\n${body}\r\n0\r\n\r\n`),
    'a chunk longer than its size': inChunks('chunked', `2\r\n${body}\r\n0\r\n\r\n`),
    'no last chunk': inChunks('chunked', chunks.slice(0, -5)),
    'a body shorter than its length': post('Content-Length: 100'),
    'a space before the colon': post(length.replace(':', ' :')),
    'a space in a field name': post('X A: 1', length),
    'a folded field': post('X-A: a\r\n b', 'Content-Length: -1'),
    'a NUL in a field': post('X-A: a\0b', length),
    'no colon in a field': post('nonsense', length),
    'raw bytes in the query': write(`GET ${sitesOf()}?limit=\xff`),
    'a method in lower case': write(`get ${sitesOf()}`),
    'an unknown method': write(`GETT ${sitesOf()}`),
  };
  test.concurrent.each(Object.entries(malformed))('%s is refused', async (_, bytes) => {
    const [status = 0] = await statusesOf(Buffer.from(bytes, 'latin1'), { halfClose: true });
    expect([...Array(100).keys()].map((at) => 400 + at).concat(501, 505)).toContain(status);
    const { contents } = await mock.snapshot();
    const names = contents.map(({ value }) => value['name']);
    expect(names).not.toContain('sent raw');
  });

  const good = body.replace('raw', 'ok!');
  const create = write(`POST ${sitesOf()}`, [length], good);
  const huge = 'x'.repeat(65_536);
  const handled: [title: string, number[], ...Parameters<typeof exchange>][] = [
    [
      'pipelined requests, in order',
      [201, 400, 404, 201],
      [
        write(`POST ${sitesOf()}`, ['Content-Length: 1'], '{'),
        write('GET /v1/nothing'),
        list,
      ].reduce((before, next) => before + next, create),
      { answers: 4 },
    ],
    ['HTTP/1.0 without a Host', [201], write(`GET ${sitesOf()} HTTP/1.0`, ['Host: none'])],
    ['a client that half-closes', [201], create, { halfClose: true }],
    ['a client that sends ten bytes at a time', [201], create.match(/.{1,10}/gs) ?? []],
    // An empty line before a request is skipped (RFC 9112, 2.2).
    ['an empty line before the request', [201], `\r\n${list}`],
    ['an absolute target', [201], write(`GET http://x${sitesOf()}`)],
    [
      'an offer to upgrade',
      [201],
      write(`GET ${sitesOf()}`, ['Connection: Upgrade', 'Upgrade: h2c']),
    ],
    [
      'a HEAD before another request',
      [201, 201],
      write(`HEAD ${sitesOf()}`) + list,
      { answers: 2, bodiless: [0] },
    ],
    [
      'a body that waits for 100 Continue',
      [201],
      [write(`POST ${sitesOf()}`, ['Expect: 100-continue', length]), good],
      { awaitContinue: true },
    ],
    // These bodies are not sent, or not to their end.
    ['a body announced as too large', [413], post('Content-Length: 50000000')],
    ['an endless number as a length', [413], post(`Content-Length: ${'9'.repeat(15)}`)],
    ['chunks beyond the limit', [413], inChunks('chunked', `10000\r\n${huge}\r\n`.repeat(32))],
  ];
  test.concurrent.each(handled)('%s gets %j', async (_, statuses, sent, options) => {
    expect(await statusesOf(sent, options)).toEqual(statuses);
  });
});
