import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { call, sitesOf, webhooksOf, workspace } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
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

  test('gives an added resource an id, which the edit that undoes it has', async () => {
    const edit = { kind: 'site', parent: workspace, value: { name: 'A' } };
    const { json } = await ask('PATCH', '/state', { edits: [edit] });
    const { sites } = (await readState()).workspaces[0];
    expect(sites).toMatchObject([{ name: 'A', routes: [] }]);
    expect(json.undo).toEqual([{ kind: 'site', id: sites[0].id }]);
    expect((await ask('PATCH', '/state', { edits: [{ kind: 'site' }] })).status).toBe(422);
  });
});
