import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import {
  createSharedMock,
  describePostgres,
  sites,
  tryStore,
} from '../../test/support/shared-mocks.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { createPostgresStore } from './index.ts';

const password = 'p@ss:w/rd 9';

describePostgres('a database with TLS and passwords', () => {
  let server: TestPostgres;
  let folder: string;
  let ca: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'site-contract-tls-'));
    chmodSync(folder, 0o755);
    const [cert, key, rules] = ['cert.pem', 'key.pem', 'hba.conf'].map((name) =>
      path.join(folder, name),
    );
    if (cert === undefined || key === undefined || rules === undefined) throw new Error('no files');
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
    const args = ['req', ...kind, '-keyout', key, '-out', cert, ...names];
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    ca = cert;
    chmodSync(key, 0o600);
    // The server does not run as root, and accepts only a key that no other user can read.
    if (process.getuid?.() === 0) spawnSync('chown', ['nobody:nogroup', key]);
    writeFileSync(
      rules,
      'hostssl all secured all scram-sha-256\nhost all secured all reject\nhost all all all trust\n',
    );
    server = await startPostgres([
      'fsync=off',
      'ssl=on',
      `ssl_cert_file=${cert}`,
      `ssl_key_file=${key}`,
      `hba_file=${rules}`,
    ]);
    const admin = new Client(server.url);
    await admin.connect();
    await admin.query(`create role secured login password '${password}'`);
    await admin.query('grant create on database postgres to secured');
    await admin.end();
  });

  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const given = encodeURIComponent(password);

  test.each([
    ['localhost', given, 'require', '', /^it works$/],
    ['127.0.0.1', given, 'require', '', /^it works$/],
    ['localhost', given, 'verify-full', 'root', /^it works$/],
    ['127.0.0.1', given, 'verify-ca', 'root', /^it works$/],
    ['127.0.0.1', given, 'verify-full', 'root', /does not match certificate's altnames/],
    ['localhost', given, 'verify-full', '', /self-signed certificate .* sslrootcert/],
    ['localhost', given, 'disable', '', /pg_hba.conf rejects connection .*\(28000\)/],
    ['localhost', 'wrong-word', 'require', '', /password authentication failed .*\(28P01\)/],
    ['localhost', '', 'require', '', /the server requires a password; .* PGPASSWORD/],
  ])('%s, the password "%s", %s %s: %s', async (host, word, mode, root, message) => {
    const more = root === 'root' ? `&sslrootcert=${encodeURIComponent(ca)}` : '';
    const credentials = word === '' ? 'secured' : `secured:${word}`;
    const url = `postgres://${credentials}@${host}:${server.port}/postgres?sslmode=${mode}${more}&connect_timeout=300`;
    const lines: string[] = [];
    const { mock } = createSharedMock(url, 'secured', { onError: (line) => lines.push(line) });
    let told = 'it works';
    try {
      await mock.listen();
    } catch (error) {
      told = String(error instanceof Error ? error.message : error);
    }
    await mock.close();
    expect(told).toMatch(message);
    for (const line of [told, ...lines]) {
      expect(line).not.toContain(password);
      expect(line).not.toContain(given);
      expect(line).not.toContain('wrong-word');
    }
  });
});

describe('the URL of a store', () => {
  test.each([
    ['postgres://u:secret@db.example/x', /to db.example without TLS; add sslmode=verify-full, or/],
    ['postgres://u:secret@10.0.0.7/x?sslmode=disable', /to 10.0.0.7 without TLS/],
    ['postgres://u:secret@127.0.0.1.example/x', /without TLS/],
    ['postgres://u:sec/ret@db.example/x', /special characters in the password percent-encoded/],
    ['postgres://u:secret@:secret/x', /percent-encoded/],
    ['postgres://u:secret@localhost:99999/x', /percent-encoded/],
    ['postgres://u:secret@localhost/x?pool_size=0', /pool_size .* must be an integer from 1/],
    ['postgres://u:secret@localhost/x?host=db.example', /to db.example without TLS/],
    ['postgres://u:secret@db.example/x?sslmode=verify-ca', /requires specifying a CA/],
    ['postgres://u:secret@db.example/x?sslrootcert=/none.pem', /ENOENT.*\/none.pem/],
    ['mysql://u:secret@localhost/x', /is not a PostgreSQL URL; write it like postgres:/],
  ])('%s is refused in one line without the password', (url, message) => {
    const parse = () => parseDatabaseUrl(url, Client);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/sec\/?ret[^s]/);
  });

  test('needs no TLS on this machine, and names everything that a connection needs', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', '%2Frun%2Fpostgresql'])
      expect(parseDatabaseUrl(`postgres://u@${host}/x`, Client).pool.ssl).toBe(false);
    expect(parseDatabaseUrl('postgres://a%20b:c%3Ad@db:1/x?sslmode=require', Client)).toMatchObject(
      {
        pool: {
          user: 'a b',
          password: 'c:d',
          host: 'db',
          port: 1,
          database: 'x',
          ssl: { rejectUnauthorized: false },
        },
        shown: 'postgres://db:1/x',
      },
    );
    expect(() => createPostgresStore('postgres://localhost/x', { schema: 'a b' })).toThrow(
      /must consist of 1 to 40 lower-case letters/,
    );
  });
});

/** More exact matches for the operands of statements than any operator in `pg_catalog`, or the same ones. */
const plantedOperators = ['text', 'bigint', 'integer', 'numeric', 'uuid'].flatMap((type) =>
  ['=', '<>', '<', '>', '<=', '>=', '+', '-', '*', '||'].map((name) => [type, name, type] as const),
);

const plantedFunctions = [
  ['clock_timestamp', '', 'timestamptz'],
  ['now', '', 'timestamptz'],
  ['hashtext', 'text', 'int'],
  ['to_regclass', 'text', 'regclass'],
  ['pg_advisory_xact_lock', 'bigint', 'void'],
  ['unnest', 'text[]', 'setof text'],
] as const;

describePostgres('a schema that others could have planted', () => {
  let server: TestPostgres;
  let admin: Client;

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    admin = new Client(server.url);
    await admin.connect();
    await admin.query('create role victim login; create role mallory login');
    await admin.query('grant create on database postgres to victim, mallory');
  });

  afterAll(async () => {
    await admin?.end();
    await server?.close();
  });

  const open = (schema: string) =>
    tryStore(server.patientUrl.replace('tester@', 'victim@'), schema);

  test('is refused', async () => {
    await admin.query('create schema planted authorization mallory');
    expect(await open('planted')).toMatch(/^the schema planted belongs to mallory, and could run/);
    await admin.query('create schema jobs_jobs authorization mallory');
    expect(await open('jobs')).toMatch(/^the schema jobs_jobs belongs to mallory/);
  });

  test.each([
    ['set role mallory; create table @.x ()', 'the table @.x belongs to mallory'],
    ['set role mallory; create type @.t as enum ()', 'the type @.t belongs to mallory'],
    [
      "set role mallory; create function @.f() returns int language sql as 'select 1'",
      'the function @.f belongs to mallory',
    ],
    [
      `create function public.f() returns trigger language plpgsql as 'begin end';
        create trigger f after insert on @.record execute function public.f()`,
      'the trigger f on @.record belongs to an unknown user',
    ],
  ])('is refused if it has a foreign object: %s', async (statement, message) => {
    const schema = `own_${message.split(' ')[1]}`;
    expect(await open(schema)).toBe('it works');
    await admin.query(`grant all on schema ${schema} to mallory`);
    await admin.query(`${statement.replaceAll('@', schema)}; reset role`);
    expect(await open(schema)).toContain(message.replaceAll('@', schema));
  });

  test('is not confused by operators of another user', async () => {
    await admin.query('grant create on schema public to mallory; set role mallory');
    await admin.query(`create function public.f(numeric, integer) returns numeric language plpgsql
      as 'begin raise ''run as %'', current_user; end'`);
    await admin.query(
      'create operator public.* (leftarg = numeric, rightarg = integer, function = public.f)',
    );
    await admin.query('reset role');
    expect(await open('beside')).toBe('it works');
  });

  test('runs no operator or function that the owner of its database prefers to those of the server', async () => {
    await admin.query('create database planted owner mallory');
    const planter = new Client(server.url.replace('/postgres', '/planted'));
    await planter.connect();
    await planter.query('grant create on database planted to victim; set role mallory');
    await planter.query('create schema trap');
    for (const [at, [left, name, right]] of plantedOperators.entries())
      await planter.query(
        `create function trap.o${at}(${left}, ${right}) returns ${left} language plpgsql
          as 'begin raise ''planted ${name} ran as %'', current_user; end';
        create operator trap.${name} (leftarg = ${left}, rightarg = ${right}, function = trap.o${at})`,
      );
    for (const [name, types, result] of plantedFunctions)
      await planter.query(
        `create function trap.${name}(${types}) returns ${result} language plpgsql
          as 'begin raise ''planted ${name} ran as %'', current_user; end'`,
      );
    await planter.query('grant usage on schema trap to public');
    await planter.query('alter database planted set search_path = trap, pg_catalog');
    await planter.end();
    const trapped = new Client(
      server.url.replace('tester@', 'victim@').replace('/postgres', '/planted'),
    );
    await trapped.connect();
    await expect(trapped.query("select 'a'::text = 'a'")).rejects.toThrow(
      'planted = ran as victim',
    );
    await trapped.end();

    const lines: string[] = [];
    const url = server.patientUrl.replace('tester@', 'victim@').replace('/postgres?', '/planted?');
    const { mock, send, list, control } = createSharedMock(url, 'planted', {
      onError: (line) => lines.push(line),
    });
    try {
      const name = `$1 $schema "\\' \u0000 \u{1f3ec}`;
      expect((await send('POST', sites, { name })).status).toBe(201);
      expect((await send('POST', sites, { name: 'in a session' }, 'one')).status).toBe(201);
      expect(await list()).toEqual([name]);
      expect(JSON.parse((await control('GET', 'sessions')).text).data).toHaveLength(2);
      expect((await control('GET', 'requests?session=one')).text).toContain('in a session');
      expect((await control('GET', 'requests')).text).toContain('$1 $schema');
      expect((await control('DELETE', 'requests?session=one')).status).toBe(204);
      expect((await control('DELETE', 'sessions/one')).status).toBe(204);
      expect((await control('POST', 'clock/freeze')).status).toBe(200);
      expect((await control('PUT', 'snapshots/s')).status).toBe(200);
      expect((await control('POST', 'reset')).status).toBe(204);
      expect(await list()).toEqual([]);
    } finally {
      await mock.close();
    }
    expect(lines).toEqual([]);
  });

  test('is refused if it is from another version', async () => {
    expect(await open('newer')).toBe('it works');
    await admin.query('update newer.store set version = 99');
    expect(await open('newer')).toMatch(/has version 99, but only \d+ is supported; use another/);
  });
});
