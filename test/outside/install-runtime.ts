import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A JavaScript runtime other than Node, and the npm packages that contain its program for each platform. */
export interface Runtime {
  name: 'Bun' | 'Deno';
  version: string;
  /** The package and the path of the program, by platform and processor. Other platforms are not supported. */
  packages: Readonly<Record<string, { name: string; program: string }>>;
}

/**
 * Returns the program of a runtime, or the reason why it is not available. The installation is kept for the next run.
 */
export function installRuntime({
  name,
  version,
  packages,
}: Runtime): { program: string } | { missing: string } {
  const machine = `${process.platform}-${process.arch}`;
  const source = packages[machine];
  if (source === undefined) return { missing: `npm has no package of it for ${machine}` };
  const folder = path.resolve('node_modules/.cache/site-contract', `${name}-${version}`);
  const program = path.join(folder, 'node_modules', source.name, source.program);
  if (existsSync(program)) return { program };
  const argv = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  try {
    execFileSync('npm', ['install', ...argv, `${source.name}@${version}`], { stdio: 'pipe' });
  } catch {
    return { missing: `npm did not install ${source.name}@${version}` };
  }
  return existsSync(program)
    ? { program }
    : { missing: `${source.name} does not contain ${source.program}` };
}
