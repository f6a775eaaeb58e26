import { execFileSync } from 'node:child_process';
import { isCi } from '../support/in-ci.ts';

/**
 * Whether a program of this machine is available. In CI it always counts as available, so that its tests fail without
 * it: nobody reads there that tests were skipped.
 */
export function hasProgram(name: string): boolean {
  if (isCi) return true;
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
