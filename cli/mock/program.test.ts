import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createPrograms } from '../../test/installed/create-programs.ts';
import { until } from '../../test/installed/until.ts';
import { useProgram } from '../../test/installed/use-program.ts';
import { findPort } from '../../test/support/find-port.ts';

const program = useProgram();
const programs = createPrograms();
afterEach(() => programs.end());
const authorization = { Authorization: 'Bearer site-contract-key' };
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;

describe('the banner of a mock', () => {
  test.each([
    { from: 'a flag', argv: ['--api-key', 'key-of-staging'], environment: {} },
    {
      from: 'the environment',
      argv: [],
      environment: { SITE_CONTRACT_MOCK_API_KEY: 'key-of-staging' },
    },
  ])('never shows a key from $from', async ({ argv, environment }) => {
    for (const log of ['pretty', 'json']) {
      const mock = await program.startMock(['--log', log, ...argv], { environment });
      expect(mock.stdout() + mock.stderr()).not.toContain('key-of-staging');
      const headers = { Authorization: 'Bearer key-of-staging' };
      expect((await fetch(mock.url + sites, { headers })).status).toBe(201);
    }
  });

  test('does not use the key of a real deployment', async () => {
    const environment = { SITE_CONTRACT_API_KEY: 'key-of-staging' };
    const mock = await program.startMock(['--log', 'pretty'], { environment });
    expect(mock.stdout()).not.toContain('key-of-staging');
    expect((await fetch(mock.url + sites, { headers: authorization })).status).toBe(201);
  });

  test.each([
    { where: 'on a pipe', argv: [] },
    { where: 'with --log json', argv: ['--log', 'json'] },
  ])('is one line of JSON $where, followed by one line for each request', async ({ argv }) => {
    const mock = await program.startMock(argv);
    await fetch(`${mock.url}${sites}?limit=101`, { headers: authorization });
    await mock.waitFor(/("limit")/);
    const [first, second] = mock
      .stdout()
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(first).toMatchObject({ listening: mock.url, workspaces: [workspace] });
    expect(second).toMatchObject({
      method: 'GET',
      path: `${sites}?limit=101`,
      status: 400,
      operation: 'listSites',
      faults: [{ parameter: 'limit' }],
    });
  });

  const fullTest = existsSync('/dev/full') ? test : test.skip;
  fullTest('can be lost, and the requests as well, and the mock goes on', async () => {
    const port = String(await findPort());
    const line = `exec "${process.execPath}" "${program.file}" mock --port ${port} --log json 2>&1 >/dev/full`;
    const lost = programs.start('sh', ['-c', line]);
    await lost.waitFor(/(output was lost)/);
    const url = `http://127.0.0.1:${port}${sites}`;
    for (const want of [201, 201])
      expect((await fetch(url, { headers: authorization })).status).toBe(want);
    const { code, stdout } = await lost.stop();
    expect(code).toBe(2);
    expect(stdout.match(/lost/g)).toHaveLength(1);
    expect(stdout).not.toContain('bug');
  });

  test('is hidden by --quiet, as is every request', async () => {
    const port = String(await findPort());
    const quiet = program.start(['mock', '--port', port, '--quiet']);
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(url).catch(() => undefined)) !== undefined);
    await fetch(url + sites, { headers: authorization });
    quiet.child.kill('SIGTERM');
    expect(await quiet.ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('is followed by readable requests with --log pretty, with control characters escaped', async () => {
    const mock = await program.startMock(['--log', 'pretty']);
    await fetch(`${mock.url}${sites}?after=%1b`, { headers: authorization });
    const line = await mock.waitFor(/(\d\d:\d\d:\d\d 400 GET[^\n]+\n +after: [^\n]+)/);
    expect(line).toContain('listSites');
  });
});

describe('a mock that cannot start', () => {
  test('names the busy port, and exits with 2', async () => {
    const mock = await program.startMock();
    const { port } = new URL(mock.url);
    expect(await program.run(['mock', '--port', port])).toEqual({
      code: 2,
      stdout: '',
      stderr: `site-contract: port ${port} of 127.0.0.1 is in use; --port 0 selects a free one\n`,
    });
  });

  test('names an address that does not belong to this machine', async () => {
    const { code, stderr } = await program.run(['mock', '--host', '203.0.113.1', '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'site-contract: 203.0.113.1 is not an address of this machine; use --host 127.0.0.1\n',
    );
  });

  test('names the error in the configuration file', async () => {
    const cwd = mkdtempSync(path.join(program.folder(), 'config-'));
    writeFileSync(path.join(cwd, 'site-contract.config.json'), '{ "mock": { "prot": 1 } }');
    const { code, stderr } = await program.run(['mock'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'site-contract: site-contract.config.json: mock.prot: unknown option; did you mean "port"?\n',
    );
  });
});

describe('options', () => {
  test('come from the environment and a file, with paths relative to that file', async () => {
    const cwd = mkdtempSync(path.join(program.folder(), 'options-'));
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'o', version: '1' },
      actions: [
        { target: "$['x-assumptions']['error-status-unauthorized']", update: { value: 403 } },
      ],
    };
    writeFileSync(path.join(cwd, 'o.json'), JSON.stringify(overlay));
    writeFileSync(
      path.join(cwd, 'site-contract.config.json'),
      JSON.stringify({ mock: { seed: 1, overlay: ['o.json'] } }),
    );
    const mock = await program.startMock([], {
      cwd,
      environment: { SITE_CONTRACT_MOCK_API_KEY: 'one,two' },
    });
    const ask = (key: string) =>
      fetch(mock.url + sites, { headers: { Authorization: `Bearer ${key}` } });
    expect((await ask('two')).status).toBe(201);
    expect((await ask('site-contract-key')).status).toBe(403);
    expect(mock.stdout()).toContain('"seed":1');
  });
});

test('initial faults come from flags', async () => {
  const mock = await program.startMock(['--latency', '1-2', '--fail-rate', '1']);
  const reply = await fetch(mock.url + sites, { headers: authorization });
  expect(reply.status).toBe(500);
  expect(reply.headers.get('x-mock-fault')).toMatch(/^fault-1; latency=\d, fault-2; status=500$/);
});

test('the workspace of a deployment does not reach the mock', async () => {
  const environment = { SITE_CONTRACT_WORKSPACE: 'not-a-uuid', SITE_CONTRACT_URL: 'nonsense' };
  const mock = await program.startMock([], { environment });
  expect((await fetch(mock.url + sites, { headers: authorization })).status).toBe(201);
});
