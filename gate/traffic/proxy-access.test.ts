import { expect, test } from '@jest/globals';
import { openProxy, sendText, serve } from '../../test/support/open-proxy.ts';

/** Opens a proxy, and returns what it responds with and how many requests it forwards. */
async function open() {
  let forwarded = 0;
  const upstream = await serve((_, response) => {
    forwarded += 1;
    response.end('done');
  });
  const options = { allowedHosts: ['.example.com'], origins: ['https://app.example'] };
  const { port } = await openProxy(upstream, options);
  return async (headers: readonly string[], method = 'GET', target = '/a') => {
    const lines = [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close'];
    const answer = await sendText(port, `${lines.join('\r\n')}\r\n\r\n`);
    return `${answer.slice(9, 12)} ${forwarded}`;
  };
}

const accepted = [
  'localhost',
  '127.0.0.1',
  '[::1]',
  '10.1.2.3',
  'proxy',
  'a.localhost',
  'a.example.com',
];

test.each(accepted)('the host %s is accepted, with and without a port', async (host) => {
  const send = await open();
  expect(await send([`Host: ${host}`])).toBe('200 1');
  expect(await send([`Host: ${host}:4020`])).toBe('200 2');
});

test.each(['evil.example', 'example.com.evil.test', '127.0.0.1.evil.test', 'a@b', 'localhost.'])(
  'the host %s is refused, and nothing is forwarded',
  async (host) => {
    const send = await open();
    expect(await send([`Host: ${host}`])).toBe('421 0');
    expect(await send(['Host: x'], 'GET', `http://${host}/a`)).toBe('421 0');
  },
);

test.each([
  ['https://evil.example', '403 0'],
  ['null', '403 0'],
  ['http://localhost.evil.example', '403 0'],
  ['http://localhost:5173', '200 1'],
  ['http://127.0.0.1:3000', '200 1'],
  ['https://app.example', '200 1'],
  ['http://x', '200 1'],
])('a page of %s gets %s', async (origin, expected) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const send = await open();
    expect(await send(['Host: x', `Origin: ${origin}`], method)).toBe(expected);
  }
});

test('a resource of another site is refused, and a link is followed', async () => {
  const send = await open();
  const cross = ['Host: x', 'Sec-Fetch-Site: cross-site'];
  expect(await send([...cross, 'Sec-Fetch-Mode: no-cors'])).toBe('403 0');
  expect(await send([...cross, 'Sec-Fetch-Mode: navigate'])).toBe('200 1');
});
