import { createServer, type RequestListener } from 'node:http';
import net from 'node:net';
import { afterEach } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createJudge, type JudgedExchange } from '../../gate/traffic/judge-exchange.ts';
import { type ProxyOptions, serveProxy } from '../../gate/traffic/serve-proxy.ts';
import { createMock } from '../../mock/index.ts';
import { listen } from './listen.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a proxy that is closed after the test, and collects its verdicts. */
export async function openProxy(upstream: string, more: Partial<ProxyOptions> = {}) {
  const judged: JudgedExchange[] = [];
  const judge = createJudge(contract, { baseUrl: upstream, hasCredentials: true });
  const options: ProxyOptions = {
    upstream,
    judge: (exchange) => {
      const verdict = judge(exchange);
      if (verdict !== undefined) judged.push(verdict);
      return verdict;
    },
    ...more,
  };
  const server = await serveProxy(options, { port: 0 });
  closing.push(() => server.close());
  return { url: server.url, port: server.port, judged };
}

/** Starts a server that is closed after the test, and returns its address. */
export async function serve(listener: RequestListener): Promise<string> {
  return `http://${await open(createServer(listener))}`;
}

/** Serves the same bytes in response to every request. */
export async function serveBytes(...parts: readonly string[]): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('data', () => {
      for (const part of parts) socket.write(part);
    });
  });
  return `http://${await open(server)}`;
}

/** Listens until the end of the test, and returns host and port. */
export async function open(server: net.Server): Promise<string> {
  const { port, close } = await listen(server);
  closing.push(close);
  return `127.0.0.1:${port}`;
}

/** Sends bytes to a port, and returns the response up to the end of the connection, or up to a text. */
export async function sendText(port: number, text: string, end?: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (end !== undefined && answer.endsWith(end)) break;
  }
  return answer;
}

export async function serveMock() {
  const mock = createMock({ apiKeys: ['key'], seed: 1 });
  const { url } = await mock.listen({ port: 0 });
  closing.push(() => mock.close());
  return url;
}
