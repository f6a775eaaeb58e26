import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSiteRecord } from '../../service/mock/site-records.ts';
import { createTestMock, eventually, isSharedStore } from '../../test/support/test-mock.ts';
import type { Journal, StoredJournal } from '../features/journal/create-journal.ts';
import type { Listening } from '../server-types.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sitesPath = `/v1/workspaces/${workspaceId}/sites`;
const token = 'admin-token-of-this-test';
const key = 'site-contract-key';

const site = { id: workspaceId, name: 'from the start', hostUrl: null, apiKey: workspaceId };
const contents = [createSiteRecord(workspaceId, site, undefined)];
const mock = createTestMock({ seed: 1, contents });
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen({ control: { token } });
});
afterAll(() => mock.close());

type Send = (request: Request) => Promise<Response>;
const ways: { title: string; send: Send }[] = [
  { title: 'over a socket', send: (request) => fetch(request) },
  { title: 'with fetch in process', send: (request) => mock.fetch(request) },
];

function toRequest(session: string | undefined, name?: string): Request {
  return new Request(`${listening.url}${sitesPath}`, {
    method: name === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(session === undefined ? {} : { 'x-mock-session': session }),
      ...(name === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(name === undefined ? {} : { body: JSON.stringify({ name }) }),
  });
}

async function listNames(send: Send, session?: string): Promise<string[]> {
  const { data } = await (await send(toRequest(session))).json();
  return data.map(({ name }: { name: string }) => name);
}

function control(method: string, target: string, session?: string): Promise<Response> {
  const named = session === undefined ? {} : { 'x-mock-session': session };
  const headers = { authorization: `Bearer ${token}`, ...named };
  return fetch(listening.url + target, { method, headers });
}

describe.each(ways)('sessions $title', ({ title, send }) => {
  const [one, two] = [`one-${title.length}`, `two-${title.length}`];

  test('start like the mock, and are isolated', async () => {
    await mock.reset();
    await send(toRequest(one, 'in one'));
    await send(toRequest(two, 'in two'));
    await send(toRequest(undefined, 'in none'));
    expect(await listNames(send, one)).toEqual(['from the start', 'in one']);
    expect(await listNames(send, two)).toEqual(['from the start', 'in two']);
    expect(await listNames(send)).toEqual(['from the start', 'in none']);
    expect(await listNames(send, 'default')).toEqual(['from the start', 'in none']);
  });

  test('are reset separately', async () => {
    await send(toRequest(one, 'gone'));
    await send(toRequest(two, 'stays'));
    await control('POST', '/__mock/reset', one);
    expect(await listNames(send, one)).toEqual(['from the start']);
    expect(await listNames(send, two)).toContain('stays');
  });

  test('have their own ids, which depend on seed and name', async () => {
    const create = async (session?: string) => (await send(toRequest(session, 'x'))).json();
    await Promise.all(
      [one, two, undefined].map((session) => control('POST', '/__mock/reset', session)),
    );
    const [first, second, none] = [await create(one), await create(two), await create()];
    expect(new Set([first.id, second.id, none.id]).size).toBe(3);
    // Mocks that share a store generate random ids.
    if (isSharedStore()) return;
    await control('POST', '/__mock/reset', one);
    expect(await create(one)).toEqual(first);
    const other = createTestMock({ seed: 1, contents });
    expect(await (await other.fetch(toRequest(one, 'x'))).json()).toEqual(first);
    expect(await (await other.fetch(toRequest(undefined, 'x'))).json()).toEqual(none);
  });

  test.each(['', 'a b', '../x', '-a', '.', 'a'.repeat(65), 'a,b', '__proto__'])(
    'cannot have the name %j',
    async (name) => {
      const refused = await send(toRequest(name));
      expect(refused.status).toBe(400);
      const { errors } = await refused.json();
      expect(errors).toEqual([{ header: 'X-Mock-Session', detail: expect.any(String) }]);
    },
  );
});

describe('the control surface', () => {
  test('lists and deletes sessions', async () => {
    await control('GET', '/__mock/state', 'short-lived');
    const list = async () => (await (await control('GET', '/__mock/sessions')).json()).data;
    const names = async () => (await list()).map(({ name }: { name: string }) => name);
    expect((await names())[0]).toBe('default');
    expect(await names()).toContain('short-lived');
    expect((await control('DELETE', '/__mock/sessions/short-lived')).status).toBe(204);
    expect(await names()).not.toContain('short-lived');
    expect((await control('DELETE', '/__mock/sessions/short-lived')).status).toBe(404);
    expect((await control('DELETE', '/__mock/sessions/default')).status).toBe(409);
  });

  test('keeps snapshots and clocks of sessions separate', async () => {
    await control('PUT', '/__mock/snapshots/mine', 'apart');
    expect((await control('POST', '/__mock/snapshots/mine/restore', 'other')).status).toBe(404);
    await control('POST', '/__mock/clock/freeze', 'apart');
    const isFrozen = async (session: string) =>
      (await (await control('GET', '/__mock/clock', session)).json()).frozen;
    expect([await isFrozen('apart'), await isFrozen('other')]).toEqual([true, false]);
  });
});

/** Returns the number of requests in each journal. */
async function countRequests(
  sessions: readonly { readonly journal: Journal | StoredJournal }[],
): Promise<number[]> {
  const lists = await Promise.all(sessions.map(({ journal }) => journal.list()));
  return lists.map(({ length }) => length);
}

describe('in process', () => {
  test('a session can be called, reset and restored separately', async () => {
    const own = createTestMock({ seed: 1 });
    const session = own.session('worker-1');
    await session.fetch(toRequest(undefined, 'kept'));
    const snapshot = await session.snapshot();
    await session.fetch(toRequest('ignored', 'dropped'));
    await session.restore(snapshot);
    expect(await listNames(session.fetch)).toEqual(['kept']);
    expect(await listNames(own.fetch, 'worker-1')).toEqual(['kept']);
    expect(await listNames(own.fetch)).toEqual([]);
    await session.reset();
    expect(await listNames(session.fetch)).toEqual([]);
  });

  test('a session has the clock that its requests use', async () => {
    const own = createTestMock();
    const session = own.session('worker-1');
    await session.clock.freeze(Date.UTC(2030, 0, 1));
    expect((await session.fetch(toRequest(undefined))).headers.get('date')).toContain('2030');
    expect((await own.fetch(toRequest(undefined))).headers.get('date')).not.toContain('2030');
    await own.clock.advance(10 * 365 * 86_400_000);
    const year = new Date().getUTCFullYear() + 9;
    const date = (await own.fetch(toRequest(undefined))).headers.get('date') ?? '';
    expect(new Date(date).getUTCFullYear()).toBeGreaterThanOrEqual(year);
  });

  test('a session only has its own requests and fault rules', async () => {
    const own = createTestMock({ seed: 1 });
    const [one, two] = [own.session('one'), own.session('two')];
    const seen: string[] = [];
    one.journal.subscribe(({ session, status }) => seen.push(`${session} ${status}`));
    const general = await own.faults.add({ effect: { kind: 'latency', milliseconds: 1 } });
    const rule = await one.faults.add({ next: 1, effect: { kind: 'status', status: 503 } });
    expect(rule).toMatchObject({ session: 'one', injected: 0 });
    expect(await own.faults.list()).toEqual([general, rule]);
    expect([await one.faults.list(), await two.faults.list()]).toEqual([[rule], []]);
    expect([await two.faults.remove(rule.id), await one.faults.remove(general.id)]).toEqual([
      false,
      false,
    ]);
    expect((await two.fetch(toRequest(undefined))).status).toBe(201);
    expect((await own.fetch(toRequest(undefined))).status).toBe(201);
    expect((await one.fetch(toRequest(undefined))).status).toBe(503);
    expect((await one.fetch(toRequest(undefined))).status).toBe(201);
    await eventually(() => expect(seen).toEqual(['one 503', 'one 201']));
    expect(await one.journal.list({ status: '5xx' })).toMatchObject([
      { session: 'one', status: 503 },
    ]);
    expect(await countRequests([one, two, own])).toEqual([2, 1, 4]);
    await one.journal.clear();
    expect(await countRequests([one, two, own])).toEqual([0, 1, 2]);
    await two.faults.add({ effect: { kind: 'hang' } });
    await one.faults.clear();
    expect(await own.faults.list()).toHaveLength(2);
    await two.faults.clear();
    expect(await own.faults.list()).toMatchObject([{ id: general.id }]);
  });

  test('a deleted session starts again, even for callers that still hold it', async () => {
    const session = mock.session('deleted');
    await session.fetch(toRequest(undefined, 'gone'));
    await control('DELETE', '/__mock/sessions/deleted');
    await session.clock.freeze(Date.UTC(2030, 0, 1));
    await session.fetch(toRequest(undefined, 'new'));
    expect((await session.snapshot()).contents).toHaveLength(2);
    expect(await listNames(session.fetch)).toEqual(['from the start', 'new']);
    expect((await session.fetch(toRequest(undefined))).headers.get('date')).toContain('2030');
    await session.reset();
    expect(await listNames(session.fetch)).toEqual(['from the start']);
  });

  test.each([
    { title: 'has no key', change: { headers: { authorization: '' } }, status: 401 },
    { title: 'matches no operation', change: { url: 'http://localhost/nowhere' }, status: 404 },
    { title: 'is a preflight request', change: { method: 'OPTIONS' }, status: 204 },
  ])('a request that $title creates no session', async ({ change, status }) => {
    const own = createTestMock({ seed: 1, contents });
    const { control: access, url, close } = await own.listen({ control: { token } });
    const kept = await own.session('kept').fetch(toRequest(undefined, 'x'));
    const dates = new Set<string | null>();
    for (let at = 0; at < 20; at += 1) {
      const { url: to = `http://localhost${sitesPath}`, headers, method } = { ...change };
      const request = new Request(to, {
        method: method ?? 'GET',
        headers: { authorization: `Bearer ${key}`, ...headers, 'x-mock-session': `new-${at}` },
      });
      const refused = await own.fetch(request);
      expect(refused.status).toBe(status);
      dates.add(refused.headers.get('date'));
    }
    // The response of a new session does not depend on earlier refusals, except for the real time of a shared store.
    if (!isSharedStore()) expect(dates.size).toBe(1);
    const headers = { authorization: `Bearer ${access?.token}` };
    const listed = await (await fetch(`${url}/__mock/sessions`, { headers })).json();
    expect(listed.data.map(({ name }: { name: string }) => name)).toEqual(['default', 'kept']);
    expect(kept.status).toBe(201);
    expect(await listNames(own.fetch, 'kept')).toEqual(['from the start', 'x']);
    await close();
  });
});
