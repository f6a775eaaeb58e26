import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contract } from '../contract/index.ts';

/** A request of a work, in the words of the contract. */
export interface BenchRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
}

/** A server that is measured. */
export interface Subject {
  id: string;
  title: string;
  /** What it does of the work. */
  does: string;
  /** The works that it can do. Default: all. */
  works?: readonly string[];
  /** Whether it needs records that exist. */
  keepsState: boolean;
  /** The arguments of Node. */
  toArguments(port: number): readonly string[];
  /** Converts a request for a server with an interface of its own. */
  translate?(request: BenchRequest): BenchRequest;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-bench-'));
const peersFolder = path.resolve('bench/peers');
const inPeers = (file: string): string => path.join(peersFolder, 'node_modules', file);

/** The contract with a whole page as the example of its list, for servers that return examples. */
const document = path.join(folder, 'openapi.json');
writeFileSync(
  document,
  JSON.stringify(contract.document).replace(
    /"data":\s*\[(\s*\{[^[\]]*?\}\s*)\]/,
    (_, site: string) => `"data":[${Array.from({ length: 20 }, () => site).join(',')}]`,
  ),
);
const records = path.join(folder, 'records.json');

export const raw: Subject = {
  id: 'raw',
  title: 'node:http, constant',
  does: 'reads the request and sends the same bytes each time: the limit of the runtime',
  keepsState: false,
  toArguments: (port) => [path.resolve('bench/servers/raw-http.mjs'), String(port)],
};

export const mock: Subject = {
  id: 'mock',
  title: '**site-contract mock**',
  does: 'API key, CORS, validation of requests and replies, state, and the journal',
  keepsState: true,
  toArguments: (port) => [
    ...[path.resolve('dist/cli/main.js'), 'mock', '--quiet'],
    ...['--port', String(port)],
  ],
};

export const fastify: Subject = {
  id: 'fastify',
  title: 'Fastify',
  does: 'the same operations written by hand, with schemas for requests and replies, and no journal',
  keepsState: true,
  toArguments: (port) => [path.join(peersFolder, 'fastify.mjs'), String(port), document],
};

/** Other mock servers. None keeps state that follows the contract. */
export const peers: readonly Subject[] = [
  {
    id: 'prism',
    title: 'Prism, silent',
    does: 'returns the examples; validates requests; no state',
    works: ['list', 'create', 'refuse'],
    keepsState: false,
    toArguments: (port) => [
      path.resolve('node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['mock', '--verboseLevel', 'silent', '--host', '127.0.0.1', '--port', String(port)],
      document,
    ],
  },
  {
    id: 'json-server',
    title: 'json-server',
    does: 'keeps state in a file; no contract, no validation, no API key',
    works: ['list', 'create'],
    keepsState: false,
    toArguments: (port) => {
      const sites = Array.from({ length: 1000 }, (_, id) => ({
        id: String(id),
        name: `Site ${id}`,
      }));
      writeFileSync(records, JSON.stringify({ sites }));
      return [inPeers('json-server/lib/bin.js'), '--port', String(port), records];
    },
    translate: ({ method, body }) =>
      method === 'GET'
        ? { method, path: '/sites?_page=1&_per_page=20' }
        : { method, path: '/sites', body },
  },
  {
    id: 'mockoon',
    title: 'Mockoon',
    does: 'generates replies from the schemas; no state, no validation, no API key',
    works: ['list', 'create'],
    keepsState: false,
    toArguments: (port) => [
      ...[inPeers('@mockoon/cli/bin/run.js'), 'start', '--disable-log-to-file'],
      ...['--hostname', '127.0.0.1', '--port', String(port), '--data', document],
    ],
  },
];

/** Installs the programs that the bench compares with, and the load generator, into their own folder. */
export function installPeers(): void {
  if (existsSync(inPeers('autocannon'))) return;
  process.stderr.write('bench: installing the servers that the bench compares with\n');
  execFileSync('npm', ['install', '--loglevel=error', '--ignore-scripts'], {
    cwd: peersFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
