import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createStatements } from '../../../mock/postgres/unit.ts';
import { findPort } from '../../../test/support/find-port.ts';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import type { Context } from '../../context.ts';
import { readProcessorTime } from '../../machine/process-usage.ts';
import { type RunningServer, startServer, waitForAnswer } from '../../machine/start-server.ts';
import { toHeaders } from '../../works/work.ts';

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const listPath = `/v1/workspaces/${workspace}/sites?limit=20`;
export const creation = { name: 'Harbour Café', hostUrl: 'https://harbour-cafe.example' };
export const token = 'token-of-the-bench';
/** Number of connections of each server to the database. */
export const poolSize = 10;
const schema = 'bench';

/** A database that does not wait for the disk, so that it does not limit the compared servers. */
export interface BenchDatabase {
  server: TestPostgres;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The processor time of all running processes so far, in milliseconds. Ended processes do not count. */
  readProcessorTime(): number;
  close(): Promise<void>;
}

export async function startDatabase(): Promise<BenchDatabase> {
  const server = await startPostgres(['fsync=off', 'synchronous_commit=off', 'autovacuum=off']);
  const client = new Client(server.url);
  await client.connect();
  return {
    server,
    query: async (text, values = []) => (await client.query(text, values)).rows,
    readProcessorTime: () => {
      const file = path.join(server.folder, 'data', 'postmaster.pid');
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      const all = readdirSync('/proc').filter(
        (name) => /^\d+$/.test(name) && readParent(name) === first,
      );
      return all.reduce((sum, name) => sum + (readProcessorTime(Number(name)) ?? 0), 0);
    },
    close: async () => {
      await client.end();
      await server.close();
    },
  };
}

function readParent(id: string): number {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return -1;
  }
}

export interface StoreServer {
  port: number;
  server: RunningServer;
}

export async function startSharedMock(
  { server }: BenchDatabase,
  { placement }: Pick<Context, 'placement'>,
): Promise<StoreServer> {
  return start(placement, (port) => [
    path.resolve('dist/cli/main.js'),
    ...['mock', '--port', String(port), '--quiet', '--log', 'off', '--admin-token', token],
    ...['--store-schema', schema, '--store', `${server.url}?pool_size=${poolSize}`],
  ]);
}

/** Starts a server that runs only the mock's statements for a list and for a creation. */
export async function startBareServer(
  database: BenchDatabase,
  { placement, folder }: Pick<Context, 'placement' | 'folder'>,
): Promise<StoreServer> {
  const statements = createStatements(`"${schema}"`);
  const [session] = await database.query(`select epoch, version from ${schema}.session
    where name = 'default'`);
  const [shared] = await database.query(`select version from ${schema}.shared
    where name = 'faults'`);
  const [site] = await database.query(`select name, host, json from ${schema}.site limit 1`);
  const { epoch, version } = session ?? {};
  const known = ['default', epoch, version, shared?.['version']];
  const file = path.join(folder, 'bare-postgres.json');
  writeFileSync(
    file,
    JSON.stringify({
      url: database.server.url,
      poolSize,
      statements: {
        GET: {
          ...statements.listSites('oldest-first', false),
          values: ['default', epoch, workspace, 21],
        },
        POST: {
          ...statements.insert.site,
          values: [
            ...known,
            ...['new id', workspace, site?.['name'], site?.['host'], null, site?.['json']],
          ],
          body: site?.['json'],
        },
      },
    }),
  );
  return start(placement, (port) => ['bench/servers/bare-postgres.mjs', String(port), file]);
}

async function start(
  placement: Context['placement'],
  toCommand: (port: number) => readonly string[],
): Promise<StoreServer> {
  const port = await findPort();
  const server = startServer(toCommand(port), placement);
  const url = `http://127.0.0.1:${port}${listPath}`;
  await waitForAnswer({ url, headers: toHeaders(false) }, server.isAlive);
  return { port, server };
}

/** Fills the workspace with copies of its first site, each with a new id. */
export async function fill(database: BenchDatabase, sites: number): Promise<void> {
  await database.query(
    `insert into ${schema}.site (session, epoch, position, version, id, workspace, name, host, locale, json)
      select session, epoch, position + n, 1, fresh, workspace, name, host, locale, replace(json, id, fresh)
      from (select r.* from ${schema}.site r join ${schema}.session s on s.name = r.session and s.epoch = r.epoch
          where r.workspace = $1 order by position limit 1) first,
        (select n, gen_random_uuid()::text as fresh from generate_series(1, $2::int) n) made`,
    [workspace, sites],
  );
  await database.query(`vacuum analyze ${schema}.site`);
}

export type Page = 'first' | 'middle' | 'last';

/** The query plan for the mock's statement for a page of 100 sites. */
export interface Plan {
  lines: readonly string[];
  milliseconds: number;
  /** Number of 8 KiB blocks that it reads. */
  blocks: number;
}

export async function readPlan(database: BenchDatabase, page: Page): Promise<Plan> {
  const [session] = await database.query(
    `select epoch, (select count(*) from ${schema}.site s where s.epoch = session.epoch) as sites
      from ${schema}.session where name = 'default'`,
  );
  const sites = Number(session?.['sites']);
  const values: unknown[] = ['default', session?.['epoch'], workspace, 101];
  if (page !== 'first') {
    const [cursor] = await database.query(
      `select id from ${schema}.site where session = 'default' and epoch = $1 and workspace = $2
        order by position, id offset $3 limit 1`,
      [session?.['epoch'], workspace, page === 'middle' ? Math.floor(sites / 2) : sites - 101],
    );
    values.push(cursor?.['id']);
  }
  const { text } = createStatements(`"${schema}"`).listSites('oldest-first', page !== 'first');
  const rows = await database.query(`explain (analyze, buffers, costs off) ${text}`, values);
  const lines = rows.map((row) => String(row['QUERY PLAN']));
  const [, time] = /^Execution Time: ([\d.]+) ms/m.exec(lines.join('\n')) ?? [];
  // The first line with buffers is the total of the statement.
  const [, hit = 0] = /Buffers: shared hit=(\d+)/.exec(lines.join('\n')) ?? [];
  const [, read = 0] = /Buffers: shared [^\n]*read=(\d+)/.exec(lines.join('\n')) ?? [];
  return { lines, milliseconds: Number(time), blocks: Number(hit) + Number(read) };
}
