import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** Describes the machine, for readers who judge the results. */
export function describeMachine(): string {
  const processors = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} × ${model}, ${memory} GB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`;
}

/** The load average of the last minute: 1 is one processor. */
export function readLoadAverage(): string {
  return (os.loadavg()[0] ?? 0).toFixed(2);
}

/** Files that a run of the bench writes. */
const ownResults = [':!bench/results.md', ':!bench/store.json'];

/** The commit of the measured sources. */
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
