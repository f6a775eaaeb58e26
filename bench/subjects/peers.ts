import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Subject } from './subject.ts';

const inPackage = (file: string): string => path.join(peersFolder, 'node_modules', file);

/** Other mock servers, as alternatives. */
export const peers: readonly Subject[] = [
  {
    id: 'json-server',
    title: 'json-server',
    does: 'keeps state in a file; no contract, no validation, no API key',
    package: 'json-server',
    works: ['list', 'create'],
    keepsState: false,
    toCommand: ({ port, folder }) => {
      const database = path.join(folder, 'db.json');
      writeFileSync(database, JSON.stringify({ sites: toSites(1000) }));
      return [inPackage('json-server/lib/bin.js'), '--port', String(port), database];
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
    package: '@mockoon/cli',
    works: ['list', 'create'],
    keepsState: false,
    toCommand: ({ port, document }) => [
      inPackage('@mockoon/cli/bin/run.js'),
      'start',
      '--disable-log-to-file',
      ...['--hostname', '127.0.0.1', '--port', String(port), '--data', document],
    ],
  },
  {
    id: 'scalar',
    title: 'Scalar mock server',
    does: 'returns the examples; validates requests; no state',
    package: '@scalar/mock-server',
    works: ['list', 'create', 'refuse'],
    keepsState: false,
    toCommand: ({ port, document }) => [
      path.resolve('bench/peers/scalar.mjs'),
      String(port),
      document,
    ],
  },
  toPrism('prism', 'Prism', 'with its default log, a line for each request', []),
  toPrism('prism-silent', 'Prism, silent', 'logging turned off', ['--verboseLevel', 'silent']),
];

function toSites(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `0d5f6a1e-3b0c-4c39-9d51-${String(index).padStart(12, '0')}`,
    name: `Site number ${index}`,
    hostUrl: `https://site-${index}.example`,
    apiKey: '5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4',
  }));
}

function toPrism(id: string, title: string, manner: string, options: readonly string[]): Subject {
  return {
    id,
    title,
    does: `returns the examples; validates requests; no state; ${manner}`,
    package: '@stoplight/prism-cli',
    works: ['list', 'create', 'refuse'],
    keepsState: false,
    toCommand: ({ port, document }) => [
      inPackage('@stoplight/prism-cli/dist/index.js'),
      'mock',
      ...['--host', '127.0.0.1', '--port', String(port), ...options, document],
    ],
  };
}

/** The folder with the package.json of the peers, into which they are installed. */
export const peersFolder = path.resolve('bench/peers');

export function readPeerVersion(name: string): string | undefined {
  const file = path.join(peersFolder, 'node_modules', name, 'package.json');
  const description = readJson(file);
  if (typeof description !== 'object' || description === null) return undefined;
  return 'version' in description ? String(description.version) : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Installs the peers, unless that was done with this version of Node. They are optional dependencies: npm leaves out those
 * that are not available here.
 */
export function installPeers(note: (line: string) => void): void {
  const modules = path.join(peersFolder, 'node_modules');
  const mark = path.join(modules, '.installed-for');
  const wanted = describeInstallation();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  note('installing the servers that the bench compares with');
  rmSync(modules, { recursive: true, force: true });
  try {
    execFileSync('npm', ['install', '--loglevel=error', '--ignore-scripts'], {
      cwd: peersFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(mark, wanted);
  } catch {
    note('npm could not install all of them; the results name those that are missing');
  }
}

function describeInstallation(): string {
  const description = readFileSync(path.join(peersFolder, 'package.json'));
  const hash = createHash('sha256').update(description).digest('hex');
  return `Node ${process.versions.node} ${hash}`;
}

/** Number of sites on a page. */
const pageSize = 20;

/**
 * Writes the contract with a whole page as the example of its list, so that servers that return examples return as
 * much as the others.
 */
export function writePeerDocument(folder: string): string {
  const file = path.join(folder, 'openapi.json');
  const source = readFileSync(path.resolve('generated/openapi.json'), 'utf8');
  const document: unknown = JSON.parse(source, (key, value: unknown) =>
    key === 'data' && Array.isArray(value) && value.length === 1 ? fill(value[0]) : value,
  );
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function fill(site: unknown): unknown[] {
  return Array.from({ length: pageSize }, () => site);
}
