import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPort } from './find-port.ts';

/** A separate PostgreSQL server for a test. */
export interface TestPostgres {
  url: string;
  /** For tests without timeouts: on a busy machine, the default ones may be too short. */
  patientUrl: string;
  port: number;
  folder: string;
  /** Kills the process, like a crash. */
  kill(): Promise<void>;
  /** Restarts it on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Finds the folder of the programs on Debian and other systems; undefined if they are missing. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const folders = versions
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => `${root}/${version}/bin`);
  const chosen = process.env['POSTGRES_BIN'];
  const all = chosen === undefined ? folders : [chosen, ...folders];
  return all.find((folder) => existsSync(path.join(folder, 'initdb')));
}

const isRoot = process.getuid?.() === 0;

/** The server refuses to run as root. */
function asUser(command: string, args: readonly string[]): [string, string[]] {
  return isRoot
    ? ['setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups', command, ...args]]
    : [command, [...args]];
}

function run(command: string, ...args: string[]): void {
  const [program, all] = asUser(command, args);
  const { status, stderr, error } = spawnSync(program, all, { encoding: 'utf8', cwd: '/' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr || String(error)}`);
}

/** @param settings lines of the configuration */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const port = await findPort();
  const address = [`port=${port}`, 'listen_addresses=127.0.0.1'];
  const server = preparePostgres([...address, ...settings], `127.0.0.1:${port}`);
  await server.start();
  return { ...server, port };
}

/**
 * Prepares a server that is not started yet, but whose address is known.
 * @param settings lines of the configuration
 * @param address the address. Default: a socket in its folder
 */
export function preparePostgres(
  settings: readonly string[] = [],
  address?: string,
): Omit<TestPostgres, 'port'> {
  const folder = path.join(tmpdir(), `site-contract-postgres-${randomUUID().slice(0, 8)}`);
  const data = path.join(folder, 'data');
  const url = `postgres://tester@${address ?? encodeURIComponent(folder)}/postgres`;
  let ended: Promise<void> = Promise.resolve();
  let pid: number | undefined;
  const configured = [
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...(address === undefined ? ['listen_addresses='] : []),
    ...settings,
  ];
  const start = async (): Promise<void> => {
    const bin = findPostgres();
    if (bin === undefined)
      throw new Error('PostgreSQL was not found; install the package postgresql');
    if (!existsSync(data)) {
      mkdirSync(folder);
      if (isRoot) spawnSync('chown', ['nobody:nogroup', folder]);
      const login = ['-U', 'tester', '-A', 'trust'];
      run(`${bin}/initdb`, '-D', data, ...login, '-E', 'UTF8', '--locale=C', '-N');
    }
    const [program, args] = asUser(`${bin}/postgres`, [
      '-D',
      data,
      ...configured.flatMap((line) => ['-c', line]),
    ]);
    const child = spawn(program, args, { stdio: 'ignore', cwd: '/', detached: true });
    pid = child.pid;
    ended = new Promise((resolve) => child.once('exit', () => resolve()));
    for (;;) {
      const ready = spawnSync(`${bin}/pg_isready`, ['-d', url, '-q']);
      if (ready.status === 0) return;
      if (child.exitCode !== null) throw new Error('PostgreSQL exited while it started');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (pid === undefined) return;
    const group = pid;
    pid = undefined;
    // A crash ends all its processes; a stop signals only the first one.
    process.kill(signal === 'SIGKILL' ? -group : group, signal);
    await ended;
  };
  return {
    url,
    patientUrl: `${url}?statement_timeout=300000&connect_timeout=300`,
    folder,
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
