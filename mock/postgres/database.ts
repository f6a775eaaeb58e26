import { setTimeout as delay } from 'node:timers/promises';
import type Pg from 'pg';
import { Refusal } from '../refusal.ts';
import { parseDatabaseUrl, StoreOptionError } from './database-url.ts';

/** A row, with one value for each column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a statement, which is never prepared under a name, so that a pooler may give each transaction another connection.
 * Without values, it may be several statements; the rows are those of the last one.
 * @param text with `{}` in place of the schema
 */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

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
  #pool: Awaited<ReturnType<typeof createPool>> | undefined;
  #opening: Promise<void> | undefined;
  #fault: string | undefined;
  #isOpen = false;
  #isClosed = false;

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
    this.#pool ??= await createPool(this.#url, (error) => this.#lose(error));
    await this.#prepare(this.#connections).catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) throw error;
      throw new StoreOptionError(`the database ${this.#shown} cannot be used: ${error.message}`);
    });
    this.#isOpen = true;
  }

  get #shown(): string {
    return this.#pool?.shown ?? '';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.connections.end();
  }

  readonly query: Query = (text, values) =>
    this.#guard(() => this.#connections.query(text, values));

  transaction<T>(
    work: (query: Query, first: Row[]) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    return this.#guard(() => this.#connections.transaction(work, options));
  }

  /** @throws Refusal when the database cannot be used, or the failure is not a bug */
  async #guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#fault !== undefined) throw refuseUnavailable(this.#fault);
    try {
      if (!this.#isOpen) await this.open();
      return await work();
    } catch (error) {
      if (error instanceof StoreOptionError) throw refuseUnavailable(error.message);
      if (!(error instanceof DatabaseError)) throw error;
      if (error.isLoss) this.#lose(error);
      throw error.toRefusal();
    }
  }

  /** Also work while the database counts as lost. Failures are errors of the database. */
  readonly #connections: Connections = {
    query: (text, values) => this.#use((query) => query(text, values)),
    transaction: (work, { first = '', readOnly = false } = {}) =>
      this.#use(async (query) => {
        const mode = readOnly ? ' isolation level repeatable read, read only' : '';
        // Set for each transaction, because a pooler forgets settings of a connection.
        const timeout = `set local statement_timeout = ${this.#pool?.statementTimeout}`;
        const rows = await query(
          `begin${mode}; ${timeout}; set local search_path = pg_catalog; ${first}`,
        );
        const result = await work(query, rows);
        await query('commit');
        return result;
      }),
  };

  async #use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    if (this.#pool === undefined) throw new Error('the database is not open');
    const client = await this.#pool.connections.connect().catch((error: unknown) => {
      throw new DatabaseError(error);
    });
    let isLost = false;
    const query: Query = async (text, values) => {
      const statement = text.replaceAll('{}', this.#schema);
      const result = await client.query<Row>(statement, values && [...values]).catch((error) => {
        const failure = new DatabaseError(error);
        isLost ||= failure.isLoss;
        throw failure;
      });
      // The driver returns a list of results for several statements.
      return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
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

  #lose({ message }: DatabaseError): void {
    if (this.#fault !== undefined || !this.#isOpen || this.#isClosed) return;
    this.#fault = message;
    this.#onError(`the database ${this.#shown} is unavailable: ${message}`);
    void this.#recover();
  }

  async #recover(): Promise<void> {
    for (let isFound = false; !isFound; ) {
      await delay(retryEvery, undefined, { ref: false });
      if (this.#isClosed) return;
      isFound = await this.#prepare(this.#connections).then(
        () => true,
        () => false,
      );
    }
    this.#fault = undefined;
    this.#onError(`the database ${this.#shown} is available again`);
  }
}

async function createPool(url: string, onLoss: (error: DatabaseError) => void) {
  const { default: pg }: { default: typeof Pg } = await import('pg').catch(() => {
    throw new StoreOptionError(
      'the store needs the packages pg and pg-boss; npm install pg pg-boss@10',
    );
  });
  const { pool, statementTimeout, shown } = parseDatabaseUrl(url, pg.Client);
  const connections = new pg.Pool({
    ...pool,
    // The server ends a slow statement earlier, unless the connection is dead.
    query_timeout: 2 * statementTimeout,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  connections.on('error', (error) => {
    const failure = new DatabaseError(error);
    // Servers and poolers may end idle connections.
    if (failure.isLoss) onLoss(failure);
  });
  // The statement that runs at the moment reports the error as well.
  connections.on('connect', (client) => client.on('error', () => {}));
  return { connections, statementTimeout, shown };
}

/** What to do about messages that do not say it. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/password must be a/, 'the server requires a password; pass it in the URL or in PGPASSWORD'],
  [/self-signed|unable to verify/, 'name the certificate of its authority in sslrootcert'],
];

const retryHeaders = ['Retry-After', '1'];

function refuseUnavailable(reason: string): Refusal {
  return new Refusal(
    'unavailable',
    `The database cannot be used: ${reason}. Nothing was changed. Try again in 1 s.`,
    { headers: retryHeaders },
  );
}

/** A failed statement or connection. Messages of servers and of the driver never contain a password. */
class DatabaseError extends Error {
  /** The SQLSTATE; undefined if the error does not come from the server. */
  readonly #state: string | undefined;

  constructor(cause: unknown) {
    // Several addresses of a host were tried.
    const error = cause instanceof AggregateError ? Object(cause.errors[0]) : Object(cause);
    const [code, told] = [String(error.code ?? ''), String(error.message || error)];
    const further = advice.find(([expression]) => expression.test(told))?.[1];
    const reason = told.includes(code) ? told : `${told} (${code})`;
    super(further === undefined ? reason : `${reason}; ${further}`, { cause });
    this.#state = /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
  }

  /** Whether the connection or the server was lost, is read-only, or is without the tables of the store. */
  get isLoss(): boolean {
    const losses = /^(?:08|57P|25006|28|3D000|3F000|42P01|42501|58|XX)/;
    return this.#state === undefined || losses.test(this.#state);
  }

  /** Returns the refusal of the request that needed the statement, or the original error if it is a bug. */
  toRefusal(): unknown {
    if (this.#state === undefined)
      return new Refusal(
        'unavailable',
        `The connection to the database was lost: ${this.message}. Whether the request had an effect is unknown. Try again in 1 s.`,
        { headers: retryHeaders },
      );
    // Full, too large, or a character that the encoding of the database does not have.
    if (/^(?:53100|53200|54000|22P05)/.test(this.#state))
      return new Refusal(
        'not-saved',
        `The database cannot store this: ${this.message}. Nothing was changed.`,
      );
    // Cancelled, too slow, without a lock or a connection for too long, or in conflict with another transaction.
    const isBusy = /^(?:57014|55P03|53300|40)/.test(this.#state);
    return this.isLoss || isBusy ? refuseUnavailable(this.message) : this.cause;
  }
}
