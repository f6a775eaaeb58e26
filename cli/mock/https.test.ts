import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { makeCertificate } from '../../mock/adapters/certificate.ts';
import { adminToken, ask, workspace } from '../../test/installed/site-calls.ts';
import { until } from '../../test/installed/until.ts';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();

test('--https creates a certificate and explains how to trust it; the suite passes behind a base path', async () => {
  const environment = { XDG_CACHE_HOME: program.folder() };
  const mock = program.start(['mock', '--port', '0', '--https', '--base-path', '/api/sites'], {
    environment,
  });
  const url = await mock.waitFor(/"listening":"(https:[^"]+)"/);
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/sites$/);
  expect(mock.stdout()).toContain(`"url":"${url}/__mock/"`);
  const file = path.join(program.folder(), 'site-contract', 'https', 'certificate.pem');
  await until(() => mock.stderr().includes(`NODE_EXTRA_CA_CERTS=${file}`));
  expect(mock.stderr()).not.toContain('BEGIN PRIVATE KEY');
  const key = 'site-contract-key';
  const argv = ['conformance', url, '--ca', file, '--api-key', key, '--only', 'createSite'];
  const { code, stdout } = await program.run([...argv, '--workspace', workspace]);
  expect(stdout).toContain('CONFORMS');
  expect(code).toBe(0);

  // The certificate is only mentioned when it is created.
  const again = program.start(['mock', '--port', '0', '--https'], { environment });
  // The JSON log always contains it, for programs that must trust it.
  expect(await again.waitFor(/"certificate":"([^"]+)"/)).toBe(file);
  await again.stop();
  expect(again.stderr()).not.toContain('NODE_EXTRA_CA_CERTS');

  // The same files, as if a user provided them.
  const keyFile = path.join(path.dirname(file), 'key.pem');
  const own = program.start(['mock', '--port', '0', '--cert', file, '--key', keyFile]);
  expect(await own.waitFor(/"listening":"(https:[^"]+)"/)).toContain('https://127.0.0.1:');
});

test('an unusable certificate is refused with the reason', async () => {
  const file = path.join(program.folder(), 'wrong.pem');
  writeFileSync(file, 'no certificate');
  const refused = async (...argv: string[]): Promise<string> => {
    const { code, stderr } = await program.run(['mock', '--port', '0', ...argv]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused('--cert', file)).toContain('--cert and --key go together');
  expect(await refused('--cert', file, '--key', file)).toContain(
    '--cert and --key must be a certificate and its private key in PEM form',
  );
  const one = await makeCertificate(['a.example']);
  const other = await makeCertificate(['b.example']);
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => path.join(program.folder(), name));
  writeFileSync(cert ?? '', one.cert);
  writeFileSync(key ?? '', other.key);
  expect(await refused('--cert', `${cert}`, '--key', `${key}`)).toContain(
    'without a passphrase (error:05800074:x509 certificate routines::key values mismatch)',
  );
  expect(await refused('--cert', 'nowhere.pem', '--key', file)).toContain(
    '--cert: nowhere.pem: file not found',
  );
  expect(await refused('--base-path', '/a b')).toContain('--base-path must be a path like');
  expect(await refused('--fixture', 'demo:0')).toContain('for example demo:500');
  expect(readFileSync(file, 'utf8')).toBe('no certificate');
});

test('webhooks are delivered over HTTPS to a receiver with a trusted CA, but only under its own name', async () => {
  const others = Array.from({ length: 900 }, (_, at) => `10.0.${at % 9}.${at % 100}`);
  const certificate = await makeCertificate(['localhost', ...others]);
  const receiver = createServer(certificate, (request, response) => {
    request.resume();
    response.end('received');
  });
  const authority = path.join(program.folder(), 'authority.pem');
  writeFileSync(authority, certificate.cert);
  try {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const mock = await program.startMock(['--admin-token', adminToken], {
      environment: { NODE_EXTRA_CA_CERTS: authority },
    });
    for (const name of ['localhost', '127.0.0.1']) {
      const url = `https://${name}:${port}/`;
      const webhook = { url, eventType: 'page.created' };
      await ask(mock, 'POST', `/v1/workspaces/${workspace}/webhooks`, webhook);
    }
    await ask(mock, 'POST', '/__mock/events', { type: 'page.created', workspaceId: workspace });
    let attempts: unknown[] = [];
    await until(async () => {
      const { body } = await ask(mock, 'GET', '/__mock/deliveries');
      attempts = body.data.map((delivery: { attempts: unknown[] }) => delivery.attempts[0]);
      return attempts.length === 2 && !attempts.includes(undefined);
    });
    const error = expect.stringContaining('does not match certificate');
    expect(attempts).toMatchObject([{ status: 200, response: 'received' }, { error }]);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
});
