import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { createPrograms } from '../../test/installed/create-programs.ts';
import { type ProgramOptions, runProgram } from '../../test/installed/run-program.ts';

const program = path.resolve('dist/cli/main.js');
const token = 'admin-token-of-this-test';
const programs = createPrograms();

afterEach(() => programs.end());

async function startMock(argv: readonly string[], options: ProgramOptions = {}) {
  const mock = programs.start(process.execPath, [program, 'mock', '--port', '0', ...argv], options);
  return { ...mock, url: await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/) };
}

async function readStatus(url: string, bearer: string): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await fetch(`${url}/__mock/state`, { headers })).status;
}

test('the banner links to the page with a token that works, another one each time', async () => {
  const page = /(http:\/\/127\.0\.0\.1:\d+\/__mock\/)#token=(\S+)/;
  const pretty = ['--log', 'pretty'];
  const mocks = [await startMock(pretty), await startMock(pretty)];
  const found = await Promise.all(
    mocks.map(async ({ url, stdout }) => {
      const [, address, made = ''] = page.exec(stdout()) ?? [];
      expect(address).toBe(`${url}/__mock/`);
      return { made, status: await readStatus(url, decodeURIComponent(made)) };
    }),
  );
  expect(found.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(found.map(({ made }) => made)).size).toBe(2);
});

test.each([
  ['the flag', ['--admin-token', token], {}],
  ['the environment', [], { SITE_CONTRACT_ADMIN_TOKEN: token }],
])('%s chooses the token', async (_, argv, environment) => {
  const { url } = await startMock(argv, { environment });
  expect(await readStatus(url, token)).toBe(200);
  expect(await readStatus(url, `${token}x`)).toBe(401);
});

test('programs learn the token from the line of JSON', async () => {
  const { url, stdout } = await startMock(['--log', 'json', '--admin-token', token]);
  const [first = ''] = stdout().split('\n');
  expect(JSON.parse(first)).toMatchObject({ control: { url: `${url}/__mock/`, token } });
});

test('--no-control leaves the page and everything behind it out', async () => {
  const { url, stdout } = await startMock(['--no-control', '--admin-token', token]);
  expect(stdout()).not.toContain('__mock');
  expect(await readStatus(url, token)).toBe(404);
});

test('a token that keeps nobody out is refused without being shown', async () => {
  const { code, stderr } = await runProgram(process.execPath, [
    program,
    'mock',
    '--admin-token',
    'secret!',
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain('--admin-token takes 8 to 200 ASCII characters without blanks');
  expect(stderr).not.toContain('secret!');
});

test('a page that follows the requests does not keep the mock from stopping', async () => {
  const { url, child, ended } = await startMock(['--admin-token', token]);
  const headers = { authorization: `Bearer ${token}` };
  const stream = await fetch(`${url}/__mock/requests/stream`, { headers });
  expect(stream.status).toBe(200);
  const start = performance.now();
  child.kill('SIGTERM');
  await ended;
  // Whoever is in the middle of an answer is given five seconds.
  expect(performance.now() - start).toBeLessThan(4000);
  await stream.body?.cancel();
});
