import { setTimeout as pause } from 'node:timers/promises';
import { type Part, writeSpread } from './figures.ts';
import { startServer } from './server.ts';
import { fastify, mock, peers, raw, type Subject } from './subjects.ts';
import { firstRequest, prepareGround } from './works.ts';

/** From the start of a program to its first response, and its memory half a second later. */
export const starts: Part = {
  id: 'start',
  measure: async ({ rounds }) => {
    const subjects = [raw, mock, fastify, ...peers];
    const measurements = new Map<string, { ms: number; megabytes: number }[]>();
    // The first round only fills the caches of files and compiled code.
    for (let round = -1; round < rounds * 2; round += 1) {
      for (const subject of subjects) {
        const start = await measureStart(subject);
        if (round >= 0)
          measurements.set(subject.id, [...(measurements.get(subject.id) ?? []), start]);
      }
    }
    const reference = measurements.get(raw.id) ?? [];
    return [
      {
        title: 'Cold start and idle memory',
        about:
          'From the start of the program to the end of its first response, to a list request. Files and compiled code are in the caches. Memory is the resident set half a second later.',
        columns: ['', 'first response, ms', 'relative to raw', 'memory, MB'],
        rows: subjects.map(({ id, title }) => {
          const samples = measurements.get(id) ?? [];
          const ratios = samples.map(({ ms }, round) => {
            const { ms: referenceMs = Number.NaN } = reference[round] ?? {};
            return ms / referenceMs;
          });
          return [
            title,
            writeSpread(
              samples.map(({ ms }) => ms),
              0,
            ),
            writeSpread(ratios),
            writeSpread(
              samples.map(({ megabytes }) => megabytes),
              0,
            ),
          ];
        }),
      },
    ];
  },
};

async function measureStart(subject: Subject): Promise<{ ms: number; megabytes: number }> {
  const first = { method: 'GET' as const, path: firstRequest.path };
  const request = subject.translate?.(first) ?? first;
  const server = await startServer(subject.toArguments, { ...firstRequest, path: request.path });
  await pause(500);
  const megabytes = server.readMegabytes();
  await server.stop();
  return { ms: server.firstResponseMs, megabytes };
}

/** The time of a reset of a mock with 1,000 sites, over HTTP. */
export const reset: Part = {
  id: 'reset',
  measure: async ({ rounds }) => {
    const server = await startServer(mock.toArguments, firstRequest, {
      SITE_CONTRACT_ADMIN_TOKEN: 'bench-token',
    });
    const times: number[] = [];
    // The first round also loads the control surface.
    for (let round = -1; round < rounds; round += 1) {
      await prepareGround(server.baseUrl);
      const start = performance.now();
      const response = await fetch(`${server.baseUrl}/__mock/reset`, {
        method: 'POST',
        headers: { Authorization: 'Bearer bench-token' },
      });
      if (round >= 0) times.push(performance.now() - start);
      if (!response.ok) throw new Error(`the reset answers ${response.status}`);
    }
    await server.stop();
    return [
      {
        title: 'Reset of 1,000 sites',
        about: 'From the request to the end of the response.',
        columns: ['', 'ms'],
        rows: [[mock.title, writeSpread(times, 1)]],
      },
    ];
  },
};
