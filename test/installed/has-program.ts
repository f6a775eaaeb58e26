import { execFileSync } from 'node:child_process';
import { isCi } from '../support/in-ci.ts';

/**
 * Whether a test may use a program of this machine. In CI it is taken to be there, so that its tests fail where it is
 * not: there nobody reads that they were left out.
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
