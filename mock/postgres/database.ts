import type Pg from 'pg';
import type { Pool, QueryResult } from 'pg';
import { Refusal } from '../handler.ts';
import { explainFailure, isLoss, refuseUnavailable, toFailure } from './database-errors.ts';
import { type DatabaseAddress, parseDatabaseUrl, StoreOptionError } from './database-url.ts';

/** A row, with one value for each column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a statement, which is never prepared under a name, so that a pooler may give each transaction another connection.
 * Without values, it may be several statements; the rows are those of the last one.
 * @param text with `{}` in place of the schema
 */
export type Query = (
  text: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; count: number }>;

interface TransactionOptions {
  /** A statement to send with the beginning of the transaction. Default: none. */
  first?: string;
  /** Whether the transaction sees the database at one moment, and changes nothing. Default: false. */
  readOnly?: boolean;
}

/** Runs statements on any connection of a pool. */
export interface Connections {
  /** Runs one statement in its own transaction. */
  query: Query;
  /**
   * Runs work in a transaction. If it fails, everything is undone.
   * @param work gets the rows of the first statement
   */
  transaction<T>(
    work: (query: Query, first: Row[]) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
}

/** How often a lost database is tried again, in milliseconds. */
const retryEvery = 250;

/** A pool of connections that reports when its database is away, and finds it again. */
export class Database implements Connections {
  readonly #url: string;
  readonly #schema: string;
  readonly #prepare: (connections: Connections) => Promise<void>;
  readonly #onError: (line: string) => void;
  #address: DatabaseAddress | undefined;
  #pool: Pool | undefined;
  #opening: Promise<void> | undefined;
  #fault: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #isClosed = false;
  /** Why the last statement failed. */
  #reason = '';
  /** Also works while the database counts as lost. */
  readonly #any: Connections = {
    query: (text, values) => this.#use((query) => query(text, values)),
    transaction: (work, options = {}) => this.#use((query) => this.#transact(query, work, options)),
  };

  /** @param prepare brings a database that was just found to the state that the store needs */
  constructor(
    url: string,
    schema: string,
    prepare: (connections: Connections) => Promise<void>,
    onError: (line: string) => void,
  ) {
    this.#url = url;
    this.#schema = schema;
    this.#prepare = prepare;
    this.#onError = onError;
  }

  /** Why the database cannot be used; undefined if it can. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Connects. @throws StoreOptionError saying why that is not possible */
  open(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<void> {
    if (this.#pool === undefined) {
      const pg = await loadDriver();
      this.#address = parseDatabaseUrl(this.#url, pg.Client);
      this.#pool = createPool(pg, this.#address, (error) => this.#lose(error));
    }
    try {
      await this.#prepare(this.#any);
    } catch (error) {
      if (error instanceof StoreOptionError) throw error;
      const reason = error instanceof Refusal ? this.#reason : explainFailure(error);
      throw new StoreOptionError(`the database ${this.#shown} cannot be used: ${reason}`);
    }
    this.#isOpen = true;
  }

  get #shown(): string {
    return this.#address?.shown ?? '';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#pool?.end();
  }

  readonly query: Query = async (text, values) => {
    await this.#assertUp();
    return this.#any.query(text, values);
  };

  async transaction<T>(
    work: (query: Query, first: Row[]) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    await this.#assertUp();
    return this.#any.transaction(work, options);
  }

  async #assertUp(): Promise<void> {
    if (this.#fault !== undefined) throw refuseUnavailable(this.#fault);
    if (this.#isOpen) return;
    await this.open().catch((error: unknown) => {
      throw refuseUnavailable(explainFailure(error));
    });
  }

  async #transact<T>(
    query: Query,
    work: (query: Query, first: Row[]) => Promise<T>,
    { first = '', readOnly = false }: TransactionOptions,
  ): Promise<T> {
    const mode = readOnly ? ' isolation level repeatable read, read only' : '';
    // Set for each transaction, because a pooler forgets settings of a connection.
    const settings = `set local statement_timeout = ${this.#address?.statementTimeout}; set local search_path = pg_catalog`;
    const { rows } = await query(`begin${mode}; ${settings}; ${first}`);
    const result = await work(query, rows);
    await query('commit');
    return result;
  }

  async #use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    if (this.#pool === undefined) throw new Error('the database is not open');
    const client = await this.#pool.connect().catch((error: unknown) => this.#fail(error));
    let isLost = false;
    const query: Query = async (text, values) => {
      const statement = text.replaceAll('{}', this.#schema);
      try {
        return toRows(await client.query<Row>(statement, values && [...values]));
      } catch (error) {
        isLost ||= isLoss(error);
        return this.#fail(error);
      }
    };
    try {
      return await work(query);
    } catch (error) {
      // Without a connection, the server undoes everything by itself.
      if (!isLost) await query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  /** @throws the error or refusal that a failed statement leads to */
  #fail(error: unknown): never {
    this.#reason = explainFailure(error);
    if (isLoss(error)) this.#lose(error);
    throw toFailure(error);
  }

  #lose(error: unknown): void {
    if (this.#fault !== undefined || !this.#isOpen || this.#isClosed) return;
    this.#fault = explainFailure(error);
    this.#onError(`the database ${this.#shown} is unavailable: ${this.#fault}`);
    this.#retry();
  }

  #retry(): void {
    if (this.#isClosed) return;
    const found = (): void => {
      this.#fault = undefined;
      this.#onError(`the database ${this.#shown} is available again`);
    };
    const attempt = (): void => {
      this.#prepare(this.#any).then(found, () => this.#retry());
    };
    this.#timer = setTimeout(attempt, retryEvery);
    this.#timer.unref();
  }
}

async function loadDriver(): Promise<typeof Pg> {
  const { default: pg } = await import('pg').catch(() => {
    throw new StoreOptionError(
      'the store needs the packages pg and pg-boss; npm install pg pg-boss@10',
    );
  });
  return pg;
}

function createPool(
  pg: typeof Pg,
  { poolSize, statementTimeout, connectTimeout, shown: _, ...address }: DatabaseAddress,
  onLoss: (error: unknown) => void,
): Pool {
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    // The server ends a slow statement earlier, unless the connection is dead.
    query_timeout: 2 * statementTimeout,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  pool.on('error', (error) => {
    // Servers and poolers may end idle connections.
    if (isLoss(error)) onLoss(error);
  });
  // The statement that runs at the moment reports the error as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The driver returns a list of results for several statements. */
function toRows(result: QueryResult<Row> | QueryResult<Row>[]): { rows: Row[]; count: number } {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { rows: last?.rows ?? [], count: last?.rowCount ?? 0 };
}
