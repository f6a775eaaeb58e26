import { get, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { assumptionIds, contract } from '../../../contract/index.ts';
import { version } from '../../../generated/version.js';
import { until } from '../../../test/installed/until.ts';
import { token, useControlSurface } from '../../../test/support/control-surface.ts';
import { rawExchange } from '../../../test/support/raw-exchange.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { sitesOf, webhooksOf, workspace } from '../../../test/support/test-client.ts';
import { isSharedStore } from '../../../test/support/test-mock.ts';

/** Mocks that share a store have random ids and use the clock of the machine. */
const hasSeed = !isSharedStore();
const { mock, send, listen, createSite, listNames } = useControlSurface();
const readState = async () => (await send('GET', '/__mock/state')).body;

describe('information', () => {
  test('says which mock and which contract this is', async () => {
    expect((await send('GET', '/__mock/health')).body).toEqual({ status: 'ok' });
    const { body } = await send('GET', '/__mock/info');
    expect(body).toMatchObject({
      name: 'site-contract',
      version,
      contractVersion: contract.version,
      seed: 1,
      baseUrl: listen().url,
      workspaces: [workspace],
      sessions: ['default'],
    });
    expect(body.operations).toHaveLength(contract.operations.length);
    const document = JSON.parse(JSON.stringify(contract.document));
    expect((await send('GET', '/__mock/contract')).body).toEqual(document);
  });

  test('shows the hash and the observed values of another contract', async () => {
    const before = (await send('GET', '/__mock/info')).body.contractHash;
    const document = structuredClone(contract.document);
    const changed = document['x-assumptions']['update-site-status'];
    if (changed !== undefined) changed.value = 201;
    mock.useContract({ ...contract, document });
    const after = (await send('GET', '/__mock/info')).body.contractHash;
    const { data, documented } = (await send('GET', '/__mock/assumptions')).body;
    mock.useContract(contract);
    expect(after).not.toBe(before);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...assumptionIds]);
    const observed = data.filter(({ source }: { source: string }) => source === 'observed');
    expect(observed).toMatchObject([{ id: 'update-site-status', value: 201 }]);
    expect(documented.length).toBeGreaterThan(0);
  });
});

describe('the state', () => {
  test('lists workspaces with their sites and webhooks, and can be put back', async () => {
    const site = (await createSite('Harbour Café')).body;
    const route = (await send('POST', `/v1/sites/${site.id}/routes`, { pathname: '/menu' })).body;
    const url = 'https://hooks.example/';
    const webhook = { url, eventType: 'page.created' };
    const { id } = (await send('POST', webhooksOf(), webhook)).body;
    const sites = [{ ...site, routes: [route] }];
    const before = await readState();
    expect(before).toEqual({
      formatVersion: 1,
      workspaces: [{ id: workspace, sites, webhooks: [{ id, ...webhook }] }],
    });
    await createSite('later');
    expect(await send('PUT', '/__mock/state', before)).toEqual({ status: 200, body: before });
    expect(await listNames()).toEqual(['Harbour Café']);
  });

  test('can be replaced with just a name, and gets the same ids for the same seed', async () => {
    const sites = [{ name: 'a', routes: [{ pathname: '/' }] }];
    const state = { workspaces: [{ id: workspace, sites }] };
    const first = (await send('PUT', '/__mock/state', state)).body;
    expect(first.workspaces[0].sites[0]).toMatchObject({
      name: 'a',
      hostUrl: null,
      routes: [{ pathname: '/', localizedVariants: [] }],
    });
    await send('POST', '/__mock/reset');
    const again = (await send('PUT', '/__mock/state', state)).body;
    if (hasSeed) expect(again).toEqual(first);
    expect(await listNames()).toEqual(['a']);
  });

  const of = (workspaceState: object) => ({ workspaces: [{ id: workspace, ...workspaceState }] });
  const other = 'a3bb189e-8bf9-4c4a-9e1c-1f2e3d4c5b6a';
  const twice = [
    { id: workspace, sites: [{ id: workspace, name: 'a' }] },
    { id: other, sites: [{ id: workspace.toUpperCase(), name: 'b' }] },
  ];
  const hook = { url: 'https://a.example', eventType: 'no' };
  const hostUrl = 'https://a.example/b';
  test.each<[string, string, object]>([
    ['has no workspaces', '/workspaces', {}],
    ['has a newer format', '/formatVersion', { formatVersion: 2, workspaces: [] }],
    ['has a site without a name', '/workspaces/0/sites/0/name', of({ sites: [{}] })],
    [
      'has a host with a path',
      '/workspaces/0/sites/0/hostUrl',
      of({ sites: [{ name: 'a', hostUrl }] }),
    ],
    ['has an unknown event type', '/workspaces/0/webhooks/0/eventType', of({ webhooks: [hook] })],
    ['has an id twice', '/workspaces/1/sites/0/id', { workspaces: twice }],
  ])('is refused with the place if it %s, and nothing changes', async (_, pointer, state) => {
    await createSite('stays');
    const { status, body } = await send('PUT', '/__mock/state', state);
    expect([status, body.errors]).toEqual([422, [{ pointer, detail: expect.any(String) }]]);
    expect(await listNames()).toEqual(['stays']);
  });

  test('is restored by a reset, with ids and clock', async () => {
    const first = (await createSite('one')).body;
    await send('POST', '/__mock/clock/freeze', { at: '2030-01-01T00:00:00Z' });
    expect((await send('POST', '/__mock/reset', {})).status).toBe(204);
    expect(await listNames()).toEqual([]);
    expect((await send('GET', '/__mock/clock')).body.frozen).toBe(false);
    await send('POST', '/__mock/reset');
    const again = (await createSite('one')).body;
    expect(again).toEqual(hasSeed ? first : expect.objectContaining({ name: 'one' }));
  });
});

describe('an edit of the state', () => {
  const edit = (...edits: object[]) => send('PATCH', '/__mock/state', { edits });

  /** Creates three sites, the second with two routes, and a webhook. */
  async function fill(): Promise<string[]> {
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await createSite(name)).body.id);
    for (const pathname of ['/a', '/b'])
      await send('POST', `/v1/sites/${ids[1]}/routes`, { pathname });
    const url = 'https://hooks.example.com/';
    await send('POST', webhooksOf(), { url, eventType: 'page.updated' });
    return ids;
  }

  test('removes a resource with its children, and the response restores them in place', async () => {
    const [, id] = await fill();
    const before = await readState();
    const removed = await edit({ kind: 'site', id });
    const after = await readState();
    expect(after.workspaces[0].sites).toMatchObject([{ name: 'One' }, { name: 'Three' }]);
    const restored = await edit(...removed.body.undo);
    expect(await readState()).toEqual(before);
    // An undo can be redone.
    await edit(...restored.body.undo);
    expect(await readState()).toEqual(after);
  });

  test('applies to every kind of resource, all or none', async () => {
    const [id = ''] = await fill();
    const before = await readState();
    const [webhook] = before.workspaces[0].webhooks;
    const route = { id: '9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94', pathname: '/new' };
    const edits = [
      { kind: 'route', id: route.id, parent: id, value: { ...route, localizedVariants: [] } },
      { kind: 'webhook', id: webhook.id, value: { ...webhook, eventType: 'site.published' } },
    ];
    const value = { ...before.workspaces[0].sites[0], name: 7 };
    const refused = await edit(...edits, { kind: 'site', id, value });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ pointer: '/edits/2/value/name' }]);
    expect(await readState()).toEqual(before);
    const { body } = await edit(...edits);
    const webhooks = [{ eventType: 'site.published' }];
    expect(await readState()).toMatchObject({
      workspaces: [{ sites: [{ routes: [route] }, {}, {}], webhooks }],
    });
    await edit(...body.undo);
    expect(await readState()).toEqual(before);
  });

  test('moves a resource, and the response moves it back in place', async () => {
    const [parent, id] = await fill();
    const before = await readState();
    const [, { routes }] = before.workspaces[0].sites;
    const [first] = routes;
    const moved = await edit({ kind: 'route', id: first.id, parent, value: first });
    const sites = [{ routes: [first] }, { id, routes: routes.slice(1) }, {}];
    expect(await readState()).toMatchObject({ workspaces: [{ sites }] });
    await edit(...moved.body.undo);
    expect(await readState()).toEqual(before);
  });

  test('gives an added resource an id, which the edit that undoes it has', async () => {
    const { body } = await edit({ kind: 'site', parent: workspace, value: { name: 'A' } });
    const { sites } = (await readState()).workspaces[0];
    expect(sites).toMatchObject([{ name: 'A', routes: [] }]);
    expect(body.undo).toEqual([{ kind: 'site', id: sites[0].id }]);
  });

  const misspelled = { name: 'A', nmae: 'B' };
  test.each([
    ['an unknown id', { kind: 'route', id: workspace }, '/id'],
    ['no id', { kind: 'site' }, '/id'],
    ['no parent', { kind: 'site', value: { name: 'A' } }, '/parent'],
    ['an unknown parent', { kind: 'route', parent: workspace, value: {} }, '/parent'],
    ['an unknown field', { kind: 'site', parent: workspace, value: misspelled }, '/value/nmae'],
  ])('is refused with %s', async (_, given, pointer) => {
    const { status, body } = await edit(given);
    expect([status, body.errors]).toMatchObject([422, [{ pointer: `/edits/0${pointer}` }]]);
  });
});

test('snapshots are saved, listed, restored and deleted by name', async () => {
  await createSite('kept');
  const saved = await send('PUT', '/__mock/snapshots/before');
  expect(saved.body).toMatchObject({ name: 'before', sites: 1, routes: 0, webhooks: 0 });
  const next = (await createSite('next')).body;
  expect((await send('POST', '/__mock/snapshots/before/restore')).status).toBe(204);
  expect(await listNames()).toEqual(['kept']);
  const again = (await createSite('next')).body;
  expect(again).toEqual(hasSeed ? next : expect.objectContaining({ name: 'next' }));
  expect((await send('GET', '/__mock/snapshots')).body.data).toEqual([saved.body]);
  expect((await send('DELETE', '/__mock/snapshots/before')).status).toBe(204);
  expect((await send('DELETE', '/__mock/snapshots/before')).status).toBe(404);
  expect((await send('POST', '/__mock/snapshots/before/restore')).status).toBe(404);
});

describe('the journal', () => {
  const streams: IncomingMessage[] = [];
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.destroy();
  });

  /** Opens the stream. Returns a function that waits until the text contains a part. */
  async function follow(query: string, headers: Record<string, string> = {}) {
    const url = `${listen().url}/__mock/requests/stream${query}`;
    const authorization = `Bearer ${token}`;
    const stream = await new Promise<IncomingMessage>((resolve) => {
      get(url, { headers: { authorization, ...headers }, agent: false }, resolve);
    });
    streams.push(stream);
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    const read = async (part: string): Promise<string> => {
      await until(() => text.includes(part));
      return text;
    };
    await read('\n\n');
    return { read, headers: stream.headers };
  }

  test('is filtered and cleared', async () => {
    await createSite('One');
    await send('GET', sitesOf());
    await send('GET', '/nowhere');
    const all = (await send('GET', '/__mock/requests')).body.data;
    expect(all).toMatchObject([{ status: 201 }, { status: 201 }, { status: 404 }]);
    const [first, second, third] = all;
    for (const query of [
      `after=${first.id}&before=${third.id}`,
      `before=${third.id}&limit=1`,
      'operation=listSites&status=2xx&limit=1',
    ])
      expect((await send('GET', `/__mock/requests?${query}`)).body).toEqual({ data: [second] });
    expect((await send('DELETE', '/__mock/requests')).status).toBe(204);
    expect((await send('GET', '/__mock/requests')).body).toEqual({ data: [] });
  });

  test('is followed live by filter', async () => {
    const { read, headers } = await follow('?status=4xx');
    await send('GET', sitesOf());
    await send('GET', '/missing');
    const text = await read('"path":"/missing"');
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
    expect(text).toMatch(/^id: \d+\nevent: request\ndata: /m);
    expect(text).not.toContain('listSites');
  });

  test('sends all requests to a client of another mock, and reports changes', async () => {
    await send('GET', '/first');
    const other = await follow('', { 'last-event-id': '99999' });
    await other.read('"path":"/first"');
    await send('POST', '/__mock/reset');
    expect(await other.read('event: changed')).toContain('data: {"session":"default"}');
  });
});

test('fault rules are added, listed, applied and removed', async () => {
  const effect = { kind: 'status', status: 503 };
  const added = await send('POST', '/__mock/faults', { next: 3, effect });
  const rule = { id: 'fault-1', operation: '*', next: 3, effect, injected: 0 };
  expect(added).toEqual({ status: 201, body: rule });
  expect((await send('GET', sitesOf())).status).toBe(503);
  const { data } = (await send('GET', '/__mock/faults')).body;
  expect(data).toEqual([{ ...rule, next: 2, injected: 1 }]);
  expect((await send('DELETE', '/__mock/faults/fault-1')).status).toBe(204);
  expect((await send('DELETE', '/__mock/faults/fault-1')).status).toBe(404);
  // A listed rule can be added again.
  expect((await send('POST', '/__mock/faults', data[0])).body).toMatchObject({ injected: 0 });
  expect((await send('DELETE', '/__mock/faults')).status).toBe(204);
  expect((await send('GET', sitesOf())).status).toBe(201);
});

describe('the clock', () => {
  const readDate = async () => (await fetch(`${listen().url}/v1/`)).headers.get('date');

  test('can be frozen, advanced and resumed', async () => {
    const at = '2030-05-01T12:00:00.000Z';
    const frozen = await send('POST', '/__mock/clock/freeze', { at });
    expect(frozen.body).toEqual({ now: at, frozen: true });
    expect(await readDate()).toBe('Wed, 01 May 2030 12:00:00 GMT');
    const advanced = await send('POST', '/__mock/clock/advance', { milliseconds: 60_000 });
    expect(advanced.body).toEqual({ now: '2030-05-01T12:01:00.000Z', frozen: true });
    expect(await readDate()).toBe('Wed, 01 May 2030 12:01:00 GMT');
    expect((await send('POST', '/__mock/clock/resume')).body.frozen).toBe(false);
    // A seeded clock advances by a second with each request.
    expect(await readDate()).toMatch(hasSeed ? 'Wed, 01 May 2030 12:01:01 GMT' : '01 May 2030');
  });

  test('stops at the end of the year 9999', async () => {
    await send('POST', '/__mock/clock/freeze', { at: '9999-12-31T23:59:59.000Z' });
    const advanced = await send('POST', '/__mock/clock/advance', { milliseconds: 60_000 });
    expect(advanced.body).toEqual({ now: '9999-12-31T23:59:59.999Z', frozen: true });
  });
});

test('an event is delivered, retried with the clock, and sent again', async () => {
  let answer = 503;
  const receiver = await startReceiver((response) => response.writeHead(answer).end());
  try {
    await send('POST', webhooksOf(), { url: receiver.url, eventType: 'page.updated' });
    const [{ secret }] = (await send('GET', '/__mock/webhooks')).body.data;
    const event = { type: 'page.updated', workspaceId: workspace, data: { pageId: 1 } };
    const other = { 'x-mock-session': 'other' };
    expect((await send('POST', '/__mock/events', event, other)).body).toEqual({ data: [] });
    await send('POST', '/__mock/clock/freeze');
    const made = await send('POST', '/__mock/events', event);
    expect(made).toMatchObject({ status: 202, body: { data: [{ state: 'sending' }] } });
    const read = async () => (await send('GET', '/__mock/deliveries')).body.data[0];
    await until(async () => (await read()).state === 'pending');
    answer = 204;
    await send('POST', '/__mock/clock/advance', { milliseconds: 5_000_000 });
    await until(async () => (await read()).state === 'delivered');
    const { id, attempts } = await read();
    expect(attempts).toMatchObject([{ status: 503 }, { status: 204 }]);
    expect((await send('POST', `/__mock/deliveries/${id}/replay`)).status).toBe(202);
    await receiver.until(3);
    expect(JSON.parse(receiver.received[2]?.body ?? '')).toMatchObject({ data: { pageId: 1 } });
    expect((await send('POST', '/__mock/deliveries/msg_0/replay')).status).toBe(404);
    // The secret appears only in the list of webhooks.
    expect(JSON.stringify([await read(), await readState()])).not.toContain(secret);
    const tooLarge = await send('POST', '/__mock/events', { ...event, data: 'x'.repeat(65_536) });
    expect(tooLarge).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('65536 bytes') },
    });
  } finally {
    await receiver.close();
  }
});

describe('an invalid request', () => {
  const effect = { kind: 'status', status: 503 };
  const event = { type: 'page.updated', workspaceId: workspace };
  test.each<[string, string, number, object, ...object[]]>([
    ['GET', '/requests?limit=0', 400, { parameter: 'limit' }],
    ['GET', '/requests?limt=5', 400, { parameter: 'limt' }],
    ['GET', '/requests?status=abc', 400, { parameter: 'status' }],
    ['GET', '/requests?operation=createsite', 400, { parameter: 'operation' }],
    ['GET', '/requests/stream?operation=createsite', 400, { parameter: 'operation' }],
    ['POST', '/faults', 422, { pointer: '/effect' }, {}],
    ['POST', '/faults', 422, { pointer: '/operations' }, { effect, operations: 'createSite' }],
    ['POST', '/faults', 422, { pointer: '/effect/next' }, { effect: { ...effect, next: 1 } }],
    ['POST', '/events', 422, { pointer: '/type' }, { ...event, type: 'page.eaten' }],
    ['POST', '/events', 422, { pointer: '/workspaceId' }, { ...event, workspaceId: 'w' }],
    ['POST', '/events', 422, { pointer: '/dat' }, { ...event, dat: {} }],
    ['POST', '/clock/freeze', 422, { pointer: '/time' }, { time: '2030-01-01T00:00:00Z' }],
    ['POST', '/clock/freeze', 422, { pointer: '/at' }, { at: 'tomorrow' }],
    ['POST', '/clock/freeze', 422, { pointer: '/at' }, { at: '0000-01-01T00:00:00+01:00' }],
    ['POST', '/clock/advance', 422, { pointer: '/milliseconds' }, { milliseconds: -1 }],
  ])(
    'is refused with the place of the error: %s %s',
    async (method, path, status, place, ...body) => {
      const answer = await send(method, `/__mock${path}`, body[0]);
      expect(answer.status).toBe(status);
      expect(answer.body.errors).toEqual([{ ...place, detail: expect.any(String) }]);
    },
  );

  test('is told which effects exist', async () => {
    const { body } = await send('POST', '/__mock/faults', { effect: { kind: 'delay' } });
    expect(body.errors[0].detail).toMatch(/^must be one of status, latency, .*rateLimit$/);
  });

  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const announced = { 'content-length': '99999999999', expect: '100-continue' };
  test.each<[string, number, string, object]>([
    ['is cut off', 400, '{', {}],
    ['has a comma too many', 400, '[1,]', {}],
    ['has a byte order mark', 400, '\ufeff{}', {}],
    ['is missing', 400, '', {}],
    ['is too large, before it is sent', 413, '', announced],
  ])('is refused if its body %s', async (_, status, body, headers) => {
    const { port } = listen();
    const length = { 'content-length': Buffer.byteLength(body) };
    const fields = Object.entries({ host: `127.0.0.1:${port}`, ...json, ...length, ...headers });
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const sent = `PUT /__mock/state HTTP/1.1\r\n${head}\r\n${body}`;
    expect((await rawExchange(port, sent)).answers).toMatchObject([{ status }]);
  });
});
