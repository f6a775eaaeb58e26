import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { DeliveryWorker } from '../store/store.ts';
import type { Connections, Query } from './database.ts';
import { takeTurns, toJobSchema } from './schema.ts';

/** The name of the queue. */
const queue = 'deliveries';

/** How long after a killed mock its deliveries are passed on, and how often a mock renews its claim, in milliseconds. */
const lease = 8000;
const renewEvery = 3000;

/** How often the queue is polled, in milliseconds. */
const pollEvery = 500;

/** Number of jobs that are fetched at once. */
const batchSize = 20;

/** How long a closing mock waits for its workers, in milliseconds. */
const patience = 5000;

/** The delivery that a job is about. */
interface DueDelivery {
  session: string;
  id: string;
}

/**
 * Passes due deliveries to the mocks, through a job queue in the database. A delivery has at most one valid job, whose
 * id is in its row. While a worker has a delivery, its job is due a little later, for the case that its mock is killed.
 */
export class DeliveryQueue {
  readonly #connections: Connections;
  readonly #schema: string;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #boss: PgBoss | undefined;
  #worker: DeliveryWorker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: Connections, schema: string) {
    this.#connections = connections;
    this.#schema = schema;
  }

  /** Creates the queue, unless it exists. */
  async open(connections: Connections): Promise<void> {
    if (this.#boss !== undefined) return;
    const { default: Boss } = await import('pg-boss');
    const boss = new Boss({
      schema: toJobSchema(this.#schema),
      db: toDb(connections.query),
      schedule: false,
      // The time after which a job that was fetched by a killed mock is fetched again.
      expireInSeconds: lease / 1000,
      maintenanceIntervalSeconds: 2,
      retryLimit: 1_000_000,
    });
    // The database reports its errors itself.
    boss.on('error', () => {});
    await connections.transaction(
      async () => {
        await boss.start();
        await boss.createQueue(queue);
      },
      { first: takeTurns(this.#schema) },
    );
    this.#boss = boss;
    if (this.#closing.signal.aborted) await this.#stop();
    this.wake();
  }

  work(worker: DeliveryWorker): void {
    this.#worker = worker;
    this.wake();
  }

  /** Polls soon, for example for a delivery that was just arranged. */
  wake(after = 0): void {
    clearTimeout(this.#timer);
    if (this.#boss === undefined || this.#worker === undefined) return;
    this.#timer = setTimeout(() => this.#poll(), after);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    // Without the database, jobs are fetched later, or again after their lease.
    const jobs = (await this.#boss?.fetch<DueDelivery>(queue, { batchSize }).catch(() => [])) ?? [];
    for (const { id, data } of jobs) {
      const running = this.#handle(worker, id, data).catch(() => {});
      this.#running.add(running);
      void running.finally(() => this.#running.delete(running));
    }
    this.wake(jobs.length === batchSize ? 0 : pollEvery);
  }

  async #handle(worker: DeliveryWorker, job: string, target: DueDelivery): Promise<void> {
    let claim: string | undefined = job;
    /** Replaces the job of the delivery, unless it has another one by now. */
    const exchange = async (dueIn: number): Promise<void> => {
      claim = await this.#connections.transaction((query) =>
        this.arrange(query, target, dueIn, claim ?? 'none'),
      );
    };
    await exchange(lease);
    if (claim === undefined) {
      await this.#boss?.deleteJob(queue, job);
      return;
    }
    const renewing = setInterval(() => void exchange(lease).catch(() => {}), renewEvery);
    try {
      await worker(target.session, target.id, this.#closing.signal);
    } finally {
      clearInterval(renewing);
    }
    // An aborted delivery is left to another mock.
    if (!this.#closing.signal.aborted) await exchange(Number.POSITIVE_INFINITY);
  }

  /**
   * Makes a delivery due in so many milliseconds, and at no other time.
   * @param claim does nothing if the delivery has another job. Default: whatever job it has
   * @returns the id of its new job
   */
  async arrange(
    query: Query,
    { session, id }: DueDelivery,
    dueIn: number,
    claim?: string,
  ): Promise<string | undefined> {
    const row = `session = $1 and kind = 'delivery' and id = $2`;
    const select = `select job from {}.record where ${row} for update`;
    const before = (await query(select, [session, id]))[0]?.['job'];
    if (claim !== undefined && claim !== before) return undefined;
    const options = { db: toDb(query) };
    if (typeof before === 'string') await this.#boss?.deleteJob(queue, before, options);
    const job = dueIn === Number.POSITIVE_INFINITY ? undefined : randomUUID();
    await query(`update {}.record set job = $3 where ${row}`, [session, id, job ?? null]);
    if (job !== undefined)
      await this.#boss?.send(
        queue,
        { session, id },
        { ...options, id: job, startAfter: dueIn / 1000 },
      );
    return job;
  }

  /** Starts no more workers, and waits for the running ones for a while. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#worker = undefined;
    const late = delay(patience, undefined, { ref: false });
    await Promise.race([Promise.all(this.#running), late]);
    this.#closing.abort();
    await this.#stop();
  }

  async #stop(): Promise<void> {
    await this.#boss?.stop({ graceful: false, close: false });
  }
}

function toDb(query: Query): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await query(text, values) }) };
}
