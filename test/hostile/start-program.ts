import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

export const adminToken = 'hostile-admin-token';

/** The built program, on the Node that runs the campaign. */
export interface Program {
  readonly processId: number;
  isAlive(): boolean;
  /** Waits for what an expression finds in the output. Rejects when the program ends without it. */
  waitFor(expression: RegExp): Promise<string>;
  /** Ends the program and returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
  /** The last lines that it wrote. */
  tail(): string;
  /** Lines in which the program blames itself. None is acceptable, whatever a client does. */
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

/** A copy of what is built: a campaign takes long, and a build in the meantime must not change what it attacks. */
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
  const readLine = (line: string): void => {
    if (bug.test(line) && bugs.length < 20) bugs.push(line.slice(0, 500));
    tail = [...tail.slice(-19), line.slice(0, 500)];
    for (const listener of listeners) listener(line);
  };
  splitLines(child.stdout, readLine);
  splitLines(child.stderr, readLine);
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
          const found = expression.exec(line)?.[1];
          if (found === undefined) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        for (const line of tail) look(line);
        ended.then((code) =>
          reject(new Error(`the program ended with ${code}:\n${tail.join('\n')}`)),
        );
      }),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a mock on a free port, its control surface open to the campaign. */
export async function startMock(argv: readonly string[], folder: string): Promise<MockProgram> {
  const program = startProgram(
    ['mock', '--port', '0', '--admin-token', adminToken, '--log', 'json', ...argv],
    folder,
  );
  const url = await program.waitFor(/"listening":"(http:[^"]+)"/);
  return { ...program, url, port: Number(new URL(url).port) };
}

/** The memory of a process that is in use, in bytes; with `peak`, the most that ever was. */
export function readMemory(processId: number, peak = false): number {
  const status = readSystemFile(`/proc/${processId}/status`);
  const line = peak ? /^VmHWM:\s*(\d+)/m : /^VmRSS:\s*(\d+)/m;
  return Number(line.exec(status)?.[1] ?? 0) * 1024;
}

/** How many files and sockets a process has open; 0 where the system does not tell. */
export function countDescriptors(processId: number): number {
  try {
    return readdirSync(`/proc/${processId}/fd`).length;
  } catch {
    return 0;
  }
}

function readSystemFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function splitLines(stream: NodeJS.ReadableStream, readLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  });
  stream.on('end', () => {
    if (rest !== '') readLine(rest);
  });
}
