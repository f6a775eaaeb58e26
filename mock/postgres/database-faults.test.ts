import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { type Relay, startRelay } from '../../test/support/relay.ts';
import {
  createSharedMock,
  describePostgres,
  type SharedMock,
  sites,
  tryStore,
  workspace,
} from '../../test/support/shared-mocks.ts';

const secret = 'pass-word-7';

describePostgres('a faulty database', () => {
  let server: TestPostgres;
  let relay: Relay;
  let admin: Client;
  let schemas = 0;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    relay = await startRelay(server.port);
    admin = new Client(server.url);
    await admin.connect();
  });

  // A failed test may have left a lock or a closed relay, for which the others would wait forever.
  afterEach(async () => {
    relay.release();
    await admin.query('rollback');
  });

  afterAll(async () => {
    for (const close of closing) await close();
    await admin?.end();
    await relay?.close();
    await server?.close();
  });

  /** Starts a mock that uses the database through the relay, with one site. */
  async function start(parameters = '') {
    schemas += 1;
    const schema = `faulty_${schemas}`;
    const lines: string[] = [];
    // Created by a mock with long timeouts: on a busy machine, the timeout of a test may be too short at first.
    const patient = createSharedMock(server.patientUrl, schema);
    const created = await patient.send('POST', sites, { name: 'first' });
    expect(created.status).toBe(201);
    await patient.mock.close();
    const url = `postgres://tester:${secret}@127.0.0.1:${relay.port}/postgres?${parameters}`;
    const made = createSharedMock(url, schema, { onError: (line) => lines.push(line) });
    closing.push(made.mock.close);
    await untilBack(made);
    lines.length = 0;
    return { ...made, schema, lines, id: created.json.id };
  }

  async function untilBack({ send }: Pick<SharedMock, 'send'>): Promise<void> {
    while ((await send('GET', sites)).status !== 201)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  test('a statement that takes too long causes 503', async () => {
    const { send, list, schema } = await start('statement_timeout=200');
    await admin.query(`begin; lock table ${schema}.record in access exclusive mode`);
    const refused = await send('POST', sites, { name: 'late' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.json.detail).toMatch(/statement timeout .57014.*Nothing was changed/);
    await admin.query('rollback');
    await untilBack({ send });
    expect(await list()).toEqual(['first']);
  });

  test('a hanging server delays no other request, and is used again when it recovers', async () => {
    const mock = await start('statement_timeout=1000&connect_timeout=1');
    relay.hold();
    const write = await mock.send('POST', sites, { name: 'lost' });
    const read = await mock.send('GET', sites);
    expect([write.status, read.status]).toEqual([503, 503]);
    expect(write.json.detail).toMatch(/Whether the request had an effect is unknown/);
    relay.release();
    await untilBack(mock);
    expect(mock.lines.join('\n')).toMatch(/is unavailable[\s\S]*is available again/);
    expect(mock.lines.join('\n')).not.toContain(secret);
  });

  test('a statement whose connection breaks has an unknown outcome', async () => {
    const mock = await start();
    relay.cutAnswers();
    const cut = await mock.send('PATCH', `/sites/${mock.id}`, { name: 'maybe' });
    expect(cut.status).toBe(503);
    relay.release();
    await untilBack(mock);
    expect([['first'], ['maybe']]).toContainEqual(await mock.list());
  });

  test('a full disk causes 507, and changes nothing', async () => {
    const { send, list, schema } = await start();
    await admin.query(`create function ${schema}.fill() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    await admin.query(
      `create trigger fill before insert on ${schema}.record execute function ${schema}.fill()`,
    );
    const refused = await send('POST', sites, { name: 'too much' });
    expect([refused.status, refused.json.detail]).toEqual([
      507,
      expect.stringMatching(/No space left on device .53100.*Nothing was changed/),
    ]);
    expect(await list()).toEqual(['first']);
  });

  test('a server that becomes read-only is no longer written to', async () => {
    const mock = await start();
    await admin.query('alter system set default_transaction_read_only = on');
    await admin.query('select pg_reload_conf()');
    let refused = await mock.send('POST', sites, { name: 'before' });
    while (refused.status === 201) refused = await mock.send('POST', sites, { name: 'before' });
    expect(refused.status).toBe(503);
    const again = await mock.send('POST', sites, { name: 'refused' });
    expect(again.json.detail).toMatch(/read-only transaction .25006/);
    await admin.query('set default_transaction_read_only = off');
    await admin.query('alter system reset default_transaction_read_only');
    await admin.query('select pg_reload_conf()');
    await untilBack(mock);
    expect(await mock.list()).not.toContain('refused');
  });

  test('tables that were removed are created again, also those of the queue', async () => {
    const { send, mock, schema } = await start();
    await admin.query(`drop schema ${schema}, ${schema}_jobs cascade`);
    expect((await send('GET', sites)).status).toBe(503);
    await untilBack({ send });
    const event = { type: 'page.created', workspaceId: workspace } as const;
    const webhook = { url: 'http://127.0.0.1:1/', eventType: event.type };
    expect((await send('POST', `/workspaces/${workspace}/webhooks`, webhook)).status).toBe(201);
    expect(await mock.webhooks.trigger(event)).toHaveLength(1);
  });

  test('the control surface returns 503 as well, and reveals no password', async () => {
    const mock = await start('connect_timeout=1&statement_timeout=1000');
    expect((await mock.control('GET', 'ready')).status).toBe(200);
    relay.hold();
    await mock.send('GET', sites);
    await mock.send('GET', sites);
    const paths = [
      'state',
      'requests',
      'faults',
      'webhooks',
      'deliveries',
      'snapshots',
      'sessions',
      'clock',
    ];
    const refuses = async (method: string, path: string): Promise<void> => {
      const { status, text } = await mock.control(method, path);
      expect([path, status]).toEqual([path, 503]);
      expect(text).not.toContain(secret);
    };
    await Promise.all([
      ...paths.map((path) => refuses('GET', path)),
      ...['reset', 'clock/freeze'].map((path) => refuses('POST', path)),
    ]);
    expect((await mock.control('GET', 'health')).status).toBe(200);
    expect((await mock.control('GET', 'ready')).status).toBe(503);
    const metrics = await mock.control('GET', 'metrics');
    expect(metrics.text).toContain('site_contract_store_up 0');
    relay.release();
    await untilBack(mock);
    expect(mock.lines.join('\n')).not.toMatch(/bug|undefined/);
  });

  test('a database can have any encoding, and refuses characters outside it', async () => {
    await admin.query("create database latin encoding 'LATIN1' template template0 locale 'C'");
    const latin = createSharedMock(server.patientUrl.replace('/postgres?', '/latin?'), 'latin');
    closing.push(latin.mock.close);
    expect((await latin.send('POST', sites, { name: 'Été' })).status).toBe(201);
    const refused = await latin.send('POST', sites, { name: '東京' });
    expect([refused.status, refused.json.detail]).toEqual([
      507,
      expect.stringMatching(/no equivalent in encoding "LATIN1" .22P05.*Nothing was changed/),
    ]);
    expect(await latin.list()).toEqual(['Été']);
  });

  test('a user without permissions, or with read access only, gets an explanation', async () => {
    await admin.query('create role nobody_here login');
    await admin.query(
      'create role reading login; alter role reading set default_transaction_read_only = on',
    );
    const as = (user: string) => server.patientUrl.replace('tester@', `${user}@`);
    expect(await tryStore(as('nobody_here'))).toMatch(/permission denied for database/);
    expect(await tryStore(as('reading'))).toMatch(/read-only transaction .25006/);
  });

  test('a single connection is enough, and the schema can be named like a keyword', async () => {
    const url = `${server.url}?pool_size=1&connect_timeout=300`;
    expect(await tryStore(url, 'user')).toBe('it works');
  });

  test('a Unix socket can be used', async () => {
    const socket = `postgres://tester@${encodeURIComponent(server.folder)}`;
    const database = '/postgres?connect_timeout=300';
    expect(await tryStore(`${socket}:${server.port}${database}`)).toBe('it works');
    expect(await tryStore(`${socket}:1${database}`)).toMatch(/connect ENOENT/);
  });
});
