import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { parseState } from '../../mock/features/data/read-fixture.ts';
import { openProxy, serve, serveMock } from '../../test/support/open-proxy.ts';
import { createFixtureRecorder } from './record-fixture.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
test('forwards requests and responses unchanged, validates them, and adds them to the journal', async () => {
  const upstream = await serveMock();
  const { url, judged } = await openProxy(upstream);
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
  const { url } = await openProxy(upstream);
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

test('validates compressed responses, and forwards their bytes', async () => {
  const bytes = gzipSync('{"data":"wrong"}');
  const upstream = await serve((_, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end(bytes);
  });
  const { url, judged } = await openProxy(`${upstream}/base`);
  expect(await (await fetch(`${url}${sites}`, { headers })).json()).toEqual({ data: 'wrong' });
  expect(judged[0]?.violations.map(({ side }) => side)).toContain('response');
});

test('with fail, a violation becomes a 502 problem, and valid responses pass', async () => {
  const { url } = await openProxy(await serveMock(), { fail: true });
  const good = await fetch(`${url}${sites}`, { method: 'POST', headers, body: '{"name":"n"}' });
  expect(good.status).toBe(201);
  const bad = await fetch(`${url}${sites}?page=1`, { headers });
  expect(bad.status).toBe(502);
  expect(await bad.json()).toMatchObject({
    detail: expect.stringContaining('page is not documented'),
  });
});

test('an upstream that is unreachable or breaks off causes a 502, and the proxy keeps running', async () => {
  const dead = await openProxy('http://127.0.0.1:9');
  const response = await fetch(`${dead.url}${sites}`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    502,
    'application/problem+json',
  ]);
  const broken = await openProxy(await serve((message) => message.socket.destroy()));
  expect((await fetch(`${broken.url}${sites}`, { headers })).status).toBe(502);
  expect((await fetch(`${broken.url}${sites}`, { headers })).status).toBe(502);
});

test('an upgrade is refused with a reason', async () => {
  const { port } = await openProxy(await serveMock());
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 501 /);
  expect(text).toContain('WebSockets');
});

test('recorded traffic becomes a fixture with its ids, without keys', async () => {
  const { url, judged } = await openProxy(await serveMock());
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
  const recorder = createFixtureRecorder(contract);
  // Services may return fields that are not documented.
  for (const each of judged)
    recorder.add({
      ...each,
      responseBody: Object.assign({}, each.responseBody, { theme: 'dark' }),
    });
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
  await expect(
    parseState(JSON.stringify(fixture), 'recorded.json', { contract }),
  ).resolves.toBeDefined();
});
