import { expect, test } from '@jest/globals';
import { assume } from '../../test/support/assume.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import {
  describePostgres,
  describeSharedMocks,
  sites,
  workspace,
} from '../../test/support/shared-mocks.ts';
import { respond } from '../../test/support/webhooks/bench.ts';
import { createMock, defaultApiKey } from '../index.ts';
import { createPostgresStore } from './index.ts';

describeSharedMocks('mocks that share a database', ({ createMocks, closing }) => {
  test('show at once what another one has acknowledged', async () => {
    const { one, other } = createMocks();
    const made = await one.send('POST', sites, { name: 'Bakery' });
    expect(made.status).toBe(201);
    expect(await other.list()).toEqual(['Bakery']);
    const changed = await other.send('PATCH', `/sites/${made.json.id}`, { name: 'Café' });
    expect([changed.status, changed.json.name]).toEqual([200, 'Café']);
    expect(await one.list()).toEqual(['Café']);
    const route = await one.send('POST', `/sites/${made.json.id}/routes`, {
      pathname: '/a',
      localizedVariants: [],
    });
    expect(route.status).toBe(201);
    const copy = await other.send('POST', `/sites/${made.json.id}/duplicate`, { name: 'Copy' });
    expect([copy.status, copy.json.name]).toEqual([201, 'Copy']);
    expect(await one.list()).toEqual(['Café', 'Copy']);
  });

  test('lose no update to a site', async () => {
    const { one, other, third } = createMocks();
    const mocks = [one, other, third];
    const made = await one.send('POST', sites, { name: 'first' });
    const id = made.json.id;
    const updates = Array.from({ length: 60 }, (_, at) =>
      mocks[at % 3]?.send(
        'PATCH',
        `/sites/${id}`,
        at % 2 === 0 ? { name: `n${at}` } : { hostUrl: `https://h${at}.example` },
      ),
    );
    const statuses = (await Promise.all(updates)).map((each) => each?.status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const listed = await other.send('GET', sites);
    expect(listed.json.data[0]?.name).toMatch(/^n\d+$/);
    expect(listed.json.data[0]?.hostUrl).toMatch(/^https:\/\/h\d+\.example$/);
  });

  test('enforce unique rules together', async () => {
    const { one, other, third } = createMocks({
      contract: assume({ 'unique-host-url': 'refused' }),
    });
    const mocks = [one, other, third];
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        mocks[at % 3]?.send('POST', sites, { name: `n${at}`, hostUrl: 'https://one.example' }),
      ),
    );
    const statuses = made.map((each) => each?.status).sort();
    expect(statuses).toEqual([201, ...Array(29).fill(409)]);
  });

  test('share sessions, and reset them together', async () => {
    const { one, other } = createMocks();
    await one.send('POST', sites, { name: 'A' }, 'blue');
    await one.send('POST', sites, { name: 'B' });
    expect(await other.list('blue')).toEqual(['A']);
    expect(await other.list()).toEqual(['B']);
    await other.mock.session('blue').reset();
    expect(await one.list('blue')).toEqual([]);
    expect(await one.list()).toEqual(['B']);
    await one.send('POST', sites, { name: 'C' }, 'blue');
    expect(await other.list('blue')).toEqual(['C']);
  });

  test('share fault rules and their counters', async () => {
    const { one, other } = createMocks();
    expect(await other.list()).toEqual([]);
    await one.mock.faults.add({ next: 3, effect: { kind: 'status', status: 503 } });
    const statuses: unknown[] = [];
    for (let at = 0; at < 5; at += 1)
      statuses.push((await (at % 2 === 0 ? other : one)?.send('GET', sites))?.status);
    expect(statuses).toEqual([503, 503, 503, 201, 201]);
    expect(await one.mock.faults.list()).toEqual([]);
  });

  test('share the clock of a session', async () => {
    const { one, other } = createMocks();
    expect(await other.list()).toEqual([]);
    await one.mock.clock.freeze(Date.UTC(2030, 0, 1));
    const listed = await other.send('GET', sites);
    expect(listed.headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
    await other.mock.clock.advance(60_000);
    expect(new Date(await one.mock.clock.read()).toISOString()).toBe('2030-01-01T00:01:00.000Z');
  });

  test('share the journal', async () => {
    const { one, other } = createMocks();
    await one.send('POST', sites, { name: 'A' });
    await other.send('GET', sites);
    await one.mock.journal.list();
    const entries = await other.mock.journal.list();
    expect(entries.map(({ operation }) => operation).sort()).toEqual(['createSite', 'listSites']);
    expect(entries.map(({ id }) => id)).toEqual([1, 2]);
    await one.mock.journal.clear();
    expect(await other.mock.journal.list()).toEqual([]);
  });

  test('share snapshots, count requests, and report whether they are ready', async () => {
    const { one, other } = createMocks();
    await one.send('POST', sites, { name: 'A' });
    const control = { token: 'test-token' };
    const listening = await Promise.all(
      [one, other].map(({ mock }) => mock.listen({ port: 0, control })),
    );
    const ask = async (at: number, method: string, path: string) => {
      const response = await fetch(`${listening[at]?.url}/__mock/${path}`, {
        method,
        headers: { authorization: 'Bearer test-token' },
      });
      return [response.status, await response.text()] as const;
    };
    const saved = await ask(0, 'PUT', 'snapshots/first');
    expect(saved[0]).toBe(200);
    await other.send('POST', sites, { name: 'B' });
    expect(await one.list()).toEqual(['A', 'B']);
    expect((await ask(1, 'GET', 'snapshots'))[1]).toContain('"sites":1');
    expect((await ask(1, 'POST', 'snapshots/first/restore'))[0]).toBe(204);
    expect(await one.list()).toEqual(['A']);
    expect((await ask(1, 'DELETE', 'snapshots/first'))[0]).toBe(204);
    expect((await ask(0, 'POST', 'snapshots/first/restore'))[0]).toBe(404);
    const [, metrics] = await ask(0, 'GET', 'metrics');
    expect(metrics).toContain('site_contract_requests_total{operation="listSites",status="201"}');
    expect(metrics).toContain('site_contract_store_up 1');
    expect((await ask(0, 'GET', 'ready'))[0]).toBe(200);
    one.mock.drain();
    expect((await ask(0, 'GET', 'ready'))[0]).toBe(503);
    expect((await ask(0, 'GET', 'health'))[0]).toBe(200);
    expect((await ask(1, 'POST', 'reset'))[0]).toBe(204);
    expect(await one.list()).toEqual([]);
  });

  test('send each delivery once, and take over those of a mock that has ended', async () => {
    const receiver = await startReceiver(respond(204, 500, 204));
    closing.push(receiver.close);
    const { one, other } = createMocks({ webhooks: { timeScale: 5 } });
    await one.mock.listen();
    await other.mock.listen();
    const type = 'page.created' as const;
    const registered = await one.send('POST', `/workspaces/${workspace}/webhooks`, {
      url: receiver.url,
      eventType: type,
    });
    expect(registered.status).toBe(201);
    const [listed] = await other.mock.webhooks.list();
    expect(listed?.secret).toBe((await one.mock.webhooks.list())[0]?.secret);
    const [first] = await other.mock.webhooks.trigger({ type, workspaceId: workspace });
    const settled = await one.mock.webhooks.settled(first?.id ?? '');
    expect(settled).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
    const [second] = await one.mock.webhooks.trigger({ type, workspaceId: workspace });
    // On a busy machine, the next attempt may come before this check.
    const wasTried = async () => {
      const all = await other.mock.webhooks.listDeliveries();
      return all.some(({ id, attempts }) => id === second?.id && attempts.length > 0);
    };
    while (!(await wasTried())) await new Promise((resolve) => setTimeout(resolve, 20));
    await one.mock.close();
    const adopted = await other.mock.webhooks.settled(second?.id ?? '');
    expect(adopted.attempts.map(({ status }) => status)).toEqual([500, 204]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      first?.id,
      second?.id,
      second?.id,
    ]);
  });

  test('see a snapshot restored by any of them', async () => {
    const { one, other } = createMocks();
    await one.send('POST', sites, { name: 'A' });
    const snapshot = await one.mock.snapshot();
    await other.send('POST', sites, { name: 'B' });
    await one.mock.restore(snapshot);
    expect(await other.list()).toEqual(['A']);
  });
});

describePostgres('a mock that loses its database', () => {
  test('returns 503 until it recovers by itself', async () => {
    const server = await startPostgres();
    const lines: string[] = [];
    const store = createPostgresStore(server.patientUrl.replace('tester@', 'tester:secret-word@'));
    const mock = createMock({ store, onError: (line) => lines.push(line) });
    const { url } = await mock.listen();
    const send = (method: string, body?: unknown) =>
      fetch(`${url}/v1/workspaces/${workspace}/sites`, {
        method,
        headers: {
          authorization: `Bearer ${defaultApiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await send('POST', { name: 'kept' })).status).toBe(201);
    // A connection that is lost during a statement must not end the process.
    const inFlight = Array.from({ length: 40 }, () => send('GET'));
    await server.kill();
    for (const response of await Promise.all(inFlight))
      expect([201, 503]).toContain(response.status);
    const refused = await send('POST', { name: 'lost' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({
      status: 503,
      type: expect.stringContaining('unavailable'),
    });
    await server.start();
    let response = await send('GET');
    while (response.status !== 201) {
      expect(response.status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 50));
      response = await send('GET');
    }
    expect(await response.json()).toMatchObject({ data: [{ name: 'kept' }] });
    expect(lines.join('\n')).toMatch(/is unavailable[\s\S]*is available again/);
    expect(lines.join('\n')).not.toContain('secret-word');
    await mock.close();
    await server.close();
  });
});
