import { describe, expect, test } from '@jest/globals';
import { useControlSurface } from '../../../test/support/control-surface.ts';
import { workspace as workspaceId } from '../../../test/support/test-client.ts';
import { isSharedStore } from '../../../test/support/test-mock.ts';

/** Mocks that share a store generate random ids. */
const hasSeed = !isSharedStore();
const { send, createSite, listNames } = useControlSurface();

describe('the state', () => {
  test('lists workspaces with their sites, and sites with their routes', async () => {
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

  test('can be replaced with its own response', async () => {
    await createSite('one');
    await createSite('two');
    const before = (await send('GET', '/__mock/state')).body;
    await createSite('three');
    const { status, body } = await send('PUT', '/__mock/state', before);
    expect(status).toBe(200);
    expect(body).toEqual(before);
    expect(await listNames()).toEqual(['one', 'two']);
  });

  test('can be replaced with just a name, and gets the same ids for the same seed', async () => {
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
      title: 'has a newer format',
      state: { formatVersion: 2, workspaces: [] },
      pointer: '/formatVersion',
    },
    {
      title: 'has a site without a name',
      state: { workspaces: [{ id: workspaceId, sites: [{}] }] },
      pointer: '/workspaces/0/sites/0/name',
    },
    {
      title: 'has a host with a path',
      state: {
        workspaces: [{ id: workspaceId, sites: [{ name: 'a', hostUrl: 'https://a.example/b' }] }],
      },
      pointer: '/workspaces/0/sites/0/hostUrl',
    },
    {
      title: 'has an unknown event type',
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
  ])('is refused with the place if it $title, and nothing changes', async ({ state, pointer }) => {
    await createSite('stays');
    const { status, body } = await send('PUT', '/__mock/state', state);
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ pointer, detail: expect.any(String) }]);
    expect(await listNames()).toEqual(['stays']);
  });
});

describe('a reset', () => {
  test('restores the initial state, ids and clock', async () => {
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

  test('needs no body, and ignores one', async () => {
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
  ])('are refused if they do not exist: %s %s', async (method, target, status) => {
    expect((await send(method, target)).status).toBe(status);
  });
});
