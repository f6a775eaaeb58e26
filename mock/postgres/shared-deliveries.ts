import type { Delivery } from '../features/webhooks/delivery.ts';
import type { SharedDeliveries } from '../sharing.ts';
import type { Database } from './database.ts';
import type { Row } from './driver.ts';
import { createEpoch } from './session-rows.ts';
import { now } from './statements.ts';

/** For how long a mock counts as alive after it last said so, in microseconds. */
const aliveFor = 10_000_000;
/** How many deliveries of a session are kept once they are over. */
const mostKept = 200;
/** How far back changes are looked for again, since they become visible a little later than they are made. */
const overlap = 2_000_000;

/**
 * Deliveries of all mocks. Each belongs to the mock that sends it. A mock that does not say that it lives loses its deliveries
 * to the others, and writes nothing about them any more.
 */
export function createPostgresDeliveries(
  database: Database,
  schema: string,
): Omit<SharedDeliveries, 'random'> {
  const owner = createEpoch();
  /** What was told already, by id. */
  const told = new Map<string, string>();
  let last: number | undefined;
  let hasLeft = false;
  let isKnown = false;

  async function write(text: string, values: Parameters<Database['query']>[1]): Promise<Row[]> {
    return database.repeat(async () => (await database.query({ text }, values)).rows);
  }

  /** Says that this mock lives. Whoever owns a delivery has said so before, or another mock would send it, too. */
  async function announce(): Promise<void> {
    await write(
      `insert into ${schema}.mock (id, alive_until) values ($1, ${now} + ${aliveFor})
        on conflict (id) do update set alive_until = excluded.alive_until`,
      [owner],
    );
    isKnown = true;
  }

  return {
    add: async (deliveries) => {
      if (!isKnown) await announce();
      for (const delivery of deliveries)
        await write(
          `insert into ${schema}.delivery (session, id, owner, is_open, tries, changed, value)
            values ($1, $2, $3, true, 0, ${now}, $4)`,
          [delivery.session, delivery.id, owner, JSON.stringify(delivery)],
        );
      const [first] = deliveries;
      if (first === undefined) return;
      await write(
        `delete from ${schema}.delivery where session = $1 and not is_open and id not in (
          select id from ${schema}.delivery where session = $1 and not is_open order by changed desc limit ${mostKept})`,
        [first.session],
      );
    },
    save: async (delivery, tries) => {
      const isOpen = delivery.state === 'pending' || delivery.state === 'sending';
      const rows = await write(
        `update ${schema}.delivery set is_open = $4, tries = $5, changed = ${now}, value = $6
          where session = $1 and id = $2 and owner = $3 returning changed`,
        [delivery.session, delivery.id, owner, isOpen, tries, JSON.stringify(delivery)],
      );
      const [row] = rows;
      if (row !== undefined) told.set(delivery.id, String(row['changed']));
      return row !== undefined;
    },
    list: async (session) => {
      const { rows } = await database.read(
        { text: `select value from ${schema}.delivery where session = $1` },
        [session],
      );
      return rows
        .map(readDelivery)
        .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    },
    take: async (session, id) => {
      if (!isKnown) await announce();
      const rows = await write(
        `update ${schema}.delivery set owner = $3, changed = ${now} where session = $1 and id = $2 returning value`,
        [session, id, owner],
      );
      return rows[0] && readDelivery(rows[0]);
    },
    adopt: async () => {
      if (hasLeft) return [];
      await announce();
      const rows = await write(
        `update ${schema}.delivery set owner = $1 where is_open and owner <> $1
          and owner not in (select id from ${schema}.mock where alive_until > ${now}) returning value, tries`,
        [owner],
      );
      return rows.map((row) => ({ delivery: readDelivery(row), tries: Number(row['tries']) }));
    },
    readChanges: async () => {
      const { rows } = await database.read(
        {
          text: `select id, changed, value, ${now} as present from ${schema}.delivery where changed > $1 order by changed`,
        },
        [last === undefined ? Date.now() * 1000 - overlap : last - overlap],
      );
      const fresh = rows.filter((row) => told.get(String(row['id'])) !== String(row['changed']));
      if (told.size > 10_000) told.clear();
      for (const row of rows) {
        told.set(String(row['id']), String(row['changed']));
        last = Math.max(last ?? 0, Number(row['changed']));
      }
      return fresh.map(readDelivery);
    },
    clear: async (session) => {
      await write(`delete from ${schema}.delivery where session = $1`, [session]);
    },
    leave: async () => {
      hasLeft = true;
      await database.query({ text: `delete from ${schema}.mock where id = $1` }, [owner]);
    },
  };
}

function readDelivery(row: Row): Delivery {
  return JSON.parse(String(row['value']));
}
