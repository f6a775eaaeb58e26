import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { createSharedMock, describePostgres } from '../../test/support/shared-mocks.ts';

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
    const { status, stderr } = spawnSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
        ...names,
      ],
      { encoding: 'utf8' },
    );
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
    { host: 'localhost', word: given, mode: 'require', message: /^it works$/ },
    { host: '127.0.0.1', word: given, mode: 'require', message: /^it works$/ },
    { host: 'localhost', word: given, mode: 'verify-full', root: true, message: /^it works$/ },
    { host: '127.0.0.1', word: given, mode: 'verify-ca', root: true, message: /^it works$/ },
    {
      host: '127.0.0.1',
      word: given,
      mode: 'verify-full',
      root: true,
      message: /another host name/,
    },
    {
      host: 'localhost',
      word: given,
      mode: 'verify-full',
      message: /not trusted; .* sslrootcert/,
    },
    {
      host: 'localhost',
      word: given,
      mode: 'disable',
      message: /is not allowed to connect: .* \(28000\)/,
    },
    {
      host: 'localhost',
      word: 'wrong-word',
      mode: 'require',
      message: /password is wrong \(28P01\)/,
    },
    { host: 'localhost', word: '', mode: 'require', message: /requires a password; .* PGPASSWORD/ },
  ])('$mode on $host: $message', async ({ host, word, mode, root = false, message }) => {
    const more = root ? `&sslrootcert=${encodeURIComponent(ca)}` : '';
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
