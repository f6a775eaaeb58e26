import { expect, test } from '@jest/globals';
import { assume } from '../../test/support/assume.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import {
  describeSharedMocks,
  type SharedMock,
  sites,
  workspace,
} from '../../test/support/shared-mocks.ts';

const type = 'page.created' as const;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describeSharedMocks('mocks that share a database', ({ createMocks }) => {
  test('show what another one has acknowledged', async () => {
    const { one, other } = createMocks();
    const made = await one.send('POST', sites, { name: 'Bakery' });
    expect(made.status).toBe(201);
    expect(await other.list()).toEqual(['Bakery']);
    const { id } = made.json;
    expect((await other.send('PATCH', `/sites/${id}`, { name: 'Café' })).json.name).toBe('Café');
    const route = { pathname: '/a', localizedVariants: [] };
    expect((await one.send('POST', `/sites/${id}/routes`, route)).status).toBe(201);
    expect((await other.send('POST', `/sites/${id}/duplicate`, {})).status).toBe(201);
    expect(await one.list()).toEqual(['Café', 'Copy of Café']);
  });

  test('use and show the seed of the first one', async () => {
    const mocks = Object.values(createMocks()).filter((each) => typeof each !== 'string');
    const seeds: unknown[] = [];
    for (const { control, mock } of mocks)
      seeds.push(JSON.parse((await control('GET', 'info')).text).seed, mock.seed);
    expect(new Set(seeds)).toEqual(new Set([mocks[0]?.mock.seed]));
    expect(new Set(mocks.map(({ mock }) => mock.session('blue').seed)).size).toBe(1);
  });

  test('lose no update to a site', async () => {
    const { one, other, third } = createMocks();
    const mocks = [one, other, third];
    const { id } = (await one.send('POST', sites, { name: 'first' })).json;
    const updates = Array.from({ length: 60 }, (_, at) =>
      mocks[at % 3]?.send(
        'PATCH',
        `/sites/${id}`,
        at % 2 === 0 ? { name: `n${at}` } : { hostUrl: `https://h${at}.example` },
      ),
    );
    for (const updated of await Promise.all(updates)) expect(updated?.status).toBe(200);
    const [site] = (await other.send('GET', sites)).json.data;
    expect(site?.name).toMatch(/^n\d+$/);
    expect(site?.hostUrl).toMatch(/^https:\/\/h\d+\.example$/);
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
    expect(made.map((each) => each?.status).sort()).toEqual([201, ...Array(29).fill(409)]);
  });

  test('keep concurrent changes when the state is edited on the page', async () => {
    const { one, other, third } = createMocks();
    const { id } = (await one.send('POST', sites, { name: 'first' })).json;
    const removed = await one.send('POST', sites, { name: 'removed' });
    const edits = Array.from({ length: 5 }, async (_, at) => {
      const value = { name: `edited ${at}`, apiKey: id, hostUrl: null };
      const edit = { kind: 'site', id: crypto.randomUUID(), parent: workspace, value };
      expect((await one.control('PATCH', 'state', { edits: [edit] })).status).toBe(200);
    });
    const creations = Array.from({ length: 10 }, async (_, at) => {
      const made = await (at % 2 === 0 ? other : third).send('POST', sites, { name: `made ${at}` });
      expect(made.status).toBe(201);
    });
    const removal = { edits: [{ kind: 'site', id: removed.json.id }] };
    const undone = await other.control('PATCH', 'state', removal);
    await Promise.all([...edits, ...creations]);
    expect(new Set(Object.values(await third.list()))).toHaveProperty('size', 16);
    // The removed site returns to its position.
    const undo: unknown = JSON.parse(undone.text).undo;
    expect((await third.control('PATCH', 'state', { edits: undo })).status).toBe(200);
    expect(Object.values(await one.list()).slice(0, 2)).toEqual(['first', 'removed']);
  });

  test('share sessions, snapshots, and resets', async () => {
    const { one, other } = createMocks();
    await one.send('POST', sites, { name: 'A' }, 'blue');
    await one.send('POST', sites, { name: 'B' });
    expect(await other.list('blue')).toEqual(['A']);
    expect(await other.list()).toEqual(['B']);
    expect((await one.control('PUT', 'snapshots/first')).status).toBe(200);
    await other.send('POST', sites, { name: 'C' });
    expect((await other.control('GET', 'snapshots')).text).toContain('"sites":1');
    expect((await other.control('POST', 'snapshots/first/restore')).status).toBe(204);
    expect(await one.list()).toEqual(['B']);
    await other.mock.session('blue').reset();
    expect(await one.list('blue')).toEqual([]);
    expect((await other.control('DELETE', 'sessions/blue')).status).toBe(204);
    expect((await one.control('GET', 'sessions')).text).not.toContain('blue');
    expect((await one.control('POST', 'reset')).status).toBe(204);
    expect(await other.list()).toEqual([]);
  });

  test('share fault rules and their counters', async () => {
    const { one, other } = createMocks();
    await one.mock.faults.add({ next: 3, effect: { kind: 'status', status: 503 } });
    const statuses: unknown[] = [];
    for (let at = 0; at < 5; at += 1)
      statuses.push((await (at % 2 === 0 ? other : one).send('GET', sites)).status);
    expect(statuses).toEqual([503, 503, 503, 201, 201]);
    expect(await one.mock.faults.list()).toEqual([]);
  });

  test('share the clock of a session, and advance it by the sum of all requests', async () => {
    const { one, other } = createMocks();
    await one.mock.clock.freeze(Date.UTC(2030, 0, 1));
    const listed = await other.send('GET', sites);
    expect(listed.headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? one : other).mock.clock.advance(1000)),
    );
    expect(new Date(await one.mock.clock.read()).toISOString()).toBe('2030-01-01T00:00:20.000Z');
  });

  test('share the journal at once', async () => {
    const { one, other } = createMocks();
    await one.send('POST', sites, { name: 'A' });
    await other.send('GET', sites);
    const entries = await other.mock.journal.list();
    expect(entries.map(({ id, operation }) => `${id} ${operation}`)).toEqual([
      '1 createSite',
      '2 listSites',
    ]);
    await one.mock.journal.clear();
    expect(await other.mock.journal.list()).toEqual([]);
  });

  test('report whether they are ready, and figures of the store', async () => {
    const { one } = createMocks();
    await one.send('GET', sites);
    const metrics = await one.control('GET', 'metrics');
    expect(metrics.text).toContain('site_contract_store_up 1');
    expect((await one.control('GET', 'ready')).status).toBe(200);
    one.mock.drain();
    expect((await one.control('GET', 'ready')).status).toBe(503);
    expect((await one.control('GET', 'health')).status).toBe(200);
  });
});

describeSharedMocks('deliveries of several mocks', ({ createMocks, closing, query }) => {
  /** @param answer returns the status of the response to a request, by its number from 0 */
  async function start(answer: (at: number) => Promise<number> | number) {
    const receiver = await startReceiver(async (response, at) => {
      response.writeHead(await answer(at)).end();
    });
    closing.push(receiver.close);
    const mocks = createMocks({ webhooks: { timeScale: 5 } });
    for (const { mock } of [mocks.one, mocks.other]) await mock.listen();
    const path = `/workspaces/${workspace}/webhooks`;
    await mocks.one.send('POST', path, { url: receiver.url, eventType: type });
    return { ...mocks, receiver };
  }

  async function trigger({ mock }: SharedMock): Promise<string> {
    const [delivery] = await mock.webhooks.trigger({ type, workspaceId: workspace });
    return delivery?.id ?? '';
  }

  test('are sent again once, even if several mocks are asked to', async () => {
    const { one, other, receiver } = await start(() => 204);
    const [secret] = await one.mock.webhooks.list();
    expect(await other.mock.webhooks.list()).toEqual([secret]);
    const id = await trigger(one);
    await other.mock.webhooks.settled(id);
    const asked = await Promise.allSettled(
      [one, other, one, other].map(({ mock }) => mock.webhooks.replay(id)),
    );
    const taken = asked.filter(({ status }) => status === 'fulfilled').length;
    await until(async () => (await one.mock.webhooks.settled(id)).attempts.length > taken);
    expect(receiver.received).toHaveLength(1 + taken);
  });

  test('are finished by a mock that stops, and not sent by another one', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { one, other, receiver } = await start(async () => {
      await answered;
      return 204;
    });
    const id = await trigger(one);
    await until(() => receiver.received.length > 0);
    const stopping = one.mock.close();
    answer();
    await stopping;
    expect(await other.mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
    expect(receiver.received).toHaveLength(1);
  });

  test('are taken over from a mock that no longer renews its job', async () => {
    let answer = (): void => {};
    const late = new Promise<number>((resolve) => {
      answer = () => resolve(204);
    });
    const { one, receiver, schema } = await start((at) => (at === 0 ? late : 204));
    const id = await trigger(one);
    await until(async () => {
      if (receiver.received.length === 1)
        await query(`update ${schema}_jobs.job set started_on = 'epoch' where state = 'active'`);
      return receiver.received.length === 2;
    });
    expect(await one.mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
    answer();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  });

  test('follow the clock of another mock, and end with its reset', async () => {
    const { one, other, receiver } = await start((at) => (at === 0 ? 500 : 204));
    await one.mock.clock.freeze();
    const id = await trigger(one);
    await until(async () => {
      const [found] = await other.mock.webhooks.listDeliveries();
      return found?.nextAttemptAt !== undefined;
    });
    await other.mock.clock.advance(3_600_000);
    expect(await other.mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
    await other.mock.reset();
    expect(await one.mock.webhooks.listDeliveries()).toEqual([]);
    expect(receiver.received).toHaveLength(2);
  });

  test('are sent once if they are arranged several times at once', async () => {
    const { one, other, receiver, schema } = await start((at) => (at === 0 ? 500 : 204));
    await one.mock.clock.freeze();
    const id = await trigger(one);
    await until(async () => (await one.mock.webhooks.listDeliveries())[0]?.state === 'pending');
    await one.mock.clock.advance(3_600_000);
    let isSent = false;
    const settled = one.mock.webhooks.settled(id).then(() => {
      isSent = true;
    });
    for (let at = 0; !isSent; at += 1) await (at % 2 === 0 ? one : other).mock.clock.advance(1);
    await settled;
    const jobs = `select 1 from ${schema}_jobs.job`;
    await until(async () => (await query(jobs)).rows.length === 0);
    expect(receiver.received).toHaveLength(2);
  });

  test('are reported on other mocks, like requests and changes of the state', async () => {
    const { one, third, schema } = await start(() => 204);
    // A mock that starts now does not load the session.
    await query(`update ${schema}.session set changed_at = 0`);
    const { url } = await third.mock.listen({ port: 0, control: { token: 'test-token' } });
    const told: string[] = [];
    third.mock.webhooks.subscribe(({ id, state }) => told.push(`${id} ${state}`));
    const id = await trigger(one);
    await until(() => told.includes(`${id} delivered`));
    const abort = new AbortController();
    const { body } = await fetch(`${url}/__mock/requests/stream`, {
      headers: { authorization: 'Bearer test-token', accept: 'text/event-stream' },
      signal: abort.signal,
    });
    let events = '';
    const reading = (async () => {
      const reader = body?.getReader();
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
        events += Buffer.from(part.value).toString();
    })().catch(() => {});
    await one.send('POST', sites, { name: 'told of' });
    await until(() => /event: request\n.*told of/.test(events));
    events = '';
    expect((await one.control('POST', 'reset')).status).toBe(204);
    await until(() => /event: changed/.test(events));
    abort.abort();
    await reading;
  });
});
