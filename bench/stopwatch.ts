/**
 * Measures the time from `npm install` in an empty folder to the first successful call: `npm run stopwatch`. npm's
 * cache is empty, so everything but the package itself is downloaded.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram, startProgram } from '../test/installed/run-program.ts';

/** The goal for a quiet connection, in seconds. */
const goal = 20;
const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-stopwatch-'));

try {
  await runOrThrow(['pack', '--ignore-scripts', '--pack-destination', folder], process.cwd());
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const start = performance.now();
  const tell = (what: string): number => {
    const seconds = (performance.now() - start) / 1000;
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${what}`);
    return seconds;
  };
  await runOrThrow(
    ['install', '--save-dev', '--cache', path.join(folder, 'cache'), tarball],
    folder,
  );
  tell('npm install has finished');
  const argv = ['--no-install', 'site-contract', 'mock', '--port', '0', '--log', 'json'];
  const mock = startProgram('npx', argv, { cwd: folder });
  const url = await mock.waitFor(/"listening":"(http:[^"]+)"/);
  tell('the mock listens');
  const response = await fetch(`${url}/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites`, {
    method: 'POST',
    headers: { Authorization: 'Bearer site-contract-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Harbour Café' }),
  });
  const seconds = tell(`the first call returned ${response.status}`);
  await mock.stop();
  if (!response.ok || seconds > goal) process.exitCode = 1;
  if (seconds > goal)
    console.log(`That is more than ${goal} s. The machine or the network may be busy.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runOrThrow(argv: readonly string[], cwd: string): Promise<void> {
  const { code, stdout, stderr } = await runProgram('npm', argv, { cwd });
  if (code !== 0) throw new Error(`npm ${argv.join(' ')} failed:\n${stdout}${stderr}`);
}
