import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Part, writeSpread } from './figures.ts';
import { pin, startServer } from './server.ts';
import { mock } from './subjects.ts';
import { firstRequest } from './works.ts';

/** How long the conformance suite takes, and its memory, by the latency of the target. */
export const suite: Part = {
  id: 'suite',
  measure: async ({ rounds }) => {
    const rows: string[][] = [];
    for (const latency of [0, 20, 300]) {
      const runs: { seconds: number; megabytes: number }[] = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await runSuite(latency));
      rows.push([
        latency === 0 ? 'the mock' : `the mock, ${latency} ms away`,
        writeSpread(runs.map(({ seconds }) => seconds)),
        writeSpread(
          runs.map(({ megabytes }) => megabytes),
          0,
        ),
      ]);
    }
    return [
      {
        title: 'The conformance suite',
        about: 'The whole command on the other processor, against a mock in a process of its own.',
        columns: ['target', 'seconds', 'peak memory, MB'],
        rows,
      },
    ];
  },
};

/** @throws when the mock does not conform */
async function runSuite(latencyMs: number): Promise<{ seconds: number; megabytes: number }> {
  const target = await startServer(mock.toArguments, firstRequest);
  const program = path.resolve('bench/servers/latency-proxy.mjs');
  const { port } = new URL(target.baseUrl);
  const proxy = await startServer(
    (targetPort) => [program, String(targetPort), port, String(latencyMs)],
    firstRequest,
  );
  const start = performance.now();
  const megabytes = await run([
    ...[path.resolve('dist/cli/main.js'), 'conformance', proxy.baseUrl],
    ...['--workspace', '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  ]);
  const seconds = (performance.now() - start) / 1000;
  await proxy.stop();
  await target.stop();
  return { seconds, megabytes };
}

function run(argv: readonly string[]): Promise<number> {
  const [file = '', ...words] = pin(1, [process.execPath, ...argv]);
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, {
      env: { PATH: process.env['PATH'], SITE_CONTRACT_API_KEY: 'site-contract-key' },
      stdio: 'ignore',
    });
    let megabytes = 0;
    const timer = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        megabytes = Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024 || megabytes;
      } catch {
        // The process has just ended.
      }
    }, 20);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve(megabytes);
      else reject(new Error(`the suite exited with ${code}`));
    });
  });
}
