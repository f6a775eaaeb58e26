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
const countSites = async (): Promise<number> => (await mock.snapshot()).contents.length;

const withHeader = (request: string, line: string): string =>
  request.replace('Host: x\r\n', `Host: x\r\n${line}\r\n`);

test.each([
  ['Connection: close', withHeader(list, 'Connection: foo, Close')],
  ['HTTP/1.0', list.replace('HTTP/1.1', 'HTTP/1.0')],
])('after a request with %s, no further one is executed', async (_, first) => {
  const text = await send([first + create('behind'), create('later')], { end: false });
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201']);
  expect(await countSites()).toBe(0);
});

test.each([
  ['415 with a chunked body', withHeader(chunked.replace('/x', sitesOf()), key.trim()), 415],
  ['413', create('x'.repeat(2_000_000)), 413],
  ['404', post, 404],
])('the body of a request that is refused with %s is skipped', async (_, first, status) => {
  const text = await send([first + create('next')]);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 201']);
});

test.each([
  ['401', withHeader(create('a').replace(key, ''), 'Expect: 100-continue'), 401],
  ['404', withHeader(post, 'Expect: 100-continue'), 404],
  ['421', withHeader(controlPost, 'Expect: 100-continue'), 421],
])('a refusal with %s instead of 100 Continue closes the connection', async (_, first, status) => {
  const text = await send([first], { end: false });
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .+\\r\\nConnection: close\\r\\n`, 's'));
});

test.each([
  ['garbage', 'nonsense\r\n\r\n', 400],
  ['CONNECT', 'CONNECT /x HTTP/1.1\r\nHost: x\r\n\r\n', 400],
])('requests before %s get their responses first', async (_, last, status) => {
  const text = await send([`${create('a')}${create('b')}${last}`], { end: false });
  const expected = [201, 201, status].map((each) => `HTTP/1.1 ${each}`);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(expected);
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

test.each([
  ['HTTP/1.1', ''],
  ['HTTP/1.1', 'Connection: close\r\n'],
  ['HTTP/1.0', ''],
])(
  'a body of %s %s that breaks off gets 400, and its connection is closed',
  async (version, header) => {
    const whole = create('cut off')
      .replace('HTTP/1.1', version)
      .replace(key, key + header);
    const text = await send([whole.slice(0, -5)]);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(await countSites()).toBe(0);
  },
);
