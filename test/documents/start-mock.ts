import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A mock of one document, as users start it. */
export interface StartedMock {
  url: string;
  /** From the start of the program until it listens, in milliseconds. */
  startMs: number;
  /** Resident memory now, in megabytes; Linux only. */
  readMegabytes(): number;
  /** What it wrote about its own mistakes. */
  readLog(): string;
  stop(): void;
}

/** Starts `site-contract mock`. @throws Error with the program's words if it does not listen */
export function startMock(file: string, key: string): Promise<StartedMock> {
  const start = performance.now();
  const options = ['--port', '0', '--seed', '1', '--api-key', key];
  const child = spawn(
    process.execPath,
    ['dist/cli/main.js', 'mock', '--contract', file, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += String(chunk);
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`the mock did not start: ${log}`)));
    child.stdout.on('data', (chunk) => {
      const [, url] = /"listening":"([^"]+)"/.exec(String(chunk)) ?? [];
      if (url === undefined) return;
      resolve({
        url,
        startMs: Math.round(performance.now() - start),
        readMegabytes: () => readMegabytes(child.pid),
        readLog: () => log,
        stop: () => child.kill('SIGKILL'),
      });
    });
  });
}

function readMegabytes(processId: number | undefined): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const [, kilobytes = '0'] = /^VmRSS:\s*(\d+)/m.exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
