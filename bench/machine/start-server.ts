import { type ChildProcess, spawn } from 'node:child_process';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Placement, pin } from './pin.ts';

/** A server in a separate process. */
export interface RunningServer {
  processId: number;
  isAlive(): boolean;
  firstLine: Promise<string>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program of Node on the processors for servers. */
export function startServer(
  argv: readonly string[],
  placement: Placement | undefined,
  folder: string = process.cwd(),
): RunningServer {
  const [file = '', ...rest] = pin([process.execPath, ...argv], placement?.server);
  const child = spawn(file, rest, { cwd: folder, env: toEnvironment(), stdio: 'pipe' });
  running.add(child);
  child.stderr.resume();
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  return {
    processId: child.pid ?? -1,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    firstLine: readFirstLine(child, ended),
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The environment of this shell must not affect the result. */
function toEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

function readFirstLine({ stdout }: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const read = (chunk: unknown): void => {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end === -1) return;
      resolve(text.slice(0, end));
      stdout?.off('data', read).resume();
    };
    stdout?.on('data', read);
    ended.then(() => resolve(text));
  });
}

/** The timeout for the first response of a server. */
const patienceMs = 60_000;

interface FirstAnswer {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Sends requests without a pause, which would reduce the precision, until a server responds successfully. */
export async function waitForAnswer(ask: FirstAnswer, isAlive: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const status = await readStatus(ask);
    if (status !== undefined && status < 300) return;
    if (status !== undefined) throw new Error(`${ask.url} answers ${status}`);
    if (!isAlive()) throw new Error('the server exited before it responded');
    if (performance.now() > end) throw new Error(`no response within ${patienceMs / 1000} s`);
    await pause(1);
  }
}

/** Returns undefined while the port refuses connections. */
function readStatus({ url, headers }: FirstAnswer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = http.get(url, { headers, agent: false }, (message) => {
      message.resume();
      message.once('end', () => resolve(message.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });
}
