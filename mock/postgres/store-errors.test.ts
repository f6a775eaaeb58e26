import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findPort } from '../../test/support/find-port.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { createMock } from '../index.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { toSettings } from './driver.ts';
import { createPostgresStore, pruneSessions } from './index.ts';
import { createStatements } from './unit.ts';

const secret = 'pass-word-5';

describe('a store URL', () => {
  test.each([
    ['mysql://a@b/c', /not a PostgreSQL URL/],
    ['postgres://a:p%zz@b/c', /password .* percent-encoded/],
    [`postgres://a:${secret}@b:99999/c`, /host "b:99999"/],
    [`postgres://a:${secret}@b/c?options=-c`, /unknown parameter "options"/],
    [`postgres://a:${secret}@b/c?sslmode=prefer`, /sslmode .* must be one of/],
    [`postgres://a:${secret}@b/c?sslmode=require&sslrootcert=/missing`, /ENOENT/],
    [`postgres://a:${secret}@b/c?pool_size=0`, /pool_size .* from 2 to 1000/],
    [`postgres://a:${secret}@b/c?target_session_attrs=x`, /must be one of any, read-write/],
    [`postgres://a:${secret}@@b/c`, /not a PostgreSQL URL/],
    [`postgres://a:x?${secret}@b/c`, /not a PostgreSQL URL/],
    [`postgres://a:x/${secret}@b`, /not a PostgreSQL URL/],
    [`postgres://a:${secret}`, /host "a:…"/],
    ['postgres://a@b/c%0ad', /database name .* percent-encoded/],
    ['postgres://a@b/c?sslmode=disable&sslmode=verify-full', /sslmode twice/],
    ['postgres://a@b/c?sslmode=require&sslrootcert=/dev/null', /no certificate in PEM/],
    ['postgres://a@b/c?sslmode=require&sslkey=/dev/null', /no private key in PEM/],
    ['', /not a PostgreSQL URL/],
  ])('%s is refused without showing its password', (url, message) => {
    expect(() => createPostgresStore(url)).toThrow(message);
    expect(() => createPostgresStore(url)).not.toThrow(secret);
  });

  test('can name several hosts and contain percent-encoding', () => {
    expect(parseDatabaseUrl('postgres://a%40b:p%2Fw@h1:1,[::1]:2,h3/d?pool_size=3')).toMatchObject({
      hosts: [
        { host: 'h1', port: 1 },
        { host: '::1', port: 2 },
        { host: 'h3', port: 5432 },
      ],
      user: 'a@b',
      password: 'p/w',
      database: 'd',
      poolSize: 3,
      shown: 'postgres://h1:1,[::1]:2,h3:5432/d',
    });
  });

  test('works with a transaction pooler, which keeps no session state', () => {
    const pooled = parseDatabaseUrl('postgres://a@h/d?pooler=transaction');
    const place = { host: 'h', port: 6432 };
    expect(toSettings(pooled, place)).not.toHaveProperty('statement_timeout');
    expect(toSettings(parseDatabaseUrl('postgres://a@h/d'), place)).toMatchObject({
      statement_timeout: 5000,
    });
    const { insert, listSites } = createStatements('"s"', !pooled.isPooled);
    expect([insert.site.name, listSites('by-id', true).name]).toEqual([undefined, undefined]);
    expect(createStatements('"s"').insert.site.name).toBe('insert site');
    expect(() => parseDatabaseUrl('postgres://a@h/d?pooler=session')).toThrow(/none, transaction/);
  });

  test.each(['Upper', 'a"b', 'pg_x', 'information_schema', '', '1a'])(
    'cannot have the schema "%s"',
    (schema) => {
      expect(() => createPostgresStore('postgres://b/c', { schema })).toThrow(/schema name/);
    },
  );
});

describePostgres('a store that fails or is new', () => {
  let server: TestPostgres;

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
  });

  afterAll(() => server?.close());

  async function listen(url: string, schema = 'errors'): Promise<string> {
    const mock = createMock({ store: createPostgresStore(url, { schema }), onError: () => {} });
    try {
      await mock.listen();
      return 'it listens';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await mock.close();
    }
  }

  test('is reported with the reason', async () => {
    const gone = `postgres://a:${secret}@127.0.0.1:${await findPort()}/c`;
    expect(await listen(gone)).toMatch(/cannot be used: 127\.0\.0\.1:\d+: no server listens there/);
    expect(await listen(gone)).not.toContain(secret);
    const missing = server.url.replace(/postgres$/, 'nowhere');
    expect(await listen(missing)).toMatch(/the database does not exist \(3D000\)/);
    expect(await listen(`${server.url}?sslmode=require`)).toMatch(/does not offer TLS/);
  });

  test('is skipped if another host works', async () => {
    const { host } = new URL(server.url);
    const url = `postgres://tester@127.0.0.1:${await findPort()},${host}/postgres`;
    expect(await listen(url)).toBe('it listens');
  });

  test('is refused if a newer version created it', async () => {
    expect(await listen(server.patientUrl, 'newer')).toBe('it listens');
    const { Client } = await import('pg');
    const client = new Client(server.url);
    await client.connect();
    await client.query('update newer.schema_version set version = 99');
    await client.end();
    expect(await listen(server.patientUrl, 'newer')).toMatch(
      /created by a newer version .*--store-schema/,
    );
  });

  test('can be created by many mocks at once', async () => {
    const all = Array.from({ length: 8 }, () => listen(server.patientUrl, 'together'));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['it listens']));
  });

  test('removes unused sessions', async () => {
    const mock = createMock({
      store: createPostgresStore(server.patientUrl, { schema: 'pruned' }),
    });
    await mock.session('old').reset();
    await mock.reset();
    const prune = (unusedForMs: number) =>
      pruneSessions(server.patientUrl, { schema: 'pruned', unusedForMs });
    expect(await prune(60_000)).toBe(0);
    expect(await prune(-60_000)).toBe(1);
    await mock.close();
  });
});
