import { readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { createServer } from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { makeCertificate } from '../../mock/adapters/certificate.ts';
import { readFixtureFile } from '../../mock/features/data/read-fixture.ts';
import { startProgram } from '../../test/installed/run-program.ts';
import { until } from '../../test/installed/until.ts';
import {
  open,
  openProxy,
  sendText,
  serve,
  serveBytes,
  serveMock,
} from '../../test/support/open-proxy.ts';
import { program } from '../../test/support/pipeline-repository.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { ServiceFixtureRecorder } from './record-fixture.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
const page = '{"data":[],"hasMore":false}';
const post = (url: string, body: string) => fetch(url, { method: 'POST', headers, body });

/** Sends a request at the HTTP level, with parts that `fetch` hides. */
async function exchange(url: string, options: RequestOptions = {}, body?: Buffer) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  const error = await (async () => {
    for await (const chunk of response) chunks.push(chunk);
  })().catch((reason: unknown) => String(reason));
  return { response, body: Buffer.concat(chunks), error };
}

/** Reads the first part of a response that goes on. */
async function readFirst(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
}

describe('forwarding', () => {
  test('requests and responses are unchanged, and checked', async () => {
    const { url, judged } = await openProxy(await serveMock());
    const created = await post(url + sites, '{"name":"Café"}');
    expect([created.status, await created.json()]).toMatchObject([201, { name: 'Café' }]);
    expect((await post(url + sites, '{}')).status).toBe(422);
    expect(judged.map(({ violations }) => violations.map(({ side }) => side))).toEqual([
      [],
      ['request'],
    ]);
  });

  test('HEAD, trailers, additional headers and compressed bodies pass', async () => {
    const upstream = await serve((message, response) => {
      if (message.method === 'HEAD') {
        response.writeHead(201, { 'Content-Length': 1234, 'X-Odd': 'Yes' }).end();
        return;
      }
      response.writeHead(201, {
        Trailer: 'X-Checksum',
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      });
      response.write(gzipSync('{"data":"wrong"}'));
      response.addTrailers({ 'X-Checksum': '42' });
      response.end();
    });
    const { url, judged } = await openProxy(`${upstream}/base`);
    const head = (await exchange(url + sites, { method: 'HEAD' })).response;
    expect([head.statusCode, head.headers['content-length'], head.headers['x-odd']]).toEqual([
      201,
      '1234',
      'Yes',
    ]);
    expect((await exchange(url + sites, { headers })).response.trailers).toEqual({
      'x-checksum': '42',
    });
    expect(await (await fetch(url + sites, { headers })).json()).toEqual({ data: 'wrong' });
    expect(judged.at(-1)?.violations.map(({ side }) => side)).toContain('response');
  });

  test.each([false, true])('events arrive one by one (fail: %s)', async (fail) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
    const { url } = await openProxy(await serveBytes(head, 'data: 1\n\n'), { fail });
    expect(await readFirst(await fetch(`${url}/events`))).toBe('data: 1\n\n');
  });

  test.each([false, true])('large bodies pass unchecked (fail: %s)', async (fail) => {
    const large = Buffer.alloc(5_000_000, 'é');
    const upstream = await serve((message, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json' });
      message.pipe(response);
    });
    const { url, judged } = await openProxy(upstream, { fail });
    const { body } = await exchange(url + sites, { method: 'POST', headers }, large);
    expect(body.equals(large)).toBe(true);
    expect(judged.map(({ violations }) => violations)).toEqual([[]]);
  });

  test('with fail, a violation becomes a 502 problem, and valid responses pass', async () => {
    const { url } = await openProxy(await serveMock(), { fail: true });
    expect((await post(url + sites, '{"name":"n"}')).status).toBe(201);
    const bad = await fetch(`${url}${sites}?page=1`, { headers });
    expect([bad.status, await bad.json()]).toMatchObject([
      502,
      { detail: expect.stringContaining('page is not documented') },
    ]);
  });

  test('a client that disconnects ends the request to the upstream as well', async () => {
    let client: net.Socket | undefined;
    const left = new Promise<void>((resolve, reject) => {
      serve((_, response) => {
        response.once('close', resolve);
        // This server never responds. The client disconnects when the request arrives.
        client?.destroy();
      })
        .then(openProxy)
        .then(({ port }) => {
          client = net.connect(port, '127.0.0.1');
          client.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
        }, reject);
    });
    await left;
  });

  test('a response before the request is complete leaves the connection usable', async () => {
    const upstream = await serve((message, response) => {
      if (message.method === 'POST')
        response.writeHead(413, { 'Content-Length': 0, Connection: 'close' }).end();
      else response.end('next');
    });
    const { port, judged } = await openProxy(upstream);
    const socket = net.connect(port, '127.0.0.1');
    const length = 300_000;
    socket.write(`POST ${sites} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\nfirst`);
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
    expect(judged[0]?.violations.map(({ message }) => message)).toEqual([
      'the request has no credentials',
    ]);
  });

  test.each([
    {
      title: 'a request for a forward proxy is an ordinary one',
      text: 'GET http://sites.example/v1?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      want: /\/base\/v1\?x=1$/,
    },
    {
      title: 'CONNECT is refused',
      text: 'CONNECT sites.example:443 HTTP/1.1\r\nHost: sites.example:443\r\n\r\n',
      want: /^HTTP\/1\.1 400 /,
    },
    {
      title: 'an offer to upgrade to HTTP/2 is ignored',
      text: 'GET /h2c HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
      want: /^HTTP\/1\.1 200 /,
    },
  ])('$title', async ({ text, want }) => {
    const upstream = await serve((message, response) => response.end(message.url));
    const { port } = await openProxy(`${upstream}/base`, { allowedHosts: ['sites.example'] });
    const end = text.includes('h2c') ? '/base/h2c' : undefined;
    expect(await sendText(port, text, end)).toMatch(want);
  });
});

describe('upstreams', () => {
  test('a self-signed certificate is trusted by its file, or if verification is off', async () => {
    const certificate = await makeCertificate(['localhost', '127.0.0.1']);
    const server = createServer(certificate, (_, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(page);
    });
    const upstream = `https://${await open(server)}`;
    const ask = async (trust: { ca?: string; insecure?: boolean }) => {
      const response = await fetch((await openProxy(upstream, trust)).url + sites, { headers });
      return { status: response.status, body: await response.text() };
    };
    expect(await ask({})).toEqual({
      status: 502,
      body: expect.stringMatching(
        /no valid response \(.*\); trust its certificate with --ca.* --insecure/,
      ),
    });
    expect((await ask({ ca: certificate.cert })).status).toBe(201);
    expect((await ask({ insecure: true })).status).toBe(201);
  });

  test.each<[string, string | undefined, RegExp]>([
    ['no server', undefined, /no valid response .*ECONNREFUSED/],
    [
      'an upgrade that was not requested',
      'HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      /no valid response/,
    ],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', /no valid response/],
  ])('%s causes a 502, and the proxy keeps running', async (_, bytes, want) => {
    const { url } = await openProxy(
      bytes === undefined ? 'http://127.0.0.1:9' : await serveBytes(bytes),
    );
    for (const _again of [1, 2]) {
      const response = await fetch(url + sites);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        502,
        'application/problem+json',
      ]);
      expect(await response.text()).toMatch(want);
    }
  });

  test('one that dies during a response is reported, and the response to the client ends', async () => {
    const errors: string[] = [];
    const upstream = await serve((_, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      response.write('{"data":');
      setImmediate(() => response.destroy());
    });
    const { url } = await openProxy(upstream, { onError: (line) => errors.push(line) });
    expect((await exchange(url + sites, { headers })).error).toContain('aborted');
    expect(errors).toEqual([`GET ${sites}: the upstream aborted its response`]);
  });

  test.each([
    ['a control character in the reason phrase', 'HTTP/1.1 201 a\u0001b\r\n'],
    ['a hint', 'HTTP/1.1 103 Hints\r\nLink: no\r\n\r\nHTTP/1.1 201 Created\r\n'],
    ['a header that is not ASCII', 'HTTP/1.1 201 Created\r\nX-Name: 日本\r\n'],
  ])('%s does not prevent the response', async (_, head) => {
    const { url } = await openProxy(await serveBytes(`${head}Content-Length: 2\r\n\r\n{}`));
    const response = await fetch(url + sites);
    expect([response.status, await response.text()]).toEqual([201, '{}']);
  });

  test('a body that is nested very deeply is checked, and refused with fail', async () => {
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const head = `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const { url } = await openProxy(await serveBytes(`${head}\r\n\r\n${body}`), { fail: true });
    expect((await fetch(url + sites, { headers })).status).toBe(502);
  });
});

test('recorded traffic becomes a fixture with its ids, without keys', async () => {
  const { url, judged } = await openProxy(await serveMock());
  const send = async (method: string, path: string, body: object) =>
    JSON.parse(
      await (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).text(),
    );
  const site = await send('POST', sites, { name: 'One', hostUrl: 'https://one.example' });
  const route = await send('POST', `/v1/sites/${site.id}/routes`, { pathname: '/menu' });
  await send('PATCH', `/v1/routes/${route.id}`, { pathname: '/carte' });
  const copy = await send('POST', `/v1/sites/${site.id}/duplicate`, { name: 'Two' });
  await send('POST', `/v1/workspaces/${workspace}/webhooks`, {
    url: 'https://hooks.example',
    eventType: 'page.created',
  });
  const recorder = new ServiceFixtureRecorder(contract);
  // Services may return fields that are not documented.
  for (const each of judged)
    recorder.add({ ...each, responseBody: Object.assign({}, each.responseBody, { theme: 'x' }) });
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
  expect(recorder.listLeftOut()).toEqual([
    'the field "apiKey", which is secret',
    'the field "theme", which is not documented',
  ]);
  const recorded = path.join(folder, 'recorded.json');
  writeFileSync(recorded, JSON.stringify(fixture));
  await expect(readFixtureFile(recorded, { contract })).resolves.toBeDefined();
  // A site whose workspace is unknown cannot be placed.
  const late = new ServiceFixtureRecorder(contract);
  for (const each of judged.slice(1)) late.add(each);
  expect(late.toFixture()).toMatchObject({
    workspaces: [expect.objectContaining({ id: workspace })],
  });
  expect(late.listLeftOut()).toContain('routes whose owner did not occur in the traffic');
});

const folder = useFolder();

test('the command redacts what it prints, and writes its files when it is stopped', async () => {
  const words = ['proxy', await serveMock(), '--port', '0', '--record', 'fixture.json'];
  const started = startProgram(process.execPath, [program, ...words], { cwd: folder });
  const heard = /listening on (\S+),/;
  await until(() => heard.test(started.stderr()));
  const [, url = ''] = heard.exec(started.stderr()) ?? [];
  await post(url + sites, '{"name":"One"}');
  await fetch(`${url}/v1/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2VjcmV0`);
  const { code, stdout, stderr } = await started.stop();
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('Coverage: 1 of') });
  expect(stderr).toContain('GET /v1/[redacted] → 404: the path is not a path');
  expect(stderr).toContain('fixture.json leaves out the field "apiKey", which is secret');
  expect(stderr).toContain('leaves out responses that violate the contract or are outside it');
  expect(readFileSync(path.join(folder, 'fixture.json'), 'utf8')).toContain('"One"');
});
