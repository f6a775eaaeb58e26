import { type ChildProcess, execFileSync, spawn } from 'node:child_process';

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** How much output is kept, from its end. */
const mostOutput = 20_000_000;
const running = new Set<ChildProcess>();

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
    // A process group of its own, which can be ended as a whole.
    const child = spawn(command, [...words], {
      env: environment,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] = `${output[name]}${text}`.slice(-mostOutput);
      });
    const timer = setTimeout(() => {
      reject(new Error(`did not end within ${maxTimeMs / 1000} s (--max-time)`));
      end(child);
      // A process that left the group would keep the output open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, maxTimeMs);
    child.on('error', reject);
    child.on('exit', () => end(child));
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ exitCode: code ?? 2, ...output });
    });
  });
}

/** Ends all running programs, and their children. */
export function endProcesses(): void {
  for (const child of running) end(child);
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
