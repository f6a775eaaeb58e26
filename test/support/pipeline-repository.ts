import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

export const program = path.resolve('dist/cli/main.js');
export const original = readFileSync('spec/openapi.yaml', 'utf8');
export const breaking = original.replace(
  'SiteName:\n      type: string',
  'SiteName:\n      type: string\n      maxLength: 40',
);
export const higher = (document: string): string =>
  document.replace('version: 1.0.0', 'version: 2.0.0');

/** Creates a repository for each test of a file, with one commit, on a branch that is also that of the remote. */
export function useRepository() {
  let folder = '';
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'pipeline-'));
    mkdirSync(path.join(folder, 'spec'));
    write('spec/openapi.yaml', original);
    // `npx --no-install site-contract` finds it here.
    const bin = path.join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    const script = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
    writeFileSync(path.join(bin, 'site-contract'), script, { mode: 0o755 });
    write('.gitignore', 'node_modules\ngate-reports\n');
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'first');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return { folder: () => folder, git, write, read };
}
