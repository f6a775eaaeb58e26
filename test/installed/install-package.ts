import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRecord } from '../../contract/resolve-reference.ts';
import { isCi } from '../support/in-ci.ts';

/** The package as a user gets it: packed, and installed with production dependencies in an empty folder. */
export interface InstalledPackage {
  folder: string;
  /** The tarball. */
  tarball: string;
  /** The files in the tarball. */
  files: readonly string[];
  /** Number of installed packages, including this one. */
  packages: number;
  /** Their size in bytes. */
  bytes: number;
}

export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-installed-'));
  // The JavaScript was built before the first test; the package also needs the declarations.
  run(process.execPath, ['build-declarations.mjs', '--if-stale']);
  const packed: unknown = JSON.parse(
    run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]),
  );
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  run(
    'npm',
    ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', tarball],
    folder,
  );
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  return {
    folder,
    tarball: path.join(folder, tarball),
    files: listPacked(packed),
    packages: listPackages(modules).length,
    bytes: measure(modules),
  };
}

/**
 * Adds an optional peer of the package, in the version of these tests. In CI, npm installs it and resolves it as a
 * peer; otherwise, the package of this repository is linked.
 */
export function addPeer({ folder }: InstalledPackage, name: string): void {
  if (!isCi) {
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name));
    return;
  }
  const manifest: unknown = JSON.parse(
    readFileSync(path.join('node_modules', name, 'package.json'), 'utf8'),
  );
  const version = isRecord(manifest) ? String(manifest['version']) : '';
  const flags = ['--no-save', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', ['install', ...flags, `${name}@${version}`], folder);
}

/** The output is only shown in the error if the program fails. */
function run(file: string, argv: readonly string[], cwd = process.cwd()): string {
  return execFileSync(file, argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** npm 10 prints a list of packages, later versions an object by name. */
function listPacked(packed: unknown): string[] {
  const text = JSON.stringify(packed);
  return [...text.matchAll(/"path":"([^"]+)"/g)].map(([, file]) => file ?? '');
}

function listPackages(modules: string): string[] {
  return readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:.*node_modules\/)?(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file),
  );
}

function measure(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(folder, file)))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
