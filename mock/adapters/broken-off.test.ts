import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rawExchange } from '../../test/acceptance/raw-exchange.ts';
import { workspace } from '../../test/support/test-client.ts';
import { createMock } from '../create-mock.ts';

const mock = createMock();
let port = 0;
beforeAll(async () => {
  port = (await mock.listen({ port: 0 })).port;
});
afterAll(() => mock.close());

const start = (version: string, ...headers: readonly string[]): string =>
  [
    `POST /v1/workspaces/${workspace}/sites ${version}`,
    'Host: localhost',
    'Authorization: Bearer site-contract-key',
    'Content-Type: application/json',
    ...headers,
    '',
    '{"na',
  ].join('\r\n');

test.each([
  ['that keeps the connection', start('HTTP/1.1', 'Content-Length: 20', '')],
  ['that closes the connection', start('HTTP/1.1', 'Content-Length: 20', 'Connection: close', '')],
  [
    'that asks for an upgrade',
    start('HTTP/1.1', 'Content-Length: 20', 'Connection: Upgrade', 'Upgrade: websocket', ''),
  ],
  ['of HTTP/1.0', start('HTTP/1.0', 'Content-Length: 20', '')],
  ['of a version that is not known', start('HTTP/2.0', 'Content-Length: 20', '')],
])(
  'a request %s whose body breaks off gets a response, and its connection is closed',
  async (_, bytes) => {
    const { answers, closed } = await rawExchange('127.0.0.1', port, bytes, {
      halfClose: true,
      answers: 2,
      patience: 20_000,
    });
    expect(answers).toMatchObject([{ status: 400 }]);
    expect(closed).toBe(true);
  },
);

test('the first request to the control surface may break off while the surface is loading', async () => {
  const other = createMock();
  const listening = await other.listen({ port: 0, control: { token: 'broken-off-token' } });
  const list = `GET /v1/workspaces/${workspace}/sites HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const reset = 'POST /__mock/reset HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{';
  for (const bytes of [list + reset, reset]) {
    const { closed } = await rawExchange('127.0.0.1', listening.port, bytes, {
      halfClose: true,
      answers: 9,
      patience: 20_000,
    });
    expect(closed).toBe(true);
  }
  expect((await fetch(`${listening.url}/__mock/health`)).status).toBe(200);
  await other.close();
});
