import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { createPrograms } from '../../test/installed/create-programs.ts';
import {
  endlessPatience,
  type ProgramOptions,
  runProgram,
} from '../../test/installed/run-program.ts';

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

test.each(['pretty', 'json', 'off'])(
  'the token is never written to anything but a terminal: --log %s',
  async (log) => {
    const made = await startMock(['--log', log]);
    expect(made.stdout()).toContain(`${made.url}/__mock/`);
    expect(made.stdout()).not.toMatch(/#token=|"token"/);
    const chosen = await startMock(['--log', log], {
      environment: { SITE_CONTRACT_ADMIN_TOKEN: token },
    });
    expect(await readStatus(chosen.url, token)).toBe(200);
    expect(chosen.stdout() + chosen.stderr()).not.toContain(token);
  },
);

test.each([
  ['the flag', ['--admin-token', token], {}],
  ['the environment', [], { SITE_CONTRACT_ADMIN_TOKEN: token }],
])('the token can be set by %s', async (_, argv, environment) => {
  const { url } = await startMock(argv, { environment });
  expect(await readStatus(url, token)).toBe(200);
  expect(await readStatus(url, `${token}x`)).toBe(401);
});

test('the JSON start line contains the URL of the control surface', async () => {
  const { url, stdout } = await startMock(['--log', 'json', '--admin-token', token]);
  const [first = ''] = stdout().split('\n');
  expect(JSON.parse(first)).toMatchObject({ control: { url: `${url}/__mock/` } });
});

test('--no-control disables the page and the control surface', async () => {
  const { url, stdout } = await startMock(['--no-control', '--admin-token', token]);
  expect(stdout()).not.toContain('__mock');
  expect(await readStatus(url, token)).toBe(404);
});

test('a token that is too short is refused without being shown', async () => {
  const { code, stderr } = await runProgram(process.execPath, [
    program,
    'mock',
    '--admin-token',
    'secret!',
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain('--admin-token must be 8 to 200 ASCII characters without spaces');
  expect(stderr).not.toContain('secret!');
});

test('an open page does not keep the mock from stopping', async () => {
  const { url, child, ended } = await startMock(['--admin-token', token], {
    environment: endlessPatience,
  });
  const headers = { authorization: `Bearer ${token}` };
  const stream = await fetch(`${url}/__mock/requests/stream`, { headers });
  expect(stream.status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
  await stream.body?.cancel();
});
