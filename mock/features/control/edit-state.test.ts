import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { call, sitesOf, webhooksOf, workspace } from '../../../test/support/test-client.ts';
import { createTestMock, isSharedStore } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const authorization = 'Bearer admin-token-of-this-test';
const mock = createTestMock({ seed: 1 });
let listening: Listening;

beforeAll(async () => {
  listening = await mock.listen({ control: { token: authorization.slice(7) } });
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

async function ask(method: string, target: string, body?: unknown) {
  const response = await fetch(`${listening.url}/__mock${target}`, {
    method,
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

const readState = async () => (await ask('GET', '/state')).json;

/** Creates three sites, the second with two routes, and a webhook. */
async function fill(): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const { json } = await call(mock, `POST ${sitesOf()}`, { json: { name } });
    ids.push(Object(json).id);
  }
  for (const pathname of ['/a', '/b'])
    await call(mock, `POST /v1/sites/${ids[1]}/routes`, { json: { pathname } });
  const url = 'https://hooks.example.com/';
  await call(mock, `POST ${webhooksOf()}`, { json: { url, eventType: 'page.updated' } });
  return ids;
}

describe('the state, edited by requests,', () => {
  test('loses a resource with its children, and restores them in place', async () => {
    const [, id] = await fill();
    const before = await readState();
    const removed = await ask('PATCH', '/state', { edits: [{ kind: 'site', id }] });
    expect(removed.status).toBe(200);
    const after = await readState();
    expect(after.workspaces[0].sites).toMatchObject([{ name: 'One' }, { name: 'Three' }]);
    const restored = await ask('PATCH', '/state', { edits: removed.json.undo });
    expect(restored.status).toBe(200);
    expect(await readState()).toEqual(before);
    // An undo can be redone.
    await ask('PATCH', '/state', { edits: restored.json.undo });
    expect(await readState()).toEqual(after);
  });

  test('accepts every kind of edit, all or none', async () => {
    const [id = ''] = await fill();
    const before = await readState();
    const [webhook] = before.workspaces[0].webhooks;
    const route = { id: '9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94', pathname: '/new' };
    const edits = [
      { kind: 'route', id: route.id, parent: id, value: { ...route, localizedVariants: [] } },
      { kind: 'webhook', id: webhook.id, value: { ...webhook, eventType: 'site.published' } },
    ];
    const invalid = { kind: 'site', id, value: { ...before.workspaces[0].sites[0], name: 7 } };
    const refused = await ask('PATCH', '/state', { edits: [...edits, invalid] });
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toMatchObject([{ pointer: '/edits/2/value/name' }]);
    expect(await readState()).toEqual(before);
    const { json } = await ask('PATCH', '/state', { edits });
    expect(await readState()).toMatchObject({
      workspaces: [
        { sites: [{ routes: [route] }, {}, {}], webhooks: [{ eventType: 'site.published' }] },
      ],
    });
    await ask('PATCH', '/state', { edits: json.undo });
    expect(await readState()).toEqual(before);
  });

  test.each([
    ['an id that does not exist', { kind: 'route', id: workspace }, '/edits/0/id'],
    ['no parent', { kind: 'site', id: workspace, value: { name: 'A' } }, '/edits/0/parent'],
    [
      'a parent that does not exist',
      { kind: 'route', id: workspace, parent: workspace, value: { pathname: '/a' } },
      '/edits/0/parent',
    ],
    [
      'a field that the contract does not have',
      { kind: 'site', id: workspace, parent: workspace, value: { name: 'A', nmae: 'B' } },
      '/edits/0/value/nmae',
    ],
  ])('refuses an edit with %s', async (_, edit, pointer) => {
    const { status, json } = await ask('PATCH', '/state', { edits: [edit] });
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([{ pointer }]);
  });

  test('is changed by an operation, invisibly to journal and faults, and can be undone', async () => {
    const [id = ''] = await fill();
    await mock.journal.clear();
    await mock.faults.add({ effect: { kind: 'status', status: 503 } });
    const before = await readState();
    const request = { method: 'PATCH', path: `/v1/sites/${id}`, body: '{"name":"Renamed"}' };
    const { status, json } = await ask('POST', '/state/request', request);
    expect(status).toBe(200);
    expect(json).toMatchObject({ body: { id, name: 'Renamed' } });
    expect((await readState()).workspaces[0].sites[0].name).toBe('Renamed');
    expect(await mock.journal.list()).toEqual([]);
    await ask('PATCH', '/state', { edits: json.undo });
    expect(await readState()).toEqual(before);
  });

  test('is not changed by an operation that the contract refuses', async () => {
    const path = `/v1/sites/${workspace}`;
    const unknown = await ask('POST', '/state/request', { method: 'PATCH', path, body: '{}' });
    expect(unknown.status).toBe(404);
    const invalid = await ask('POST', '/state/request', {
      method: 'POST',
      path: sitesOf(),
      body: '{"name":7}',
    });
    expect(invalid.status).toBe(422);
    expect(invalid.json.errors).toMatchObject([{ pointer: '/name' }]);
  });
});

describe('a dry run of a request that', () => {
  const key = { name: 'Authorization', value: 'Bearer site-contract-key' };
  const type = { name: 'Content-Type', value: 'application/json' };

  test.each([
    ['is right', [key, type], sitesOf(), '{"name":"A"}', { faults: [] }],
    ['has no key', [type], sitesOf(), '{"name":"A"}', { status: 401 }],
    ['has another media type', [key], sitesOf(), '{"name":"A"}', { status: 415 }],
    ['is no JSON', [key, type], sitesOf(), '{', { status: 400 }],
    ['has a wrong field', [key, type], sitesOf(), '{"name":7}', { faults: [{ pointer: '/name' }] }],
    [
      'has a wrong parameter',
      [key, type],
      sitesOf('x'),
      '{"name":"A"}',
      { faults: [{ parameter: 'workspaceId' }] },
    ],
    [
      'has a wrong parameter and a wrong field',
      [key, type],
      sitesOf('x'),
      '{"name":7}',
      { status: 400, faults: [{ parameter: 'workspaceId' }, { pointer: '/name' }] },
    ],
    ['goes nowhere', [key], '/v1/nowhere', undefined, { status: 404 }],
  ])('%s', async (_, headers, path, body, want) => {
    const draft = { method: 'POST', path, headers, ...(body === undefined ? {} : { body }) };
    if (isSharedStore()) await ask('POST', '/clock/freeze');
    const clock = await ask('GET', '/clock');
    const { status, json } = await ask('POST', '/requests/check', draft);
    expect(status).toBe(200);
    expect(json).toMatchObject(want);
    // A run that is repeated from its seed has the same times, even if a user typed on the page.
    expect(await ask('GET', '/clock')).toEqual(clock);
    expect(await mock.journal.list()).toEqual([]);
  });
});

describe('a repeated response', () => {
  test('is the one in the journal, including its secrets', async () => {
    const { json } = await call(mock, `POST ${sitesOf()}`, { json: { name: 'A' } });
    const id = (await mock.journal.list())[0]?.id;
    const rule = await ask('POST', `/requests/${id}/repeat`, { next: 2 });
    if (isSharedStore()) {
      // A shared journal contains no secrets, so its responses are incomplete.
      expect([rule.status, rule.json.detail]).toEqual([409, expect.stringContaining('share')]);
      return;
    }
    expect(rule.status).toBe(201);
    expect(rule.json).toMatchObject({ operation: 'createSite', session: 'default', next: 2 });
    // A valid JSON integer that is too large to count to.
    expect((await ask('POST', `/requests/${id}/repeat`, { next: 1e300 })).status).toBe(422);
    expect((await call(mock, `POST ${sitesOf()}`, { json: { name: 'B' } })).json).toEqual(json);
    expect((await readState()).workspaces[0].sites).toHaveLength(1);
  });

  test('needs a request in the journal that matched an operation', async () => {
    expect((await ask('POST', '/requests/999999/repeat')).status).toBe(404);
    await call(mock, 'GET /nowhere');
    const id = (await mock.journal.list())[0]?.id;
    expect((await ask('POST', `/requests/${id}/repeat`)).status).toBe(409);
  });

  test('breaks off like the original', async () => {
    await mock.faults.add({ next: 1, effect: { kind: 'reset' } });
    await call(mock, `GET ${sitesOf()}`);
    const id = (await mock.journal.list())[0]?.id;
    const { json } = await ask('POST', `/requests/${id}/repeat`);
    if (isSharedStore()) expect(json.detail).toContain('share');
    else expect(json).toMatchObject({ operation: 'listSites', effect: { kind: 'reset' } });
  });
});
