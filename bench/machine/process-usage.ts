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
export function readBusyTime(): number | undefined {
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
