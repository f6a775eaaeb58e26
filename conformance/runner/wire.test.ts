import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { sendOnce } from './wire.ts';

const inQuery = { value: 'key 1', parameter: 'key', shown: undefined };

test.each([
  { title: 'names the path', path: '/v1/sites', want: '/base/v1/sites' },
  { title: 'keeps dot segments', path: '/v1/%2e/sites?a=1', want: '/base/v1/%2e/sites?a=1' },
  { title: 'adds a key to the query', path: '/v1/../a?b=1', by: inQuery, want: '?b=1&key=key%201' },
  {
    title: 'sends the absolute URL to a proxy',
    path: '/v1/a',
    isProxy: true,
    want: 'ORIGIN/base/v1/a',
  },
  {
    title: 'sends dot segments unchanged to a proxy',
    path: '/v1/%2e/a',
    isProxy: true,
    want: 'ORIGIN/base/v1/%2e/a',
  },
])('the request line $title', async ({ path, want, by, isProxy = false }) => {
  const targets: (string | undefined)[] = [];
  const server = createServer(({ url }, reply) => {
    targets.push(url);
    reply.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  await sendOnce(
    {
      method: 'GET',
      path,
      headers: {},
      credential: by ?? { value: undefined, shown: undefined },
      body: undefined,
    },
    {
      baseUrl: `${origin}/base`,
      agent,
      headers: {},
      forward: isProxy ? { origin, headers: {} } : undefined,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    },
  );
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
  const [target = ''] = targets;
  const wanted = want.replace('ORIGIN', origin);
  expect(target.slice(-wanted.length)).toBe(wanted);
});

test('a request of a stopped run has no response and causes no error', async () => {
  const controller = new AbortController();
  controller.abort();
  const { reply, loss, error } = await sendOnce(
    {
      method: 'GET',
      path: '/',
      headers: {},
      credential: { value: undefined, shown: undefined },
      body: undefined,
    },
    {
      // No request reaches this address.
      baseUrl: 'http://127.0.0.1:9',
      agent: new Agent(),
      headers: {},
      forward: undefined,
      timeoutMs: 1000,
      signal: controller.signal,
    },
  );
  expect({ reply, loss, error }).toEqual({
    reply: undefined,
    loss: 'timeout',
    error: 'the run ended before a response arrived',
  });
});
