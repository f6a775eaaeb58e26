import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createMock } from '../../../mock/index.ts';
import {
  answerWith,
  closeServers,
  explain,
  listen,
  run,
  serve,
} from '../../../test/support/first-contact.ts';
import type { RunOptions } from '../../entries/conformance.ts';

afterEach(closeServers);

describe('TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-contact-'));
  const mock = createMock({ seed: 1 });
  let key = '';
  let cert = '';
  beforeAll(() => {
    const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' '),
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile],
      ],
      { stdio: 'ignore' },
    );
    [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = await mock.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': 'application/json',
        },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  };
  const serveTls = () => listen(createTlsServer({ key, cert }, answer));

  test('with a self-signed certificate, lists the ways to trust it', async () => {
    const port = await serveTls();
    expect(await explain(`https://127.0.0.1:${port}`)).toMatch(
      /certificate from an authority .* --ca <file> or NODE_EXTRA_CA_CERTS, .*--insecure/,
    );
  });

  test.each<[string, () => Partial<RunOptions>]>([
    ['with its authority', () => ({ ca: cert })],
    ['if any certificate is accepted', () => ({ insecure: true })],
  ])('works %s', async (_, options) => {
    const port = await serveTls();
    const apiKey = mock.apiKeys[0] ?? 'if any certificate is accepted';
    const { verdict } = await run(`https://127.0.0.1:${port}`, { apiKey, ...options() });
    expect(verdict).toEqual({ kind: 'conforms' });
  });

  test('and plain HTTP are distinguished', async () => {
    const [secure, open] = [await serveTls(), await serve(answerWith(200))];
    expect(await explain(`http://127.0.0.1:${secure}`)).toMatch(/which may need https:\/\//);
    expect(await explain(`https://127.0.0.1:${open}`)).toMatch(
      /speaks plain HTTP on this port; use http:\/\/ in the base URL/,
    );
  });

  test('goes through a proxy, which the message names if it refuses the connection', async () => {
    const targetPort = await serveTls();
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '', headers }, socket) => {
      asked.push(`${url} ${headers['proxy-authorization']}`);
      const upstream = connect(targetPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    const port = await listen(proxy);
    const options = { apiKey: mock.apiKeys[0] ?? '', ca: cert };
    const { verdict } = await run(`https://127.0.0.1:${targetPort}`, {
      ...options,
      proxy: `http://user:pass@127.0.0.1:${port}`,
    });
    expect(verdict).toEqual({ kind: 'conforms' });
    expect(asked[0]).toBe(
      `127.0.0.1:${targetPort} Basic ${Buffer.from('user:pass').toString('base64')}`,
    );
    const closed = await listen(
      createTcpServer((socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')) as Server,
    );
    expect(
      await explain(`https://127.0.0.1:${targetPort}`, {
        ...options,
        proxy: `http://127.0.0.1:${closed}`,
      }),
    ).toMatch(
      /the proxy 127\.0\.0\.1:\d+ cannot be reached: the proxy refuses .*NO_PROXY \(PROXY_403\)/,
    );
  });

  test('is not required of a proxy that forwards plain HTTP', async () => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(request.url ?? '');
      request.url = new URL(request.url ?? '').pathname + new URL(request.url ?? '').search;
      void answer(request, response);
    });
    const { verdict } = await run('http://sites.example.test', {
      apiKey: mock.apiKeys[0] ?? '',
      allowWrites: true,
      proxy: `http://127.0.0.1:${port}`,
    });
    expect(verdict).toEqual({ kind: 'conforms' });
    expect(asked[0]).toMatch(/^http:\/\/sites\.example\.test\/v1\/workspaces\//);
  });
});
