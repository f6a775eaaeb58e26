import { createServer } from 'node:https';
import net from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { makeCertificate } from '../../mock/adapters/certificate.ts';
import { createProxy } from './create-proxy.ts';

const path = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('an upstream with a self-signed certificate is trusted by its file, or if verification is off', async () => {
  const certificate = makeCertificate(['localhost', '127.0.0.1']);
  const upstream = createServer(certificate, (_, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.end('{"data":[],"hasMore":false}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    upstream.closeAllConnections();
    return new Promise((resolve) => upstream.close(resolve));
  });
  const address = upstream.address();
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const ask = async (trust: { ca?: string; insecure?: boolean }) => {
    const server = await createProxy({ contract, upstream: url, ...trust }).listen({ port: 0 });
    closing.push(() => server.close());
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: 'Bearer key' },
    });
    return { status: response.status, body: await response.text() };
  };
  expect(await ask({})).toEqual({
    status: 502,
    body: expect.stringMatching(/certificate .* not trusted \(.*\); .*--ca.* --insecure/),
  });
  expect((await ask({ ca: certificate.cert })).status).toBe(201);
  expect((await ask({ insecure: true })).status).toBe(201);
});

/** Serves the same bytes in response to every request. */
async function serveBytes(...parts: readonly string[]): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      for (const part of parts) socket.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function openProxy(upstream: string, fail = false): Promise<string> {
  const server = await createProxy({ contract, upstream, fail }).listen({ port: 0 });
  closing.push(() => server.close());
  return server.url;
}

test.each([
  ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
  [
    'an upgrade that was not requested',
    'HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  ],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
])('%s causes a 502, and the proxy keeps running', async (_, bytes) => {
  const url = await openProxy(await serveBytes(bytes));
  for (const _again of [1, 2]) {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('The upstream returned invalid HTTP');
  }
});

test('events arrive one by one, also with fail', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
  const url = await openProxy(await serveBytes(head, 'data: 1\n\n'), true);
  const response = await fetch(`${url}/events`);
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
  await reader?.cancel();
});

test('an offer to upgrade to HTTP/2 is ignored, as HTTP allows', async () => {
  const page = '{"data":[],"hasMore":false}';
  const upstream = await serveBytes(
    `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
  );
  const socket = net.connect(Number(new URL(await openProxy(upstream)).port), '127.0.0.1');
  closing.push(async () => socket.destroy());
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  );
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.endsWith(page)) break;
  }
  expect(text).toMatch(/^HTTP\/1\.1 201 /);
});

test.each([
  ['a control character in the reason phrase', 'HTTP/1.1 201 a\u0001b\r\n'],
  ['a hint that is not a link', 'HTTP/1.1 103 Hints\r\nLink: no\r\n\r\nHTTP/1.1 201 Created\r\n'],
])('%s is not sent on, and the response arrives', async (_, head) => {
  const url = await openProxy(await serveBytes(`${head}Content-Length: 2\r\n\r\n{}`));
  const response = await fetch(`${url}${path}`);
  expect([response.status, await response.text()]).toEqual([201, '{}']);
});

test('a body that is nested very deeply is checked, and refused with fail', async () => {
  const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const head = `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const url = await openProxy(await serveBytes(`${head}\r\n\r\n${body}`), true);
  const response = await fetch(`${url}${path}`, { headers: { authorization: 'Bearer key' } });
  expect(response.status).toBe(502);
});
