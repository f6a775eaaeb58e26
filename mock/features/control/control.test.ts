import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { assumptionIds, contract } from '../../../contract/index.ts';
import { version } from '../../../generated/version.js';
import { sendRaw } from '../../../test/support/send-raw.ts';
import { createTestMock, isSharedStore } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sitesPath = `/v1/workspaces/${workspaceId}/sites`;
const token = 'admin-token-of-this-test';

const mock = createTestMock({ seed: 1 });
/** Mocks that share a store make random ids, and their clock is that of the machine. */
const hasSeed = !isSharedStore();
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen({ control: { token } });
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

async function send(method: string, target: string, body?: unknown, headers = {}) {
  const response = await fetch(listening.url + target, {
    method,
    headers: {
      authorization: `Bearer ${target.startsWith('/__mock') ? token : mock.apiKeys[0]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const createSite = (name: string) => send('POST', sitesPath, { name });
const listNames = async () =>
  (await send('GET', sitesPath)).body.data.map(({ name }: { name: string }) => name);

describe('health and info', () => {
  test('tell that the mock is up, and what runs', async () => {
    expect((await send('GET', '/__mock/health')).body).toEqual({ status: 'ok' });
    const { status, body } = await send('GET', '/__mock/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'site-contract',
      version,
      contractVersion: contract.version,
      seed: 1,
      baseUrl: listening.url,
      workspaces: [workspaceId],
      sessions: ['default'],
    });
    expect(body.operations).toHaveLength(contract.operations.length);
    expect(body.uptimeMs).toBeGreaterThanOrEqual(0);
  });

  test('tell another hash for another contract', async () => {
    const before = (await send('GET', '/__mock/info')).body.contractHash;
    const document = structuredClone(contract.document);
    const changed = document['x-assumptions']['update-site-status'];
    if (changed !== undefined) changed.value = 201;
    mock.useContract({ ...contract, document });
    const after = (await send('GET', '/__mock/info')).body.contractHash;
    const { data } = (await send('GET', '/__mock/assumptions')).body;
    mock.useContract(contract);
    expect(after).not.toBe(before);
    expect((await send('GET', '/__mock/info')).body.contractHash).toBe(before);
    const sourceOf = (wanted: string) =>
      data.find(({ id }: { id: string }) => id === wanted).source;
    expect(sourceOf('update-site-status')).toBe('observed');
    expect(sourceOf('list-order')).toBe('assumed');
  });

  test('list what is assumed and what is documented', async () => {
    const { data, documented } = (await send('GET', '/__mock/assumptions')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...assumptionIds]);
    expect(documented.length).toBeGreaterThan(0);
  });

  test('show the contract as the mock has it', async () => {
    expect((await send('GET', '/__mock/contract')).body).toEqual(
      JSON.parse(JSON.stringify(contract.document)),
    );
  });
});

describe('the state', () => {
  test('is read as workspaces, their sites and the routes of those', async () => {
    const site = (await createSite('Harbour Café')).body;
    const route = (await send('POST', `/v1/sites/${site.id}/routes`, { pathname: '/menu' })).body;
    const url = 'https://hooks.example/';
    const webhook = (
      await send('POST', `/v1/workspaces/${workspaceId}/webhooks`, {
        url,
        eventType: 'page.created',
      })
    ).body;
    expect((await send('GET', '/__mock/state')).body).toEqual({
      formatVersion: 1,
      workspaces: [
        {
          id: workspaceId,
          sites: [{ ...site, routes: [route] }],
          webhooks: [{ id: webhook.id, url, eventType: 'page.created' }],
        },
      ],
    });
  });

  test('is replaced by what was read', async () => {
    await createSite('one');
    await createSite('two');
    const before = (await send('GET', '/__mock/state')).body;
    await createSite('three');
    const { status, body } = await send('PUT', '/__mock/state', before);
    expect(status).toBe(200);
    expect(body).toEqual(before);
    expect(await listNames()).toEqual(['one', 'two']);
  });

  test('is replaced by as little as a name, and gets the same ids under the same seed', async () => {
    const state = {
      workspaces: [{ id: workspaceId, sites: [{ name: 'a', routes: [{ pathname: '/' }] }] }],
    };
    const first = (await send('PUT', '/__mock/state', state)).body;
    expect(first.workspaces[0].sites[0]).toMatchObject({
      name: 'a',
      hostUrl: null,
      routes: [{ pathname: '/', localizedVariants: [] }],
    });
    await send('POST', '/__mock/reset');
    if (hasSeed) expect((await send('PUT', '/__mock/state', state)).body).toEqual(first);
    else await send('PUT', '/__mock/state', state);
    expect(await listNames()).toEqual(['a']);
  });

  test.each([
    { title: 'has no workspaces', state: {}, pointer: '/workspaces' },
    {
      title: 'is of a newer format',
      state: { formatVersion: 2, workspaces: [] },
      pointer: '/formatVersion',
    },
    {
      title: 'has a site without a name',
      state: { workspaces: [{ id: workspaceId, sites: [{}] }] },
      pointer: '/workspaces/0/sites/0/name',
    },
    {
      title: 'has a host with a path, which no site can have',
      state: {
        workspaces: [{ id: workspaceId, sites: [{ name: 'a', hostUrl: 'https://a.example/b' }] }],
      },
      pointer: '/workspaces/0/sites/0/hostUrl',
    },
    {
      title: 'has an event type that there is not',
      state: {
        workspaces: [
          { id: workspaceId, webhooks: [{ url: 'https://a.example', eventType: 'no' }] },
        ],
      },
      pointer: '/workspaces/0/webhooks/0/eventType',
    },
    {
      title: 'has an id twice',
      state: {
        workspaces: [
          { id: workspaceId, sites: [{ id: workspaceId, name: 'a' }] },
          {
            id: 'a3bb189e-8bf9-4c4a-9e1c-1f2e3d4c5b6a',
            sites: [{ id: workspaceId.toUpperCase(), name: 'b' }],
          },
        ],
      },
      pointer: '/workspaces/1/sites/0/id',
    },
  ])('that $title is refused with the place, and nothing changes', async ({ state, pointer }) => {
    await createSite('stays');
    const { status, body } = await send('PUT', '/__mock/state', state);
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ pointer, detail: expect.any(String) }]);
    expect(await listNames()).toEqual(['stays']);
  });
});

describe('a reset', () => {
  test('goes back to the start: state, ids and clock', async () => {
    const first = (await createSite('one')).body;
    await createSite('two');
    await send('POST', '/__mock/clock/freeze', { at: '2030-01-01T00:00:00Z' });
    expect((await send('POST', '/__mock/reset')).status).toBe(204);
    expect(await listNames()).toEqual([]);
    expect((await send('GET', '/__mock/clock')).body.frozen).toBe(false);
    await send('POST', '/__mock/reset');
    const again = (await createSite('one')).body;
    if (hasSeed) expect(again).toEqual(first);
    else expect(again).toMatchObject({ name: first.name });
  });

  test('takes no body, and overlooks one', async () => {
    expect((await send('POST', '/__mock/reset', {})).status).toBe(204);
  });
});

describe('snapshots', () => {
  test('are saved, listed, restored and deleted by name', async () => {
    await createSite('kept');
    const saved = await send('PUT', '/__mock/snapshots/before');
    expect(saved.body).toMatchObject({ name: 'before', sites: 1, routes: 0, webhooks: 0 });
    const next = (await createSite('next')).body;
    expect((await send('POST', '/__mock/snapshots/before/restore')).status).toBe(204);
    expect(await listNames()).toEqual(['kept']);
    await send('POST', '/__mock/snapshots/before/restore');
    const again = (await createSite('next')).body;
    if (hasSeed) expect(again).toEqual(next);
    else expect(again).toMatchObject({ name: next.name });
    expect((await send('GET', '/__mock/snapshots')).body.data).toEqual([saved.body]);
    expect((await send('DELETE', '/__mock/snapshots/before')).status).toBe(204);
    expect((await send('GET', '/__mock/snapshots')).body.data).toEqual([]);
  });

  test.each([
    ['POST', '/__mock/snapshots/nothing/restore', 404],
    ['DELETE', '/__mock/snapshots/nothing', 404],
    ['PUT', '/__mock/snapshots/..%2f..%2fetc', 400],
    ['PUT', '/__mock/snapshots/__proto__', 400],
    ['POST', '/__mock/snapshots/constructor/restore', 404],
  ])('that are not there are not found: %s %s', async (method, target, status) => {
    expect((await send(method, target)).status).toBe(status);
  });
});

describe('the clock', () => {
  const readDate = async () => (await fetch(`${listening.url}/v1/`)).headers.get('date');

  test('is frozen, put forward and let go', async () => {
    const at = '2030-05-01T12:00:00.000Z';
    expect((await send('POST', '/__mock/clock/freeze', { at })).body).toEqual({
      now: at,
      frozen: true,
    });
    expect(await readDate()).toBe('Wed, 01 May 2030 12:00:00 GMT');
    expect(await readDate()).toBe('Wed, 01 May 2030 12:00:00 GMT');
    const advanced = await send('POST', '/__mock/clock/advance', { milliseconds: 60_000 });
    expect(advanced.body).toEqual({ now: '2030-05-01T12:01:00.000Z', frozen: true });
    expect(await readDate()).toBe('Wed, 01 May 2030 12:01:00 GMT');
    expect((await send('POST', '/__mock/clock/resume')).body.frozen).toBe(false);
    // A seeded clock goes on by a second with each request.
    expect(await readDate()).toMatch(hasSeed ? 'Wed, 01 May 2030 12:01:01 GMT' : '01 May 2030');
  });

  test.each([
    ['/__mock/clock/freeze', { at: 'tomorrow' }],
    ['/__mock/clock/freeze', { at: '2030-13-01T00:00:00Z' }],
    ['/__mock/clock/advance', { milliseconds: -1 }],
    ['/__mock/clock/advance', {}],
  ])('refuses at %s what is no time: %j', async (target, body) => {
    if (!hasSeed) await send('POST', '/__mock/clock/freeze');
    const before = (await send('GET', '/__mock/clock')).body;
    expect((await send('POST', target, body)).status).toBe(422);
    expect((await send('GET', '/__mock/clock')).body).toEqual(before);
  });
});

describe('a request that is not as the document has it', () => {
  test.each([
    ['GET', '/__mock/requests?limit=0', 400, { parameter: 'limit' }],
    ['GET', '/__mock/requests?limt=5', 400, { parameter: 'limt' }],
    ['GET', '/__mock/requests?status=abc', 400, { parameter: 'status' }],
    ['POST', '/__mock/faults', 422, { pointer: '/effect/status' }, { effect: { kind: 'status' } }],
    ['POST', '/__mock/faults', 422, { pointer: '/effect/kind' }, { effect: { kind: 'flood' } }],
    ['POST', '/__mock/events', 422, { pointer: '/type' }, { type: 'no', workspaceId }],
  ])(
    'is refused, and the place named: %s %s',
    async (method, target, status, place, ...body: object[]) => {
      const answer = await send(method, target, body[0]);
      expect(answer.status).toBe(status);
      expect(answer.body.errors).toEqual([{ ...place, detail: expect.any(String) }]);
    },
  );

  test.each(['{', '[1,]', '\ufeff{}'])('is refused where its body is %j', async (body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await sendRaw(listening.port, 'PUT', '/__mock/state', headers, body);
    expect(answer.status).toBe(400);
  });

  test('is refused where its body is missing', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await sendRaw(listening.port, 'PUT', '/__mock/state', headers);
    expect(answer.status).toBe(400);
  });

  test('is refused before a body that is too large has been sent', async () => {
    const answer = await sendRaw(listening.port, 'PUT', '/__mock/state', {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '99999999999',
      expect: '100-continue',
    });
    expect(answer.status).toBe(413);
  });
});
