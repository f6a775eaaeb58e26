import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sitesOf } from '../testing/test-client.ts';

const program = path.resolve('dist/cli/main.js');
const headers = {
  Authorization: 'Bearer site-contract-key',
  'Content-Type': 'application/json',
};

/** How often the mock is killed. More rounds find more: `KILLS=50 npx jest mock/data/killed`. */
const rounds = Number(process.env['KILLS'] ?? 6);

/** How long a change may wait to be written, in milliseconds, as docs/data.md says, with room for a busy machine. */
const mostLost = 1500;

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
      const url = /Base URL\s+(http:\S+)/.exec(output)?.[1];
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
    const acknowledged: { name: string; at: number }[] = [];
    // From before the first write to after several; in each third round, until something has to have been kept.
    const duration = 80 + (round / rounds) * 500 + (round % 3 === 2 ? mostLost : 0);
    const until = performance.now() + duration;
    while (performance.now() < until) {
      const name = `${round}-${acknowledged.length} ${'x'.repeat(500)}`;
      const body = JSON.stringify({ name });
      const { status } = await fetch(url + sitesOf(), { method: 'POST', headers, body });
      expect(status).toBe(201);
      acknowledged.push({ name, at: performance.now() });
      // A steady trickle, so that the file stays of a size that is written at once.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const killedAt = performance.now();
    await kill();
    const names = readNames();
    const added = names.slice(kept.length);
    expect(names.slice(0, kept.length)).toEqual(kept);
    expect(added).toEqual(acknowledged.slice(0, added.length).map(({ name }) => name));
    const old = acknowledged.filter(({ at }) => at < killedAt - mostLost);
    expect(added.length).toBeGreaterThanOrEqual(old.length);
    kept = names;
  }
  expect(kept.length).toBeGreaterThan(rounds);
}, 600_000);
