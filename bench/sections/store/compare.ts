import type { Context } from '../../context.ts';
import { readProcessorTime } from '../../machine/process-usage.ts';
import type { GoalResult, Section } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import type { WorkRequest } from '../../works/work.ts';
import { type BenchDatabase, creation, listPath, type StoreServer, workspace } from './database.ts';

/** A kind of request for which a mock on a database is measured. */
export interface StoreWork {
  id: string;
  title: string;
  request: WorkRequest;
}

export const storeWorks: readonly StoreWork[] = [
  { id: 'list', title: 'List 20 sites', request: { method: 'GET', path: listPath } },
  {
    id: 'create',
    title: 'Create a site',
    request: { method: 'POST', path: `/v1/workspaces/${workspace}/sites`, body: creation },
  },
];

/** One round of a server. Times are microseconds of processor time for one request. */
export interface StoreMeasure {
  requestsPerSecond: number;
  own: number;
  database: number;
  medianMs: number;
}

/** Puts load on one server, or on several at once, with combined results. */
export async function measureServers(
  servers: readonly StoreServer[],
  { request }: StoreWork,
  database: BenchDatabase,
  { load, effort }: Pick<Context, 'load' | 'effort'>,
  seconds: number,
): Promise<StoreMeasure> {
  const readOwn = (): number =>
    servers.reduce((sum, { server }) => sum + (readProcessorTime(server.processId) ?? 0), 0);
  const before = { own: readOwn(), database: database.readProcessorTime() };
  const results = await Promise.all(
    servers.map(({ port }) =>
      load.run({
        port,
        requests: [request],
        expects: 'success',
        connections: Math.round(effort.connections / servers.length),
        seconds,
      }),
    ),
  );
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  if (failed > 0 || requests === 0) throw new Error(`${failed} of ${requests} requests failed`);
  return {
    requestsPerSecond: results.reduce((sum, each) => sum + each.requests / each.seconds, 0),
    own: ((readOwn() - before.own) * 1000) / requests,
    database: ((database.readProcessorTime() - before.database) * 1000) / requests,
    medianMs: Math.max(...results.map(({ medianMs }) => medianMs)),
  };
}

/** All measurements by work and round: the bare server and the mock. */
export type Comparison = ReadonlyMap<string, readonly { bare: StoreMeasure; mock: StoreMeasure }[]>;

export async function compareServers(
  bare: StoreServer,
  mock: StoreServer,
  database: BenchDatabase,
  context: Context,
): Promise<Comparison> {
  const { rounds, seconds, warmUpSeconds } = context.effort;
  const found = new Map<string, { bare: StoreMeasure; mock: StoreMeasure }[]>();
  for (const work of storeWorks) {
    context.note(`Store: ${work.title}`);
    const measure = (server: StoreServer, length: number) =>
      measureServers([server], work, database, context, length);
    await measure(bare, warmUpSeconds);
    await measure(mock, warmUpSeconds);
    const measures = [];
    for (let round = 0; round < rounds; round += 1) {
      // Alternately, so that neither always runs second.
      const isFirst = round % 2 === 0;
      const first = isFirst ? await measure(bare, seconds) : undefined;
      const own = await measure(mock, seconds);
      measures.push({ bare: first ?? (await measure(bare, seconds)), mock: own });
    }
    found.set(work.id, measures);
  }
  return found;
}

export function toComparisonSection(comparison: Comparison): Section {
  const kinds = [
    { id: 'bare', title: 'node:http and pg, one statement' },
    { id: 'mock', title: '**site-contract mock**' },
  ] as const;
  const rows = storeWorks.flatMap(({ id, title }) => {
    const measures = comparison.get(id) ?? [];
    return kinds.map((kind) => {
      const write = (read: (measure: StoreMeasure) => number) =>
        writeSpread(toSpread(measures.map((each) => read(each[kind.id]))), toWhole);
      const toRatio = (read: (measure: StoreMeasure) => number) =>
        writeSpread(
          toSpread(measures.map((each) => read(each.bare) / read(each[kind.id]))),
          (value) => value.toFixed(2),
        );
      return [
        title,
        kind.title,
        write(({ requestsPerSecond }) => requestsPerSecond),
        toRatio(({ requestsPerSecond }) => 1 / requestsPerSecond),
        write(({ own }) => own),
        toRatio(({ own }) => own),
        write(({ database }) => database),
      ];
    });
  });
  return {
    title: 'A mock on PostgreSQL',
    about: [
      'The bare server runs the same prepared statement through the same driver, with a pool of the same size, and validates nothing. The mock checks the key, validates request and reply, chooses the session and keeps the journal.',
      'The server has one processor. The database, which does not wait for its disk, shares the other one with the load generator. Where the database or other programs are the bottleneck, the rates become more similar, but the processor times do not.',
    ],
    table: {
      columns: [
        'work',
        'server',
        'requests/s',
        'rate, of bare',
        'processor per request, µs',
        'processor, of bare',
        'database per request, µs',
      ],
      rows,
    },
    goals: toGoals(comparison),
  };
}

function toGoals(comparison: Comparison): GoalResult[] {
  return storeWorks.flatMap(({ id, title }) => {
    const measures = comparison.get(id) ?? [];
    const goal = { atLeast: 0.6 };
    const median = (read: (each: { bare: StoreMeasure; mock: StoreMeasure }) => number) =>
      measures.length === 0 ? undefined : toSpread(measures.map(read)).median;
    return [
      {
        title: `${title} on PostgreSQL, relative to a bare server, by processor time`,
        goal,
        measured: median(({ bare, mock }) => bare.own / mock.own),
      },
      {
        title: `${title} on PostgreSQL, relative to a bare server, by rate`,
        goal,
        measured: median(({ bare, mock }) => mock.requestsPerSecond / bare.requestsPerSecond),
      },
    ];
  });
}

const toWhole = (value: number): string => Math.round(value).toLocaleString('en-US');
