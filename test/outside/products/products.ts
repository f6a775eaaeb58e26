import path from 'node:path';

/** A real service that runs on loopback. */
export interface Product {
  name: string;
  /** Where it serves its document, and what the paths in it start from. */
  document: string;
  basePath: string;
  apiKey: string;
  /** What the document leaves to prose, as the content of an Overlay. At most 15 lines. Default: nothing. */
  overlay?: string;
  /** The commands that install it into a folder. */
  install(folder: string): string[][];
  start(
    folder: string,
    port: number,
  ): { command: string[]; cwd: string; environment?: Record<string, string> };
}

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** The names of zones are DNS names. */
const zoneNames = `
overlay: 1.0.0
info: { title: Names that PowerDNS accepts, version: 1.0.0 }
actions:
  - target: $
    update:
      x-resources:
        zone: { sample: { name: zone.example., kind: Native, nameservers: [] } }
        tsigkey: { sample: { name: key.example, algorithm: hmac-sha256 } }
        metadata: { sample: { kind: ALLOW-AXFR-FROM, metadata: [AUTO-NS] } }
        cryptokey: { sample: { keytype: csk, active: true } }
`;

export const products: readonly Product[] = [
  {
    name: 'loopback',
    document: '/openapi.json',
    basePath: '',
    apiKey: '',
    install: () => [
      ['npm', 'install', '--ignore-scripts', '--prefix', '.', '@loopback/example-todo@6'],
    ],
    start: (folder, port) => ({
      command: [process.execPath, '.'],
      cwd: path.join(folder, 'node_modules/@loopback/example-todo'),
      environment: { HOST: '127.0.0.1', PORT: String(port) },
    }),
  },
  {
    name: 'powerdns',
    document: '/api/docs',
    basePath: '/api/v1',
    apiKey: 'secret',
    overlay: zoneNames,
    install: () => [
      ['apt-get', 'install', '-y', 'pdns-server', 'pdns-backend-sqlite3', 'sqlite3'],
      ['sqlite3', 'zones.db', `.read ${schema}`],
    ],
    start: (folder, port) => ({
      command: [
        ...['pdns_server', `--config-dir=${folder}`, `--socket-dir=${folder}`, '--daemon=no'],
        ...['--launch=gsqlite3', `--gsqlite3-database=${path.join(folder, 'zones.db')}`],
        '--gsqlite3-dnssec=yes',
        ...['--local-address=127.0.0.1', `--local-port=${port + 1}`, '--disable-syslog'],
        ...['--webserver=yes', '--webserver-address=127.0.0.1', `--webserver-port=${port}`],
        ...['--api=yes', '--api-key=secret', '--guardian=no', '--write-pid=no'],
      ],
      cwd: folder,
    }),
  },
  {
    name: 'prefect',
    document: '/openapi.json',
    basePath: '/api',
    apiKey: '',
    install: () => [
      ['python3', '-m', 'venv', 'python'],
      ['python/bin/pip', 'install', '--quiet', 'prefect'],
    ],
    start: (folder, port) => ({
      command: [
        ...[path.join(folder, 'python/bin/prefect'), 'server', 'start', '--no-services'],
        ...['--host', '127.0.0.1', '--port', String(port)],
      ],
      cwd: folder,
      environment: { PREFECT_HOME: folder, PREFECT_SERVER_ANALYTICS_ENABLED: 'false' },
    }),
  },
];
