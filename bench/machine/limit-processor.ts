import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = '/sys/fs/cgroup';
/** Short, so that a server does not rest for long. */
const periodUs = 10_000;

/**
 * Gives a process a share of one processor by a control group, so that several can be compared on few processors.
 * @returns the function that lifts the limit once the process has ended; undefined where the system does not allow one
 */
export function limitProcessor(processId: number, share: number): (() => void) | undefined {
  const isFirst = existsSync(path.join(root, 'cpu', 'cpu.cfs_quota_us'));
  const folder = path.join(root, isFirst ? 'cpu' : '', `site-contract-bench-${processId}`);
  const quota = String(Math.round(periodUs * share));
  try {
    mkdirSync(folder);
    if (isFirst) {
      writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(periodUs));
      writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), quota);
    } else writeFileSync(path.join(folder, 'cpu.max'), `${quota} ${periodUs}`);
    writeFileSync(path.join(folder, 'cgroup.procs'), String(processId));
  } catch {
    remove(folder);
    return undefined;
  }
  return () => remove(folder);
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was not made, or a process is still in it.
  }
}
