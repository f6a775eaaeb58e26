import type { Client, Pool, PoolClient, QueryResult } from 'pg';
import { Refusal } from '../refusal.ts';
import { type DatabaseAddress, StoreOptionError } from './database-url.ts';

/** A statement. One with a name is prepared once for each connection. */
export interface Statement {
  name?: string;
  text: string;
}

export type Row = Record<string, unknown>;
type Value = string | number | boolean | null | readonly (string | number | null)[];

/** Runs statements on one connection, or on any. */
export interface Queries {
  query(statement: Statement, values?: readonly Value[]): Promise<{ rows: Row[]; count: number }>;
}

/** What statements cost, for the metrics. */
export interface DatabaseCounts {
  statements: number;
  retries: number;
  failures: number;
}

/** The database lets two transactions that are at odds not both commit; the loser runs again. */
export class RetryNeeded extends Error {
  override readonly name = 'RetryNeeded';
}

/** How long a request waits for a connection to be made again, in milliseconds. */
const patience = 2000;
/** How long until the next attempt to reach a database that is away, in milliseconds. */
const pause = 250;

type Driver = Pick<typeof import('pg'), 'Client' | 'Pool'>;

/**
 * The connections to a database. While it cannot be reached, each query is refused with 503; meanwhile it is looked for in
 * the background, on each of its hosts.
 */
export class Database implements Queries {
  readonly address: DatabaseAddress;
  readonly counts: DatabaseCounts = { statements: 0, retries: 0, failures: 0 };
  readonly #onError: (line: string) => void;
  /** Is run on a connection before others are used. */
  readonly #prepare: (queries: Queries) => Promise<void>;
  #pool: Pool | undefined;
  #connecting: Promise<void> | undefined;
  /** Whether the last attempt to connect failed; requests then do not wait for the next one. */
  #reason: string | undefined;
  #isClosed = false;
  #wakeUp: (() => void) | undefined;

  constructor(
    address: DatabaseAddress,
    prepare: (queries: Queries) => Promise<void>,
    onError: (line: string) => void,
  ) {
    this.address = address;
    this.#prepare = prepare;
    this.#onError = onError;
  }

  /** Why the database cannot be used, undefined if it can. */
  get fault(): string | undefined {
    return this.#pool === undefined ? (this.#reason ?? 'it is being connected to') : undefined;
  }

  get pool(): { total: number; idle: number; waiting: number } {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#pool ?? {};
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Connects for the first time. @throws StoreOptionError when no host can be used */
  async open(): Promise<void> {
    const driver = await loadDriver();
    const faults = await this.#tryHosts(driver);
    if (faults !== undefined)
      throw new StoreOptionError(`the store ${this.address.shown} cannot be used: ${faults}`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wakeUp?.();
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  async query(statement: Statement, values?: readonly Value[]) {
    return this.use((queries) => queries.query(statement, values));
  }

  /** Runs something again that only reads, where the connection was lost meanwhile. */
  async read(statement: Statement, values: readonly Value[]) {
    try {
      return await this.query(statement, values);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      return this.query(statement, values);
    }
  }

  /** Runs everything in one transaction, or nothing. */
  async transaction<T>(run: (queries: Queries) => Promise<T>): Promise<T> {
    return this.use(async (queries) => {
      await queries.query(begin);
      try {
        const result = await run(queries);
        await queries.query(commit);
        return result;
      } catch (error) {
        // A connection that is lost takes its transaction with it.
        if (!(error instanceof LostConnection)) await queries.query(rollback).catch(() => {});
        throw error;
      }
    });
  }

  /** Runs a task again for as long as the database lets others go first. */
  async repeat<T>(task: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof RetryNeeded)) throw error;
        if (attempt >= 30) throw refuseUnavailable(`the database asked ${attempt} times to retry`);
        this.counts.retries += 1;
        await sleep(Math.random() * Math.min(200, 2 ** attempt));
      }
    }
  }

  async use<T>(run: (queries: Queries) => Promise<T>): Promise<T> {
    const pool = await this.#acquire();
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw this.#explain(error, pool);
    }
    let isLost = false;
    try {
      return await run({
        query: async ({ name, text }, values = []) => {
          this.counts.statements += 1;
          try {
            const result: QueryResult<Row> = await client.query({
              ...(name === undefined ? {} : { name }),
              text,
              values: [...values],
            });
            return { rows: result.rows, count: result.rowCount ?? 0 };
          } catch (error) {
            const explained = this.#explain(error, pool);
            isLost ||= explained instanceof LostConnection;
            throw explained;
          }
        },
      });
    } finally {
      client.release(isLost);
    }
  }

  async #acquire(): Promise<Pool> {
    if (this.#pool !== undefined) return this.#pool;
    if (this.#isClosed) throw refuseUnavailable('the mock is closing');
    if (this.#reason === undefined)
      await Promise.race([
        this.#connecting,
        new Promise((resolve) => setTimeout(resolve, patience).unref()),
      ]);
    if (this.#pool === undefined)
      throw refuseUnavailable(this.#reason ?? 'the database does not answer');
    return this.#pool;
  }

  /** Says what an error of the driver means, and looks for the database again if it seems to be away. */
  #explain(error: unknown, pool: Pool): Error | Refusal {
    const code = readCode(error);
    const message = error instanceof Error ? error.message : String(error);
    if (code === '40001' || code === '40P01' || code === '23505')
      return new RetryNeeded(`${message} (${code})`);
    this.counts.failures += 1;
    if (code === '53100' || code === '53200' || code === '54000')
      return new Refusal(
        'not-saved',
        `The database cannot store this: ${message} (${code}). Nothing was changed.`,
      );
    if (code === '57014' || code === '55P03')
      return refuseUnavailable(
        `a statement took longer than ${this.address.statementTimeout} ms and was cancelled`,
      );
    if (message.startsWith('timeout exceeded when trying to connect'))
      return refuseUnavailable(`none of ${this.address.poolSize} connections became free in time`);
    if (code !== undefined && !isAway(code))
      return error instanceof Error ? error : new Error(message);
    this.#lose(pool, explainAway(error));
    return new LostConnection(`${message} (${code ?? 'connection'})`);
  }

  #lose(pool: Pool, reason: string): void {
    if (this.#pool !== pool) return;
    this.#pool = undefined;
    this.#reason = undefined;
    this.#onError(`the store ${this.address.shown} is away: ${reason}`);
    pool.end().catch(() => {});
    this.#connecting = this.#reconnect().finally(() => {
      this.#connecting = undefined;
    });
  }

  async #reconnect(): Promise<void> {
    const driver = await loadDriver();
    while (!this.#isClosed) {
      this.#reason = (await this.#tryHosts(driver)) ?? undefined;
      if (this.#pool !== undefined) {
        this.#onError(`the store ${this.address.shown} is back`);
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** @returns why none of the hosts can be used, undefined if one can */
  async #tryHosts({ Client, Pool }: Driver): Promise<string | undefined> {
    const faults: string[] = [];
    for (const { host, port } of this.address.hosts) {
      const settings = this.#toSettings(host, port);
      try {
        await this.#probe(new Client(settings));
      } catch (error) {
        // What the schema says is the same on all hosts.
        if (error instanceof StoreOptionError) throw error;
        faults.push(`${host}:${port}: ${explainAway(error)}`);
        continue;
      }
      if (this.#isClosed) return 'the mock is closing';
      const pool = new Pool({ ...settings, max: this.address.poolSize });
      // Without a listener, a connection that breaks while a statement runs ends the process.
      pool.on('connect', (client) => {
        client.on('error', () => {});
      });
      // A connection that is currently unused.
      pool.on('error', (error) => {
        if (!(isFatal(error) && this.#pool === pool)) return;
        this.#lose(pool, explainAway(error));
      });
      this.#pool = pool;
      this.#reason = undefined;
      return undefined;
    }
    return faults.join('; ');
  }

  async #probe(client: Client): Promise<void> {
    // Without a listener, a connection that breaks ends the process.
    client.on('error', () => {});
    try {
      await client.connect();
      if (this.address.needsWriting) {
        const { rows } = await client.query<Row>('show transaction_read_only');
        if (rows[0]?.['transaction_read_only'] === 'on') throw new Error('it can only be read');
      }
      await this.#prepare({
        query: async ({ text }, values = []) => {
          const result: QueryResult<Row> = await client.query(text, [...values]);
          return { rows: result.rows, count: result.rowCount ?? 0 };
        },
      });
    } finally {
      await client.end().catch(() => {});
    }
  }

  #toSettings(host: string, port: number) {
    const { user, password, database, tls, statementTimeout, connectTimeout } = this.address;
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
      statement_timeout: statementTimeout,
      // Of a server that no longer answers at all.
      query_timeout: statementTimeout + 1000,
      application_name: 'site-contract',
    };
  }
}

/** The connection broke. Whether the statement had an effect is unknown. */
export class LostConnection extends Refusal {
  constructor(reason: string) {
    super(
      'unavailable',
      `The connection to the database was lost: ${reason}. Whether the request had an effect is unknown. Try again in 1 s.`,
      { headers: ['Retry-After', '1'] },
    );
  }
}

export function refuseUnavailable(reason: string): Refusal {
  return new Refusal(
    'unavailable',
    `The database cannot be used: ${reason}. Nothing was changed. Try again in 1 s.`,
    { headers: ['Retry-After', '1'] },
  );
}

const begin = { text: 'begin isolation level read committed' };
const commit = { text: 'commit' };
const rollback = { text: 'rollback' };

let driver: Promise<Driver> | undefined;

/** @throws StoreOptionError when the driver is not installed */
async function loadDriver(): Promise<Driver> {
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

/** SQLSTATE, or the code of a system call. */
function readCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Whether a server has to be looked for again: it shuts down, only reads, or has lost its tables. */
function isAway(code: string): boolean {
  return /^(?:08|40003|57P|53300|25006|3F000|42P01|28|3D000|58|XX)/.test(code);
}

function isFatal(error: unknown): boolean {
  const code = readCode(error);
  return code === undefined || isAway(code);
}

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ECONNRESET: 'the server closed the connection',
  '28P01': 'the user name or the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'the database does not exist',
  '42501': 'the user has too few rights',
  '53300': 'the server has too many connections; lower pool_size',
  '57P03': 'the server is starting up or shutting down',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted; give sslrootcert',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted; give sslrootcert',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted; give sslrootcert',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

/** Why a server cannot be used. Messages of servers and of the driver never contain a password. */
function explainAway(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainAway(error.errors[0]);
  // Not `instanceof`: errors of the system may come from another realm.
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const message = String(error.message);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const explanation = explanations[code];
  if (explanation !== undefined) return `${explanation} (${code})`;
  if (/does not support SSL/.test(message))
    return 'the server does not offer TLS; use sslmode=disable, or turn TLS on there';
  if (/timeout expired|Connection terminated due to connection timeout/.test(message))
    return 'the host does not answer in time';
  return code === '' ? message : `${message} (${code})`;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
