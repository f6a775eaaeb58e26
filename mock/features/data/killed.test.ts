import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sitesOf } from '../../../test/support/test-client.ts';

const program = path.resolve('dist/cli/main.js');
const headers = {
  Authorization: 'Bearer site-contract-key',
  'Content-Type': 'application/json',
};

/** How often the mock is killed. More rounds find more: `KILLS=50 npx jest mock/features/data/killed`. */
const rounds = Number(process.env['KILLS'] ?? 6);

let folder = '';
let file = '';
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-killed-'));
  file = path.join(folder, 'state.json');
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

async function kill(): Promise<void> {
  const gone = child;
  child = undefined;
  if (gone === undefined || gone.exitCode !== null || gone.signalCode !== null) return;
  const ended = new Promise((resolve) => gone.once('exit', resolve));
  gone.kill('SIGKILL');
  await ended;
}

function start(): Promise<string> {
  const made = spawn(process.execPath, [program, 'mock', '--port', '0', '--state', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = made;
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: unknown): void => {
      output += String(chunk);
      const url = /"listening":"(http:[^"]+)"/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    made.stdout.on('data', read);
    made.stderr.on('data', read);
    made.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
  });
}

/** The names in the file, which has to be whole; none as long as nothing was written. */
function readNames(): string[] {
  if (!existsSync(file)) return [];
  const { workspaces } = JSON.parse(readFileSync(file, 'utf8'));
  return workspaces[0].sites.map(({ name }: { name: string }) => name);
}

test('a mock that is killed while it writes keeps all but the last changes, in their order', async () => {
  let kept: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const url = await start();
    const acknowledged: string[] = [];
    let written = kept.length;
    // From before the first write to after several; in each third round, at least one of its changes has to be kept.
    const until = performance.now() + 80 + (round / rounds) * 500;
    while (performance.now() < until || (round % 3 === 2 && written === kept.length)) {
      const name = `${round}-${acknowledged.length} ${'x'.repeat(500)}`;
      const body = JSON.stringify({ name });
      const { status } = await fetch(url + sitesOf(), { method: 'POST', headers, body });
      expect(status).toBe(201);
      acknowledged.push(name);
      written = readNames().length;
      // A steady trickle, so that the file stays of a size that is written at once.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await kill();
    const names = readNames();
    expect(names).toEqual([...kept, ...acknowledged].slice(0, names.length));
    // What was once in the file does not get lost any more.
    expect(names.length).toBeGreaterThanOrEqual(written);
    kept = names;
  }
  expect(kept.length).toBeGreaterThan(0);
}, 600_000);
