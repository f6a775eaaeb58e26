import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  request,
  type Server,
} from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { parseState } from '../../mock/features/data/read-fixture.ts';
import { createMock } from '../../mock/index.ts';
import { createProxy, type ProxyOptions } from './create-proxy.ts';
import type { JudgedExchange } from './judge-exchange.ts';
import { createFixtureRecorder } from './record-fixture.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(upstream: string, options: Partial<ProxyOptions> = {}) {
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

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function serveMock() {
  const mock = createMock({ apiKeys: ['key'], seed: 1 });
  const { url } = await mock.listen({ port: 0 });
  closing.push(() => mock.close());
  return url;
}

test('passes requests and responses unchanged, judges them and writes them into the journal', async () => {
  const upstream = await serveMock();
  const { url, judged } = await open(upstream);
  const created = await fetch(`${url}${sites}`, {
    method: 'POST',
    headers,
    body: '{"name":"Café"}',
  });
  expect(created.status).toBe(201);
  expect(await created.json()).toMatchObject({ name: 'Café' });
  const refused = await fetch(`${url}${sites}`, { method: 'POST', headers, body: '{}' });
  expect(refused.status).toBe(422);
  expect(judged.map(({ violations }) => violations.map(({ side }) => side))).toEqual([
    [],
    ['request'],
  ]);
  const journal = await fetch(`${url}/__mock/requests`, {
    headers: { authorization: 'Bearer a-long-token' },
  });
  const { data } = JSON.parse(await journal.text());
  expect(
    data.map(({ status, operation }: { status: number; operation: string }) => [status, operation]),
  ).toEqual([
    [201, 'createSite'],
    [422, 'createSite'],
  ]);
});

test('streams: the first part of a response arrives before its end', async () => {
  let finish = (): void => {};
  const upstream = await serve((_, response) => {
    response.writeHead(200, { 'X-Odd': 'Yes' });
    response.write('first');
    finish = () => response.end('last');
  });
  const { url } = await open(upstream);
  const response = await fetch(`${url}/stream`);
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect([Buffer.from(value ?? []).toString(), response.headers.get('x-odd')]).toEqual([
    'first',
    'Yes',
  ]);
  finish();
  await reader?.cancel();
});

test('judges compressed responses, and passes their bytes', async () => {
  const bytes = gzipSync('{"data":"wrong"}');
  const upstream = await serve((_, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end(bytes);
  });
  const { url, judged } = await open(`${upstream}/base`);
  expect(await (await fetch(`${url}${sites}`, { headers })).json()).toEqual({ data: 'wrong' });
  expect(judged[0]?.violations.map(({ side }) => side)).toContain('response');
});

test('with fail, a violation becomes a 502 problem, and what keeps to the contract passes', async () => {
  const { url } = await open(await serveMock(), { fail: true });
  const good = await fetch(`${url}${sites}`, { method: 'POST', headers, body: '{"name":"n"}' });
  expect(good.status).toBe(201);
  const bad = await fetch(`${url}${sites}?page=1`, { headers });
  expect(bad.status).toBe(502);
  expect(await bad.json()).toMatchObject({
    detail: expect.stringContaining('page is not documented'),
  });
});

test('an upstream that is away, or breaks off, is a 502 and not the end', async () => {
  const dead = await open('http://127.0.0.1:9');
  const response = await fetch(`${dead.url}${sites}`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    502,
    'application/problem+json',
  ]);
  const broken = await open(await serve((message) => message.socket.destroy()));
  expect((await fetch(`${broken.url}${sites}`, { headers })).status).toBe(502);
  expect((await fetch(`${broken.url}${sites}`, { headers })).status).toBe(502);
});

test('an upgrade is refused clearly', async () => {
  const { port } = await open(await serveMock());
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 501 /);
  expect(text).toContain('WebSockets');
});

test('what passed becomes a fixture: ids kept, keys left out', async () => {
  const { url, judged } = await open(await serveMock());
  const send = async (method: string, path: string, body: object) =>
    JSON.parse(
      await (await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).text(),
    );
  const site = await send('POST', sites, { name: 'One', hostUrl: 'https://one.example' });
  const route = await send('POST', `/v1/sites/${site.id}/routes`, { pathname: '/menu' });
  await send('PATCH', `/v1/routes/${route.id}`, { pathname: '/carte' });
  const copy = await send('POST', `/v1/sites/${site.id}/duplicate`, { name: 'Two' });
  await send('POST', `/v1/workspaces/${workspace}/webhooks`, {
    url: 'https://hooks.example',
    eventType: 'page.created',
  });
  const recorder = createFixtureRecorder();
  for (const each of judged) recorder.add(each);
  const fixture = recorder.toFixture();
  expect(fixture).toMatchObject({
    workspaces: [
      {
        id: workspace,
        sites: [
          { id: site.id, name: 'One', routes: [{ id: route.id, pathname: '/carte' }] },
          { id: copy.id, name: 'Two' },
        ],
        webhooks: [{ url: 'https://hooks.example' }],
      },
    ],
  });
  expect(JSON.stringify(fixture)).not.toContain(site.apiKey);
  expect(() => parseState(JSON.stringify(fixture), 'recorded.json', { contract })).not.toThrow();
});

/** A request as it goes over the wire, with what a browser's fetch hides. */
async function exchange(url: string, options: RequestOptions = {}, body?: string | Buffer) {
  const early: string[] = [];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, options, resolve);
    outgoing.on('error', reject);
    outgoing.on('information', ({ headers: { link } }) => early.push(String(link)));
    outgoing.end(body);
  });
  const chunks: Buffer[] = [];
  const error = await (async () => {
    for await (const chunk of response) chunks.push(chunk);
  })().catch((reason: unknown) => String(reason));
  return { response, body: Buffer.concat(chunks), error, early };
}

test('passes HEAD, early hints and trailers', async () => {
  const upstream = await serve((message, response) => {
    if (message.method === 'HEAD') {
      response.writeHead(201, { 'Content-Length': 1234 });
      response.end();
      return;
    }
    response.writeEarlyHints({ link: '</page.css>; rel=preload' });
    response.writeHead(200, { Trailer: 'X-Checksum' });
    response.write('part');
    response.addTrailers({ 'X-Checksum': '42' });
    response.end();
  });
  const { url } = await open(upstream);
  const head = await exchange(`${url}/a`, { method: 'HEAD' });
  expect([head.response.statusCode, head.response.headers['content-length']]).toEqual([
    201,
    '1234',
  ]);
  const { response, body, early } = await exchange(`${url}/a`);
  expect(body.toString()).toBe('part');
  expect(response.trailers).toEqual({ 'x-checksum': '42' });
  expect(early).toEqual(['</page.css>; rel=preload']);
});

test('sends the headers of a stream before its first event', async () => {
  const upstream = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
  });
  const { url } = await open(upstream);
  const response = await fetch(`${url}/events`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await response.body?.cancel();
});

test.each([false, true])(
  'passes large bodies both ways without a verdict on them (fail: %s)',
  async (fail) => {
    const large = Buffer.alloc(5_000_000, 'é');
    const upstream = await serve((message, response) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk) => chunks.push(chunk));
      message.on('end', () => {
        response.writeHead(201, { 'Content-Type': 'application/json' });
        response.end(Buffer.concat(chunks));
      });
    });
    const { url, judged } = await open(upstream, { fail });
    const { body } = await exchange(`${url}${sites}`, { method: 'POST', headers }, large);
    expect(body.equals(large)).toBe(true);
    expect(judged.map(({ violations }) => violations)).toEqual([[]]);
  },
);

test('an upstream that dies in the middle of a response is told, and ends it for the client', async () => {
  const errors: string[] = [];
  const upstream = await serve((_, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"data":');
    setImmediate(() => response.destroy());
  });
  const { url } = await open(upstream, { onError: (line) => errors.push(line) });
  const { error } = await exchange(`${url}${sites}`, { headers });
  expect(error).toContain('aborted');
  expect(errors).toEqual([`GET ${sites}: the upstream aborted its response`]);
});

test('a response before the end of a request leaves the connection usable', async () => {
  const upstream = await serve((message, response) => {
    if (message.method === 'POST') {
      response.writeHead(413, { 'Content-Length': 0, Connection: 'close' });
      response.end();
    } else response.end('next');
  });
  const { port } = await open(upstream);
  const socket = net.connect(port, '127.0.0.1');
  const length = 300_000;
  socket.write(`POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\nfirst`);
  let text = '';
  let isFirst = true;
  for await (const chunk of socket) {
    text += String(chunk);
    if (isFirst && text.includes('413')) {
      isFirst = false;
      socket.write('x'.repeat(length - 5));
      socket.write('GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    }
  }
  expect(text).toContain('next');
});

test('what is meant for a forward proxy is told so, or taken as what it is', async () => {
  const upstream = await serve((message, response) => response.end(message.url));
  const { port } = await open(`${upstream}/base`);
  const send = async (text: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  };
  const absolute =
    'GET http://sites.example/v1?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  expect(await send(absolute)).toMatch(/\/base\/v1\?x=1$/);
  const connect = 'CONNECT sites.example:443 HTTP/1.1\r\nHost: sites.example:443\r\n\r\n';
  expect(await send(connect)).toMatch(/^HTTP\/1\.1 501 .*reverse proxy/s);
});
