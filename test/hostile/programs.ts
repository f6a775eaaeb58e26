import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';

export const adminToken = 'hostile-admin-token';

/** The built program, on the Node that runs the campaign. */
export interface Program {
  readonly processId: number;
  isAlive(): boolean;
  /** Waits for a match of an expression in the output. Rejects if the program ends before. */
  waitFor(expression: RegExp): Promise<string>;
  /** Ends the program and returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
  /** The last lines of its output. */
  tail(): string;
  /** Lines in which the program reports bugs. There must be none, whatever a client does. */
  readonly bugs: string[];
}

export interface MockProgram extends Program {
  readonly url: string;
  readonly port: number;
}

const running = new Set<ChildProcess>();
let copy: string | undefined;
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const bug = /\bbug\b|"status":5\d\d\b|^\s+at .+:\d+:\d+|Unhandled|ERR_INTERNAL/;

/** Copies the build: a campaign takes long, and a new build must not change the attacked program. */
function copyProgram(): string {
  if (copy === undefined) {
    const cache = path.resolve('node_modules/.cache/site-contract');
    mkdirSync(cache, { recursive: true });
    copy = mkdtempSync(path.join(cache, 'hostile-'));
    for (const part of ['dist', 'generated', 'spec', 'package.json'])
      cpSync(part, path.join(copy, part), { recursive: true });
  }
  return path.join(copy, 'dist/cli/main.js');
}

export function startProgram(argv: readonly string[], folder: string): Program {
  const child = spawn(process.execPath, [copyProgram(), ...argv], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const bugs: string[] = [];
  let tail: string[] = [];
  const listeners = new Set<(line: string) => void>();
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      if (bug.test(line) && bugs.length < 20) bugs.push(line.slice(0, 500));
      tail = [...tail.slice(-19), line.slice(0, 500)];
      for (const listener of listeners) listener(line);
    });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return {
    processId: child.pid ?? -1,
    bugs,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    tail: () => tail.join('\n'),
    waitFor: (expression) =>
      new Promise((resolve, reject) => {
        const look = (line: string): void => {
          const value = expression.exec(line)?.[1];
          if (value === undefined) return;
          listeners.delete(look);
          resolve(value);
        };
        listeners.add(look);
        for (const line of tail) look(line);
        ended.then((code) =>
          reject(new Error(`the program exited with ${code}:\n${tail.join('\n')}`)),
        );
      }),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a mock on a free port, with its control surface enabled for the campaign. */
export async function startMock(argv: readonly string[], folder: string): Promise<MockProgram> {
  const words = ['mock', '--port', '0', '--admin-token', adminToken, '--log', 'json', ...argv];
  const program = startProgram(words, folder);
  const url = await program.waitFor(/"listening":"(http:[^"]+)"/);
  return { ...program, url, port: Number(new URL(url).port) };
}

/** A response, whatever its status. */
export interface Answer {
  status: number;
  text: string;
}

export type Send = (
  method: string,
  target: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Sends requests to a mock over separate connections. Rejects only if there is no complete response within a minute. */
export function createClient({ url }: Pick<MockProgram, 'url'>, connections = 1) {
  const limits = { headersTimeout: 60_000, bodyTimeout: 60_000 };
  const pool = new Pool(url, { connections, ...limits });
  const send: Send = async (method, target, body, headers = {}) => {
    const token = target.startsWith('/__mock') ? adminToken : 'site-contract-key';
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await pool.request({
      ...{
        method,
        path: target,
        headers: { authorization: `Bearer ${token}`, ...type, ...headers },
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, text: await reply.body.text() };
  };
  return { send, close: () => void pool.destroy() };
}

/** The resident memory of a process in bytes; with `peak`, the maximum so far. */
export function readMemory(processId: number, peak = false): number {
  const line = peak ? /^VmHWM:\s*(\d+)/m : /^VmRSS:\s*(\d+)/m;
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(line.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Number of open files and sockets of a process; 0 if the system does not provide it. */
export function countDescriptors(processId: number): number {
  try {
    return readdirSync(`/proc/${processId}/fd`).length;
  } catch {
    return 0;
  }
}
