import type { Context } from '../../context.ts';
import { countInstructions } from '../../machine/count-instructions.ts';
import { readProcessorTime } from '../../machine/process-usage.ts';
import { watchOthers } from '../../machine/watch-others.ts';
import type { Work } from '../../works/work.ts';
import type { Contestant } from './contestant.ts';

/** One round of one subject at one work. */
export interface Measure {
  requestsPerSecond: number;
  /** Of the server's processor, in microseconds for one request; undefined where the system does not tell. */
  processorTime: number | undefined;
  /** Of the server, for one request; undefined where they cannot be counted. */
  instructions: number | undefined;
  medianMs: number;
  p99Ms: number;
  /** What other programs took of the machine meanwhile: 1 stands for one processor. */
  others: number | undefined;
}

/** All rounds of a subject, or why they do not count. */
export type Measures = { measures: Measure[] } | { void: string };

/** One turn of a subject: it has to answer everything as expected. */
export async function measure(
  { running, requests }: Contestant,
  { expects }: Work,
  { load, effort }: Context,
  seconds: number,
): Promise<Measure | { void: string }> {
  const { port, server } = running;
  const { connections } = effort;
  const stopWatching = watchOthers(server.processId);
  const before = readProcessorTime(server.processId);
  const stopCounting = countInstructions(server.processId);
  const result = await load.run({ port, requests, expects, connections, seconds });
  const instructions = await stopCounting();
  const after = readProcessorTime(server.processId);
  if (result.failed > 0) return { void: `${result.failed} of ${result.requests} answers failed` };
  if (result.requests === 0) return { void: 'no answers' };
  return {
    requestsPerSecond: result.requests / result.seconds,
    processorTime:
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1000) / result.requests,
    instructions: instructions === undefined ? undefined : instructions / result.requests,
    medianMs: result.medianMs,
    p99Ms: result.p99Ms,
    others: stopWatching(),
  };
}
