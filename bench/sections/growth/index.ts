import path from 'node:path';
import { findPort } from '../../../test/support/find-port.ts';
import type { Context } from '../../context.ts';
import { type RunningServer, startServer } from '../../machine/start-server.ts';
import type { GoalResult, Section } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';

interface Size {
  sites: number;
  filled: FilledMock;
  times: PageTimes;
}

export async function measureGrowth(context: Context): Promise<Section[]> {
  const sizes: Size[] = [];
  for (const sites of context.effort.sizes) {
    context.note(`A workspace of ${count(sites)} sites`);
    const filled = await startFilledMock(sites, context);
    try {
      sizes.push({ sites, filled, times: await measurePages(filled, context) });
    } finally {
      await filled.server.stop();
    }
  }
  return [
    {
      title: 'A growing workspace',
      about: [
        'Memory beyond the JSON text is the size of the heap after a garbage collection, minus the JSON text of all sites, per site.',
        'Creations are measured by the processor time of the process, in batches of 1,000, or of 10,000 for a million sites: the first ten batches of the workspace and the last ten, or the first and the second half if there are fewer than twenty.',
        'A page is a list of 20 sites over HTTP, with one request at a time on one connection. The duration is that of the whole exchange. It has one of two typical values, depending on how the machine wakes up between two packets, so the goals compare consecutive measurements.',
      ],
      table: {
        columns: [
          'sites',
          'JSON text, bytes',
          'beyond it, bytes',
          'resident in total, bytes',
          'first creations, µs',
          'last creations, µs',
          'first page, ms',
          'last page, ms',
        ],
        rows: sizes.map(toRow),
      },
      goals: sizes.flatMap(toGoals),
    },
  ];
}

const count = (value: number): string => value.toLocaleString('en-US');
const microseconds = (value: number): string => (value * 1000).toFixed(1);
const milliseconds = (value: number): string => value.toFixed(3);

function toRow({ sites, filled, times }: Size): string[] {
  return [
    count(sites),
    filled.jsonPerSite.toFixed(0),
    beyondText(filled).toFixed(0),
    filled.residentPerSite.toFixed(0),
    writeSpread(toSpread(filled.firstCreations), microseconds),
    writeSpread(toSpread(filled.lastCreations), microseconds),
    writeSpread(toSpread(times.first), milliseconds),
    writeSpread(toSpread(times.last), milliseconds),
  ];
}

function toGoals({ sites, filled, times }: Size): GoalResult[] {
  const size = `${count(sites)} sites`;
  return [
    {
      title: `${size}: bytes per site beyond its JSON text`,
      goal: { atMost: 400 },
      measured: beyondText(filled),
    },
    {
      title: `${size}: the last page, relative to the first`,
      goal: { atMost: 1.1 },
      measured: toSpread(times.last.map((time, round) => time / (times.first[round] ?? 0))).median,
    },
    {
      title: `${size}: the last creations, relative to the first`,
      goal: { atMost: 1.1 },
      measured: toSpread(filled.lastCreations).median / toSpread(filled.firstCreations).median,
    },
  ];
}

const beyondText = ({ heapPerSite, jsonPerSite }: FilledMock): number => heapPerSite - jsonPerSite;

/**
 * The duration of one request on a single connection, in milliseconds: the median of each round that measured both
 * servers.
 */
interface PageTimes {
  first: number[];
  last: number[];
}

async function measurePages(
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
      // A load generator with a resolution of milliseconds has no useful median, so the mean is used.
      const median = result.medianMs || (result.seconds * 1000) / result.requests;
      if (round >= 0) medians.push(median);
    }
  }
  return times;
}

/** A mock with many sites, and their cost. Bytes and milliseconds are for one site. */
interface FilledMock {
  port: number;
  server: RunningServer;
  heapPerSite: number;
  residentPerSite: number;
  jsonPerSite: number;
  firstCreations: readonly number[];
  lastCreations: readonly number[];
  workspace: string;
  lastCursor: string;
}

async function startFilledMock(
  sites: number,
  { placement }: Pick<Context, 'placement'>,
): Promise<FilledMock> {
  const port = await findPort();
  const program = path.resolve('bench/servers/filled-mock.mjs');
  const command = ['--expose-gc', program, String(port), String(sites)];
  const server = startServer(command, placement);
  const report: unknown = JSON.parse(await server.firstLine);
  if (typeof report !== 'object' || report === null)
    throw new Error('the filled mock printed no result');
  const number = (name: string): number => Number(Reflect.get(report, name));
  const text = (name: string): string => String(Reflect.get(report, name));
  const numbers = (name: string): number[] => {
    const list: unknown = Reflect.get(report, name);
    return Array.isArray(list) ? list.map(Number) : [];
  };
  return {
    port,
    server,
    heapPerSite: number('heapPerSite'),
    residentPerSite: number('residentPerSite'),
    jsonPerSite: number('jsonPerSite'),
    firstCreations: numbers('firstCreations'),
    lastCreations: numbers('lastCreations'),
    workspace: text('workspace'),
    lastCursor: text('lastCursor'),
  };
}
