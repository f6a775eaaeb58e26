import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Refusal } from '../refusal.ts';
import {
  explainAway,
  isFatal,
  judgeFailure,
  LostConnection,
  RetryNeeded,
  readCode,
  refuseUnavailable,
} from './database-errors.ts';
import { type DatabaseAddress, StoreOptionError } from './database-url.ts';
import {
  createPool,
  type DatabaseCounts,
  type Driver,
  findServer,
  loadDriver,
  type Queries,
  type Result,
  type Row,
  type Statement,
  sleep,
  toResult,
  type Value,
} from './driver.ts';

/** How long a request waits for a new connection, in milliseconds. */
const patience = 2000;
/** The pause between attempts to reach an unavailable database, in milliseconds. */
const pause = 250;

/** The connections to a database. While it is unavailable, queries are refused with 503, and all its hosts are tried. */
export class Database implements Queries {
  readonly address: DatabaseAddress;
  readonly counts: DatabaseCounts = { statements: 0, retries: 0, failures: 0 };
  readonly #onError: (line: string) => void;
  /** Runs on the first connection, before others are used. */
  readonly #prepare: (queries: Queries) => Promise<void>;
  #pool: Pool | undefined;
  #opening: Promise<void> | undefined;
  #connecting: Promise<void> | undefined;
  /** The reason why the last attempt to connect failed; requests then do not wait for the next one. */
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

  /** Why the database cannot be used; undefined if it can. */
  get fault(): string | undefined {
    return this.#pool === undefined ? (this.#reason ?? 'it is being connected to') : undefined;
  }

  get pool(): { total: number; idle: number; waiting: number } {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#pool ?? {};
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Connects for the first time. @throws StoreOptionError when no host can be used */
  async open(): Promise<void> {
    this.#opening ??= this.#openOnce();
    try {
      await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #openOnce(): Promise<void> {
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

  /** Runs one statement on any connection. It uses callbacks, because each promise slows every request. */
  query(statement: string | Statement, values: readonly Value[] = []): Promise<Result> {
    const pool = this.#pool;
    const useAny = () => this.use((queries) => queries.query(statement, values));
    if (pool === undefined) return useAny();
    return new Promise((resolve, reject) => {
      pool.connect((failure, client, release) => {
        if (client === undefined) {
          const refusal = this.#judgeConnection(failure, pool, false);
          if (refusal === undefined) useAny().then(resolve, reject);
          else reject(refusal);
          return;
        }
        this.counts.statements += 1;
        client.query(
          {
            ...(typeof statement === 'string' ? { text: statement } : statement),
            values: [...values],
          },
          (error: unknown, result: QueryResult<Row>) => {
            const failed = error ? this.#judge(error, pool) : undefined;
            release(failed !== undefined && failed.kind !== 'refused');
            if (failed === undefined) resolve(toResult(result));
            else reject(failed.error);
          },
        );
      });
    });
  }

  /** Runs a read again if the connection was lost. */
  async read(statement: string | Statement, values: readonly Value[]) {
    try {
      return await this.query(statement, values);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      return this.query(statement, values);
    }
  }

  /**
   * Runs all statements in one transaction.
   * @param level `repeatable read` if several statements have to see the same snapshot
   */
  async transaction<T>(
    run: (queries: Queries) => Promise<T>,
    level: 'read committed' | 'repeatable read' = 'read committed',
  ): Promise<T> {
    return this.use(async (queries) => {
      let result: T;
      try {
        await queries.query(`begin isolation level ${level}`);
        result = await run(queries);
      } catch (error) {
        // A lost connection rolls its transaction back.
        if (error instanceof LostConnection) throw refuseUnavailable(error.reason);
        await queries.query('rollback').catch(() => {});
        throw error;
      }
      await queries.query('commit');
      return result;
    });
  }

  /** Repeats a task that conflicts with concurrent transactions. */
  async repeat<T>(task: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof RetryNeeded)) throw error;
        if (attempt >= 30)
          throw refuseUnavailable(`the database required more than ${attempt} retries`);
        this.counts.retries += 1;
        await sleep(Math.random() * Math.min(200, 2 ** attempt));
      }
    }
  }

  async use<T>(run: (queries: Queries) => Promise<T>): Promise<T> {
    const { pool, client } = await this.#connect();
    let isLost = false;
    try {
      return await run({
        query: async (statement, values = []) => {
          this.counts.statements += 1;
          try {
            return toResult(await client.query<Row>(statement, [...values]));
          } catch (error) {
            const failed = this.#judge(error, pool);
            isLost ||= failed.kind !== 'refused';
            throw failed.error;
          }
        },
      });
    } finally {
      client.release(isLost);
    }
  }

  #judge(error: unknown, pool: Pool): ReturnType<typeof judgeFailure> {
    const failure = judgeFailure(error, this.address.statementTimeout);
    if (!(failure.error instanceof RetryNeeded)) this.counts.failures += 1;
    if (failure.kind === 'away') this.#lose(pool, explainAway(error));
    return failure;
  }

  async #connect(): Promise<{ pool: Pool; client: PoolClient }> {
    const until = Date.now() + patience;
    for (;;) {
      const pool = await this.#acquire();
      try {
        return { pool, client: await pool.connect() };
      } catch (error) {
        const refusal = this.#judgeConnection(error, pool, Date.now() > until);
        if (refusal !== undefined) throw refusal;
        await sleep(20 + Math.random() * 30);
      }
    }
  }

  /**
   * Handles a connection that the pool could not provide. The statement has had no effect.
   * @returns undefined if another attempt makes sense
   */
  #judgeConnection(error: unknown, pool: Pool, isOver: boolean): Refusal | undefined {
    // The pool was replaced meanwhile.
    if (this.#pool !== pool && !isOver) return undefined;
    this.counts.failures += 1;
    if (error instanceof Error && error.message.startsWith('timeout exceeded'))
      return refuseUnavailable(
        pool.totalCount < this.address.poolSize
          ? 'the server did not accept a connection in time'
          : `none of ${this.address.poolSize} connections became free in time`,
      );
    // The server refuses more connections, but those in the pool are usable.
    const isFull = readCode(error) === '53300' && pool.totalCount > 0;
    if (isFull && !isOver) return undefined;
    if (!isFull) this.#lose(pool, explainAway(error));
    return refuseUnavailable(explainAway(error));
  }

  async #acquire(): Promise<Pool> {
    if (this.#pool !== undefined) return this.#pool;
    if (this.#isClosed) throw refuseUnavailable('the mock is closing');
    if (this.#reason === undefined && this.#connecting === undefined)
      await this.open().catch((error: unknown) => {
        throw refuseUnavailable(explainAway(error));
      });
    if (this.#reason === undefined)
      await Promise.race([this.#connecting, wait(patience, undefined, { ref: false })]);
    if (this.#pool === undefined)
      throw refuseUnavailable(this.#reason ?? 'the database does not respond');
    return this.#pool;
  }

  #lose(pool: Pool, reason: string): void {
    if (this.#pool !== pool) return;
    this.#pool = undefined;
    this.#reason = undefined;
    this.#onError(`the store ${this.address.shown} is unavailable: ${reason}`);
    pool.end().catch(() => {});
    this.#connecting = this.#reconnect().finally(() => {
      this.#connecting = undefined;
    });
  }

  async #reconnect(): Promise<void> {
    const driver = await loadDriver();
    while (!this.#isClosed) {
      try {
        this.#reason = await this.#tryHosts(driver);
      } catch (error) {
        // A newer version has changed the tables. This may also be repaired while this mock runs.
        this.#reason = explainAway(error);
      }
      if (this.#pool !== undefined) {
        this.#onError(`the store ${this.address.shown} is available again`);
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

  /** @returns why none of the hosts can be used; undefined if one can */
  async #tryHosts(driver: Driver): Promise<string | undefined> {
    const found = await findServer(driver, this.address, this.#prepare);
    if (typeof found === 'string') return found;
    if (this.#isClosed) return 'the mock is closing';
    const pool = createPool(driver.Pool, found, this.address);
    // An error of an unused connection.
    pool.on('error', (error) => {
      if (isFatal(error)) this.#lose(pool, explainAway(error));
    });
    this.#pool = pool;
    this.#reason = undefined;
    return undefined;
  }
}
