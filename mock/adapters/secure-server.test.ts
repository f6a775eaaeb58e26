import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { withoutTimers } from '../../test/support/without-timers.ts';
import { createMock } from '../create-mock.ts';
import type { Listening } from './listen.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-https-'));
const { XDG_CACHE_HOME } = process.env;
process.env['XDG_CACHE_HOME'] = folder;

const mock = createMock({ seed: 1, bodyLimit: 1000 });
const token = 'token-of-the-tests';
const authorization = `Bearer ${mock.apiKeys[0]}`;
let listening: Listening;
let session: ClientHttp2Session;

beforeAll(async () => {
  listening = await mock.listen({ https: true, control: { token }, basePath: 'api/sites/' });
  session = connect(listening.url, { ca: readCertificate() });
});
afterEach(() => mock.faults.clear());
afterAll(async () => {
  session.close();
  await mock.close();
  rmSync(folder, { recursive: true });
  if (XDG_CACHE_HOME === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = XDG_CACHE_HOME;
});

const readCertificate = (): string => listening.certificate?.cert ?? '';

interface Answer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

/** Sends an HTTP/2 request. Rejects when its stream is reset. */
function send(target: string, method = 'GET', body?: string, more = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':path': target,
      ':method': method,
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    });
    let text = '';
    let headers: IncomingHttpHeaders = {};
    stream.setEncoding('utf8');
    stream.on('response', (given) => {
      headers = given;
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', (error) =>
      reject(new Error(`${error.message} after ${text.length} characters`)),
    );
    stream.on('end', () => {
      if (stream.rstCode === 0) resolve({ status: Number(headers[':status']), text, headers });
    });
    stream.end(body);
  });
}

/** Sends an HTTP/1.1 request. */
function sendHttp1(target: string, options: RequestOptions = {}): Promise<Answer> {
  const url = new URL(target, listening.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { ca: readCertificate(), agent: false, headers: { authorization }, ...options },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    sent.on('error', reject).end();
  });
}

const sites = `/api/sites${sitesOf()}`;
const count = async (): Promise<number> => (await mock.snapshot()).contents.sites.length;

describe('a certificate made by the mock', () => {
  test('is kept for the next start, with a key that only the user can read', async () => {
    const { file, isNew } = listening.certificate ?? {};
    expect(isNew).toBe(true);
    expect(file).toBe(path.join(folder, 'site-contract', 'https', 'certificate.pem'));
    const key = path.join(path.dirname(file ?? ''), 'key.pem');
    expect(statSync(key).mode & 0o077).toBe(0);
    const again = await mock.listen({ https: true });
    expect(again.certificate).toMatchObject({ cert: readCertificate(), isNew: false });
    await again.close();
  });

  test('is made once if two mocks start together, and contains the host names', async () => {
    const control = { allowedHosts: ['mock', '.example.test'] };
    const both = await Promise.all([1, 2].map(() => createMock().listen({ https: true, control })));
    const [one, two] = both.map(({ certificate }) => certificate?.cert);
    expect(one).toBe(two);
    expect(one).not.toBe(readCertificate());
    for (const name of ['mock', 'a.example.test', 'localhost']) {
      const [{ port = 0 } = {}] = both;
      const headers = { authorization, host: name };
      const url = `https://127.0.0.1:${port}${sitesOf()}`;
      const answer = await sendHttp1(url, { ca: one, servername: name, headers });
      expect(answer.status).toBe(201);
    }
    for (const { close } of both) await close();
    expect(readdirSync(path.join(folder, 'site-contract'))).toHaveLength(2);
  });

  test('is not trusted by other clients', async () => {
    await expect(sendHttp1(sites, { ca: [] })).rejects.toThrow('self-signed certificate');
  });
});

describe.each([
  {
    name: 'HTTP/2',
    ask: (target: string, headers = {}) => send(target, 'GET', undefined, headers),
  },
  {
    name: 'HTTP/1.1',
    ask: (target: string, headers = {}) =>
      sendHttp1(target, { headers: { authorization, ...headers } }),
  },
])('over $name, behind a base path', ({ ask }) => {
  test('the service responds', async () => {
    expect(await ask(`${sites}?limit=1`)).toMatchObject({ status: 201 });
  });

  test('a path outside the base path is refused with a hint', async () => {
    for (const target of [sitesOf(), '/__mock/health', '/api/sitesx/v1', '/']) {
      const { status, text } = await ask(target);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({
        detail: `The path ${target} is outside the base path /api/sites. Use /api/sites${target}.`,
      });
    }
  });

  test('a browser at the root is redirected to the page', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const target of ['/', '/?utm=1', '/api/sites', '/api/sites/']) {
      const { status, headers } = await ask(target, { accept });
      expect([target, status, headers['location']]).toEqual([target, 303, '/api/sites/__mock/']);
    }
    expect(await ask('/sites', { accept })).toMatchObject({ status: 404 });
  });

  test('the control surface reports its URL', async () => {
    const { status } = await ask('/api/sites/__mock/health');
    expect(status).toBe(200);
    const page = await ask('/api/sites/__mock');
    expect(page).toMatchObject({ status: 308, headers: { location: '__mock/' } });
  });
});

test('the base path itself can be requested, with a query and in absolute form', async () => {
  for (const target of ['/api/sites', '/api/sites/', '/api/sites?a=1'])
    expect(JSON.parse((await sendHttp1(target)).text)).toMatchObject({ status: 404 });
  const info = await sendHttp1('/api/sites/__mock/info', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(JSON.parse(info.text)).toMatchObject({ baseUrl: listening.url });
});

describe('HTTP/2', () => {
  test('transfers bodies in both directions, and adds them to the journal', async () => {
    const body = JSON.stringify({ name: 'Café 🏬' });
    const created = await send(sites, 'POST', body);
    expect(created).toMatchObject({ status: 201, headers: { 'content-type': 'application/json' } });
    const [entry] = mock.journal.list({ operation: 'createSite' });
    expect(entry).toMatchObject({ path: sitesOf(), request: { body: { text: body } } });
    const names = entry?.request.headers.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['host', 'content-type']));
    expect(names?.filter((name) => name.startsWith(':'))).toEqual([]);
  });

  test('responds to HEAD without a body, and to a body that is too large with 413', async () => {
    expect(await send(sites, 'HEAD')).toMatchObject({ status: 201, text: '' });
    const large = JSON.stringify({ name: 'x'.repeat(100_000) });
    expect(await send(sites, 'POST', large)).toMatchObject({ status: 413 });
    expect(await send(sites, 'POST', '{"name":"One"}', { expect: 'magic' })).toMatchObject({
      status: 417,
    });
  });

  test.each([
    ['reset', 'Stream closed with error code NGHTTP2_INTERNAL_ERROR after 0 characters'],
    ['truncate', /NGHTTP2_INTERNAL_ERROR after [1-9]\d* characters/],
  ] as const)('applies %s to one stream only', async (kind, message) => {
    const before = await count();
    mock.faults.add({ next: 1, effect: { kind } });
    const [hurt, whole] = await Promise.allSettled([
      send(sites, 'POST', '{"name":"One"}'),
      send('/api/sites/__mock/health'),
    ]);
    expect(hurt).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(message) },
    });
    expect(whole).toMatchObject({ value: { status: 200 } });
    expect(await count()).toBe(before);
  });

  test('streams events until the server closes, which also ends a hanging request', async () => {
    const other = createMock();
    const { url, certificate, close } = await other.listen({ https: true, control: { token } });
    const client = connect(url, { ca: certificate?.cert ?? '' });
    // One connection that never sends anything, and one that only completes the handshake.
    const { port } = new URL(url);
    const idle = connectTls({ port: Number(port), ca: certificate?.cert, servername: 'localhost' });
    idle.on('error', () => {});
    const events = client.request({
      ':path': '/__mock/events',
      authorization: `Bearer ${token}`,
    });
    events.on('error', () => {});
    await new Promise((resolve) => events.once('response', resolve));
    other.faults.add({ effect: { kind: 'hang' } });
    const arrived = new Promise<void>((resolve) => {
      other.journal.subscribe(() => resolve());
    });
    const hanging = client.request({ ':path': sitesOf(), authorization });
    hanging.on('error', () => {});
    const ended = Promise.all(
      [events, hanging].map(
        (each) => new Promise((resolve) => each.resume().once('close', resolve)),
      ),
    );
    await arrived;
    await withoutTimers(close);
    await ended;
    client.destroy();
  });
});

test('a request in progress gets its response when the server closes', async () => {
  const other = createMock();
  const { url, certificate, close } = await other.listen({ https: true });
  const client = connect(url, { ca: certificate?.cert ?? '' });
  await new Promise((resolve) => client.once('connect', resolve));
  const stream = client.request({
    ':path': sitesOf(),
    ':method': 'POST',
    authorization: `Bearer ${other.apiKeys[0]}`,
    'content-type': 'application/json',
  });
  const status = new Promise((resolve, reject) => {
    stream.once('response', (headers) => resolve(headers[':status']));
    stream.once('error', reject);
  });
  stream.write('{"name":');
  // Once the ping is answered, the server has read the first half of the body.
  await new Promise((resolve) => client.ping(resolve));
  try {
    await withoutTimers(async () => {
      const closed = close();
      stream.end('"A"}');
      expect(await status).toBe(201);
      stream.resume();
      await closed;
    });
  } finally {
    client.destroy();
  }
});

test('an invalid base path is refused', async () => {
  for (const basePath of ['/a b', '/a//b', '/a?b', '/a/../b'])
    await expect(mock.listen({ basePath })).rejects.toThrow('is not a base path');
});
