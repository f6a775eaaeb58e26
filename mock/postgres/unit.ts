import type { Site } from '../../contract/index.ts';
import type {
  RouteRecord,
  SiteOrder,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  Store,
  WebhookRecord,
} from '../store/store.ts';
import { createStoredList, StoredJson, StoredPage } from '../store/stored-json.ts';
import type { Row, Statement } from './driver.ts';
import { now } from './schema.ts';
import { route, site, type Table, toHostKey, webhook } from './session-contents.ts';

type TableColumns = Pick<Table<never>, 'name' | 'columns'>;

export type Statements = ReturnType<typeof createStatements>;

const orders: Record<SiteOrder, readonly string[]> = {
  'oldest-first': ['position', 'id'],
  'newest-first': ['position', 'id'],
  'by-name': ['name', 'id'],
  'by-id': ['id'],
};

/**
 * All statements that serve requests. A read gets the session and its epoch as $1 and $2, and also returns the current
 * epoch and versions. A write gets the versions of the session and of the fault rules as $3 and $4 in addition, and
 * writes only if all of them are current. So everything that a mock has acknowledged is visible to the next request to
 * any mock, without additional statements.
 *
 * @param schema quoted
 * @param isPrepared whether connections prepare them by name
 */
export function createStatements(schema: string, isPrepared = true) {
  const make = (label: string, text: string): Statement => ({
    // Names belong to one connection and so omit the schema: names longer than 63 characters are cut.
    ...(isPrepared ? { name: label } : {}),
    text: text.replaceAll(/\s+/g, ' ').trim(),
  });
  const own = 'r.session = $1::text and r.epoch = $2::bigint';
  const present = `select s.epoch, s.version, f.version as faults
    from ${schema}.session s, ${schema}.shared f where s.name = $1::text and f.name = 'faults'`;
  const tables = `${schema}.session s, ${schema}.shared f`;
  const isCurrent = `s.name = $1::text and s.epoch = $2::bigint and s.version = $3::bigint
    and f.name = 'faults' and f.version = $4::bigint`;

  const find = (label: string, table: string, where: string, fields: string): Statement =>
    make(
      label,
      `with control as (${present}) select c.*, r.id, r.version as own_version, r.json, ${fields}
        from control c left join ${schema}.${table} r on ${own} and ${where} order by r.position, r.id`,
    );
  const insert = ({ name, columns }: TableColumns, from = tables, where = isCurrent): Statement => {
    const values = ['id', ...columns].map((_, at) => `$${at + 5}::text`);
    return make(
      `insert ${name}`,
      `insert into ${schema}.${name} (session, epoch, position, version, id, ${columns.join(', ')})
        select $1::text, $2::bigint, ${now}, 1, ${values.join(', ')} from ${from} where ${where}`,
    );
  };
  const update = ({ name, columns }: TableColumns): Statement => {
    const changes = columns.map((column, at) => `${column} = $${at + 7}::text`);
    return make(
      `update ${name}`,
      `update ${schema}.${name} as r set version = r.version + 1, ${changes.join(', ')} from ${tables}
        where ${own} and r.id = $5::text and r.version = $6::bigint and ${isCurrent}`,
    );
  };

  function createListSites(order: SiteOrder, isAfter: boolean): Statement {
    const isDown = order === 'newest-first';
    const columns = orders[order];
    const sorted = columns.map((column) => `${column}${isDown ? ' desc' : ''}`).join(', ');
    // Separate columns, because a row that a subquery returns cannot use an index.
    const marked = columns.map((column) => `(select ${column} from mark)`).join(', ');
    const mark = `, mark as (select r.position, r.name, r.id from ${schema}.site r
      where ${own} and r.workspace = $3::text and r.id = $5::text)`;
    const after = `and (${columns.join(', ')}) ${isDown ? '<' : '>'} (${marked})`;
    return make(
      `list ${order} ${isAfter}`,
      `with control as (${present})${isAfter ? mark : ''}
        select c.*, ${isAfter ? '(select count(*) from mark)' : '1'} as known,
          (select string_agg(json, E'\\n' order by ${sorted}) from (
            select json, position, name, id from ${schema}.site r
            where ${own} and r.workspace = $3::text ${isAfter ? after : ''}
            order by ${sorted} limit $4::int) page) as json
        from control c`,
    );
  }

  const lists = new Map<string, Statement>();
  return {
    findSite: find('find site', 'site', 'r.id = $3::text', 'r.workspace, r.locale'),
    findRoute: find('find route', 'route', 'r.id = $3::text', 'r.site'),
    listRoutes: find('list routes', 'route', 'r.site = $3::text', 'r.site'),
    listWebhooks: find('list webhooks', 'webhook', 'r.workspace = $3::text', 'r.workspace'),
    findHost: find(
      'find host',
      'site',
      'r.workspace = $3::text and r.host = $4::text and r.id <> $5::text',
      'r.workspace, r.locale',
    ),
    listSites: (order: SiteOrder, isAfter: boolean): Statement => {
      const key = `${order} ${isAfter}`;
      const made = lists.get(key) ?? createListSites(order, isAfter);
      lists.set(key, made);
      return made;
    },
    insert: {
      site: insert(site),
      // A control request can remove a site: this lock prevents that until the new route is visible.
      route: insert(
        route,
        `${tables}, ${schema}.site r`,
        `${isCurrent} and ${own} and r.id = $6::text for key share of r`,
      ),
      webhook: insert(webhook),
    },
    update: { site: update(site), route: update(route), webhook: update(webhook) },
    /** Whether a site still has a version. */
    checkSite: make(
      'check site',
      `select r.id from ${tables}, ${schema}.site r
        where ${own} and r.id = $5::text and r.version = $6::bigint and ${isCurrent}`,
    ),
    /** Makes other operations that lock the session wait until the transaction ends. */
    lock: make('lock', `${present} for update of s`),
  };
}

export type Values = readonly (string | number | null)[];

export interface Write {
  statement: Statement;
  values: Values;
  /** The version that an update replaces: it fails if another update was faster. Undefined for a new record. */
  replaces: string | undefined;
}

/** The operation has to be repeated in a transaction with a lock on the session. */
export class NeedsLock extends Error {}

type Read = (statement: Statement, values: Values) => Promise<Row[]>;

/** The reads and writes of one operation. Writes are delayed until its end. */
export class Unit implements Store {
  readonly writes: Write[] = [];
  /** Records that must be unchanged when more than one is written, so that a copy is consistent. */
  readonly checks: Write[] = [];
  /** Versions of the records that were read, by table and id. */
  readonly #versions = new Map<string, string>();
  readonly #statements: Statements;
  readonly #read: Read;
  readonly #isLocked: boolean;

  constructor(statements: Statements, read: Read, isLocked: boolean) {
    this.#statements = statements;
    this.#read = read;
    this.#isLocked = isLocked;
  }

  lock(): void {
    if (!this.#isLocked) throw new NeedsLock();
  }

  async findSite(siteId: string): Promise<SiteRecord | undefined> {
    const { findSite, checkSite } = this.#statements;
    const id = siteId.toLowerCase();
    const [row] = await this.#read(findSite, [id]);
    if (typeof row?.['id'] !== 'string') return undefined;
    const version = String(row['own_version']);
    this.#versions.set(`site ${id}`, version);
    this.checks.push({ statement: checkSite, values: [id, version], replaces: id });
    return site.toRecord(row);
  }

  async hasSite(siteId: string): Promise<boolean> {
    return (await this.findSite(siteId)) !== undefined;
  }

  putSite(record: SiteRecord): void {
    this.#put(site, record);
  }

  async listSites({ workspaceId, order, after, limit }: SiteQuery): Promise<SiteSlice | undefined> {
    const statement = this.#statements.listSites(order, after !== undefined);
    const values = [workspaceId.toLowerCase(), limit + 1];
    const [row] = await this.#read(
      statement,
      after === undefined ? values : [...values, after.toLowerCase()],
    );
    if (row === undefined || Number(row['known']) === 0) return undefined;
    const { json } = row;
    const texts = typeof json === 'string' ? json.split('\n') : [];
    const hasMore = texts.length > limit;
    if (hasMore) texts.length = limit;
    return { sites: createStoredList(new StoredPage(texts.map(toStoredSite))), hasMore };
  }

  async findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): Promise<SiteRecord | undefined> {
    const host = toHostKey(hostUrl);
    const values = [workspaceId.toLowerCase(), host, exceptSiteId?.toLowerCase() ?? ''];
    const [row] = await this.#read(this.#statements.findHost, values);
    return typeof row?.['id'] === 'string' ? site.toRecord(row) : undefined;
  }

  async findRoute(routeId: string): Promise<RouteRecord | undefined> {
    const id = routeId.toLowerCase();
    const [row] = await this.#read(this.#statements.findRoute, [id]);
    if (typeof row?.['id'] !== 'string') return undefined;
    this.#versions.set(`route ${id}`, String(row['own_version']));
    return route.toRecord(row);
  }

  putRoute(record: RouteRecord): void {
    this.#put(route, record);
  }

  async listRoutes(siteId: string): Promise<readonly RouteRecord[]> {
    const rows = await this.#read(this.#statements.listRoutes, [siteId.toLowerCase()]);
    return rows.flatMap((row) => (typeof row['id'] === 'string' ? route.toRecord(row) : []));
  }

  putWebhook(record: WebhookRecord): void {
    this.#put(webhook, record);
  }

  async listWebhooks(workspaceId: string): Promise<readonly WebhookRecord[]> {
    const rows = await this.#read(this.#statements.listWebhooks, [workspaceId.toLowerCase()]);
    return rows.flatMap((row) => (typeof row['id'] === 'string' ? webhook.toRecord(row) : []));
  }

  read(): never {
    throw new Error('an operation reads single records');
  }

  replace(): never {
    throw new Error('an operation writes single records');
  }

  #put<Stored>({ name, toId, toCells }: Table<Stored>, record: Stored): void {
    const { insert, update } = this.#statements;
    const id = toId(record);
    const cells = toCells(record);
    const version = this.#versions.get(`${name} ${id}`);
    const write: Write =
      version === undefined
        ? { statement: insert[name], values: [id, ...cells], replaces: undefined }
        : { statement: update[name], values: [id, version, ...cells], replaces: id };
    // The site comes first, because a route requires an existing site.
    if (name === 'site') this.writes.unshift(write);
    else this.writes.push(write);
  }
}

/** Recently listed sites, whose JSON need not be validated again. */
let storedSites = new Map<string, StoredJson<Site>>();
const mostStored = 20_000;
const longestStored = 4096;

function toStoredSite(text: string): StoredJson<Site> {
  const known = storedSites.get(text);
  if (known !== undefined) return known;
  const made = new StoredJson<Site>(text);
  if (text.length > longestStored) return made;
  if (storedSites.size >= mostStored) storedSites = new Map();
  storedSites.set(text, made);
  return made;
}
