import { readBusyTime, readEndedProgramsTime, readProcessorTime } from './process-usage.ts';

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
