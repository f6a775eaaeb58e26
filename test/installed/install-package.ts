import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The package as a user gets it: packed, and installed with production dependencies in an empty folder. */
export interface InstalledPackage {
  folder: string;
  tarball: string;
  /** The files in the tarball. */
  files: readonly string[];
  /** Number of installed packages, including this one. */
  packages: number;
  packedBytes: number;
  unpackedBytes: number;
}

export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-installed-'));
  // Built and packed in a copy: other tests are running the programs of `dist/`.
  const copy = path.join(folder, 'copy');
  const { files: packed } = JSON.parse(readFileSync('package.json', 'utf8'));
  const sources = packed.filter((file: string) => file !== 'dist' && !file.startsWith('!'));
  for (const file of ['package.json', 'README.md', 'LICENSE', ...sources])
    cpSync(file, path.join(copy, file), { recursive: true });
  run('npx', ['tsdown', '--log-level', 'error', '--out-dir', path.join(copy, 'dist')]);
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], copy);
  rmSync(copy, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  const tarball = path.join(folder, name);
  const flags = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  run('npm', ['install', ...flags, tarball], folder);
  const modules = path.join(folder, 'node_modules');
  const packageFolder = path.join(modules, 'site-contract');
  const files = readdirSync(packageFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(packageFolder, file)).isFile())
    .filter((file) => !file.startsWith('node_modules'));
  return {
    folder,
    tarball,
    files,
    packages: readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?:.*node_modules\/)?(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file),
    ).length,
    packedBytes: statSync(tarball).size,
    unpackedBytes: files.reduce(
      (sum, file) => sum + statSync(path.join(packageFolder, file)).size,
      0,
    ),
  };
}

/** Installs a package with a version of npm in an empty folder, and returns what its program prints as its version. */
export function installWith(npm: string, source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-npm-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    const flags = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    run('npx', ['--yes', `npm@${npm}`, 'install', ...flags, source], folder);
    return run('npx', ['--no-install', 'site-contract', '--version'], folder).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The output is only shown in the error if the program fails. */
export function run(file: string, argv: readonly string[], cwd = process.cwd()): string {
  return execFileSync(file, argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
