import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a process of its own. */
export interface Server {
  baseUrl: string;
  /** From the start of the program to the end of its first response, in milliseconds. */
  firstResponseMs: number;
  /** Processor time so far, in milliseconds; Linux only. */
  readProcessorMs(): number;
  /** Resident memory in megabytes; Linux only. */
  readMegabytes(): number;
  stop(): Promise<void>;
}

/** The request whose response shows that a server works. */
interface FirstRequest {
  path: string;
  headers: Record<string, string>;
  /** Whether a refusal is enough. Default: false. */
  anyStatus?: boolean;
}

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Servers run alone on the first processor, and load and testers on the second, if the system can separate them. */
const canPin = os.availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Returns the command with the arguments that pin it to a processor. */
export function pin(processor: 0 | 1, command: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', String(processor), ...command] : command;
}

/**
 * Starts a program of Node, and waits for a successful response.
 * @param toArguments returns the arguments of Node for a free port
 * @throws when the program exits or does not respond within two minutes
 */
export async function startServer(
  toArguments: (port: number) => readonly string[],
  request: FirstRequest,
  environment: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await findPort();
  const [file = '', ...words] = pin(0, [process.execPath, ...toArguments(port)]);
  const start = performance.now();
  const child = spawn(file, words, { env: { PATH: process.env['PATH'], ...environment } });
  children.add(child);
  let notes = '';
  child.stdout.resume();
  child.stderr.on('data', (chunk) => {
    notes = (notes + String(chunk)).slice(-1000);
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const baseUrl = `http://127.0.0.1:${port}`;
  while (!(await isAnswered(baseUrl, request))) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} exited: ${notes}`);
    if (performance.now() - start > 120_000) throw new Error(`${words.join(' ')} does not respond`);
    await pause(1);
  }
  return {
    baseUrl,
    firstResponseMs: performance.now() - start,
    readProcessorMs: () => readProcessorMs(child.pid),
    readMegabytes: () => readMegabytes(child.pid),
    stop: async () => {
      child.kill('SIGKILL');
      await closed;
      children.delete(child);
    },
  };
}

async function isAnswered(
  baseUrl: string,
  { path, headers, anyStatus = false }: FirstRequest,
): Promise<boolean> {
  try {
    const response = await fetch(baseUrl + path, { headers });
    await response.arrayBuffer();
    if (response.ok || anyStatus) return true;
  } catch {
    return false;
  }
  throw new Error(`${baseUrl}${path} is refused`);
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      probe.close(() => resolve(port ?? 0));
    });
  });
}

/** User and system time are fields 14 and 15, in hundredths of a second. The name in parentheses may contain spaces. */
function readProcessorMs(processId: number | undefined): number {
  const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function readMegabytes(processId: number | undefined): number {
  const kilobytes = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
