import type { StoreContents } from '../store/store.ts';
import { toJson } from '../store/stored-json.ts';
import { type Database, type Queries, RetryNeeded, type Row, type Statement } from './database.ts';
import {
  toHostKey,
  toLocaleText,
  toRouteRecord,
  toSiteRecord,
  toSortKey,
  toWebhookRecord,
} from './records.ts';

/** What a session keeps beside its resources: small, and read as a whole. */
export interface SessionControl {
  /** Milliseconds by which the clock is ahead of the machine's. */
  offset: number;
  /** Where the clock stands, in milliseconds since 1970; null while it goes on. */
  frozenAt: number | null;
  /** Webhooks whose receivers answered 410. */
  disabled: readonly string[];
}

/** A session as the database has it. Numbers of 64 bits are kept as text. */
export interface SessionRow {
  name: string;
  epoch: string;
  version: string;
  /** The version of the fault rules of all sessions. */
  faults: string;
  hasFaults: boolean;
  seed: number;
  control: SessionControl;
  createdAt: number;
}

export const initialControl: SessionControl = { offset: 0, frozenAt: null, disabled: [] };

/** How many rows one statement writes or deletes. */
const batch = 2000;

const tables = ['site', 'route', 'webhook'] as const;

/** The sessions of a database: made, emptied, put back and removed in time that does not depend on what they hold. */
export class SessionRows {
  readonly #database: Database;
  readonly #schema: string;
  readonly #seed: () => number;

  /** @param seed of a session that is made */
  constructor(database: Database, schema: string, seed: () => number) {
    this.#database = database;
    this.#schema = schema;
    this.#seed = seed;
  }

  async find(name: string): Promise<SessionRow | undefined> {
    const { rows } = await this.#database.read(this.#select, [name]);
    return rows[0] && toSessionRow(rows[0]);
  }

  /** Finds a session, or makes it. */
  async open(name: string, readStart: () => StoreContents): Promise<SessionRow> {
    return this.#database.repeat(async () => {
      const found = await this.find(name);
      if (found !== undefined) return found;
      await this.#database.transaction(async (queries) => {
        const epoch = createEpoch();
        const { count } = await queries.query(
          this.#state(`insert into {}.session (name, epoch, version, seed, control, created_at, used_at)
            values ($1, $2, 1, $3, $4, $5, $5) on conflict (name) do nothing`),
          [name, epoch, this.#seed(), JSON.stringify(initialControl), Date.now()],
        );
        if (count > 0) await this.#insert(queries, name, epoch, readStart());
      });
      const made = await this.find(name);
      if (made === undefined) throw new Error(`the session ${name} was removed as it was made`);
      return made;
    });
  }

  /** Gives a session other contents, and where it is told, another clock. What it held is deleted later. */
  async replace(name: string, contents: StoreContents, control?: SessionControl): Promise<void> {
    await this.#database.repeat(() =>
      this.#database.transaction(async (queries) => {
        const epoch = createEpoch();
        await this.#insert(queries, name, epoch, contents);
        await this.moveTo(queries, name, epoch, control);
      }),
    );
  }

  /** @returns whether the session existed */
  async delete(name: string): Promise<boolean> {
    return this.#database.repeat(() =>
      this.#database.transaction(async (queries) => {
        const { rows } = await queries.query(
          this.#state('delete from {}.session where name = $1 returning epoch'),
          [name],
        );
        const epoch = rows[0]?.['epoch'];
        if (typeof epoch !== 'string') return false;
        await this.leave(queries, name, [epoch]);
        const { rows: snapshots } = await queries.query(
          this.#state('delete from {}.snapshot where session = $1 returning epoch'),
          [name],
        );
        await this.leave(
          queries,
          name,
          snapshots.map((row) => String(row['epoch'])),
        );
        await queries.query(this.#state('delete from {}.delivery where session = $1'), [name]);
        return true;
      }),
    );
  }

  async list(): Promise<{ name: string; createdAt: number }[]> {
    const { rows } = await this.#database.read(
      this.#state('select name, created_at from {}.session order by created_at, name'),
      [],
    );
    return rows.map((row) => ({ name: String(row['name']), createdAt: Number(row['created_at']) }));
  }

  /** @returns whether the session was still as it is known */
  async writeControl(
    { name, epoch, version }: SessionRow,
    control: SessionControl,
  ): Promise<boolean> {
    const { count } = await this.#database.query(
      this.#state(`update {}.session set control = $4, version = version + 1
        where name = $1 and epoch = $2 and version = $3`),
      [name, epoch, version, JSON.stringify(control)],
    );
    return count > 0;
  }

  /** Says that sessions are in use. */
  async touch(names: readonly string[]): Promise<void> {
    await this.#database.query(
      this.#state(
        'update {}.session set used_at = $2 where name = any($1) and used_at < $2 - 30000',
      ),
      [names, Date.now()],
    );
  }

  /** Removes the sessions, except the default one, that were not used since a time. @returns how many */
  async prune(before: number): Promise<number> {
    const { rows } = await this.#database.query(
      this.#state(`select name from {}.session where used_at < $1 and name <> 'default'`),
      [before],
    );
    let pruned = 0;
    for (const { name } of rows) {
      if (typeof name === 'string' && (await this.delete(name))) pruned += 1;
    }
    return pruned;
  }

  /** Everything that a session holds, as of one moment. */
  async readContents({ name, epoch }: Pick<SessionRow, 'name' | 'epoch'>): Promise<StoreContents> {
    const { rows } = await this.#database.read(
      this.#state(`
        select 1 as kind, position, id, workspace, locale, null as site, json from {}.site
          where session = $1 and epoch = $2
        union all select 2, position, id, null, null, site, json from {}.route where session = $1 and epoch = $2
        union all select 3, position, id, workspace, null, null, json from {}.webhook
          where session = $1 and epoch = $2
        order by kind, position, id`),
      [name, epoch],
    );
    const of = (kind: number): Row[] => rows.filter((row) => Number(row['kind']) === kind);
    return {
      sites: of(1).map(toSiteRecord),
      routes: of(2).map(toRouteRecord),
      webhooks: of(3).map(toWebhookRecord),
    };
  }

  /** Deletes some of what no session holds any more. @returns whether more is left */
  async clean(): Promise<boolean> {
    const { rows } = await this.#database.query(
      this.#state('select session, epoch from {}.leftover limit 1'),
    );
    const [row] = rows;
    if (row === undefined) return false;
    const key = [String(row['session']), String(row['epoch'])];
    for (const table of tables) {
      const { count } = await this.#database.query(
        this.#state(`delete from {}.${table} where session = $1 and epoch = $2 and id in (
          select id from {}.${table} where session = $1 and epoch = $2 limit ${batch})`),
        key,
      );
      if (count === batch) return true;
    }
    await this.#database.query(
      this.#state('delete from {}.leftover where session = $1 and epoch = $2'),
      key,
    );
    return true;
  }

  /** Copies everything of one epoch to another one. */
  async copy(queries: Queries, session: string, from: string, to: string): Promise<void> {
    const columns = {
      site: 'id, workspace, position, version, name, host, locale, json',
      route: 'id, site, position, version, json',
      webhook: 'id, workspace, position, version, json',
    };
    for (const table of tables)
      await queries.query(
        this.#state(`insert into {}.${table} (session, epoch, ${columns[table]})
          select session, $3::bigint, ${columns[table]} from {}.${table} where session = $1 and epoch = $2`),
        [session, from, to],
      );
  }

  /** Reads a session and locks it until the transaction ends. */
  async lock(queries: Queries, name: string): Promise<Pick<SessionRow, 'epoch' | 'control'>> {
    const { rows } = await queries.query(
      this.#state('select epoch, control from {}.session where name = $1 for update'),
      [name],
    );
    const [row] = rows;
    if (row === undefined) throw new RetryNeeded(`the session ${name} was removed`);
    return { epoch: String(row['epoch']), control: readControl(row) };
  }

  /** Lets a session hold another epoch from now on. */
  async moveTo(
    queries: Queries,
    name: string,
    epoch: string,
    control: SessionControl | undefined,
  ): Promise<void> {
    const { rows } = await queries.query(
      this.#state('select epoch from {}.session where name = $1 for update'),
      [name],
    );
    const before = rows[0]?.['epoch'];
    if (typeof before === 'string') await this.leave(queries, name, [before]);
    await queries.query(
      this.#state(`insert into {}.session as s (name, epoch, version, seed, control, created_at, used_at)
        values ($1, $2, 1, $3, coalesce($4, $5), $6, $6)
        on conflict (name) do update set epoch = excluded.epoch, version = s.version + 1,
          control = coalesce($4, s.control)`),
      [
        name,
        epoch,
        this.#seed(),
        control === undefined ? null : JSON.stringify(control),
        JSON.stringify(initialControl),
        Date.now(),
      ],
    );
  }

  /** Says that epochs are no longer needed. */
  async leave(queries: Queries, session: string, epochs: readonly string[]): Promise<void> {
    for (const epoch of epochs)
      await queries.query(
        this.#state(
          'insert into {}.leftover (session, epoch) values ($1, $2) on conflict do nothing',
        ),
        [session, epoch],
      );
  }

  async #insert(
    queries: Queries,
    session: string,
    epoch: string,
    { sites, routes, webhooks }: StoreContents,
  ): Promise<void> {
    const insert = async <Record>(
      table: string,
      columns: readonly string[],
      records: readonly Record[],
      toValues: (record: Record) => readonly (string | null)[],
    ): Promise<void> => {
      for (let from = 0; from < records.length; from += batch) {
        const part = records.slice(from, from + batch).map(toValues);
        const lists = columns.map((_, at) => part.map((values) => values[at] ?? null));
        const places = columns.map((_, at) => `$${at + 4}::text[]`).join(', ');
        // Behind each other and before everything that is created from now on.
        await queries.query(
          this.#state(`insert into {}.${table} (session, epoch, version, position, ${columns.join(', ')})
            select $1::text, $2::bigint, 1, (extract(epoch from now()) * 1000000)::bigint + $3::bigint + n, ${columns.join(', ')}
            from unnest(${places}) with ordinality as t(${columns.join(', ')}, n)`),
          [session, epoch, from - records.length, ...lists],
        );
      }
    };
    await insert(
      'site',
      ['id', 'workspace', 'name', 'host', 'locale', 'json'],
      sites,
      ({ site, workspaceId, locale }) => [
        site.id.toLowerCase(),
        workspaceId.toLowerCase(),
        toSortKey(site.name),
        toHostKey(site.hostUrl),
        toLocaleText(locale),
        toJson(site),
      ],
    );
    await insert('route', ['id', 'site', 'json'], routes, ({ siteId, route }) => [
      route.id.toLowerCase(),
      siteId.toLowerCase(),
      toJson(route),
    ]);
    await insert('webhook', ['id', 'workspace', 'json'], webhooks, ({ workspaceId, webhook }) => [
      webhook.id.toLowerCase(),
      workspaceId.toLowerCase(),
      toJson(webhook),
    ]);
  }

  get #select(): Statement {
    return this.#state(`select s.*, f.version as faults, f.value <> '' as has_faults
      from {}.session s, {}.shared f where s.name = $1 and f.name = 'faults'`);
  }

  #state(text: string): Statement {
    return { text: text.replaceAll('{}', this.#schema) };
  }
}

function readControl(row: Row): SessionControl {
  return { ...initialControl, ...JSON.parse(String(row['control'])) };
}

function toSessionRow(row: Row): SessionRow {
  return {
    name: String(row['name']),
    epoch: String(row['epoch']),
    version: String(row['version']),
    faults: String(row['faults']),
    hasFaults: row['has_faults'] === true,
    seed: Number(row['seed']),
    control: readControl(row),
    createdAt: Number(row['created_at']),
  };
}

/** Names the rows of one life of a session; never the same again. */
export function createEpoch(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String((high & 0x1fffff) * 2 ** 32 + low);
}
