import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** What a reader has to know of the machine to judge the numbers. */
export function describeMachine(): string {
  const processors = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} × ${model}, ${memory} GB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`;
}

/** How busy the machine has been in the last minute: 1 stands for one processor. */
export function readLoadAverage(): string {
  return (os.loadavg()[0] ?? 0).toFixed(2);
}

/** What a run of the bench writes itself. */
const ownResults = [':!bench/results.md', ':!bench/store.json'];

/** The state of the sources that is measured. */
export function readCommit(): string {
  try {
    const commit = readGit(['rev-parse', '--short', 'HEAD']);
    return readGit(['status', '--porcelain', '--', '.', ...ownResults]) === ''
      ? commit
      : `${commit} with changes`;
  } catch {
    return 'unknown commit';
  }
}

function readGit(argv: readonly string[]): string {
  return execFileSync('git', argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
