import { type Delivery, isOpen } from '../features/webhooks/delivery.ts';
import type { SharedDeliveries } from '../sharing.ts';
import type { Database } from './database.ts';
import type { Row } from './driver.ts';
import { createEpoch, now } from './schema.ts';

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

export interface PostgresDeliveries extends Omit<SharedDeliveries, 'random'> {
  /** Stops the heartbeat. */
  close(): void;
}

/**
 * Deliveries of all mocks. Each belongs to the mock that sends it. A mock without heartbeats loses its deliveries to
 * the others, and can no longer update them.
 */
export function createPostgresDeliveries(database: Database, schema: string): PostgresDeliveries {
  const owner = createEpoch();
  /** The changes that were already reported, by id. */
  const told = new Map<string, string>();
  let last: number | undefined;
  const startedAt = Date.now();
  let hasLeft = false;
  let timer: NodeJS.Timeout | undefined;
  let announcedAt = 0;
  /** The time since which other mocks could send heartbeats. */
  let steadySince = 0;
  /**
   * Deliveries of this mock with their sessions, from before they are stored. Other deliveries with this owner were
   * left by a statement whose outcome is unknown.
   */
  const carried = new Map<string, string>();

  async function write(text: string, values: Parameters<Database['query']>[1]): Promise<Row[]> {
    return database.repeat(async () => (await database.query(text, values)).rows);
  }

  /** Sends the heartbeat. It has to come before a mock owns a delivery, otherwise another mock would send it too. */
  async function announce(): Promise<void> {
    await write(
      `insert into ${schema}.mock (id, alive_until) values ($1, ${now} + ${aliveFor})
        on conflict (id) do update set alive_until = excluded.alive_until`,
      [owner],
    );
    const present = Date.now();
    if (present - announcedAt > 2 * announceEvery) {
      steadySince = present;
      // Removes mocks that were killed long ago.
      await write(`delete from ${schema}.mock where alive_until < ${now} - 3600000000`, []);
    }
    announcedAt = present;
    timer ??= setInterval(() => {
      if (database.fault === undefined) announce().catch(() => {});
    }, announceEvery).unref();
  }

  async function announceOnce(): Promise<void> {
    if (Date.now() - announcedAt > 2 * announceEvery) await announce();
  }

  /** Marks deliveries as carried for as long as their statement may have an effect. */
  async function carry<T>(
    session: string,
    ids: readonly string[],
    task: () => Promise<T>,
  ): Promise<T> {
    for (const id of ids) carried.set(id, session);
    try {
      return await task();
    } catch (error) {
      for (const id of ids) carried.delete(id);
      throw error;
    }
  }

  async function forgetOldest(session: string): Promise<void> {
    await write(
      `delete from ${schema}.delivery where session = $1 and not is_open and id not in (
        select id from ${schema}.delivery where session = $1 and not is_open order by changed desc limit ${mostKept})`,
      [session],
    );
  }

  return {
    add: async (deliveries) => {
      const [first] = deliveries;
      if (first === undefined) return [];
      await announceOnce();
      const ids = deliveries.map(({ id }) => id);
      // A session that was reset meanwhile has no deliveries to report.
      const rows = await carry(first.session, ids, () =>
        write(
          `insert into ${schema}.delivery (session, id, owner, is_open, tries, changed, value)
            select $1, d.id, $2, true, 0, ${now}, d.value
            from unnest($3::text[], $4::text[], $5::text[]) as d(id, webhook, value),
              ${schema}.session s, ${schema}.webhook w
            where s.name = $1 and w.session = $1 and w.epoch = s.epoch and w.id = d.webhook returning id`,
          [
            first.session,
            owner,
            ids,
            deliveries.map(({ webhookId }) => webhookId.toLowerCase()),
            deliveries.map((delivery) => JSON.stringify(delivery)),
          ],
        ),
      );
      const added = new Set(rows.map((row) => String(row['id'])));
      for (const id of ids) if (!added.has(id)) carried.delete(id);
      await forgetOldest(first.session).catch(() => {});
      return deliveries.filter(({ id }) => added.has(id));
    },
    save: async (delivery, tries) => {
      const rows = await write(
        `update ${schema}.delivery set is_open = $4, tries = $5, changed = ${now}, value = $6
          where session = $1 and id = $2 and owner = $3 returning changed`,
        [delivery.session, delivery.id, owner, isOpen(delivery), tries, JSON.stringify(delivery)],
      );
      const [row] = rows;
      if (row !== undefined) told.set(delivery.id, String(row['changed']));
      if (row === undefined || !isOpen(delivery)) carried.delete(delivery.id);
      return row !== undefined;
    },
    list: async (session) => {
      const { rows } = await database.read(
        `select value from ${schema}.delivery where session = $1`,
        [session],
      );
      return rows
        .map(readDelivery)
        .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    },
    find: async (session, id) => {
      const { rows } = await database.read(
        `select value from ${schema}.delivery where session = $1 and id = $2`,
        [session, id],
      );
      return rows[0] && readDelivery(rows[0]);
    },
    take: async (known, taken) => {
      await announceOnce();
      // Another request to this mock is already taking it over.
      if (carried.has(known.id)) return false;
      return carry(known.session, [known.id], async () => {
        const rows = await write(
          `update ${schema}.delivery set owner = $3, is_open = true, tries = 0, changed = ${now}, value = $5
            where session = $1 and id = $2 and value = $4 returning id`,
          [known.session, known.id, owner, JSON.stringify(known), JSON.stringify(taken)],
        );
        if (rows.length === 0) carried.delete(known.id);
        return rows.length > 0;
      });
    },
    adopt: async () => {
      if (hasLeft) return [];
      await announceOnce();
      // While the database was unavailable, no mock could send a heartbeat.
      const isSteady = Date.now() - steadySince >= patience;
      const present = isSteady ? `where alive_until > ${now}` : '';
      const rows = await write(
        `update ${schema}.delivery set owner = $1, changed = ${now} where is_open and (
          (owner <> $1 and owner not in (select id from ${schema}.mock ${present}))
          or (owner = $1 and not (id = any($2::text[])))) returning session, id, value, tries`,
        [owner, [...carried.keys()]],
      );
      // Some may have been added while the statement ran.
      const left = rows.filter((row) => !carried.has(String(row['id'])));
      for (const row of left) carried.set(String(row['id']), String(row['session']));
      return left.map((row) => ({ delivery: readDelivery(row), tries: Number(row['tries']) }));
    },
    release: (id) => carried.delete(id),
    readChanges: async () => {
      const { rows } = await database.read(
        `select p.present, d.id, d.changed, d.value from (select ${now} as present) p
            left join ${schema}.delivery d on d.changed > coalesce($1::bigint, p.present) - ${overlap}
            order by d.changed`,
        [last ?? null],
      );
      // By the clock of the database, which may now run on another server.
      const present = Number(rows[0]?.['present']);
      // At first, changes since the start of this mock.
      const since = last === undefined ? present - 1000 * (Date.now() - startedAt) : 0;
      last = present;
      if (told.size > 10_000) told.clear();
      const fresh: Delivery[] = [];
      for (const row of rows) {
        if (row['id'] === null) continue;
        const [id, changed] = [String(row['id']), String(row['changed'])];
        if (Number(changed) >= since && told.get(id) !== changed) fresh.push(readDelivery(row));
        told.set(id, changed);
      }
      return fresh;
    },
    clear: async (session) => {
      for (const [id, own] of carried) if (own === session) carried.delete(id);
      await write(`delete from ${schema}.delivery where session = $1`, [session]);
    },
    leave: async () => {
      hasLeft = true;
      clearInterval(timer);
      await database.query(`delete from ${schema}.mock where id = $1`, [owner]);
    },
    close: () => clearInterval(timer),
  };
}

function readDelivery(row: Row): Delivery {
  return JSON.parse(String(row['value']));
}
