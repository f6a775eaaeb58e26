import type { Site } from '../../contract/index.ts';
import type { Answer } from '../store/answer.ts';
import { OutdatedSession, type SharedSession } from '../store/shared-store.ts';
import type {
  RouteRecord,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  Store,
  StoreContents,
  WebhookRecord,
} from '../store/store.ts';
import { createStoredList, StoredJson, toJson } from '../store/stored-json.ts';
import { type Database, type Queries, RetryNeeded, type Row, type Statement } from './database.ts';
import {
  toHostKey,
  toLocaleText,
  toRouteRecord,
  toSiteRecord,
  toSortKey,
  toWebhookRecord,
} from './records.ts';
import type { SessionRow, SessionRows } from './session-rows.ts';
import type { Statements } from './statements.ts';

/** What the sessions of one mock have in common. */
export interface StoreContext {
  database: Database;
  statements: Statements;
  rows: SessionRows;
  /** The version of the fault rules that this mock knows. */
  faults: { version: string };
  /** What a session holds when it is made. */
  readStart(): StoreContents;
  /** Reads the rules for faults, and their version. */
  loadFaults(): Promise<void>;
}

type Values = readonly (string | number | null)[];

interface Write {
  statement: Statement;
  values: Values;
  /** The record that an update replaces: it fails where another one was faster. Undefined for a new record. */
  replaces: string | undefined;
}

/** Another operation changed a record in between. */
class Overtaken extends RetryNeeded {
  readonly id: string;

  constructor(id: string) {
    super(`${id} was changed meanwhile`);
    this.id = id;
  }
}

/** The operation has to run again in a transaction that holds the lock of the session. */
class NeedsLock extends Error {}

/** The resources of one session. */
export class PostgresSession implements SharedSession {
  readonly name: string;
  readonly #context: StoreContext;
  readonly #onRead: (row: SessionRow) => void;
  /** Operations that were overtaken, by the record: they wait for each other instead of overtaking each other again. */
  readonly #queues = new Map<string, Promise<unknown>>();
  #row: SessionRow | undefined;

  /** @param onRead is told of the session each time that it was read */
  constructor(name: string, context: StoreContext, onRead: (row: SessionRow) => void) {
    this.name = name;
    this.#context = context;
    this.#onRead = onRead;
  }

  /** What is known of the session. */
  get row(): SessionRow | undefined {
    return this.#row;
  }

  async refresh(): Promise<void> {
    const { rows, faults, readStart, loadFaults } = this.#context;
    this.#row = await rows.open(this.name, readStart);
    this.#onRead(this.#row);
    // The version of the rules is known no earlier than the rules.
    if (this.#row.faults !== faults.version) await loadFaults();
  }

  /** Reads the session anew if it was changed. */
  async check(): Promise<void> {
    const { rows, faults } = this.#context;
    const found = await rows.find(this.name);
    if (found === undefined || this.#row === undefined) return this.refresh();
    const isSame = found.version === this.#row.version && found.epoch === this.#row.epoch;
    if (!isSame || found.faults !== faults.version) await this.refresh();
  }

  async transact<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    try {
      return await this.#run(operation, undefined);
    } catch (error) {
      if (error instanceof NeedsLock) return this.#runLocked(operation);
      if (!(error instanceof RetryNeeded)) throw error;
      this.#context.database.counts.retries += 1;
      const again = () => this.#repeat(operation);
      return error instanceof Overtaken ? this.#queue(error.id, again) : again();
    }
  }

  #repeat<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    return this.#context.database.repeat(() => this.#run(operation, undefined));
  }

  #runLocked<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    const { database, statements } = this.#context;
    return database.repeat(() =>
      database.transaction(async (queries) => {
        const { rows } = await queries.query(statements.lock, [this.name]);
        this.#assertPresent(rows[0]);
        return this.#run(operation, queries);
      }),
    );
  }

  /** @param locked the transaction that holds the lock. Default: each statement is one by itself */
  async #run<T>(operation: (store: Store) => Answer<T>, locked: Queries | undefined): Promise<T> {
    if (this.#row === undefined) throw new OutdatedSession(this.name);
    const { database, statements } = this.#context;
    const read = async (statement: Statement, values: Values): Promise<Row[]> => {
      const all = [this.name, this.#readKnown().epoch, ...values];
      const { rows } = await (locked === undefined
        ? database.read(statement, all)
        : locked.query(statement, all));
      this.#assertPresent(rows[0]);
      return rows;
    };
    const unit = new Unit(statements, read, locked !== undefined);
    const result = await operation(unit);
    if (unit.writes.length === 0) return result;
    const [only] = unit.writes;
    if (locked !== undefined) await this.#write(locked, unit.writes);
    else if (unit.writes.length === 1 && only !== undefined)
      await this.#write(database, unit.writes);
    else
      await database.transaction(async (queries) => {
        await this.#write(queries, [...unit.checks, ...unit.writes]);
      });
    return result;
  }

  async #write(queries: Queries, writes: readonly Write[]): Promise<void> {
    const { epoch, version } = this.#readKnown();
    for (const { statement, values, replaces } of writes) {
      const all = [this.name, epoch, version, this.#context.faults.version, ...values];
      const { count } = await queries.query(statement, all);
      if (count > 0) continue;
      // If it is the session that has changed, the next read says so.
      throw replaces === undefined ? new OutdatedSession(this.name) : new Overtaken(replaces);
    }
  }

  #readKnown(): SessionRow {
    if (this.#row === undefined) throw new OutdatedSession(this.name);
    return this.#row;
  }

  #assertPresent(row: Row | undefined): void {
    const { epoch, version } = this.#readKnown();
    if (
      row === undefined ||
      row['epoch'] !== epoch ||
      row['version'] !== version ||
      row['faults'] !== this.#context.faults.version
    )
      throw new OutdatedSession(this.name);
  }

  async #queue<T>(id: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(id) ?? Promise.resolve()).then(task);
    const settled = turn.catch(() => {});
    this.#queues.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(id) === settled) this.#queues.delete(id);
    }
  }

  /** For those who change the state beside requests: the session is read anew as often as it takes. */
  async present<T>(task: () => Promise<T>): Promise<T> {
    if (this.#row === undefined) await this.refresh();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof OutdatedSession) || attempt >= 20) throw error;
        await this.refresh();
      }
    }
  }

  #use<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    return this.present(() => this.transact(operation));
  }

  findSite(siteId: string) {
    return this.#use((store) => store.findSite(siteId));
  }

  hasSite(siteId: string) {
    return this.#use((store) => store.hasSite(siteId));
  }

  putSite(record: SiteRecord) {
    return this.#use(async (store) => {
      await store.findSite(record.site.id);
      await store.putSite(record);
    });
  }

  listSites(query: SiteQuery) {
    return this.#use((store) => store.listSites(query));
  }

  findHostUrl(workspaceId: string, hostUrl: string, exceptSiteId: string | undefined) {
    return this.#use((store) => store.findHostUrl(workspaceId, hostUrl, exceptSiteId));
  }

  findRoute(routeId: string) {
    return this.#use((store) => store.findRoute(routeId));
  }

  putRoute(record: RouteRecord) {
    return this.#use(async (store) => {
      await store.findRoute(record.route.id);
      await store.putRoute(record);
    });
  }

  listRoutes(siteId: string) {
    return this.#use((store) => store.listRoutes(siteId));
  }

  putWebhook(record: WebhookRecord) {
    return this.#use((store) => store.putWebhook(record));
  }

  listWebhooks(workspaceId: string) {
    return this.#use((store) => store.listWebhooks(workspaceId));
  }

  async read(): Promise<StoreContents> {
    await this.check();
    return this.present(async () => this.#context.rows.readContents(this.#readKnown()));
  }

  async replace(contents: StoreContents): Promise<void> {
    await this.#context.rows.replace(this.name, contents);
    await this.refresh();
  }
}

type Read = (statement: Statement, values: Values) => Promise<Row[]>;

/** What one operation reads and writes. Its writes wait for its end. */
class Unit implements Store {
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
    return { sites: createStoredList(texts.map(toStoredSite)), hasMore };
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
    this.writes.push(
      version === undefined
        ? { statement: insert, values: [id, ...inserted], replaces: undefined }
        : { statement: update, values: [id, version, ...changed], replaces: id },
    );
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
