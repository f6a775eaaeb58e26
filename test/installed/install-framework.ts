import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledPackage } from './install-package.ts';
import { runProgram } from './run-program.ts';

/** Dependencies of the package. */
const dependencies = [
  ...['ajv', 'ajv-formats', 'fast-deep-equal', 'fast-uri'],
  ...['json-schema-traverse', 'require-from-string'],
];

/** Installs the tools of a guide from the lock file, and the packed package with its dependencies. */
export async function installFramework(
  folder: string,
  name: string,
  { folder: installed }: Pick<InstalledPackage, 'folder'>,
): Promise<void> {
  cpSync(path.join('test/installed/frameworks', name), folder, { recursive: true });
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const { code, stderr } = await runProgram('npm', ['ci', ...flags], { cwd: folder });
  if (code !== 0) throw new Error(`npm ci failed for the guide of ${name}: ${stderr}`);
  const modules = path.join(installed, 'node_modules');
  // A tool may have installed another version of a dependency.
  for (const each of ['site-contract', ...dependencies])
    cpSync(path.join(modules, each), path.join(folder, 'node_modules', each), {
      recursive: true,
      force: each === 'site-contract',
    });
}

/** @returns the name of the written file */
export function writeConfig(folder: string, jsx: string): string {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', module: 'esnext', jsx },
    ...{ moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: ['react'] },
  };
  const include = ['.storybook', 'src', 'app', 'lib'];
  writeFileSync(
    path.join(folder, 'tsconfig.guide.json'),
    JSON.stringify({ compilerOptions, include }),
  );
  return 'tsconfig.guide.json';
}
