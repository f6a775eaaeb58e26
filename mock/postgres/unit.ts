import type { Site } from '../../contract/index.ts';
import type {
  RouteRecord,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  Store,
  WebhookRecord,
} from '../store/store.ts';
import { createStoredList, StoredJson, StoredPage, toJson } from '../store/stored-json.ts';
import type { Row, Statement } from './driver.ts';
import {
  toHostKey,
  toLocaleText,
  toRouteRecord,
  toSiteRecord,
  toSortKey,
  toWebhookRecord,
} from './session-contents.ts';
import type { Statements } from './statements.ts';

export type Values = readonly (string | number | null)[];

export interface Write {
  statement: Statement;
  values: Values;
  /** The record that an update replaces: it fails where another one was faster. Undefined for a new record. */
  replaces: string | undefined;
}

/** The operation has to run again in a transaction that holds the lock of the session. */
export class NeedsLock extends Error {}

type Read = (statement: Statement, values: Values) => Promise<Row[]>;

/** What one operation reads and writes. Its writes wait for its end. */
export class Unit implements Store {
  readonly writes: Write[] = [];
  /** What must not have changed when more than one record is written: a copy is one of a single moment. */
  readonly checks: Write[] = [];
  /** The versions of the records that were read, by table and id. */
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
    return toSiteRecord(row);
  }

  async hasSite(siteId: string): Promise<boolean> {
    return (await this.findSite(siteId)) !== undefined;
  }

  putSite(record: SiteRecord): void {
    const { insertSite, updateSite } = this.#statements;
    const { site, workspaceId, locale } = record;
    const id = site.id.toLowerCase();
    const name = toSortKey(site.name);
    const fields = [name, toHostKey(site.hostUrl), toLocaleText(locale), toJson(site)];
    this.#put('site', id, updateSite, fields, insertSite, [workspaceId, ...fields]);
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
    return typeof row?.['id'] === 'string' ? toSiteRecord(row) : undefined;
  }

  async findRoute(routeId: string): Promise<RouteRecord | undefined> {
    const id = routeId.toLowerCase();
    const [row] = await this.#read(this.#statements.findRoute, [id]);
    if (typeof row?.['id'] !== 'string') return undefined;
    this.#versions.set(`route ${id}`, String(row['own_version']));
    return toRouteRecord(row);
  }

  putRoute({ siteId, route }: RouteRecord): void {
    const { insertRoute, updateRoute } = this.#statements;
    const json = toJson(route);
    this.#put('route', route.id.toLowerCase(), updateRoute, [json], insertRoute, [siteId, json]);
  }

  async listRoutes(siteId: string): Promise<readonly RouteRecord[]> {
    const rows = await this.#read(this.#statements.listRoutes, [siteId.toLowerCase()]);
    return rows.flatMap((row) => (typeof row['id'] === 'string' ? toRouteRecord(row) : []));
  }

  putWebhook({ workspaceId, webhook }: WebhookRecord): void {
    const { insertWebhook, updateWebhook } = this.#statements;
    const json = toJson(webhook);
    const id = webhook.id.toLowerCase();
    this.#put('webhook', id, updateWebhook, [json], insertWebhook, [workspaceId, json]);
  }

  async listWebhooks(workspaceId: string): Promise<readonly WebhookRecord[]> {
    const rows = await this.#read(this.#statements.listWebhooks, [workspaceId.toLowerCase()]);
    return rows.flatMap((row) => (typeof row['id'] === 'string' ? toWebhookRecord(row) : []));
  }

  read(): never {
    throw new Error('an operation reads single records');
  }

  replace(): never {
    throw new Error('an operation writes single records');
  }

  #put(
    table: string,
    id: string,
    update: Statement,
    changed: Values,
    insert: Statement,
    inserted: Values,
  ): void {
    const version = this.#versions.get(`${table} ${id}`);
    const write: Write =
      version === undefined
        ? { statement: insert, values: [id, ...inserted], replaces: undefined }
        : { statement: update, values: [id, version, ...changed], replaces: id };
    // A route is only added to a site that exists.
    if (table === 'site') this.writes.unshift(write);
    else this.writes.push(write);
  }
}

/** Sites that were listed lately: their JSON need not be validated again. */
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
