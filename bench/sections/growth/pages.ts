import type { Context } from '../../context.ts';
import type { FilledMock } from './filled-mock.ts';

/** Milliseconds of one request, alone on one connection: the median of each round, in which both were measured. */
export interface PageTimes {
  first: number[];
  last: number[];
}

/** The first and the last page of a workspace in turn. */
export async function measurePages(
  { port, workspace, lastCursor }: FilledMock,
  { load, effort }: Context,
): Promise<PageTimes> {
  const first = `/v1/workspaces/${workspace}/sites?limit=20`;
  const times: PageTimes = { first: [], last: [] };
  const pages = [
    { path: first, medians: times.first },
    { path: `${first}&after=${lastCursor}`, medians: times.last },
  ];
  for (let round = -1; round < 2 * effort.rounds; round += 1) {
    for (const { path, medians } of round % 2 === 0 ? pages : [...pages].reverse()) {
      const result = await load.run({
        port,
        requests: [{ method: 'GET', path }],
        expects: 'success',
        connections: 1,
        seconds: 1,
      });
      if (result.failed > 0) throw new Error(`${result.failed} lists failed`);
      // A load generator that counts whole milliseconds has no median for this; then the mean has to do.
      const median = result.medianMs || (result.seconds * 1000) / result.requests;
      if (round >= 0) medians.push(median);
    }
  }
  return times;
}
