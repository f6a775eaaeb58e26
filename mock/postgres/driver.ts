import type { ClientBase, QueryResult } from 'pg';
import { explainAway } from './database-errors.ts';
import { type DatabaseAddress, StoreOptionError } from './database-url.ts';

/** A statement. One with a name is prepared once for each connection. */
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
  /** How many rows were read or written. */
  count: number;
}

/** What statements cost, for the metrics. */
export interface DatabaseCounts {
  statements: number;
  retries: number;
  failures: number;
}

/** What the driver answered. */
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

/** What the driver is told about each connection. */
export function toSettings(
  { user, password, database, tls, statementTimeout, connectTimeout, isPooled }: DatabaseAddress,
  { host, port }: { host: string; port: number },
) {
  return {
    host,
    port,
    user,
    database,
    // An empty one keeps the driver from looking into files and the environment.
    password: password ?? '',
    ssl: tls,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    // A pooler refuses settings of a connection: there, they belong to the role.
    ...(isPooled
      ? {}
      : {
          statement_timeout: statementTimeout,
          // A mock that hangs, or whose machine was lost, must not keep the others waiting with its locks.
          idle_in_transaction_session_timeout: Math.max(5000, statementTimeout),
        }),
    // Of a server that no longer answers at all.
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
    // The name of a host may lead to another server by now.
    verify: (client, done) => {
      checkServer(client, address).then(() => done(), done);
    },
  });
  // Without a listener, a connection that breaks while a statement runs ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

/**
 * Looks for a server that can be used, on each host in turn.
 * @returns how to connect to it, or why there is none
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
      // What the schema says is the same on all hosts.
      if (error instanceof StoreOptionError) throw error;
      faults.push(`${place.host}:${place.port}: ${explainAway(error)}`);
    }
  }
  return faults.join('; ');
}

/**
 * Connects once, to see whether a server can be used, and prepares it.
 * @throws the error of the driver
 */
async function probe(
  client: InstanceType<Driver['Client']>,
  address: DatabaseAddress,
  prepare: (queries: Queries) => Promise<void>,
): Promise<void> {
  // Without a listener, a connection that breaks ends the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await checkServer(client, address);
    await prepare({
      query: async (text, values = []) => toResult(await client.query<Row>(text, [...values])),
    });
  } finally {
    // A server that hangs does not even end a connection.
    await Promise.race([client.end().catch(() => {}), sleep(1000)]);
  }
}

/** @throws Error saying why a server cannot hold the state */
async function checkServer(client: ClientBase, { needsWriting }: DatabaseAddress): Promise<void> {
  const { rows } = await client.query<Row>(
    "select current_setting('transaction_read_only') as read_only, current_setting('server_encoding') as encoding",
  );
  const [row] = rows;
  if (needsWriting && row?.['read_only'] === 'on') throw new Error('it can only be read');
  const encoding = String(row?.['encoding']);
  if (!/^(?:utf-?8|sql_ascii)$/i.test(encoding))
    throw new Error(
      `its encoding is ${encoding}; create a database with the encoding UTF8, which can hold all texts`,
    );
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
