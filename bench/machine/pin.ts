import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The processors for the server and for the load; undefined where the system cannot separate them. */
export interface Placement {
  server: string;
  load: string;
}

/**
 * The first processor is for the server, the last for the load: with hyper-threading, these are different cores too.
 */
export function findPlacement(): Placement | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
  const processors = parseList(allowed?.[1] ?? '');
  const [server] = processors;
  const load = processors.at(-1);
  if (server === undefined || load === undefined || server === load) return undefined;
  return { server: String(server), load: String(load) };
}

export function pin(command: readonly string[], processor: string | undefined): string[] {
  return processor === undefined ? [...command] : ['taskset', '-c', processor, ...command];
}

/** Pins this program to the processors for the load, away from the server. */
export function pinSelf(placement: Placement | undefined): void {
  if (placement === undefined) return;
  execFileSync('taskset', ['-a', '-cp', placement.load, String(process.pid)], { stdio: 'ignore' });
}

/** Parses a list in the format of the system, such as `0-2,5`. */
function parseList(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    const start = Number.parseInt(first, 10);
    const length = Number.parseInt(last, 10) - start + 1;
    return Number.isNaN(length) ? [] : Array.from({ length }, (_, index) => start + index);
  });
}

const root = '/sys/fs/cgroup';
/** Short, so that a server never pauses for long. */
const periodUs = 10_000;

/**
 * Limits a process to a share of one processor with a control group, so that several can be compared on few processors.
 * @returns the function that removes the limit once the process has ended; undefined if the system does not allow one
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
    // The group was not created, or still contains a process.
  }
}
