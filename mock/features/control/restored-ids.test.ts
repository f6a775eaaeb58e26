import { afterEach, describe, expect, test } from '@jest/globals';
import { contract } from '../../../contract/index.ts';
import { readResources } from '../../../service/mock/resource-context.ts';
import { siteKind } from '../../../service/mock/site-records.ts';
import { fromState, type StateReplacement } from '../../../service/mock/state.ts';
import { workspace } from '../../../test/support/test-client.ts';
import { createDemoFixture, createMock, type Mock, type StoreContents } from '../../index.ts';
import { createIdsFrom } from '../data/fixture-ids.ts';

const token = 'admin-token-of-this-test';
const mocks: Mock[] = [];
afterEach(async () => {
  for (const mock of mocks.splice(0)) await mock.close();
});

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Starts a mock with the seed of all, and returns a function that calls it. */
async function open(contents: StoreContents | undefined): Promise<Send> {
  const mock = createMock({ seed: 7, ...(contents && { contents }) });
  mocks.push(mock);
  const { url } = await mock.listen({ control: { token } });
  return async (method, path, body) => {
    const key = path.startsWith('/__mock') ? token : mock.apiKeys[0];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(url + path, { method, headers, ...json });
    const text = await reply.text();
    expect({ path, ok: reply.ok, text }).toMatchObject({ ok: true });
    return text === '' ? undefined : JSON.parse(text);
  };
}

interface Resource {
  id?: string;
}

async function readState(send: Send): Promise<StateReplacement> {
  return JSON.parse(JSON.stringify(await send('GET', '/__mock/state')));
}

function readContents(state: StateReplacement): StoreContents {
  const createUuid = createIdsFrom(0, contract.assumptions);
  const read = fromState(state, { ...readResources(contract), createUuid });
  if (read.faults !== undefined) throw new Error(JSON.stringify(read.faults));
  return read.contents;
}

/** Returns all resources, without those that they contain. */
function listResources({ workspaces }: StateReplacement): Resource[] {
  const sites = workspaces.flatMap((each) => each.sites ?? []);
  const routes = sites.flatMap((site) => site.routes ?? []);
  const webhooks = workspaces.flatMap((each) => each.webhooks ?? []);
  return [...sites.map(({ routes: _, ...site }) => site), ...routes, ...webhooks];
}

const sites = `/v1/workspaces/${workspace}/sites`;
const webhook = { url: 'https://hooks.example.com', eventType: 'page.created' };

async function createSite(send: Send): Promise<void> {
  await send('POST', sites, { name: 'Made' });
}

async function createWebhook(send: Send): Promise<void> {
  await send('POST', `/v1/workspaces/${workspace}/webhooks`, webhook);
}

/** On the first site, which is created if there is none. */
async function createRoute(send: Send): Promise<void> {
  await send('POST', `/v1/sites/${await findSite(send)}/routes`, { pathname: '/made' });
}

async function copySite(send: Send): Promise<void> {
  await send('POST', `/v1/sites/${await findSite(send)}/duplicate`);
}

async function findSite(send: Send): Promise<string> {
  const [site] = listResources(await readState(send));
  if (site?.id !== undefined) return site.id;
  await createSite(send);
  return findSite(send);
}

/** Without an id, so that the mock creates one. */
async function editSite(send: Send): Promise<void> {
  const edits = [{ kind: 'site', parent: workspace, value: { name: 'Edited' } }];
  await send('PATCH', '/__mock/state', { edits });
}

const creations = [
  { title: 'a webhook', create: createWebhook },
  { title: 'a site', create: createSite },
  { title: 'a route', create: createRoute },
  { title: 'a copy of a site', create: copySite },
  { title: 'a site of the page', create: editSite },
];

/** Ways to bring a saved state back. Each returns the mock that has it. */
const returns: { title: string; load: (send: Send, saved: StateReplacement) => Promise<Send> }[] = [
  {
    title: 'loaded into the same mock',
    load: async (send, saved) => {
      await send('PUT', '/__mock/state', saved);
      return send;
    },
  },
  {
    title: 'loaded into an empty mock',
    load: async (_, saved) => {
      const send = await open(undefined);
      await send('PUT', '/__mock/state', saved);
      return send;
    },
  },
  {
    title: 'the fixture of another mock',
    load: (_, saved) => open(readContents(saved)),
  },
  {
    title: 'written again by edits, after a return to the start',
    load: async (send, saved) => {
      await send('POST', '/__mock/snapshots/start/restore');
      const { workspaces } = saved;
      for (const { id: parent, sites: own = [], webhooks = [] } of workspaces) {
        for (const { id, routes = [], ...value } of own) {
          await send('PATCH', '/__mock/state', { edits: [{ kind: 'site', id, parent, value }] });
          for (const { id: routeId, ...route } of routes) {
            const edit = { kind: 'route', id: routeId, parent: id, value: route };
            await send('PATCH', '/__mock/state', { edits: [edit] });
          }
        }
        for (const { id, ...value } of webhooks)
          await send('PATCH', '/__mock/state', { edits: [{ kind: 'webhook', id, parent, value }] });
      }
      return send;
    },
  },
];

const starts = [
  { from: 'nothing', contents: () => undefined },
  { from: 'the demo data', contents: () => createDemoFixture(7, { sites: 2 }) },
];

const cases = starts.flatMap((start) => creations.map((creation) => ({ ...start, ...creation })));

describe.each(returns)('in a state that was $title', ({ load }) => {
  test.each(cases)(
    'nothing replaces $title that was created after $from',
    async ({ contents, create }) => {
      const first = await open(contents());
      await first('PUT', '/__mock/snapshots/start');
      await create(first);
      const saved = await readState(first);
      const send = await load(first, saved);
      for (const creation of creations) await creation.create(send);
      const resources = listResources(await readState(send));
      expect(resources).toEqual(expect.arrayContaining(listResources(saved)));
      const ids = resources.map(({ id }) => id?.toLowerCase());
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});

test('an id that is derived from the data of a site is not that of another site', () => {
  const first = readContents({ workspaces: [{ id: workspace, sites: [{ name: 'One' }] }] });
  const id = first[0]?.id ?? '';
  const sitesOfBoth = [{ id, name: 'Renamed' }, { name: 'One' }];
  const both = readContents({ workspaces: [{ id: workspace, sites: sitesOfBoth }] });
  expect(siteKind.select(both).map(({ value }) => value.name)).toEqual(['Renamed', 'One']);
});

test('createId that repeats itself is reported, and replaces nothing', async () => {
  const lines: string[] = [];
  const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  const mock = createMock({ createId: () => id, onError: (line) => lines.push(line) });
  const send = (name: string) =>
    mock.fetch(`http://mock${sites}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.apiKeys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
  expect((await send('One')).status).toBe(201);
  expect((await send('Two')).status).toBe(500);
  expect(lines).toEqual([
    expect.stringContaining('createId has returned 10000 ids that exist already'),
  ]);
  const { contents } = await mock.snapshot();
  expect(siteKind.select(contents).map(({ value }) => value.name)).toEqual(['One']);
});
