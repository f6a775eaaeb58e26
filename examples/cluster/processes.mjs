/** Starts and stops the programs of the cluster: PostgreSQL with a replica, mocks, and nginx. */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const isRoot = process.getuid?.() === 0;

/**
 * Finds a free port below those that the system assigns to connections, so that a restarted program can use it again.
 */
export async function findPort() {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : findPort();
}

export function findPostgres() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const [newest] = versions.sort((one, other) => Number(other) - Number(one));
  const folder = process.env.POSTGRES_BIN ?? (newest && `${root}/${newest}/bin`);
  if (folder === undefined || !existsSync(path.join(folder, 'initdb')))
    throw new Error(
      'PostgreSQL was not found; install the package postgresql, or set POSTGRES_BIN',
    );
  return folder;
}

/**
 * Finds programs that are missing on this machine.
 * @returns one line with instructions, undefined if nothing is missing
 */
export async function findMissing() {
  const missing = [];
  try {
    findPostgres();
  } catch {
    missing.push('PostgreSQL (apt-get install postgresql, or set POSTGRES_BIN)');
  }
  if (spawnSync('nginx', ['-v']).error) missing.push('nginx (apt-get install nginx)');
  await import('pg').catch(() => missing.push('the package pg (npm install pg)'));
  if (!existsSync(program)) missing.push('dist/ (npm run build)');
  return missing.length === 0 ? undefined : `install ${missing.join(', ')}`;
}

/** PostgreSQL refuses to run as root. */
function asUser(command, args) {
  return isRoot
    ? ['setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups', command, ...args]]
    : [command, args];
}

function run(command, ...args) {
  const [name, all] = asUser(command, args);
  const { status, stderr, error } = spawnSync(name, all, { encoding: 'utf8', cwd: '/' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr || error}`);
}

/** Starts a program that runs until it is stopped. */
function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'ignore', detached: true, ...options });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  return {
    pid: child.pid,
    stderr: child.stderr,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    /** SIGKILL is sent to all its processes, as if the machine had failed. */
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
      await ended;
    },
  };
}

export async function until(isTrue, what, seconds = 180) {
  const end = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what} took more than ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function startPostgres(bin, data, port, folder, settings) {
  const lines = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=100',
    'wal_level=replica',
    'hot_standby=on',
    ...settings,
  ];
  const server = start(
    ...asUser(`${bin}/postgres`, ['-D', data, ...lines.flatMap((line) => ['-c', line])]),
    { cwd: '/' },
  );
  const isReady = () =>
    spawnSync(`${bin}/pg_isready`, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0;
  await until(isReady, 'the start of PostgreSQL');
  return { ...server, end: server.end, port };
}

/**
 * Starts a primary and a replica. The replication is synchronous: otherwise a promotion could lose acknowledged
 * transactions.
 */
export async function startDatabases(folder) {
  const bin = findPostgres();
  const data = path.join(folder, 'primary');
  const copy = path.join(folder, 'replica');
  if (isRoot) spawnSync('chown', ['nobody:nogroup', folder]);
  run(`${bin}/initdb`, '-D', data, '-U', 'mock', '-A', 'trust', '-E', 'UTF8', '--locale=C');
  const [port, replicaPort] = [await findPort(), await findPort()];
  const primary = await startPostgres(bin, data, port, folder, []);
  const address = `host=127.0.0.1 port=${port} user=mock application_name=replica`;
  run(`${bin}/pg_basebackup`, '-D', copy, '-R', '-X', 'stream', '-d', address);
  const replica = await startPostgres(bin, copy, replicaPort, folder, []);
  const ask = (sql) =>
    spawnSync(
      `${bin}/psql`,
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'mock', '-Atc', sql, 'postgres'],
      {
        encoding: 'utf8',
      },
    ).stdout.trim();
  ask("alter system set synchronous_standby_names = 'replica'");
  ask('select pg_reload_conf()');
  await until(
    () => ask('select sync_state from pg_stat_replication') === 'sync',
    'the start of the replication',
  );
  return {
    url: `postgres://mock@127.0.0.1:${port},127.0.0.1:${replicaPort}/postgres?target_session_attrs=read-write`,
    primary,
    replica,
    promote: () => run(`${bin}/pg_ctl`, 'promote', '-D', copy, '-w'),
  };
}

export async function startMock(store, token, port) {
  const args = [
    'mock',
    '--port',
    String(port),
    '--store',
    store,
    '--admin-token',
    token,
    '--log',
    'off',
    '--quiet',
  ];
  const mock = start(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  // Messages of a mock about the database.
  let errors = '';
  mock.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await ask(`${url}/__mock/ready`)) === 200, 'the start of a mock');
  return { ...mock, end: mock.end, url, port, readErrors: () => errors };
}

async function ask(url) {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}

/** A request that was sent to a mock is never sent to another one, because it may have had an effect. */
export async function startBalancer(folder, ports) {
  const port = await findPort();
  const temporary = path.join(folder, 'nginx');
  mkdirSync(temporary);
  const file = path.join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${temporary}/${name};`)
    .join(' ');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off; ${paths}
  upstream mocks { ${ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://mocks; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
      client_max_body_size 8m; proxy_next_upstream error timeout; proxy_connect_timeout 2s;
    }
  }
}
`,
  );
  const nginx = start('nginx', ['-c', file]);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await ask(`${url}/__mock/health`)) === 200, 'the start of nginx');
  return { ...nginx, end: nginx.end, url };
}

/** @returns the exit code and the output of the conformance suite */
export function runConformance(url, workspace) {
  const args = [
    'conformance',
    url,
    '--api-key',
    'site-contract-key',
    '--workspace',
    workspace,
    '--thorough',
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('close', (code) => resolve({ code, output: code === 0 ? output : output + errors }));
  });
}
