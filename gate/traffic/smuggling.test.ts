import { expect, test } from '@jest/globals';
import { openProxy, sendText, serve } from '../../test/support/open-proxy.ts';

/** Opens a proxy to a service that lists what it receives. */
async function open() {
  const received: { line: string; headers: Record<string, unknown>; body: string }[] = [];
  const upstream = await serve(async (message, response) => {
    let body = '';
    for await (const chunk of message) body += String(chunk);
    const line = `${message.method} ${message.url}`;
    received.push({ line, headers: { ...message.headersDistinct }, body });
    response.end('done');
  });
  const { port } = await openProxy(`${upstream}/base`);
  const send = (text: string) => sendText(port, text);
  return { received, send };
}

const inner = 'GET /stolen HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = `Transfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
const counted = `Content-Length: ${inner.length}\r\n\r\n${inner}`;

test.each(
  ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'].flatMap((method) =>
    [
      chunked,
      counted,
      `Connection: content-length\r\n${counted}`,
      `Connection: transfer-encoding, x\r\n${chunked}`,
    ].map((rest) => ({ method, rest, title: rest.split('\r\n')[0] })),
  ),
)('a body stays the body of one request: $method with $title', async ({ method, rest }) => {
  const { received, send } = await open();
  const next =
    'GET /next HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer next\r\nConnection: close\r\n\r\n';
  await send(`${method} /first HTTP/1.1\r\nHost: x\r\n${rest}${next}`);
  expect(received.map(({ line, body }) => ({ line, body }))).toEqual([
    { line: `${method} /base/first`, body: inner },
    { line: 'GET /base/next', body: '' },
  ]);
});

test('all Connection headers count, but not for headers of the receiver', async () => {
  const { received, send } = await open();
  await send(
    [
      'GET /a HTTP/1.1',
      'Host: x',
      'Connection: x-one, Authorization',
      'Connection: close, x-two, host',
      ...['X-One: 1', 'X-Two: 2', 'X-Three: 3', 'Authorization: Bearer key', 'Keep-Alive: 5'],
      'TE: trailers\r\n\r\n',
    ].join('\r\n'),
  );
  const [{ headers } = { headers: {} }] = received;
  expect(headers).toMatchObject({ 'x-three': ['3'], authorization: ['Bearer key'] });
  for (const name of ['x-one', 'x-two', 'keep-alive', 'te'])
    expect(headers).not.toHaveProperty(name);
  expect(headers).toHaveProperty('host', [expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
});

test.each([
  {
    title: 'two Host headers',
    text: 'GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
    want: 'Host',
  },
  {
    title: 'a transfer coding that would be lost',
    text: `POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    want: 'chunked',
  },
  ...[
    '/../a',
    '/a/../../b',
    '/%2e%2E/a',
    '/x/..%2fa',
    '/..;/a',
    '/..\\a',
    '/%252e./a',
    '/..%3b/a',
    '/%c0%ae%c0%ae/a',
    '/%u002e./a',
  ].map((path) => ({
    title: path,
    text: `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    want: '".."',
  })),
])('is refused and not forwarded: $title', async ({ text, want }) => {
  const { received, send } = await open();
  const answer = await send(text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').detail).toContain(want);
  expect(received).toEqual([]);
});
