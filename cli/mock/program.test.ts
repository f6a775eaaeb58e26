import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createPrograms } from '../../test/installed/create-programs.ts';
import { until } from '../../test/installed/until.ts';
import { type StartedMock, useProgram } from '../../test/installed/use-program.ts';
import { findPort } from '../../test/support/find-port.ts';

const program = useProgram();
const programs = createPrograms();
afterEach(() => programs.end());
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const token = 'admin-token-of-this-test';

/** The status of a list of sites, or of another path. */
async function ask({ url }: Pick<StartedMock, 'url'>, key = 'site-contract-key', target = sites) {
  const headers = { Authorization: `Bearer ${key}` };
  return (await fetch(url + target, { headers })).status;
}
const readState = (mock: StartedMock, key: string) => ask(mock, key, '/__mock/state');
const said = (mock: StartedMock) => mock.stdout() + mock.stderr();

describe('keys and tokens', () => {
  test.each(['pretty', 'json', 'off'])('are not written, with --log %s', async (log) => {
    const made = await program.startMock(['--log', log]);
    expect(made.stdout()).toContain(`${made.url}/__mock/`);
    expect(made.stdout()).not.toMatch(/#token=|"token"/);
    const environment = {
      SITE_CONTRACT_ADMIN_TOKEN: token,
      SITE_CONTRACT_MOCK_API_KEY: 'key-of-staging, two',
    };
    const chosen = await program.startMock(['--log', log], { environment });
    expect(await ask(chosen, 'key-of-staging')).toBe(201);
    expect(await ask(chosen, 'two')).toBe(201);
    expect([await readState(chosen, token), await readState(chosen, `${token}x`)]).toEqual([
      200, 401,
    ]);
    expect(said(chosen)).not.toMatch(new RegExp(`${token}|key-of-staging`));
  });

  test('come from flags as well, and a wrong one is not shown', async () => {
    const mock = await program.startMock(['--api-key', 'key-of-staging', '--admin-token', token]);
    expect([await ask(mock, 'key-of-staging'), await readState(mock, token)]).toEqual([201, 200]);
    expect(said(mock)).not.toMatch(new RegExp(`${token}|key-of-staging`));
    const { code, stderr } = await program.run(['mock', '--admin-token', 'secret!']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--admin-token must be 8 to 200 ASCII characters'),
    });
    expect(stderr).not.toContain('secret!');
  });

  test('of a real deployment, and its workspace, do not reach the mock', async () => {
    const environment = {
      SITE_CONTRACT_API_KEY: 'key-of-staging',
      SITE_CONTRACT_WORKSPACE: 'not-a-uuid',
      SITE_CONTRACT_URL: 'nonsense',
    };
    const mock = await program.startMock(['--log', 'pretty'], { environment });
    expect(mock.stdout()).not.toContain('key-of-staging');
    expect(await ask(mock)).toBe(201);
  });
});

test('--no-control turns the page and the control surface off', async () => {
  const mock = await program.startMock(['--no-control', '--admin-token', token]);
  expect(mock.stdout()).not.toContain('__mock');
  expect(await readState(mock, token)).toBe(404);
});

test('any number of clients may follow the requests, and end with the mock', async () => {
  const mock = await program.startMock(['--log', 'off', '--admin-token', token]);
  const follow = async (): Promise<Response> =>
    fetch(`${mock.url}/__mock/requests/stream`, { headers: { Authorization: `Bearer ${token}` } });
  const followed = await Promise.all(Array.from({ length: 12 }, follow));
  await mock.stop();
  for (const response of followed) await response.text();
  expect(mock.stderr()).toBe('site-contract: stopping after the pending responses\n');
});

describe('the output', () => {
  test('on a pipe is JSON', async () => {
    const mock = await program.startMock();
    await ask(mock, undefined, `${sites}?limit=-1`);
    await mock.waitFor(/("limit")/);
    const lines = mock.stdout().trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { listening: mock.url, workspaces: [workspace], control: { url: `${mock.url}/__mock/` } },
      {
        method: 'GET',
        path: `${sites}?limit=-1`,
        status: 400,
        operation: 'listSites',
        faults: [{ parameter: 'limit' }],
      },
    ]);
  });

  test('with --log pretty is readable, with control characters escaped', async () => {
    const mock = await program.startMock(['--log', 'pretty']);
    await ask(mock, undefined, `${sites}?after=%1b`);
    const line = await mock.waitFor(/(\d\d:\d\d:\d\d 400 GET[^\n]+\n +after: [^\n]+)/);
    expect(line).toContain('listSites');
  });

  test('is hidden by --quiet', async () => {
    const port = String(await findPort());
    const quiet = program.start(['mock', '--port', port, '--quiet']);
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(url).catch(() => undefined)) !== undefined);
    expect(await ask({ url })).toBe(201);
    quiet.child.kill('SIGTERM');
    expect(await quiet.ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  const fullTest = existsSync('/dev/full') ? test : test.skip;
  fullTest('can be lost, and the mock goes on', async () => {
    const port = String(await findPort());
    const line = `exec "${process.execPath}" "${program.file}" mock --port ${port} --log json 2>&1 >/dev/full`;
    const lost = programs.start('sh', ['-c', line]);
    await lost.waitFor(/(output was lost)/);
    const url = `http://127.0.0.1:${port}`;
    expect([await ask({ url }), await ask({ url })]).toEqual([201, 201]);
    const { code, stdout } = await lost.stop();
    expect(code).toBe(2);
    expect(stdout.match(/lost/g)).toHaveLength(1);
  });
});

describe('a mock that cannot start', () => {
  test('names the busy port, the foreign address, or what is missing', async () => {
    const { port } = new URL((await program.startMock()).url);
    for (const [argv, message] of [
      [['--port', port], `port ${port} of 127.0.0.1 is in use; --port 0 selects a free one`],
      [
        ['--host', '203.0.113.1', '--port', '0'],
        'cannot listen on port 0 of 203.0.113.1 (EADDRNOTAVAIL); choose others with --port or SITE_CONTRACT_PORT, and --host or SITE_CONTRACT_HOST',
      ],
      [
        ['--watch', '--fixture', 'demo'],
        '--watch requires a file to watch; pass --contract, --overlay or --fixture',
      ],
    ] as const)
      expect(await program.run(['mock', ...argv])).toEqual({
        code: 2,
        stdout: '',
        stderr: `site-contract: ${message}\n`,
      });
  });
});

test('options come from a file, with paths relative to it, and initial faults from flags', async () => {
  const cwd = program.folder();
  const target = "$['x-assumptions']['error-status-unauthorized']";
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'o', version: '1' },
    actions: [{ target, update: { value: 403 } }],
  };
  writeFileSync(path.join(cwd, 'o.json'), JSON.stringify(overlay));
  const config = { mock: { seed: 1, overlay: ['o.json'] } };
  writeFileSync(path.join(cwd, 'site-contract.config.json'), JSON.stringify(config));
  const mock = await program.startMock();
  expect(await ask(mock, 'wrong')).toBe(403);
  expect(mock.stdout()).toContain('"seed":1');
  const faulty = await program.startMock(['--latency', '1-2', '--fail-rate', '1']);
  const reply = await fetch(faulty.url + sites, {
    headers: { Authorization: 'Bearer site-contract-key' },
  });
  expect(reply.headers.get('x-mock-fault')).toMatch(/^fault-1; latency=\d, fault-2; status=500$/);
});
