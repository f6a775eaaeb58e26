import { hash } from 'node:crypto';
import type { RouteRecord, SiteRecord, StoreContents, WebhookRecord } from '../store/store.ts';
import { toJson } from '../store/stored-json.ts';
import type { Queries, Row } from './driver.ts';
import { now } from './schema.ts';

/** Hashed, because a host URL can be too long for an index. */
export function toHostKey(hostUrl: string | null): string | null {
  return hostUrl === null ? null : hash('sha256', hostUrl, 'base64url');
}

/** Number of rows that one statement writes or deletes. */
const batch = 2000;

type Cell = string | null;

/** How the records of one kind are stored. JSON that the mock wrote is read back without validation. */
export interface Table<Stored> {
  name: 'site' | 'route' | 'webhook';
  /** The specific columns of the table, and `json`. */
  columns: readonly string[];
  toId(record: Stored): string;
  /** In the order of the columns, without the id. */
  toCells(record: Stored): readonly Cell[];
  toRecord(row: Row): Stored;
  /** Returns the records of this kind. */
  pick(contents: StoreContents): readonly Stored[];
}

export const site: Table<SiteRecord> = {
  name: 'site',
  columns: ['workspace', 'name', 'host', 'locale', 'json'],
  toId: ({ site: own }) => own.id.toLowerCase(),
  toCells: ({ site: own, workspaceId, locale }) => [
    workspaceId.toLowerCase(),
    // The sort key of names. Text in the database cannot contain NUL.
    own.name.replaceAll('\0', ''),
    toHostKey(own.hostUrl),
    locale === undefined ? null : JSON.stringify(locale),
    toJson(own),
  ],
  toRecord: ({ json, workspace, locale }) => ({
    workspaceId: String(workspace),
    locale: typeof locale === 'string' ? JSON.parse(locale) : undefined,
    site: JSON.parse(String(json)),
  }),
  pick: ({ sites }) => sites,
};
export const route: Table<RouteRecord> = {
  name: 'route',
  columns: ['site', 'json'],
  toId: ({ route: own }) => own.id.toLowerCase(),
  toCells: ({ route: own, siteId }) => [siteId.toLowerCase(), toJson(own)],
  toRecord: ({ json, site: own }) => ({ siteId: String(own), route: JSON.parse(String(json)) }),
  pick: ({ routes }) => routes,
};
export const webhook: Table<WebhookRecord> = {
  name: 'webhook',
  columns: ['workspace', 'json'],
  toId: ({ webhook: own }) => own.id.toLowerCase(),
  toCells: ({ webhook: own, workspaceId }) => [workspaceId.toLowerCase(), toJson(own)],
  toRecord: ({ json, workspace }) => ({
    workspaceId: String(workspace),
    webhook: JSON.parse(String(json)),
  }),
  pick: ({ webhooks }) => webhooks,
};

/** A record with the metadata of its row. */
export interface Kept<Stored> {
  id: string;
  record: Stored;
  position: number;
  version: string;
}

export interface KeptContents {
  contents: StoreContents;
  sites: readonly Kept<SiteRecord>[];
  routes: readonly Kept<RouteRecord>[];
  webhooks: readonly Kept<WebhookRecord>[];
}

/** Reads the contents of a session in one statement, so that they are consistent. */
export async function readContents(
  queries: Queries,
  schema: string,
  session: string,
): Promise<KeptContents> {
  const select = (kind: number, { name, columns }: Pick<Table<unknown>, 'name' | 'columns'>) => {
    const own = ['workspace', 'locale', 'site'].map((column) =>
      columns.includes(column) ? `r.${column}` : `null::text as ${column}`,
    );
    return `select ${kind} as kind, r.position, r.version as own_version, r.id, ${own.join(', ')}, r.json
      from ${schema}.session s, ${schema}.${name} r where s.name = $1 and r.session = s.name and r.epoch = s.epoch`;
  };
  const { rows } = await queries.query(
    `${[site, route, webhook].map((table, kind) => select(kind, table)).join(' union all ')}
        order by kind, position, id`,
    [session],
  );
  const of = <Stored>(kind: number, { toRecord }: Table<Stored>): Kept<Stored>[] =>
    rows
      .filter((row) => Number(row['kind']) === kind)
      .map((row) => ({
        id: String(row['id']),
        record: toRecord(row),
        position: Number(row['position']),
        version: String(row['own_version']),
      }));
  const [sites, routes, webhooks] = [of(0, site), of(1, route), of(2, webhook)];
  const toRecords = <Stored>(kept: readonly Kept<Stored>[]) => kept.map(({ record }) => record);
  return {
    contents: {
      sites: toRecords(sites),
      routes: toRecords(routes),
      webhooks: toRecords(webhooks),
    },
    sites,
    routes,
    webhooks,
  };
}

/** Fills an empty epoch. */
export async function insertContents(
  queries: Queries,
  schema: string,
  key: EpochKey,
  contents: StoreContents,
): Promise<void> {
  const { rows } = await queries.query(`select ${now} as present`);
  const present = Number(rows[0]?.['present']);
  const insert = <Stored>(table: Table<Stored>): Promise<void> => {
    const records = table.pick(contents);
    // In order, and before everything that is created later.
    const first = present - records.length;
    const added = records.map((record, at) => ({ record, position: first + at }));
    return insertRecords(queries, schema, key, table, added);
  };
  await insert(site);
  await insert(route);
  await insert(webhook);
}

export interface EpochKey {
  session: string;
  epoch: string;
}

export async function insertRecords<Stored>(
  queries: Queries,
  schema: string,
  { session, epoch }: EpochKey,
  { name, columns, toId, toCells }: Table<Stored>,
  added: readonly { record: Stored; position: number }[],
): Promise<void> {
  for (let from = 0; from < added.length; from += batch) {
    const part = added.slice(from, from + batch);
    const cells = part.map(({ record }) => [toId(record), ...toCells(record)]);
    const texts = ['id', ...columns];
    const lists = texts.map((_, at) => cells.map((values) => values[at] ?? null));
    const places = texts.map((_, at) => `$${at + 4}::text[]`).join(', ');
    const names = texts.join(', ');
    await queries.query(
      `insert into ${schema}.${name} (session, epoch, version, position, ${names})
          select $1::text, $2::bigint, 1, position, ${names}
          from unnest($3::bigint[], ${places}) as t(position, ${names})`,
      [session, epoch, part.map(({ position }) => position), ...lists],
    );
  }
}

export async function copyContents(
  queries: Queries,
  schema: string,
  { session, epoch: from }: EpochKey,
  to: string,
): Promise<void> {
  for (const { name, columns } of [site, route, webhook]) {
    const copied = ['id', 'position', 'version', ...columns].join(', ');
    await queries.query(
      `insert into ${schema}.${name} (session, epoch, ${copied})
          select session, $3::bigint, ${copied} from ${schema}.${name} where session = $1 and epoch = $2`,
      [session, from, to],
    );
  }
}

/** Deletes some rows of an epoch. @returns whether all are deleted */
export async function deleteContents(
  queries: Queries,
  schema: string,
  { session, epoch }: EpochKey,
): Promise<boolean> {
  for (const { name: table } of [site, route, webhook]) {
    const { count } = await queries.query(
      `delete from ${schema}.${table} where session = $1 and epoch = $2 and id in (
          select id from ${schema}.${table} where session = $1 and epoch = $2 limit ${batch})`,
      [session, epoch],
    );
    if (count === batch) return false;
  }
  return true;
}
