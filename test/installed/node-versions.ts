import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The versions of Node that the package supports: the oldest, and each maintained line. */
export const nodeVersions = ['20.19', '22', '24', '26'] as const;

/** Returns the program of a version of Node, from npm's package `node`. It is kept for the next run. */
export function installNode(version: string): string {
  const folder = path.resolve('node_modules/.cache/site-contract', `node-${version}`);
  const program = path.join(folder, 'node_modules/node/bin/node');
  if (!existsSync(program)) {
    execFileSync(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `node@${version}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
  }
  return program;
}
