import { setTimeout as delay } from 'node:timers/promises';
import type Pg from 'pg';
import { Refusal } from '../refusal.ts';
import { parseDatabaseUrl, StoreOptionError } from './database-url.ts';

/** A row, with one value for each column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a statement, which is never prepared under a name, so that a pooler may give each transaction another connection.
 * Without values, it may be several statements; the rows are those of the last one.
 * @param text with `$schema` in place of the quoted schema
 */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Work in a transaction. It gets the rows of the first statement. */
type Work<T> = (query: Query, first: Row[]) => Promise<T>;

interface TransactionOptions {
  /** A statement that is sent with the beginning of the transaction, which saves a round trip. */
  first?: readonly [text: string, value: string];
  /** Whether the transaction sees the database at one moment, and changes nothing. Default: false. */
  readOnly?: boolean;
}

/** The connections of this mock. Its methods throw DatabaseErrors, and also work while the database counts as lost. */
export type Pool = Awaited<ReturnType<typeof createPool>>;

/** @param onLoss called when the server is lost while no statement runs */
async function createPool(url: string, schema: string, onLoss: (error: DatabaseError) => void) {
  const pg = await importPg();
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

  const schemaName = pg.escapeIdentifier(schema);

  /** Quotes the values in a text: the server accepts no parameters in a message of several statements. */
  const inline = (text: string, values: readonly unknown[]): string =>
    text.replaceAll(/\$(?:schema|(\d+))/g, (_, position?: string) => {
      if (position === undefined) return schemaName;
      const value = values[Number(position) - 1];
      return value === null ? 'null' : pg.escapeLiteral(toSqlText(value));
    });

  /**
   * Begins every transaction. A pooler forgets settings of a connection. The owner of a database decides where its users
   * look for operators and functions, and those of other users would run with the rights of this one.
   */
  const protection = `set local statement_timeout = ${statementTimeout}; set local search_path = pg_catalog`;

  /** Runs one statement in its own transaction: the server begins one for all statements of a message. */
  const query: Query = (text, values = []) =>
    useConnection(connections, (send) => send(`${protection}; ${inline(text, values)}`));

  /** Runs work in a transaction. If it fails, everything is undone. */
  const transaction = <T>(
    work: Work<T>,
    { first: [text, value] = ['', ''], readOnly = false }: TransactionOptions = {},
  ): Promise<T> =>
    useConnection(connections, async (send) => {
      const run: Query = (statement, values) =>
        send(statement.replaceAll('$schema', schemaName), values);
      const mode = readOnly ? ' isolation level repeatable read, read only' : '';
      const first = await send(`begin${mode}; ${protection}; ${inline(text, [value])}`);
      const result = await work(run, first);
      await send('commit');
      return result;
    });

  /** `shown` is the address without the user and the password, for messages. */
  return { query, transaction, shown, close: () => connections.end() };
}

/** Uses one connection for some work, which sends it statements as they are. */
async function useConnection<T>(
  connections: Pg.Pool,
  work: (send: Query) => Promise<T>,
): Promise<T> {
  const client = await connections.connect().catch((error: unknown) => {
    throw new DatabaseError(error);
  });
  let isLost = false;
  const send: Query = async (statement, values) => {
    const result = await client.query<Row>(statement, values && [...values]).catch((error) => {
      const failure = new DatabaseError(error);
      isLost ||= failure.isLoss;
      throw failure;
    });
    // The driver returns a list of results for several statements.
    const last = [result].flat().at(-1);
    return last?.rows ?? [];
  };
  try {
    return await work(send);
  } catch (error) {
    // Without a connection, the server undoes everything by itself.
    if (!isLost) await send('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** Returns a value as the text from which the server reads it. */
function toSqlText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const items = value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`);
  return `{${items.join()}}`;
}

async function importPg(): Promise<typeof Pg> {
  try {
    // One message names both, although the queue imports the second one itself.
    const [pg] = await Promise.all([import('pg'), import('pg-boss')]);
    return pg.default;
  } catch {
    throw new StoreOptionError(
      'the store needs the packages pg and pg-boss; npm install pg pg-boss@10',
    );
  }
}

/** How often a lost database is tried again, in milliseconds. */
const retryEvery = 250;

interface DatabaseOptions {
  url: string;
  schema: string;
  /** Brings a database that was found, at first or again, to the state that the store needs. */
  prepare(pool: Pool): Promise<void>;
  onError(line: string): void;
}

/**
 * A database that reports when it is away, and is found again. Its methods throw Refusals.
 *
 *     unopened → open ⇄ lost     and from each of them → closed
 */
export class Database {
  readonly #options: DatabaseOptions;
  #state: 'unopened' | 'open' | 'lost' | 'closed' = 'unopened';
  #fault: string | undefined;
  #pool: Pool | undefined;
  /** The successful attempt to open, or the one in progress. */
  #opening: Promise<Pool> | undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** Why the database is lost; undefined if it is not. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Connects. @throws StoreOptionError saying why that is not possible */
  open(): Promise<Pool> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<Pool> {
    const { url, schema, prepare } = this.#options;
    this.#pool ??= await createPool(url, schema, (error) => this.#lose(error));
    const pool = this.#pool;
    await prepare(pool).catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) throw error;
      throw new StoreOptionError(`the database ${pool.shown} cannot be used: ${error.message}`);
    });
    if (this.#state === 'unopened') this.#state = 'open';
    return pool;
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    await this.#pool?.close();
  }

  readonly query: Query = (text, values) => this.#guard((pool) => pool.query(text, values));

  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T> {
    return this.#guard((pool) => pool.transaction(work, options));
  }

  /** @throws Refusal when the database cannot be used, or the failure is not a bug */
  async #guard<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    if (this.#fault !== undefined) throw refuseUnavailable(this.#fault);
    try {
      return await work(await this.open());
    } catch (error) {
      if (error instanceof StoreOptionError) throw refuseUnavailable(error.message);
      if (!(error instanceof DatabaseError)) throw error;
      if (error.isLoss) this.#lose(error);
      throw error.toThrown();
    }
  }

  #lose({ message }: DatabaseError): void {
    const pool = this.#pool;
    if (this.#state !== 'open' || pool === undefined) return;
    this.#state = 'lost';
    this.#fault = message;
    this.#options.onError(`the database ${pool.shown} is unavailable: ${message}`);
    void this.#recover(pool);
  }

  async #recover(pool: Pool): Promise<void> {
    while (this.#state === 'lost') {
      await delay(retryEvery, undefined, { ref: false });
      const failure = await this.#options.prepare(pool).catch((error: unknown) => error);
      if (failure !== undefined || this.#state !== 'lost') continue;
      this.#state = 'open';
      this.#fault = undefined;
      this.#options.onError(`the database ${pool.shown} is available again`);
    }
  }
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

/**
 * What a request gets after an error, by the beginning of its code (SQLSTATE); all others are bugs.
 * `lost`: 503, like all further requests until the database is found again. `busy`: 503. `full`: 507.
 */
const reactions: readonly (readonly [code: string, reaction: 'lost' | 'busy' | 'full'])[] = [
  ['08', 'lost'], // The connection failed.
  ['57P', 'lost'], // The server starts, stops, or has ended the connection.
  ['58', 'lost'], // A file of the server cannot be read or written.
  ['XX', 'lost'], // The server has failed.
  ['25006', 'lost'], // The server has become read-only.
  ['28', 'lost'], // The user may no longer log in.
  ['3D000', 'lost'], // The database was removed.
  ['3F000', 'lost'], // The schema was removed.
  ['42P01', 'lost'], // A table was removed.
  ['42501', 'lost'], // A privilege was removed.
  ['57014', 'busy'], // The statement was cancelled, or took too long.
  ['55P03', 'busy'], // A lock was not available.
  ['53300', 'busy'], // There are too many connections.
  ['40', 'busy'], // The transaction was in conflict with another one.
  ['53100', 'full'], // The disk is full.
  ['53200', 'full'], // The memory is full.
  ['54000', 'full'], // The value is too large.
  ['22P05', 'full'], // The encoding of the database does not have the character.
];

/** A failed statement or connection. Messages of servers and of the driver never contain a password. */
class DatabaseError extends Error {
  readonly #reaction: 'unknown' | 'lost' | 'busy' | 'full' | 'bug';

  constructor(cause: unknown) {
    // Several addresses of a host were tried.
    const error = cause instanceof AggregateError ? Object(cause.errors[0]) : Object(cause);
    const code = String(error.code ?? '');
    const message = String(error.message || error);
    const reason = message.includes(code) ? message : `${message} (${code})`;
    const [, step] = advice.find(([expression]) => expression.test(message)) ?? [];
    super(step === undefined ? reason : `${reason}; ${step}`, { cause });
    const [, reaction = 'bug'] = reactions.find(([start]) => code.startsWith(start)) ?? [];
    // Errors of Node and of the driver have no severity: the server sent no answer.
    this.#reaction = error.severity === undefined ? 'unknown' : reaction;
  }

  /** Whether the connection or the server was lost, is read-only, or is without the tables of the store. */
  get isLoss(): boolean {
    return this.#reaction === 'unknown' || this.#reaction === 'lost';
  }

  /** Returns the refusal of the request that needed the statement, or the original error if it is a bug. */
  toThrown(): unknown {
    if (this.#reaction === 'unknown')
      return new Refusal(
        'unavailable',
        `The connection to the database was lost: ${this.message}. Whether the request had an effect is unknown. Try again in 1 s.`,
        { headers: retryHeaders },
      );
    if (this.#reaction === 'full')
      return new Refusal(
        'not-saved',
        `The database cannot store this: ${this.message}. Nothing was changed.`,
      );
    return this.#reaction === 'bug' ? this.cause : refuseUnavailable(this.message);
  }
}
