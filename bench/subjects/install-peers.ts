import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { peersFolder } from './peers-folder.ts';

/**
 * Installs the peers beside the bench, unless that was done on this version of Node. They are optional dependencies,
 * of which npm leaves out those that cannot be had here.
 */
export function installPeers(note: (line: string) => void): void {
  const modules = path.join(peersFolder, 'node_modules');
  const mark = path.join(modules, '.installed-for');
  const wanted = describeInstallation();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  note('installing what the bench compares with, for the bench alone');
  rmSync(modules, { recursive: true, force: true });
  try {
    execFileSync('npm', ['install', '--loglevel=error', '--ignore-scripts'], {
      cwd: peersFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(mark, wanted);
  } catch {
    note('npm could not install them: what is missing is left out, and the results say so');
  }
}

function describeInstallation(): string {
  const description = readFileSync(path.join(peersFolder, 'package.json'));
  const hash = createHash('sha256').update(description).digest('hex');
  return `Node ${process.versions.node} ${hash}`;
}
