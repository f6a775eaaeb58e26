import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The processor time of a process so far, in milliseconds; undefined if the system does not provide it. */
export function readProcessorTime(processId: number): number | undefined {
  return readTimes(processId)?.own;
}

/** The processor time of all ended child processes, in milliseconds. */
export function readEndedProgramsTime(): number | undefined {
  return readTimes(process.pid)?.ended;
}

/** The total busy time of all processors, in milliseconds. */
function readBusyTime(): number | undefined {
  const line = /^cpu +(.*)/.exec(readSystemFile('/proc/stat') ?? '')?.[1];
  if (line === undefined) return undefined;
  // Time that the host of a virtual machine takes (steal) also counts as busy, because it is not available here.
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, steal = 0] = line
    .split(' ')
    .map(Number);
  return (user + nice + system + interrupts + soft + steal) * 10;
}

function readTimes(processId: number): { own: number; ended: number } | undefined {
  const text = readSystemFile(`/proc/${processId}/stat`);
  if (text === undefined) return undefined;
  // The name in parentheses may contain spaces. Fields 14 to 17 are user and system time, of the process and of its
  // ended children, in hundredths of a second.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) * 10, ended: (endedUser + endedSystem) * 10 };
}

/** The resident memory of a process, in bytes. */
export function readResidentMemory(processId: number): number | undefined {
  const text = readSystemFile(`/proc/${processId}/status`);
  const kilobytes = /^VmRSS:\s*(\d+)/m.exec(text ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function readSystemFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Counts the instructions of a process with perf, if it is installed and allowed. A count hardly depends on other
 * programs.
 * @returns a function that stops and returns the count; undefined if instructions cannot be counted
 */
export function countInstructions(processId: number): () => Promise<number | undefined> {
  if (!canCount()) return async () => undefined;
  const argv = ['stat', '-x', ',', '-e', 'instructions', '-p', String(processId)];
  const child = spawn('perf', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  let report = '';
  child.stderr.on('data', (chunk) => {
    report += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return async () => {
    child.kill('SIGINT');
    await ended;
    const count = /^(\d+),,instructions/m.exec(report)?.[1];
    return count === undefined ? undefined : Number(count);
  };
}

let isAllowed: boolean | undefined;

/** Whether perf is installed and can count instructions. */
function canCount(): boolean {
  if (isAllowed === undefined) {
    const argv = ['stat', '-x', ',', '-e', 'instructions', '--', 'true'];
    const { stderr, status } = spawnSync('perf', argv, { encoding: 'utf8' });
    isAllowed = status === 0 && /^\d+,,instructions(?!:u)/m.test(stderr);
  }
  return isAllowed;
}

/**
 * Measures the load by other programs on this machine while a server is under load.
 * @returns a function that returns it: 1 is one processor all the time; undefined if the system does not provide it
 */
export function watchOthers(serverId: number): () => number | undefined {
  const start = performance.now();
  const before = readOthersTime(serverId);
  return () => {
    const after = readOthersTime(serverId);
    if (before === undefined || after === undefined) return undefined;
    return Math.max(0, after - before) / (performance.now() - start);
  };
}

/** The time of all processors, minus the server, the ended load generators and this program. */
function readOthersTime(serverId: number): number | undefined {
  const busy = readBusyTime();
  const server = readProcessorTime(serverId);
  const own = readProcessorTime(process.pid);
  const ended = readEndedProgramsTime();
  if (busy === undefined || server === undefined || own === undefined || ended === undefined) {
    return undefined;
  }
  return busy - server - own - ended;
}
