import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { peersFolder } from './peers-folder.ts';
import type { Subject } from './subject.ts';

const inPackage = (file: string): string => path.join(peersFolder, 'node_modules', file);

/** What one would pick instead. */
export const peers: readonly Subject[] = [
  {
    id: 'json-server',
    title: 'json-server',
    does: 'keeps state in a file; no contract, no validation, no key',
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
    does: 'makes replies up from the schemas; no state, no validation, no key',
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
    does: 'answers the examples; validates requests; no state',
    package: '@scalar/mock-server',
    works: ['list', 'create', 'refuse'],
    keepsState: false,
    toCommand: ({ port, document }) => [
      path.resolve('bench/peers/scalar.mjs'),
      String(port),
      document,
    ],
  },
  toPrism('prism', 'Prism', 'a line of log for each request, as it starts', []),
  toPrism('prism-silent', 'Prism, silent', 'told to log nothing', ['--verboseLevel', 'silent']),
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
    does: `answers the examples; validates requests; no state; ${manner}`,
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
