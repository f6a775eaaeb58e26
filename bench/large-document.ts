import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadContract } from '../contract/load-contract.ts';
import type { Operation } from '../contract/operation.ts';
import { type Part, type Section, writeSpread } from './figures.ts';
import { type Server, startServer } from './server.ts';

/** A mock server of any document. */
interface DocumentMock {
  title: string;
  toArguments(file: string, port: number): readonly string[];
}

const mocks: readonly DocumentMock[] = [
  {
    title: '**site-contract mock**',
    toArguments: (file, port) => [
      ...[path.resolve('dist/cli/main.js'), 'mock', '--quiet', '--contract', file],
      ...['--port', String(port)],
    ],
  },
  {
    title: 'Prism, silent',
    toArguments: (file, port) => [
      path.resolve('node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['mock', '--verboseLevel', 'silent', '--host', '127.0.0.1', '--port', String(port)],
      file,
    ],
  },
];

/** How many operations get a first request. */
const mostRequests = 20;

const headers = { Authorization: 'Bearer site-contract-key', Accept: 'application/json' };

/** What a start with a document costs, and the first request to some operations. */
interface Measurement {
  listeningMs: number;
  megabytes: number;
  requestMs: readonly number[];
  successes: number;
  laterMegabytes: number;
}

/**
 * Measures a large document beside Prism. It is not in the repository: `--document` or BENCH_DOCUMENT names the file.
 * GitHub's has 13 MB: https://github.com/github/rest-api-description, in `descriptions/api.github.com/api.github.com.json`.
 */
export const largeDocument: Part = {
  id: 'document',
  measure: async ({ rounds }) => {
    const file = process.env['BENCH_DOCUMENT'];
    if (file === undefined) return [];
    if (!existsSync(file)) throw new Error(`${file} does not exist; correct --document`);
    const { operations } = await loadContract({ document: file });
    const paths = selectPaths(operations);
    const rows: string[][] = [];
    for (const mock of mocks) rows.push(await measureRounds(mock, file, paths, rounds));
    return [toSection(file, operations.length, paths.length, rows)];
  },
};

function toSection(file: string, operations: number, requests: number, rows: string[][]): Section {
  return {
    title: `A large document: ${path.basename(file)}, ${operations} operations`,
    about: `From the start of the program until it responds, and then the first request to each of ${requests} operations. Memory is the resident set, half a second after the start and after the requests.`,
    columns: [
      ...['', 'listening, s', 'memory, MB', 'first request, ms', 'slowest request, ms'],
      ...['successes', 'memory then, MB'],
    ],
    rows,
  };
}

async function measureRounds(
  { title, toArguments }: DocumentMock,
  file: string,
  paths: readonly string[],
  rounds: number,
): Promise<string[]> {
  const measurements: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const request = { path: '/', headers, anyStatus: true };
    const server = await startServer((port) => toArguments(file, port), request);
    measurements.push(await measureServer(server, paths));
  }
  const list = (select: (measurement: Measurement) => number): number[] => {
    return measurements.map(select);
  };
  const times = measurements.flatMap(({ requestMs }) => requestMs);
  const slowest = list(({ requestMs }) => Math.max(...requestMs));
  return [
    title,
    writeSpread(list(({ listeningMs }) => listeningMs / 1000)),
    writeSpread(
      list(({ megabytes }) => megabytes),
      0,
    ),
    writeSpread(times, 0),
    writeSpread(slowest, 0),
    writeSpread(
      list(({ successes }) => successes),
      0,
    ),
    writeSpread(
      list(({ laterMegabytes }) => laterMegabytes),
      0,
    ),
  ];
}

async function measureServer(server: Server, paths: readonly string[]): Promise<Measurement> {
  await pause(500);
  const megabytes = server.readMegabytes();
  const requestMs: number[] = [];
  let successes = 0;
  for (const target of paths) {
    const start = performance.now();
    const response = await fetch(server.baseUrl + target, { headers });
    await response.arrayBuffer();
    requestMs.push(performance.now() - start);
    if (response.ok) successes += 1;
  }
  const laterMegabytes = server.readMegabytes();
  await server.stop();
  const { firstResponseMs: listeningMs } = server;
  return { listeningMs, megabytes, requestMs, successes, laterMegabytes };
}

/** GET operations without required parameters, evenly over the document. */
function selectPaths(operations: readonly Operation[]): string[] {
  const simple = operations.filter(({ method, parameters }) => {
    return method === 'GET' && !parameters.some(({ required }) => required);
  });
  const count = Math.min(mostRequests, simple.length);
  const indexes = Array.from({ length: count }, (_, at) =>
    Math.floor((at * simple.length) / count),
  );
  const selected = new Set(indexes);
  return simple.filter((_, at) => selected.has(at)).map(({ path }) => path);
}
