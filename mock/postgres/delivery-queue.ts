import { randomUUID } from 'node:crypto';
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
interface Target {
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
      db: toDb((text, values) => connections.query(text, values)),
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
    this.#schedule(0);
  }

  work(worker: DeliveryWorker): void {
    this.#worker = worker;
    this.#schedule(0);
  }

  /** Polls soon, for a delivery that was just arranged. */
  wake(): void {
    this.#schedule(0);
  }

  #schedule(delay: number): void {
    if (this.#boss === undefined || this.#worker === undefined) return;
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => this.#poll(), delay);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    let count = 0;
    try {
      const jobs = (await this.#boss?.fetch<Target>(queue, { batchSize })) ?? [];
      count = jobs.length;
      for (const { id, data } of jobs) {
        const running = this.#handle(id, data).catch(() => {
          // Without the database, the job is fetched again after its lease.
        });
        this.#running.add(running);
        void running.finally(() => this.#running.delete(running));
      }
    } catch {
      // The database is away.
    }
    this.#schedule(count === batchSize ? 0 : pollEvery);
  }

  async #handle(job: string, target: Target): Promise<void> {
    let claim = await this.#exchange(target, job, lease);
    if (claim === undefined) {
      await this.#boss?.deleteJob(queue, job);
      return;
    }
    const renewing = setInterval(() => {
      this.#exchange(target, claim, lease).then(
        (renewed) => {
          claim = renewed;
        },
        () => {},
      );
    }, renewEvery);
    try {
      await this.#worker?.(target.session, target.id, this.#closing.signal);
    } finally {
      clearInterval(renewing);
    }
    if (claim !== undefined) await this.#exchange(target, claim, Number.POSITIVE_INFINITY);
  }

  /** Replaces the job of a delivery. @returns the new one; undefined if it has another one by now */
  #exchange(target: Target, job: string | undefined, dueIn: number): Promise<string | undefined> {
    return this.#connections.transaction(async (query) => {
      const { rows } = await query(
        `select job from {}.delivery where session = $1 and id = $2 for update`,
        [target.session, target.id],
      );
      if (job === undefined || rows[0]?.['job'] !== job) return undefined;
      return this.arrange(query, target, dueIn);
    });
  }

  /**
   * Makes a delivery due in so many milliseconds, and at no other time.
   * @returns the id of its new job
   */
  async arrange(query: Query, { session, id }: Target, dueIn: number): Promise<string | undefined> {
    const isDue = dueIn !== Number.POSITIVE_INFINITY;
    const job = isDue ? randomUUID() : undefined;
    const { rows } = await query(
      `update {}.delivery d set job = $3
        from (select job from {}.delivery where session = $1 and id = $2 for update) old
        where d.session = $1 and d.id = $2 returning old.job`,
      [session, id, job ?? null],
    );
    const options = { db: toDb(query) };
    const before = rows[0]?.['job'];
    if (typeof before === 'string') await this.#boss?.deleteJob(queue, before, options);
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
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([Promise.all(this.#running), late]);
    clearTimeout(timer);
    this.#closing.abort();
    await this.#stop();
  }

  async #stop(): Promise<void> {
    await this.#boss?.stop({ graceful: false, close: false });
  }
}

function toDb(query: Query): PgBoss.Db {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      const { rows } = await query(text, values);
      return { rows: [...rows] };
    },
  };
}
