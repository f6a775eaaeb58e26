import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createPrograms } from './installed/create-programs.ts';
import { type ProgramOptions, runProgram } from './installed/run-program.ts';

const program = path.resolve('dist/cli/main.js');
const authorization = { Authorization: 'Bearer site-contract-key' };
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const programs = createPrograms();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-program-'));
});
afterEach(() => programs.end());
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const run = (argv: readonly string[], options: ProgramOptions = {}) =>
  runProgram(process.execPath, [program, ...argv], { cwd: folder, ...options });

async function startMock(argv: readonly string[] = [], options: ProgramOptions = {}) {
  const mock = programs.start(process.execPath, [program, 'mock', '--port', '0', ...argv], {
    cwd: folder,
    ...options,
  });
  return { ...mock, url: await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/) };
}

describe('the banner of a mock', () => {
  test('says what the first request needs, and names every operation with a URL', async () => {
    const mock = await startMock(['--log', 'pretty', '--seed', '7', '--api-key', "it's a key"]);
    const banner = mock.stdout();
    expect(banner).toContain(`Base URL   ${mock.url}\n`);
    expect(banner).toContain("API key    it's a key ");
    expect(banner).toContain(`Workspace  ${workspace} (any UUID is one)\n`);
    expect(banner).toContain('Seed       7 ');
    for (const id of ['listSites', 'createSite', 'updateSite', 'duplicateSite'])
      expect(banner).toMatch(new RegExp(`^ {2}${id} +[A-Z]+ +${mock.url}/v1/`, 'm'));
    expect(banner).toContain(
      `npx site-contract conformance ${mock.url} --api-key 'it'\\''s a key'`,
    );
    expect(banner).not.toContain('\u001b[');
  });

  test('has a line that creates a site when it is pasted', async () => {
    const mock = await startMock(['--log', 'pretty']);
    const [, url = '', header = '', type = '', body = ''] =
      /curl (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'/.exec(mock.stdout()) ?? [];
    const toPair = (text: string): [string, string] => {
      const [name = '', value = ''] = text.split(': ');
      return [name, value];
    };
    const reply = await fetch(url, {
      method: 'POST',
      headers: [toPair(header), toPair(type)],
      body,
    });
    expect(reply.status).toBe(201);
  });

  test.each([
    { where: 'on a pipe', argv: [] },
    { where: 'with --log json', argv: ['--log', 'json'] },
  ])('is one line of JSON $where, and each request is another', async ({ argv }) => {
    const mock = await startMock(argv);
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

  test('is left out with --quiet, and so is each request', async () => {
    const port = await findPort();
    const quiet = programs.start(process.execPath, [program, 'mock', '--port', port, '--quiet']);
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(url).catch(() => undefined)) !== undefined);
    await fetch(url + sites, { headers: authorization });
    quiet.child.kill('SIGTERM');
    expect(await quiet.ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('is followed by readable requests with --log pretty, control characters shown', async () => {
    const mock = await startMock(['--log', 'pretty']);
    await fetch(`${mock.url}${sites}?after=%1b`, { headers: authorization });
    const line = await mock.waitFor(/(\d\d:\d\d:\d\d 400 GET[^\n]+\n +after: [^\n]+)/);
    expect(line).toContain('listSites');
  });
});

describe('a mock that cannot start', () => {
  test('names a busy port, one that is free, and exits with 2', async () => {
    const mock = await startMock();
    const { port } = new URL(mock.url);
    const { code, stdout, stderr } = await run(['mock', '--port', port]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(
        `^site-contract: port ${port} of 127\\.0\\.0\\.1 is in use by another mock of site-contract[^\\n]*; (\\d+) is free: site-contract mock --port \\1\\n$`,
      ),
    );
  });

  test('names an address that is not of this machine', async () => {
    const { code, stderr } = await run(['mock', '--host', '203.0.113.1', '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'site-contract: 203.0.113.1 is no address of this machine; try --host 127.0.0.1\n',
    );
  });

  test('names a wrong configuration file', async () => {
    const cwd = mkdtempSync(path.join(folder, 'config-'));
    writeFileSync(path.join(cwd, 'site-contract.config.json'), '{ "mock": { "prot": 1 } }');
    const { code, stderr } = await run(['mock'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'site-contract: site-contract.config.json: mock: unknown key "prot"; did you mean "port"?\n',
    );
  });
});

describe('a mock that is stopped', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s exits with 0', async (signal) => {
    const mock = await startMock();
    mock.child.kill(signal);
    expect((await mock.ended).code).toBe(0);
  });

  test('lets an answer in flight finish, and takes no new request', async () => {
    const mock = await startMock();
    const { port } = new URL(mock.url);
    const body = '{"name":"In flight"}';
    const socket = connect(Number(port), '127.0.0.1');
    const answer = readAll(socket);
    socket.write(
      `POST ${sites} HTTP/1.1\r\nHost: mock\r\nAuthorization: Bearer site-contract-key\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    mock.child.kill('SIGTERM');
    await until(() => mock.stderr().includes('stopping'));
    await expect(fetch(mock.url)).rejects.toThrow();
    socket.write(body);
    expect(await answer).toContain('HTTP/1.1 201');
    expect((await mock.ended).code).toBe(0);
  });

  test('twice, ends at once', async () => {
    const mock = await startMock();
    const { port } = new URL(mock.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${sites} HTTP/1.1\r\nHost: mock\r\nAuthorization: Bearer site-contract-key\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    mock.child.kill('SIGTERM');
    await until(() => mock.stderr().includes('stopping'));
    mock.child.kill('SIGINT');
    expect((await mock.ended).code).toBe(130);
  });

  test('ends when npm, which started it, is gone', async () => {
    const shell = programs.start(
      'sh',
      ['-c', `"${process.execPath}" "${program}" mock --port 0; true`],
      {
        environment: { npm_command: 'exec' },
      },
    );
    const url = await shell.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/);
    shell.child.kill('SIGTERM');
    await shell.ended;
    await expect(fetch(url)).rejects.toThrow();
  });

  test('goes on when nobody reads what it writes', async () => {
    const mock = await startMock(['--log', 'json']);
    mock.child.stdout?.destroy();
    for (let count = 0; count < 5; count += 1) {
      const reply = await fetch(mock.url + sites, { headers: authorization });
      expect(reply.status).toBe(201);
    }
  });
});

test('a bug is no broken requirement: it is told with its stack, and ends the program with 2', async () => {
  const bug = 'data:text/javascript,setTimeout(() => { throw new Error("boom") }, 500)';
  const { code, stderr } = await runProgram(process.execPath, [
    '--import',
    bug,
    program,
    'mock',
    '--port',
    '0',
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^site-contract: this is a bug, please report it: Error: boom\n +at /);
});

describe('options', () => {
  test('come from the environment and from a file, and files stand beside it', async () => {
    const cwd = mkdtempSync(path.join(folder, 'options-'));
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
    const mock = await startMock([], { cwd, environment: { SITE_CONTRACT_API_KEY: 'one,two' } });
    const ask = (key: string) =>
      fetch(mock.url + sites, { headers: { Authorization: `Bearer ${key}` } });
    expect((await ask('two')).status).toBe(201);
    expect((await ask('site-contract-key')).status).toBe(403);
    expect(mock.stdout()).toContain('"seed":1');
  });
});

describe('the suite', () => {
  let broken: Server;
  beforeAll(async () => {
    broken = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    broken.close();
  });

  test('passes its own mock with 0, and writes the reports that are asked for', async () => {
    const files = ['--json', 'a/run.json', '--junit', 'run.xml', '--html', 'run.html'];
    const more = ['--sarif', 'run.sarif', '--observed', 'observed.yaml'];
    const argv = ['conformance', '--seed', '5', '--only', 'createSite', '--only', 'service'];
    const { code, stdout, stderr } = await run([...argv, ...files, ...more]);
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMS');
    expect(stderr).toMatch(/creating at most \d+ sites \(seed 5\)/);
    const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
    expect(JSON.parse(read('a/run.json'))).toMatchObject({
      seed: 5,
      verdict: { kind: 'conforms' },
    });
    expect(read('run.xml')).toContain('<testsuites');
    expect(read('run.html')).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(read('run.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(read('observed.yaml')).toMatch(/^overlay: 1\.0\.0\n/);
    const mock = await startMock(['--overlay', path.join(folder, 'observed.yaml')]);
    expect((await fetch(mock.url + sites)).status).toBe(401);
  });

  test('annotates a workflow of GitHub and writes its summary', async () => {
    const { port } = broken.address() as AddressInfo;
    const summary = path.join(folder, 'summary.md');
    const { code, stderr } = await run(
      ['conformance', `http://127.0.0.1:${port}`, '--workspace', workspace, '--only', 'createSite'],
      {
        environment: {
          SITE_CONTRACT_API_KEY: 'k',
          GITHUB_ACTIONS: 'true',
          GITHUB_STEP_SUMMARY: summary,
        },
      },
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^::error /m);
    expect(readFileSync(summary, 'utf8')).toContain('createSite');
  });

  test('accepts known failures until a date, once they are written down', async () => {
    const { port } = broken.address() as AddressInfo;
    const argv = ['conformance', `http://127.0.0.1:${port}`, '--workspace', workspace];
    const known = [...argv, '--only', 'createSite', '--baseline', 'known.json'];
    const options = { environment: { SITE_CONTRACT_API_KEY: 'k' } };
    expect((await run(known, options)).code).toBe(2);
    expect((await run([...known, '--update-baseline'], options)).code).toBe(0);
    expect((await run(known, options)).code).toBe(0);
    expect((await run([...argv, '--only', 'createSite'], options)).code).toBe(1);
  });

  test('writes JSON to stdout when asked, and the report for people to stderr', async () => {
    const { code, stdout, stderr } = await run([
      'conformance',
      '--only',
      'createSite',
      '--json',
      '-',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { kind: 'conforms' } });
    expect(stderr).toContain('CONFORMS');
  });

  test('fails a broken target with 1, and does not give the key away', async () => {
    const { port } = broken.address() as AddressInfo;
    const { code, stdout, stderr } = await run(
      ['conformance', `http://127.0.0.1:${port}`, '--workspace', workspace, '--only', 'createSite'],
      { environment: { SITE_CONTRACT_API_KEY: 'a-very-secret-key' } },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('Authorization: Bearer $SITE_CONTRACT_API_KEY');
    expect(stdout + stderr).not.toContain('a-very-secret-key');
  });

  test('says that nobody answers, with 2', async () => {
    const { code, stderr } = await run(
      ['conformance', 'http://127.0.0.1:1', '--workspace', workspace],
      { environment: { SITE_CONTRACT_API_KEY: 'k' } },
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^site-contract: the suite could not run: http:\/\/127\.0\.0\.1:1 /m);
  });

  test('does not mind a reader that has seen enough', async () => {
    const { code, stdout, stderr } = await runProgram('sh', [
      '-c',
      `"${process.execPath}" "${program}" conformance --list | head -n 1`,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(2);
  });
});

/** Everything that arrives until the other side closes. */
function readAll(socket: ReturnType<typeof connect>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

/** A port that was free a moment ago, for a program that does not say which one it took. */
async function findPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** Waits for something that happens soon, or else until the test's time is over. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
