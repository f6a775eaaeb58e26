import { type Delivery, isOpen, type OpenDelivery } from '../features/webhooks/delivery.ts';
import type { SharedDeliveries } from '../sharing.ts';
import type { Database } from './database.ts';
import type { Row } from './driver.ts';
import { createEpoch, now, sharedRandom } from './schema.ts';

/** How long a mock counts as alive after its last heartbeat, in microseconds. */
const aliveFor = 10_000_000;
/** The interval of heartbeats, in milliseconds. */
const announceEvery = 2000;
/** How long to wait for heartbeats of other mocks once the database is available again, in milliseconds. */
const patience = 4000;
/** Number of finished deliveries that a session keeps. */
const mostKept = 200;
/** How far back to search for changes again, because they become visible with a delay. */
const overlap = 5_000_000;

/**
 * Deliveries of all mocks. Each belongs to the mock that sends it. A mock without heartbeats loses its deliveries to
 * the others, and can no longer update them.
 */
export class PostgresDeliveries implements SharedDeliveries {
  readonly random = sharedRandom;
  readonly #database: Database;
  readonly #schema: string;
  readonly #owner = createEpoch();
  /** The changes that were already reported, by id. */
  readonly #told = new Map<string, string>();
  /**
   * Deliveries of this mock with their sessions, from before they are stored. Other deliveries with this owner were
   * left by a statement whose outcome is unknown.
   */
  readonly #carried = new Map<string, string>();
  readonly #startedAt = Date.now();
  #last: number | undefined;
  #hasLeft = false;
  #timer: NodeJS.Timeout | undefined;
  #announcedAt = 0;
  /** The time since which other mocks could send heartbeats. */
  #steadySince = 0;

  constructor(database: Database, schema: string) {
    this.#database = database;
    this.#schema = schema;
  }

  async #write(text: string, values: Parameters<Database['query']>[1]): Promise<Row[]> {
    const { rows } = await this.#database.repeat(() => this.#database.query(text, values));
    return rows;
  }

  /** Sends the heartbeat. It has to come before a mock owns a delivery, otherwise another mock would send it too. */
  async #announce(): Promise<void> {
    await this.#write(
      `insert into ${this.#schema}.mock (id, alive_until) values ($1, ${now} + ${aliveFor})
        on conflict (id) do update set alive_until = excluded.alive_until`,
      [this.#owner],
    );
    const present = Date.now();
    if (present - this.#announcedAt > 2 * announceEvery) {
      this.#steadySince = present;
      // Removes mocks that were killed long ago.
      await this.#write(
        `delete from ${this.#schema}.mock where alive_until < ${now} - 3600000000`,
        [],
      );
    }
    this.#announcedAt = present;
    this.#timer ??= setInterval(() => {
      if (this.#database.fault === undefined) this.#announce().catch(() => {});
    }, announceEvery).unref();
  }

  async #announceOnce(): Promise<void> {
    if (Date.now() - this.#announcedAt > 2 * announceEvery) await this.#announce();
  }

  /** Marks deliveries as carried for as long as their statement may have an effect. */
  async #carry<T>(session: string, ids: readonly string[], task: () => Promise<T>): Promise<T> {
    for (const id of ids) this.#carried.set(id, session);
    try {
      return await task();
    } catch (error) {
      for (const id of ids) this.#carried.delete(id);
      throw error;
    }
  }

  async #forgetOldest(session: string): Promise<void> {
    await this.#write(
      `delete from ${this.#schema}.delivery where session = $1 and not is_open and id not in (
        select id from ${this.#schema}.delivery where session = $1 and not is_open order by changed desc limit ${mostKept})`,
      [session],
    );
  }

  async add(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    const [first] = deliveries;
    if (first === undefined) return [];
    await this.#announceOnce();
    const ids = deliveries.map(({ id }) => id);
    // A session that was reset meanwhile has no deliveries to report.
    const rows = await this.#carry(first.session, ids, () =>
      this.#write(
        `insert into ${this.#schema}.delivery (session, id, owner, is_open, tries, changed, value)
          select $1, d.id, $2, true, 0, ${now}, d.value
          from unnest($3::text[], $4::text[], $5::text[]) as d(id, webhook, value),
            ${this.#schema}.session s, ${this.#schema}.webhook w
          where s.name = $1 and w.session = $1 and w.epoch = s.epoch and w.id = d.webhook returning id`,
        [
          first.session,
          this.#owner,
          ids,
          deliveries.map(({ webhookId }) => webhookId.toLowerCase()),
          deliveries.map((delivery) => JSON.stringify(delivery)),
        ],
      ),
    );
    const added = new Set(rows.map((row) => String(row['id'])));
    for (const id of ids) if (!added.has(id)) this.#carried.delete(id);
    await this.#forgetOldest(first.session).catch(() => {});
    return deliveries.filter(({ id }) => added.has(id));
  }

  async save(delivery: Delivery, tries: number): Promise<boolean> {
    const rows = await this.#write(
      `update ${this.#schema}.delivery set is_open = $4, tries = $5, changed = ${now}, value = $6
        where session = $1 and id = $2 and owner = $3 returning changed`,
      [
        delivery.session,
        delivery.id,
        this.#owner,
        isOpen(delivery),
        tries,
        JSON.stringify(delivery),
      ],
    );
    const [row] = rows;
    if (row !== undefined) this.#told.set(delivery.id, String(row['changed']));
    if (row === undefined || !isOpen(delivery)) this.#carried.delete(delivery.id);
    return row !== undefined;
  }

  async list(session: string): Promise<Delivery[]> {
    const { rows } = await this.#database.read(
      `select value from ${this.#schema}.delivery where session = $1`,
      [session],
    );
    return rows
      .map(readDelivery)
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  }

  async find(session: string, id: string): Promise<Delivery | undefined> {
    const { rows } = await this.#database.read(
      `select value from ${this.#schema}.delivery where session = $1 and id = $2`,
      [session, id],
    );
    return rows[0] && readDelivery(rows[0]);
  }

  async take(known: Delivery, taken: Delivery): Promise<boolean> {
    await this.#announceOnce();
    // Another request to this mock is already taking it over.
    if (this.#carried.has(known.id)) return false;
    return this.#carry(known.session, [known.id], async () => {
      const rows = await this.#write(
        `update ${this.#schema}.delivery set owner = $3, is_open = true, tries = 0, changed = ${now}, value = $5
          where session = $1 and id = $2 and value = $4 returning id`,
        [known.session, known.id, this.#owner, JSON.stringify(known), JSON.stringify(taken)],
      );
      if (rows.length === 0) this.#carried.delete(known.id);
      return rows.length > 0;
    });
  }

  async adopt(): Promise<OpenDelivery[]> {
    if (this.#hasLeft) return [];
    await this.#announceOnce();
    // While the database was unavailable, no mock could send a heartbeat.
    const isSteady = Date.now() - this.#steadySince >= patience;
    const present = isSteady ? `where alive_until > ${now}` : '';
    const rows = await this.#write(
      `update ${this.#schema}.delivery set owner = $1, changed = ${now} where is_open and (
        (owner <> $1 and owner not in (select id from ${this.#schema}.mock ${present}))
        or (owner = $1 and not (id = any($2::text[])))) returning session, id, value, tries`,
      [this.#owner, [...this.#carried.keys()]],
    );
    // Some may have been added while the statement ran.
    const left = rows.filter((row) => !this.#carried.has(String(row['id'])));
    for (const row of left) this.#carried.set(String(row['id']), String(row['session']));
    return left.map((row) => ({ delivery: readDelivery(row), tries: Number(row['tries']) }));
  }

  release(id: string): void {
    this.#carried.delete(id);
  }

  async readChanges(): Promise<Delivery[]> {
    const { rows } = await this.#database.read(
      `select p.present, d.id, d.changed, d.value from (select ${now} as present) p
          left join ${this.#schema}.delivery d on d.changed > coalesce($1::bigint, p.present) - ${overlap}
          order by d.changed`,
      [this.#last ?? null],
    );
    // By the clock of the database, which may now run on another server.
    const present = Number(rows[0]?.['present']);
    // At first, changes since the start of this mock.
    const since = this.#last === undefined ? present - 1000 * (Date.now() - this.#startedAt) : 0;
    this.#last = present;
    if (this.#told.size > 10_000) this.#told.clear();
    const fresh: Delivery[] = [];
    for (const row of rows) {
      if (row['id'] === null) continue;
      const [id, changed] = [String(row['id']), String(row['changed'])];
      if (Number(changed) >= since && this.#told.get(id) !== changed) fresh.push(readDelivery(row));
      this.#told.set(id, changed);
    }
    return fresh;
  }

  async clear(session: string): Promise<void> {
    for (const [id, own] of this.#carried) if (own === session) this.#carried.delete(id);
    await this.#write(`delete from ${this.#schema}.delivery where session = $1`, [session]);
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearInterval(this.#timer);
    await this.#database.query(`delete from ${this.#schema}.mock where id = $1`, [this.#owner]);
  }

  /** Stops the heartbeat. */
  close(): void {
    clearInterval(this.#timer);
  }
}

function readDelivery(row: Row): Delivery {
  return JSON.parse(String(row['value']));
}
