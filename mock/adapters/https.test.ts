import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { withoutTimers } from '../../test/support/without-timers.ts';
import { createMock } from '../create-mock.ts';
import type { Listening } from '../server-types.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-https-'));
const { XDG_CACHE_HOME } = process.env;
process.env['XDG_CACHE_HOME'] = folder;

const mock = createMock({ seed: 1 });
const token = 'token-of-the-tests';
const authorization = `Bearer ${mock.apiKeys[0]}`;
let listening: Listening;

beforeAll(async () => {
  listening = await mock.listen({ https: true, control: { token }, basePath: 'api/sites/' });
});
afterAll(async () => {
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

function ask(target: string, headers = {}, options: RequestOptions = {}): Promise<Answer> {
  const url = new URL(target, listening.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        ca: readCertificate(),
        agent: false,
        headers: { authorization, ...headers },
        ...options,
      },
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

describe('a certificate made by the mock', () => {
  test('is kept for the next start, with a key that only the user can read', async () => {
    const { file, isNew } = listening.certificate ?? {};
    expect(isNew).toBe(true);
    expect(file).toBe(path.join(folder, 'site-contract', 'https', 'certificate.pem'));
    const key = path.join(path.dirname(file ?? ''), 'key.pem');
    expect(statSync(key).mode & 0o777).toBe(0o600);
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
    for (const name of ['mock', 'a.example.test', 'localhost', '127.0.0.1']) {
      const [{ port = 0 } = {}] = both;
      const url = `https://127.0.0.1:${port}${sitesOf()}`;
      const server = name === '127.0.0.1' ? {} : { servername: name };
      const answer = await ask(url, { host: name }, { ca: one, ...server });
      expect(answer.status).toBe(201);
    }
    for (const { close } of both) await close();
    expect(readdirSync(path.join(folder, 'site-contract'))).toHaveLength(2);
  });

  test('is not trusted by other clients', async () => {
    await expect(ask(sites, {}, { ca: [] })).rejects.toThrow('self-signed certificate');
  });
});

describe('over HTTPS, behind a base path', () => {
  test.each([
    `${sites}?limit=1`,
    `/%61pi/site%73${sitesOf()}`,
    '/api/sites/__mock/health',
    '/api/sites',
  ])('%s is served', async (target) => {
    const { status, text } = await ask(target);
    expect(status).toBe(target === '/api/sites' ? 404 : status < 300 ? status : 200);
    expect(text).not.toContain('is outside the base path');
  });

  test.each([sitesOf(), '/__mock/health', '/api/sitesx/v1', '/'])(
    '%s is refused with a hint',
    async (target) => {
      const { status, text } = await ask(target);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({
        detail: `The path ${target} is outside the base path /api/sites. Use /api/sites${target}.`,
      });
    },
  );

  test('a browser at the root is redirected to the page', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const target of ['/', '/?utm=1', '/api/sites', '/api/sites/']) {
      const { status, headers } = await ask(target, { accept });
      expect([target, status, headers['location']]).toEqual([target, 303, '/api/sites/__mock/']);
    }
    expect(await ask('/sites', { accept })).toMatchObject({ status: 404 });
  });

  test('the control surface reports its URL', async () => {
    const page = await ask('/api/sites/__mock');
    expect(page).toMatchObject({ status: 308, headers: { location: '__mock/' } });
    const info = await ask('/api/sites/__mock/info', { authorization: `Bearer ${token}` });
    expect(JSON.parse(info.text)).toMatchObject({ baseUrl: listening.url });
  });

  test('a fault resets the connection', async () => {
    mock.faults.add({ next: 1, effect: { kind: 'reset' } });
    await expect(ask(sites)).rejects.toThrow('socket hang up');
  });

  test('neither an idle connection nor a TLS handshake in progress delays closing', async () => {
    const other = await createMock().listen({ https: true });
    const ca = other.certificate?.cert;
    // Connections are accepted in their order, so the server has both once the second one is secure.
    const late = connect(other.port, '127.0.0.1');
    const idle = connectTls({ port: other.port, host: '127.0.0.1', ca, servername: 'localhost' });
    idle.on('error', () => {});
    await once(idle, 'secureConnect');
    await withoutTimers(async () => {
      const closed = other.close();
      connectTls({ socket: late, ca, servername: 'localhost' }).on('error', () => {});
      await closed;
    });
    // After two minutes without data, the server closes it in any case.
  }, 60_000);
});

test.each(['/a b', '/a//b', '/a?b', '/a/../b'])('the base path %s is refused', async (basePath) => {
  await expect(mock.listen({ basePath })).rejects.toThrow('is not a base path');
});
