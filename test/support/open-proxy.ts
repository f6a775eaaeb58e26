import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createProxy, type ProxyOptions } from '../../gate/traffic/create-proxy.ts';
import type { JudgedExchange } from '../../gate/traffic/judge-exchange.ts';
import { createMock } from '../../mock/index.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a proxy that is closed after the test, and collects its verdicts. */
export async function openProxy(upstream: string, options: Partial<ProxyOptions> = {}) {
  const judged: JudgedExchange[] = [];
  const proxy = createProxy({
    contract,
    upstream,
    onJudged: (each) => judged.push(each),
    ...options,
  });
  const server = await proxy.listen({ port: 0, control: { token: 'a-long-token' } });
  closing.push(() => server.close());
  return { url: server.url, port: server.port, judged };
}

/** Starts a server that is closed after the test, and returns its address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

export async function serveMock() {
  const mock = createMock({ apiKeys: ['key'], seed: 1 });
  const { url } = await mock.listen({ port: 0 });
  closing.push(() => mock.close());
  return url;
}
