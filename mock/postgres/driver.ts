import type { ClientBase, QueryResult } from 'pg';
import { explainAway } from './database-errors.ts';
import { type DatabaseAddress, StoreOptionError } from './database-url.ts';

/** A statement. A named one is prepared once for each connection. */
export interface Statement {
  name?: string;
  text: string;
}

export type Row = Record<string, unknown>;
export type Value = string | number | boolean | null | readonly (string | number | null)[];

/** Runs statements on one connection, or on any. */
export interface Queries {
  query(statement: string | Statement, values?: readonly Value[]): Promise<Result>;
}

export interface Result {
  rows: Row[];
  /** Number of rows that were read or written. */
  count: number;
}

/** Counters of statements and their cost, for the metrics. */
export interface DatabaseCounts {
  statements: number;
  retries: number;
  failures: number;
}

/** Converts a result of the driver. */
export function toResult({ rows, rowCount }: QueryResult<Row>): Result {
  return { rows, count: rowCount ?? 0 };
}

export type Driver = Pick<typeof import('pg'), 'Client' | 'Pool'>;

let driver: Promise<Driver> | undefined;

/** @throws StoreOptionError when the driver is not installed */
export async function loadDriver(): Promise<Driver> {
  driver ??= import('pg');
  try {
    return await driver;
  } catch {
    driver = undefined;
    throw new StoreOptionError(
      'a store on PostgreSQL needs the package pg: run npm install pg where site-contract is installed',
    );
  }
}

/** The settings of the driver for each connection. */
export function toSettings(
  { user, password, database, tls, statementTimeout, connectTimeout, isPooled }: DatabaseAddress,
  { host, port }: { host: string; port: number },
) {
  return {
    host,
    port,
    user,
    database,
    // An empty string prevents the driver from reading files and environment variables.
    password: password ?? '',
    ssl: tls,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    // A pooler refuses connection settings: there, they have to be set on the role.
    ...(isPooled
      ? {}
      : {
          statement_timeout: statementTimeout,
          // A mock that hangs, or whose machine was lost, must not block the others with its locks.
          idle_in_transaction_session_timeout: Math.max(5000, statementTimeout),
        }),
    // For a server that no longer responds at all.
    query_timeout: statementTimeout + 1000,
    application_name: 'site-contract',
  };
}

export function createPool(
  Pool: Driver['Pool'],
  settings: ReturnType<typeof toSettings>,
  address: DatabaseAddress,
): InstanceType<Driver['Pool']> {
  const pool = new Pool({
    ...settings,
    max: address.poolSize,
    // The host name may resolve to another server by now.
    verify: (client, done) => {
      checkServer(client, address).then(() => done(), done);
    },
  });
  // Without a listener, a connection that fails during a statement ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

/**
 * Tries each host until one has a usable server.
 * @returns how to connect to it, or why none is usable
 * @throws StoreOptionError when the tables cannot be used
 */
export async function findServer(
  { Client }: Driver,
  address: DatabaseAddress,
  prepare: (queries: Queries) => Promise<void>,
): Promise<ReturnType<typeof toSettings> | string> {
  const faults: string[] = [];
  for (const place of address.hosts) {
    const settings = toSettings(address, place);
    try {
      await probe(new Client(settings), address, prepare);
      return settings;
    } catch (error) {
      // The error is the same on all hosts.
      if (error instanceof StoreOptionError) throw error;
      faults.push(`${place.host}:${place.port}: ${explainAway(error)}`);
    }
  }
  return faults.join('; ');
}

/**
 * Opens a connection to check whether a server can be used, and prepares it.
 * @throws the error of the driver
 */
async function probe(
  client: InstanceType<Driver['Client']>,
  address: DatabaseAddress,
  prepare: (queries: Queries) => Promise<void>,
): Promise<void> {
  // Without a listener, a connection that fails ends the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await checkServer(client, address);
    await prepare({
      query: async (text, values = []) => toResult(await client.query<Row>(text, [...values])),
    });
  } finally {
    // A hanging server does not close connections.
    await Promise.race([client.end().catch(() => {}), sleep(1000)]);
  }
}

/** @throws Error saying why a server cannot store the state */
async function checkServer(client: ClientBase, { needsWriting }: DatabaseAddress): Promise<void> {
  const { rows } = await client.query<Row>(
    "select current_setting('transaction_read_only') as read_only, current_setting('server_encoding') as encoding",
  );
  const [row] = rows;
  if (needsWriting && row?.['read_only'] === 'on') throw new Error('it is read-only');
  const encoding = String(row?.['encoding']);
  if (!/^(?:utf-?8|sql_ascii)$/i.test(encoding))
    throw new Error(
      `its encoding is ${encoding}; create a database with the encoding UTF8, which can hold all texts`,
    );
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Repeats a task, each time after a pause, until it is stopped. It does not keep the process running.
 * @param task its errors are ignored: the database is unavailable, and the next time may succeed
 * @returns a function that stops it
 */
export function repeatTask(pause: number, task: () => Promise<void>): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () =>
        void task()
          .catch(() => {})
          .finally(next),
      pause,
    ).unref();
  };
  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
