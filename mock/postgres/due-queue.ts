import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { Database, Pool, Query } from './database.ts';
import { takeTurns, toJobSchema } from './schema.ts';

/** The name of the queue. */
const queue = 'due';

/** How long a job belongs to a mock that no longer renews it, in milliseconds. */
const lease = 6000;

/** How often the queue is polled, and jobs are renewed, in milliseconds. */
const pollEvery = 500;

/** Number of jobs that are fetched at once. */
const batchSize = 20;

/** How long a closing mock waits for the work that it has begun, in milliseconds. */
const patience = 5000;

/** How pg-boss stops: it neither waits, nor closes connections. */
const atOnce = { graceful: false, close: false };

/** The record of a feature that a job is about. */
interface DueRecord {
  session: string;
  kind: string;
  id: string;
}

/** Does the work of a job if that still counts. @param signal aborted when the mock closes */
type JobHandler = (job: string, target: DueRecord, signal: AbortSignal) => Promise<void>;

/**
 * Passes records that are due to the mocks, such as deliveries. Each time that a record is arranged, it gets a job of
 * pg-boss, which waits until it is due, is fetched by one mock, and is passed to another one if the first does not finish it:
 *
 * | Event | Job in pg-boss | Row of the record |
 * | --- | --- | --- |
 * | arranged | `created`, due later | names this job, in the same transaction |
 * | arranged anew, or removed | the same, until it is fetched and dropped | names another job, or none |
 * | fetched by a mock | `active` | |
 * | being worked on | renewed with each poll | may name the next job, for a retry |
 * | done | deleted | |
 * | left by a mock that was closed, killed or without database | expires, and is fetched again | |
 *
 * So a job counts only while the row names it, which is checked under the lock of the session. pg-boss 10 can neither
 * replace a waiting job nor renew one: work may take longer than others should wait for a killed mock.
 */
export class DueQueue {
  readonly #database: Database;
  readonly #schema: string;
  readonly #closing = new AbortController();
  /** The jobs of this mock, by their ids. */
  readonly #running = new Map<string, Promise<void>>();
  #boss: PgBoss | undefined;
  #handler: JobHandler | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, schema: string) {
    this.#database = database;
    this.#schema = schema;
  }

  /** Creates the queue, unless it exists. Called again when the database was lost and found: it may be another one. */
  async open(pool: Pool): Promise<void> {
    await this.#boss?.stop(atOnce);
    const { default: Boss } = await import('pg-boss');
    const settings = {
      schema: toJobSchema(this.#schema),
      schedule: false,
      expireInSeconds: lease / 1000,
      maintenanceIntervalSeconds: 1,
      retryLimit: 1_000_000,
    };
    // In transactions, no statement finds operators of other users.
    const run: Query = (text, values) => pool.transaction((query) => query(text, values));
    const boss = new Boss({ ...settings, db: toDb(run) });
    // The database reports its errors itself.
    boss.on('error', () => {});
    await boss.start();
    // Several mocks that create the queue at once would wait for each other without end.
    const create = (query: Query) => new Boss({ ...settings, db: toDb(query) }).createQueue(queue);
    await pool.transaction(create, { first: takeTurns(this.#schema) }).catch(async (error) => {
      await boss.stop(atOnce);
      throw error;
    });
    this.#boss = boss;
    if (this.#closing.signal.aborted) await boss.stop(atOnce);
    this.wake();
  }

  work(handler: JobHandler): void {
    this.#handler = handler;
    this.wake();
  }

  /** Polls soon, for example for a record that was just arranged. */
  wake(after = 0): void {
    clearTimeout(this.#timer);
    if (this.#boss === undefined || this.#handler === undefined) return;
    this.#timer = setTimeout(() => this.#poll(), after);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    const boss = this.#boss;
    const handler = this.#handler;
    if (boss === undefined || handler === undefined) return;
    // Without the database, jobs are fetched later, or again when they have expired.
    await this.#renew().catch(() => {});
    const jobs = await boss.fetch<DueRecord>(queue, { batchSize }).catch(() => []);
    for (const { id, data } of jobs) {
      // It expired although this mock works on it.
      if (this.#running.has(id)) continue;
      const handle = async (): Promise<void> => {
        await handler(id, data, this.#closing.signal);
        if (!this.#closing.signal.aborted) await boss.deleteJob(queue, id);
      };
      const running = handle().catch(() => {});
      this.#running.set(id, running);
      void running.then(() => this.#running.delete(id));
    }
    this.wake(jobs.length === batchSize ? 0 : pollEvery);
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const text = `update ${toJobSchema(this.#schema)}.job set started_on = now() where name = $1 and id = any($2)`;
    await this.#database.query(text, [queue, [...this.#running.keys()]]);
  }

  /** Makes a record due in so many milliseconds, and at no other time. Infinity: at no time. */
  async arrange(query: Query, { session, kind, id }: DueRecord, dueIn: number): Promise<void> {
    if (this.#boss === undefined) throw new Error('the queue is not open');
    const job = dueIn === Number.POSITIVE_INFINITY ? null : randomUUID();
    const text =
      'update $schema.record set job = $4 where session = $1 and own and kind = $2 and id = $3';
    await query(text, [session, kind, id, job]);
    if (job === null) return;
    const options = { id: job, startAfter: dueIn / 1000, db: toDb(query) };
    await this.#boss.send(queue, { session, kind, id }, options);
  }

  /** Begins no more work, and waits a while for the work that has begun. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#handler = undefined;
    const late = delay(patience, undefined, { ref: false });
    await Promise.race([Promise.all(this.#running.values()), late]);
    this.#closing.abort();
    await this.#boss?.stop(atOnce);
  }
}

function toDb(query: Query): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await query(text, values) }) };
}
