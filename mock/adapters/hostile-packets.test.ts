import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { createMock, defaultApiKey, type Listening, type Mock } from '../index.ts';

let mock: Mock;
let listening: Listening;
beforeEach(async () => {
  mock = createMock({ seed: 1 });
  listening = await mock.listen({ control: true });
});
afterEach(() => mock.close());

/** Sends bytes, half-closes on request, and returns everything received until the server closes or is silent. */
function send(parts: readonly string[], { end = true } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(listening.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
    const [first = '', ...others] = parts;
    socket.write(first, 'latin1', () => {
      for (const part of others) socket.write(part, 'latin1');
      if (end) socket.end();
    });
  });
}

const get = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = 'POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
const post = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
const key = `Authorization: Bearer ${defaultApiKey}\r\n`;
const create = (name: string): string => {
  const body = JSON.stringify({ name });
  return `POST ${sitesOf()} HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const list = `GET ${sitesOf()} HTTP/1.1\r\nHost: x\r\n${key}\r\n`;
const controlPost = post.replace('/x', '/__mock/reset');

describe('the mock keeps responding after', () => {
  test.each([
    ['bodies in every framing, then a GET, in one packet', [chunked + post + get]],
    ['the same in pieces', [chunked, post, get]],
    ['the same with bodies that are read', [chunked.replace('/x', sitesOf()) + create('a') + list]],
    [
      'the same to the control surface',
      [chunked.replace('/x', '/__mock/reset') + controlPost + get],
    ],
    ['requests to both, in turn', [controlPost + create('a') + controlPost + list + get]],
    [
      'a GET with a body that is never read',
      [get.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc') + get],
    ],
    ['a body that ends too early', [create('a').slice(0, -3)]],
    ['an invalid chunk', [`${chunked.slice(0, -5)}zz\r\n`, get]],
    [
      'an upgrade',
      [get.replace('Host: x', 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket'), get],
    ],
    [
      'an expectation in the middle',
      [post + post.replace('Host: x', 'Host: x\r\nExpect: 100-continue') + get],
    ],
    ['nothing', ['']],
  ])('%s', async (_title, parts) => {
    for (let round = 0; round < 2; round += 1) {
      await send(parts);
      await send([parts.join('').repeat(20)]);
    }
    expect((await fetch(listening.url)).status).toBe(404);
  });
});

/** Returns the number of sites in the mock. */
const countSites = async (): Promise<number> => (await mock.snapshot()).contents.sites.length;

describe('after a response that closes the connection, no request is executed', () => {
  const withHeader = (request: string, ...lines: string[]): string =>
    request.replace('Host: x\r\n', `Host: x\r\n${lines.map((line) => `${line}\r\n`).join('')}`);
  const long = 'x'.repeat(2_000_000);
  const cases: [string, string, number][] = [
    ['the client says so', withHeader(list, 'Connection: close'), 201],
    ['the client says so among others', withHeader(list, 'Connection: foo, Close'), 201],
    ['the client says so in a POST', withHeader(create('a'), 'Connection: close'), 201],
    ['HTTP/1.0', list.replace('HTTP/1.1', 'HTTP/1.0'), 201],
    ['HTTP/1.0 with a body', create('a').replace('HTTP/1.1', 'HTTP/1.0'), 201],
    [
      'HTTP/1.0 that asks for both',
      withHeader(list.replace('HTTP/1.1', 'HTTP/1.0'), 'Connection: close, keep-alive'),
      201,
    ],
    ['415 with a chunked body', withHeader(chunked.replace('/x', sitesOf()), key.trim()), 415],
    ['413', withHeader(create(long)), 413],
    ['401 with Expect', withHeader(create('a').replace(key, ''), 'Expect: 100-continue'), 401],
    ['404 with Expect', withHeader(post, 'Expect: 100-continue'), 404],
    ['Expect without a body', withHeader(list, 'Expect: 100-continue'), 201],
    [
      'Expect with a length of 0',
      withHeader(list, 'Expect: 100-continue', 'Content-Length: 0'),
      201,
    ],
    [
      'Expect, refused without a body',
      withHeader(post, 'Expect: 100-continue')
        .replace('Content-Length: 2', 'Content-Length: 0')
        .replace(/\{\}$/, ''),
      404,
    ],
    ['417', withHeader(list, 'Expect: tea'), 417],
    ['417 with a body', withHeader(create('a'), 'Expect: tea'), 417],
    ['no Host', create('a').replace('Host: x\r\n', ''), 400],
    ['the control surface, 401 with Expect', withHeader(controlPost, 'Expect: 100-continue'), 421],
  ];
  test.each(cases)('%s', async (_title, first, status) => {
    const text = await send([first + create('behind') + create('behind')], { end: false });
    expect(text.match(/HTTP\/1\.1 (?!100)\d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(text).toContain('\r\nConnection: close\r\n');
    const { sites } = (await mock.snapshot()).contents;
    expect(sites.filter(({ site }) => site.name === 'behind')).toEqual([]);
  });

  test('even in a later packet', async () => {
    await send([withHeader(list, 'Connection: close'), create('behind')], { end: false });
    expect(await countSites()).toBe(0);
  });
});

describe('a request is refused, and its connection closed, when', () => {
  const cases: [string, string, number, string][] = [
    [
      'it has more than 1,000 header lines',
      list.replace('Host: x', `Host: x${'\r\na:'.repeat(1001)}`),
      431,
      'headers-too-large',
    ],
    [
      'the line with its length comes after 1,000 others',
      create('a').replace('Host: x', `Host: x${'\r\na:'.repeat(1100)}`),
      431,
      'headers-too-large',
    ],
    [
      'its body is coded otherwise',
      chunked.replace(': chunked', ': gzip, chunked'),
      400,
      'malformed-request',
    ],
    [
      'its body is coded twice',
      chunked.replace(': chunked', ': chunked, chunked'),
      400,
      'malformed-request',
    ],
    [
      'it is of HTTP/1.0 and chunked',
      chunked.replace('HTTP/1.1', 'HTTP/1.0'),
      400,
      'malformed-request',
    ],
    ...[
      'a b',
      'a/b',
      'http://a',
      'a:b',
      'a@b',
      '[::1',
      '::1',
      'a:1:2',
      'a,b\u00e4',
      '[nonsense]',
      '%zz',
      'a"b',
    ].map((host): [string, string, number, string] => [
      `its Host is ${host}`,
      list.replace('Host: x', `Host: ${host}`),
      400,
      'malformed-request',
    ]),
  ];
  test.each(cases)('%s', async (_title, request, status, problem) => {
    const text = await send([request], { end: false });
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain(`urn:problem-type:site-contract:${problem}"`);
    expect(text).toContain('\r\nConnection: close\r\n');
    expect(await countSites()).toBe(0);
  });

  test.each([
    'x',
    '',
    'a.example:80',
    'A_b.c~d:',
    '127.0.0.1:1',
    '[::1]:4010',
    '[v1.a:b]',
    'xn--a',
    'a%20b',
  ])('but not if its Host is "%s"', async (host) => {
    const text = await send([list.replace('Host: x', `Host: ${host}`)]);
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
  });
});

test('requests before an unreadable one get their responses first', async () => {
  const text = await send([`${create('a')}${create('b')}nonsense\r\n\r\n`], { end: false });
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 400']);
});

test('requests before a CONNECT get their responses first', async () => {
  const connection = 'CONNECT /x HTTP/1.1\r\nHost: x\r\n\r\n';
  const body = '7\r\n{"name"\r\n5\r\n:"c"}\r\n0\r\n\r\n';
  const late = chunked
    .replace('/x', sitesOf())
    .replace('Host: x', `Host: x\r\nContent-Type: application/json\r\n${key.trim()}`)
    .replace('0\r\n\r\n', body);
  const text = await send([`${create('a')}${late}${connection}${create('b')}`], { end: false });
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 404']);
  expect(await countSites()).toBe(2);
});

test('a request that breaks off gets one response, after those of earlier requests', async () => {
  const broken = chunked
    .replace('/x', sitesOf())
    .replace('Host: x', `Host: x\r\nContent-Type: application/json\r\n${key.trim()}`);
  const text = await send([`${create('a')}${broken.slice(0, -5)}zz\r\n`], { end: false });
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 400']);
});

test.each([
  ['the service', create('a')],
  [
    'the control surface',
    controlPost
      .replace(
        'Host: x',
        'Host: 127.0.0.1\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json',
      )
      .replace('/__mock/reset', '/__mock/faults'),
  ],
])(
  'a client that disconnects during a body to %s is not logged as a bug',
  async (_title, request) => {
    const errors: string[] = [];
    const own = createMock({ onError: (line) => errors.push(line) });
    const { port, control, url } = await own.listen({ control: true });
    const whole = request
      .replace('TOKEN', control?.token ?? '')
      .replace(/Content-Length: \d+/, 'Content-Length: 1000');
    for (const leave of ['destroy', 'end', 'resetAndDestroy'] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise<void>((resolve) => {
        socket.write(whole, () => resolve());
      });
      // A later request has its response, so the server has seen this one.
      await fetch(url);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket[leave]();
      socket.resume();
      await closed;
      await fetch(url);
    }
    await own.close();
    expect(errors).toEqual([]);
  },
);
