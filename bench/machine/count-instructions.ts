import { spawn, spawnSync } from 'node:child_process';

/**
 * Counts the instructions that a process takes, with perf where it is installed and allowed. A count hardly depends
 * on what else the machine does.
 * @returns the function that stops and tells them, undefined where they cannot be counted
 */
export function countInstructions(processId: number): () => Promise<number | undefined> {
  if (!canCount()) return async () => undefined;
  const argv = ['stat', '-x', ',', '-e', 'instructions', '-p', String(processId)];
  const child = spawn('perf', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  let report = '';
  child.stderr.on('data', (chunk) => {
    report += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return async () => {
    child.kill('SIGINT');
    await ended;
    const count = /^(\d+),,instructions/m.exec(report)?.[1];
    return count === undefined ? undefined : Number(count);
  };
}

let isAllowed: boolean | undefined;

/** Whether perf is there, and both it and the machine let instructions be counted. */
function canCount(): boolean {
  if (isAllowed === undefined) {
    const argv = ['stat', '-x', ',', '-e', 'instructions', '--', 'true'];
    const { stderr, status } = spawnSync('perf', argv, { encoding: 'utf8' });
    isAllowed = status === 0 && /^\d+,,instructions(?!:u)/m.test(stderr);
  }
  return isAllowed;
}
