import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createMock } from '../../create-mock.ts';

const run = promisify(execFile);

test('the commands in docs/control.md work unchanged', async () => {
  const token = 'admin-token-of-this-test';
  const document = await readFile('docs/control.md', 'utf8');
  const blocks = [...document.matchAll(/```sh\n(.+?)```/gs)].map(([, lines = '']) => lines);
  // The test starts the mock for the examples.
  const script = blocks.filter((lines) => !lines.includes('npx site-contract mock')).join('');
  expect(script.split('\n').length).toBeGreaterThan(20);
  const mock = createMock({ seed: 1 });
  const { port } = await mock.listen({ control: { token } });
  const cwd = await mkdtemp(path.join(tmpdir(), 'control-documentation-'));
  try {
    const lines = script.replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`);
    const environment = { PATH: process.env['PATH'], SITE_CONTRACT_ADMIN_TOKEN: token };
    const { stdout, stderr } = await run('sh', ['-e', '-c', lines], { cwd, env: environment });
    expect(stderr).toBe('');
    expect(stdout).toContain('Harbour Café');
    expect(stdout).toContain('"now":"2030-01-01T00:01:00.000Z"');
    expect(stdout).toContain('{"status":"ok"}');
  } finally {
    await mock.close();
    await rm(cwd, { recursive: true });
  }
});
