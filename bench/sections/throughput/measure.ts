import type { Context } from '../../context.ts';
import { readProcessorTime } from '../../machine/process-usage.ts';
import type { Work } from '../../works/work.ts';
import type { Contestant } from './contestant.ts';

/** One round of one subject at one work. */
export interface Measure {
  requestsPerSecond: number;
  /** Of the server's processor, in microseconds for one request; undefined where the system does not tell. */
  processorTime: number | undefined;
  medianMs: number;
  p99Ms: number;
}

/** All rounds of a subject, or why they do not count. */
export type Measures = { measures: Measure[] } | { void: string };

/** Rounds in which each subject has its turn, so that what disturbs the machine disturbs all of them. */
export async function measureRounds(
  contestants: readonly Contestant[],
  work: Work,
  context: Context,
): Promise<ReadonlyMap<string, Measures>> {
  const results = new Map<string, Measures>();
  const { rounds, seconds, warmUpSeconds } = context.effort;
  for (const contestant of contestants) {
    await measure(contestant, work, context, warmUpSeconds);
    results.set(contestant.running.subject.id, { measures: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    // Back and forth, so that none always follows the same other one.
    const order = round % 2 === 0 ? contestants : [...contestants].reverse();
    for (const contestant of order) {
      const { id } = contestant.running.subject;
      const soFar = results.get(id);
      if (soFar === undefined || 'void' in soFar) continue;
      const outcome = await measure(contestant, work, context, seconds);
      if ('void' in outcome) results.set(id, outcome);
      else soFar.measures.push(outcome);
    }
  }
  return results;
}

async function measure(
  { running, requests }: Contestant,
  { expects }: Work,
  { load, effort }: Context,
  seconds: number,
): Promise<Measure | { void: string }> {
  const { port, server } = running;
  const { connections } = effort;
  const before = readProcessorTime(server.processId);
  const result = await load.run({ port, requests, expects, connections, seconds });
  const after = readProcessorTime(server.processId);
  if (result.failed > 0) return { void: `${result.failed} of ${result.requests} answers failed` };
  if (result.requests === 0) return { void: 'no answers' };
  return {
    requestsPerSecond: result.requests / result.seconds,
    processorTime:
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1000) / result.requests,
    medianMs: result.medianMs,
    p99Ms: result.p99Ms,
  };
}
