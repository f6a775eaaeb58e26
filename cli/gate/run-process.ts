import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** How much output is kept, from its end. */
const mostOutput = 20_000_000;
/** A variable that a program and everything that it starts have in their environment. */
const mark = 'SITE_CONTRACT_STEP';
/** The running programs by the value of that variable. */
const running = new Map<string, ChildProcess>();

/**
 * Runs a program. When it ends, reaches its time limit, or the gate is stopped, its children end as well.
 * @throws Error if it cannot be started, or does not end in time
 */
export function runProcess(
  command: string,
  words: readonly string[],
  { environment, maxTimeMs }: { environment: NodeJS.ProcessEnv; maxTimeMs: number },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const id = randomUUID();
    // A process group of its own, which can be ended as a whole.
    const child = spawn(command, [...words], {
      env: { ...environment, [mark]: id },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.set(id, child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] = `${output[name]}${text}`.slice(-mostOutput);
      });
    const timer = setTimeout(() => {
      reject(new Error(`did not end within ${maxTimeMs / 1000} s (--max-time)`));
      end(child, id);
      // A process that was not found would keep the output open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, maxTimeMs);
    child.on('error', reject);
    child.on('exit', () => end(child, id));
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(id);
      resolve({ exitCode: code ?? 2, ...output });
    });
  });
}

/** Ends all running programs, and their children. */
export function endProcesses(): void {
  for (const [id, child] of running) end(child, id);
}

function end({ pid }: ChildProcess, id: string): void {
  if (pid === undefined) return;
  if (process.platform === 'win32')
    attempt(() => execFileSync('taskkill', ['/pid', String(pid), '/t', '/f']));
  else attempt(() => process.kill(-pid, 'SIGKILL'));
  // Children that left the group, as with `setsid`. Only Linux tells the environment of a process.
  for (const name of existsSync('/proc/self/environ') ? readdirSync('/proc') : [])
    attempt(() => {
      if (/^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`).includes(`${mark}=${id}`))
        process.kill(Number(name), 'SIGKILL');
    });
}

/** Processes may have ended already, or belong to others. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // Nothing is left to do.
  }
}
