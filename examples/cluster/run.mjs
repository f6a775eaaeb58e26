/**
 * Three mocks on one PostgreSQL database. While clients create sites through all of them, one mock is killed, and then
 * the database. In the end, every site that was acknowledged has to be there, on every mock.
 *
 * node examples/cluster/run.mjs [seconds]
 *
 * It needs PostgreSQL (`apt-get install postgresql`, or POSTGRES_BIN). The exit code is 0 if nothing was lost, 1 if
 * something was, and 2 if it could not run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const seconds = Number(process.argv[2] ?? 10);
const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-cluster-'));
const data = path.join(folder, 'data');
const store = `postgres://mock@${encodeURIComponent(folder)}/postgres`;
const key = { authorization: 'Bearer site-contract-key', 'content-type': 'application/json' };
const sites = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites';
const running = new Set();
const say = (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

function findPostgres() {
  const root = '/usr/lib/postgresql';
  const [newest] = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const bin = process.env.POSTGRES_BIN ?? `${root}/${newest}/bin`;
  if (existsSync(path.join(bin, 'initdb'))) return bin;
  throw new Error('install PostgreSQL (apt-get install postgresql, or set POSTGRES_BIN)');
}

/** PostgreSQL refuses to run as root. */
function asUser(command, args) {
  const user = ['--reuid=nobody', '--regid=nogroup', '--clear-groups'];
  return process.getuid?.() === 0 ? ['setpriv', [...user, command, ...args]] : [command, args];
}

function start(command, args, stdio = 'ignore') {
  const child = spawn(command, args, { stdio, detached: true, cwd: '/' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const started = {
    stdout: child.stdout,
    end: async (signal) => {
      running.delete(started);
      // A kill ends all processes of the program, as if the machine had failed.
      if (child.exitCode === null)
        process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
      await ended;
    },
  };
  running.add(started);
  return started;
}

async function startDatabase(bin) {
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`];
  const server = start(
    ...asUser(`${bin}/postgres`, ['-D', data, ...settings.flatMap((line) => ['-c', line])]),
  );
  while (spawnSync(`${bin}/pg_isready`, ['-q', '-h', folder]).status !== 0) await pause(50);
  return server;
}

async function startMock() {
  const args = [program, 'mock', '--port', '0', '--log', 'off', '--store', store];
  const mock = start(process.execPath, args, ['ignore', 'pipe', 'inherit']);
  let output = '';
  for await (const chunk of mock.stdout) {
    output += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
    if (url !== undefined) return { ...mock, url };
  }
  throw new Error(`a mock did not start: ${output}`);
}

async function main() {
  const bin = findPostgres();
  if (!existsSync(program)) throw new Error('build the program first (npm run build)');
  if (process.getuid?.() === 0) spawnSync('chown', ['nobody:nogroup', folder]);
  const made = spawnSync(...asUser(`${bin}/initdb`, ['-D', data, '-U', 'mock', '-A', 'trust']), {
    encoding: 'utf8',
    cwd: '/',
  });
  if (made.status !== 0) throw new Error(made.stderr);
  const database = await startDatabase(bin);
  // All at once: they create the tables together.
  const mocks = await Promise.all([startMock(), startMock(), startMock()]);
  say('three mocks share a database');

  const acknowledged = new Set();
  let [isOver, sent, refused] = [false, 0, 0];
  const clients = Array.from({ length: 6 }, async (_, client) => {
    for (let turn = client; !isOver; turn += 1) {
      sent += 1;
      const name = `Site ${sent}`;
      const init = { method: 'POST', headers: key, body: JSON.stringify({ name }) };
      const reply = await fetch(mocks[turn % 3].url + sites, init).catch(() => undefined);
      if (reply?.status === 201) acknowledged.add((await reply.json()).id);
      else {
        refused += 1;
        // Without the database, a mock answers 503 with Retry-After.
        await pause(100);
      }
    }
  });
  await pause(seconds * 300);
  await mocks[1].end('SIGKILL');
  say('one mock was killed');
  await pause(seconds * 200);
  mocks[1] = await startMock();
  say('it was started again');
  await database.end('SIGKILL');
  say('the database was killed');
  await pause(seconds * 100);
  await startDatabase(bin);
  say('it was started again');
  await pause(seconds * 300);
  isOver = true;
  await Promise.all(clients);

  const lists = await Promise.all(mocks.map(({ url }) => readAll(url)));
  const lost = [...acknowledged].filter((id) => !lists.every((list) => list.has(id)));
  console.log(`\nRequests  ${sent}, ${refused} of them without success`);
  console.log(`Sites     ${acknowledged.size} acknowledged, ${lists[0].size} found`);
  console.log(`Lost      ${lost.length}`);
  const isGood = lost.length === 0 && acknowledged.size > 0;
  console.log(isGood ? '\nVERDICT: nothing was lost' : '\nVERDICT: failed');
  return isGood ? 0 : 1;
}

/** Returns the ids of all sites, page by page. */
async function readAll(url) {
  const ids = new Set();
  for (let after = ''; ; ) {
    const reply = await fetch(`${url}${sites}?limit=100${after}`, { headers: key });
    const page = await reply.json();
    for (const { id } of page.data) ids.add(id);
    if (!page.hasMore) return ids;
    after = `&after=${page.data.at(-1).id}`;
  }
}

async function end() {
  await Promise.all([...running].map((each) => each.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => end().then(() => process.exit(130)));

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`the cluster could not run: ${error.message}`);
  process.exitCode = 2;
} finally {
  await end();
}
