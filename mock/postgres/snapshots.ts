import {
  mostSnapshots,
  type Sharing,
  type SnapshotDescription,
  type Snapshots,
} from '../sharing.ts';
import type { Database } from './database.ts';
import type { Queries, Row } from './driver.ts';
import type { SessionControl } from './schema.ts';
import type { SessionRows } from './session-rows.ts';

interface SnapshotValue {
  description: SnapshotDescription;
  control: SessionControl;
}

/**
 * Snapshots of sessions by name, as copies within the database.
 * @param schema quoted
 */
export function createSnapshots(
  database: Database,
  schema: string,
  rows: SessionRows,
  refresh: Sharing['refresh'],
): Snapshots {
  const run = <T>(task: (queries: Queries) => Promise<T>, level?: 'repeatable read'): Promise<T> =>
    database.repeat(() => database.transaction(task, level));

  async function find(queries: Queries, session: string, name: string) {
    const { rows: found } = await queries.query(
      `select epoch, value from ${schema}.snapshot where session = $1 and name = $2`,
      [session, name],
    );
    const [row] = found;
    return row && { epoch: String(row['epoch']), ...readValue(row) };
  }

  async function count(queries: Queries, session: string, epoch: string) {
    const { rows: counts } = await queries.query(
      `select (select count(*) from ${schema}.site where session = $1 and epoch = $2) as sites,
          (select count(*) from ${schema}.route where session = $1 and epoch = $2) as routes,
          (select count(*) from ${schema}.webhook where session = $1 and epoch = $2) as webhooks`,
      [session, epoch],
    );
    const read = (name: string): number => Number(counts[0]?.[name]);
    return { sites: read('sites'), routes: read('routes'), webhooks: read('webhooks') };
  }

  return {
    list: async ({ name: session }) => {
      const { rows: found } = await database.read(
        `select value from ${schema}.snapshot where session = $1 order by saved_at, name`,
        [session],
      );
      return found.map((row) => readValue(row).description);
    },
    save: async (opened, name) => {
      await refresh(opened);
      const { name: session } = opened;
      return run(async (queries) => {
        const present = await rows.lock(queries, session);
        const before = await find(queries, session, name);
        const { rows: others } = await queries.query(
          `select count(*) as others from ${schema}.snapshot where session = $1`,
          [session],
        );
        if (before === undefined && Number(others[0]?.['others']) >= mostSnapshots)
          return mostSnapshots;
        const epoch = await rows.copy(queries, session, present.epoch);
        const now = Date.now();
        const description: SnapshotDescription = {
          name,
          savedAt: new Date(now).toISOString(),
          ...(await count(queries, session, epoch)),
        };
        const value: SnapshotValue = { description, control: present.control };
        if (before !== undefined) await rows.leave(queries, session, [before.epoch]);
        await queries.query(
          `insert into ${schema}.snapshot (session, name, epoch, saved_at, value) values ($1, $2, $3, $4, $5)
              on conflict (session, name) do update
              set epoch = excluded.epoch, saved_at = excluded.saved_at, value = excluded.value`,
          [session, name, epoch, now, JSON.stringify(value)],
        );
        return description;
        // Tables are copied one after the other, but from the same snapshot of the database.
      }, 'repeatable read');
    },
    restore: async (opened, name) => {
      await refresh(opened);
      const { name: session } = opened;
      const existed = await run(async (queries) => {
        await rows.lock(queries, session);
        const found = await find(queries, session, name);
        if (found === undefined) return false;
        const epoch = await rows.copy(queries, session, found.epoch);
        await rows.moveTo(queries, session, epoch, found.control);
        return true;
      });
      if (existed) await refresh(opened);
      return existed;
    },
    delete: ({ name: session }, name) =>
      run(async (queries) => {
        // Another mock may be restoring the snapshot, so its rows must stay until that has ended.
        await rows.lock(queries, session);
        const found = await find(queries, session, name);
        if (found === undefined) return false;
        await rows.leave(queries, session, [found.epoch]);
        await queries.query(`delete from ${schema}.snapshot where session = $1 and name = $2`, [
          session,
          name,
        ]);
        return true;
      }),
  };
}

function readValue(row: Row): SnapshotValue {
  return JSON.parse(String(row['value']));
}
