import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPort } from '../../../test/support/find-port.ts';
import type { Context } from '../../context.ts';
import { describeMachine, readCommit } from '../../machine/describe-machine.ts';
import { pin } from '../../machine/pin.ts';
import { readProcessorTime } from '../../machine/process-usage.ts';
import { waitForAnswer } from '../../machine/start-server.ts';
import { toSpread } from '../../report/spread.ts';
import { toHeaders } from '../../works/work.ts';
import type { Comparison } from './compare.ts';
import { type BenchDatabase, listPath, type StoreServer } from './database.ts';

const file = 'bench/store.json';

/** The input of the simulation, in microseconds of processor time; times of the journal in milliseconds. */
export interface StoreCosts {
  date: string;
  commit: string;
  machine: string;
  loadAverage: string;
  mock: { list: number; create: number };
  database: { list: number; create: number };
  balancer: number;
  journalWriteMs: number;
}

export function readStoreCosts(): StoreCosts {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Writes the measured costs to a file, for the simulation. */
export async function writeStoreCosts(
  comparison: Comparison,
  mock: StoreServer,
  database: BenchDatabase,
  context: Context,
  loadAverage: string,
): Promise<void> {
  // Other programs only add to the time of a request, so the minimum is its own time.
  const least = (work: string, read: 'own' | 'database'): number =>
    Math.round(toSpread((comparison.get(work) ?? []).map((each) => each.mock[read])).min);
  const costs: StoreCosts = {
    date: new Date().toISOString().slice(0, 10),
    commit: readCommit(),
    machine: describeMachine(),
    loadAverage,
    mock: { list: least('list', 'own'), create: least('create', 'own') },
    database: { list: least('list', 'database'), create: least('create', 'database') },
    balancer: await measureBalancer(mock, context),
    journalWriteMs: await measureJournal(database),
  };
  writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`);
}

/** The processor time of nginx for a forwarded request, in microseconds. */
async function measureBalancer(
  { port: upstream }: StoreServer,
  { placement, load, effort, folder, note }: Context,
): Promise<number> {
  if (spawnSync('nginx', ['-v']).status !== 0) throw new Error('nginx is not installed');
  note('Store: the balancer');
  const port = await findPort();
  const own = path.join(folder, 'nginx');
  mkdirSync(own);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${own}/${name};`)
    .join(' ');
  writeFileSync(
    path.join(own, 'nginx.conf'),
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/log;
events { worker_connections 1024; }
http { access_log off; ${paths}
  upstream mocks { server 127.0.0.1:${upstream}; keepalive 32; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://mocks; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; } } }
`,
  );
  const [program = '', ...argv] = pin(['nginx', '-c', `${own}/nginx.conf`], placement?.load);
  const child = spawn(program, argv, { stdio: 'ignore' });
  try {
    const url = `http://127.0.0.1:${port}${listPath}`;
    await waitForAnswer({ url, headers: toHeaders(false) }, () => child.exitCode === null);
    const requests = [{ method: 'GET' as const, path: listPath }];
    const before = readProcessorTime(child.pid ?? 0) ?? 0;
    const { connections, seconds } = effort;
    const result = await load.run({ port, requests, expects: 'success', connections, seconds });
    const after = readProcessorTime(child.pid ?? 0) ?? 0;
    return Math.round(((after - before) * 1000) / result.requests);
  } finally {
    child.kill('SIGKILL');
  }
}

/** How long one mock prevents others from writing their journal: 250 requests, each for a page of 20 sites. */
async function measureJournal(database: BenchDatabase): Promise<number> {
  const entry = JSON.stringify({ body: 'x'.repeat(8000) });
  const times: number[] = [];
  await database.query('create temporary table journal (id bigint primary key, entry text)');
  await database.query('create temporary table counter (version bigint)');
  await database.query('insert into counter values (0)');
  for (let round = 0; round < 20; round += 1) {
    await database.query('begin');
    const start = performance.now();
    await database.query('update counter set version = version + 250 returning version');
    await database.query(
      `insert into journal select $1::bigint + n, part
        from unnest(string_to_array($2, E'\\n')) with ordinality as t(part, n)`,
      [round * 250, Array.from({ length: 250 }, () => entry).join('\n')],
    );
    await database.query('delete from journal where id <= $1', [(round - 1) * 250]);
    await database.query('commit');
    times.push(performance.now() - start);
  }
  return Math.round(toSpread(times).min * 10) / 10;
}
