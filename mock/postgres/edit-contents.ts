import type { StoreContents } from '../store/store.ts';
import { RetryNeeded } from './database-errors.ts';
import type { Queries } from './driver.ts';
import {
  type EpochKey,
  insertRecords,
  type Kept,
  type KeptContents,
  route,
  site,
  type Table,
  webhook,
} from './session-contents.ts';

/**
 * Changes the contents of a session by writing only the differences, so that concurrent writes of other mocks are kept.
 * @throws RetryNeeded when another mock has changed one of those records meanwhile
 */
export async function editContents(
  queries: Queries,
  schema: string,
  { present, ...key }: EpochKey & { present: number },
  before: KeptContents,
  after: StoreContents,
): Promise<void> {
  const edit = <Stored>(table: Table<Stored>, kept: readonly Kept<Stored>[]): Promise<void> =>
    editTable(queries, schema, { ...key, present }, table, kept, table.pick(after));
  // The lock on a removed site delays its new routes, and its existing routes are checked afterwards.
  await edit(site, before.sites);
  await edit(route, before.routes);
  await edit(webhook, before.webhooks);
  await assertNoStrayRoutes(queries, schema, key, before, after);
}

async function editTable<Stored>(
  queries: Queries,
  schema: string,
  { session, epoch, present }: EpochKey & { present: number },
  table: Table<Stored>,
  kept: readonly Kept<Stored>[],
  records: readonly Stored[],
): Promise<void> {
  const { name, columns, toId, toCells } = table;
  const known = new Map(kept.map((each) => [each.id, each]));
  const after = records.map((record) => {
    const id = toId(record);
    return { id, record, old: known.get(id) };
  });
  const positions = placeRecords(
    after.map(({ old }) => old?.position),
    present,
  );
  const write = async (text: string, values: Parameters<Queries['query']>[1]): Promise<void> => {
    const { count } = await queries.query(text, values);
    if (count === 0) throw new RetryNeeded(`a ${name} was changed concurrently`);
  };
  const where = 'session = $1 and epoch = $2 and id = $3 and version = $4';
  const left = new Set(after.map(({ id }) => id));
  for (const { id, version } of kept)
    if (!left.has(id))
      await write(`delete from ${schema}.${name} where ${where}`, [session, epoch, id, version]);
  const set = columns.map((column, at) => `${column} = $${at + 6}`);
  for (const [at, { id, record, old }] of after.entries()) {
    const position = positions[at] ?? 0;
    if (old === undefined || (old.record === record && old.position === position)) continue;
    await write(
      `update ${schema}.${name} set version = version + 1, position = $5, ${set.join(', ')} where ${where}`,
      [session, epoch, id, old.version, position, ...toCells(record)],
    );
  }
  const added = after.flatMap(({ record, old }, at) =>
    old === undefined ? [{ record, position: positions[at] ?? 0 }] : [],
  );
  await insertRecords(queries, schema, { session, epoch }, table, added);
}

/**
 * Gives each record without a position one before the next record. If there is no room, earlier records move as well.
 * Records at the end are the newest.
 */
export function placeRecords(known: readonly (number | undefined)[], present: number): number[] {
  const newest = known.reduce<number>((most, each = 0) => Math.max(most, each + 1), present);
  let next = newest + known.filter((each) => each === undefined).length;
  let isMoved = true;
  return known
    .toReversed()
    .map((position) => {
      // Two records with the same position are ordered by their ids.
      const fits = position !== undefined && (isMoved ? position < next : position <= next);
      isMoved = !fits;
      next = fits ? position : next - 1;
      return next;
    })
    .reverse();
}

/** Without this, a route that was created while its site was removed would remain. */
async function assertNoStrayRoutes(
  queries: Queries,
  schema: string,
  { session, epoch }: EpochKey,
  before: KeptContents,
  after: StoreContents,
): Promise<void> {
  const left = new Set(after.sites.map((record) => record.site.id.toLowerCase()));
  const removed = before.sites.flatMap(({ id }) => (left.has(id) ? [] : [id]));
  if (removed.length === 0) return;
  const { count } = await queries.query(
    `select id from ${schema}.route where session = $1 and epoch = $2 and site = any($3) limit 1`,
    [session, epoch, removed],
  );
  if (count > 0) throw new RetryNeeded('a route was created concurrently');
}
