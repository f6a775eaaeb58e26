import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The package as a user gets it: packed, and installed with production dependencies in an empty folder. */
export interface InstalledPackage {
  folder: string;
  tarball: string;
  /** What npm printed while it built and packed the package. */
  output: string;
  /** The files in the tarball. */
  files: readonly string[];
  /** Number of installed packages, including this one. */
  packages: number;
  packedBytes: number;
  unpackedBytes: number;
}

const installFlags = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];

export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-installed-'));
  const { tarball, output } = await pack(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', ...installFlags, tarball], folder);
  const modules = path.join(folder, 'node_modules');
  const packageFolder = path.join(modules, 'site-contract');
  const files = readdirSync(packageFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(packageFolder, file)).isFile())
    .filter((file) => !file.startsWith('node_modules'));
  return {
    folder,
    tarball,
    output,
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

/** Builds and packs the package in a copy of the working folder: other tests are running the programs of `dist/`. */
async function pack(folder: string): Promise<{ tarball: string; output: string }> {
  const copy = path.join(folder, 'copy');
  const listed = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => existsSync(name) && name !== ''))
    cpSync(file, path.join(copy, file));
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  const command = 'npm pack --pack-destination "$0" 2>&1';
  const output = await run('bash', ['-c', command, folder], copy);
  rmSync(copy, { recursive: true });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm pack wrote no file:\n${output}`);
  return { tarball: path.join(folder, name), output };
}

/** Installs a package with a version of npm in an empty folder, and returns what its program prints as its version. */
export async function installWith(npm: string, source: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-npm-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    await run('npx', ['--yes', `npm@${npm}`, 'install', ...installFlags, source], folder);
    const version = await run('npx', ['--no-install', 'site-contract', '--version'], folder);
    return version.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const execute = promisify(execFile);

/** The output is only shown in the error if the program fails. */
async function run(file: string, argv: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await execute(file, argv, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return stdout;
}
