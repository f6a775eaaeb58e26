import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The processor time that a process has used so far, in milliseconds; undefined where the system does not tell. */
export function readProcessorTime(processId: number): number | undefined {
  return readTimes(processId)?.own;
}

/** The processor time of all programs that this one has started and that have ended, in milliseconds. */
export function readEndedProgramsTime(): number | undefined {
  return readTimes(process.pid)?.ended;
}

/** The time that all processors together have been busy, in milliseconds. */
function readBusyTime(): number | undefined {
  const line = /^cpu +(.*)/.exec(readSystemFile('/proc/stat') ?? '')?.[1];
  if (line === undefined) return undefined;
  // What a virtual machine's host takes away (steal) is busy as well: it is not ours.
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, steal = 0] = line
    .split(' ')
    .map(Number);
  return (user + nice + system + interrupts + soft + steal) * 10;
}

function readTimes(processId: number): { own: number; ended: number } | undefined {
  const text = readSystemFile(`/proc/${processId}/stat`);
  if (text === undefined) return undefined;
  // The name in parentheses may hold blanks. Fields 14 to 17 are user and system time, of the process and of those
  // that it has waited for, in hundredths of a second.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) * 10, ended: (endedUser + endedSystem) * 10 };
}

/** The memory of a process that is in use, in bytes. */
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
 * Counts the instructions that a process takes, with perf where it is installed and allowed. A count hardly depends
 * on what else the machine does.
 * @returns the function that stops and tells them, undefined where they cannot be counted
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

/** Whether perf is there, and both it and the machine let instructions be counted. */
function canCount(): boolean {
  if (isAllowed === undefined) {
    const argv = ['stat', '-x', ',', '-e', 'instructions', '--', 'true'];
    const { stderr, status } = spawnSync('perf', argv, { encoding: 'utf8' });
    isAllowed = status === 0 && /^\d+,,instructions(?!:u)/m.test(stderr);
  }
  return isAllowed;
}

/**
 * Watches what other programs take of this machine while a server is under load.
 * @returns the function that tells it: 1 stands for one processor all the time, undefined where the system does not tell
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

/** Of all processors together, less the server, the load that has ended, and this program. */
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
