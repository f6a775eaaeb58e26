import type { Site } from '../../contract/index.ts';
import type { JournalEntry } from '../features/journal/journal-entry.ts';
import { isOpen, type OpenDelivery } from '../features/webhooks/delivery.ts';
import { defaultSession } from '../handler.ts';
import {
  type AttachedMock,
  type Awaitable,
  type Deliveries,
  type DeliveryWorker,
  emptyContents,
  everySession,
  type JournalQuery,
  type JournalRecord,
  type JournalStore,
  type Kind,
  mostFinished,
  type ReadableRecord,
  type RecordKey,
  type RecordKinds,
  type Records,
  type RouteRecord,
  type SessionInfo,
  type SessionState,
  type Settings,
  type SettingsAccess,
  type SiteOrder,
  type SiteQuery,
  type SiteRecord,
  type SiteSlice,
  type Snapshots,
  type Store,
  type StoreContents,
  type StoredSnapshot,
  type TransactionOptions,
  toKey,
  type WebhookRecord,
} from './store.ts';

/** Maximum number of sessions: more than the test workers of any machine, and few enough to limit the memory. */
const mostSessions = 1000;

/** The longest delay of a timer. */
const longestDelay = 2 ** 31 - 1;

/** A store in the memory of this process. */
export class MemoryStore implements Store {
  readonly fault = undefined;
  /** The latest requests of all sessions. */
  journal = new MemoryJournal(0);
  readonly #onWrite: WriteListener;
  readonly #restored: readonly Write[];
  readonly #sessions = new Map<string, MemorySession>();
  readonly #closing = new AbortController();
  #mock: AttachedMock = {
    seed: 0,
    journalSize: 0,
    readContents: () => emptyContents,
    onError: () => {},
  };
  #worker: DeliveryWorker | undefined;
  #uses = 0;

  /**
   * @param onWrite called with the writes of each transaction before it ends. If it throws, they are taken back
   * @param restored writes that lead to the state of the default session at the start. Default: the initial contents
   */
  constructor(onWrite: WriteListener = () => {}, restored: readonly Write[] = []) {
    this.#onWrite = onWrite;
    this.#restored = restored;
  }

  attach(mock: AttachedMock): void {
    this.#mock = mock;
    this.journal = new MemoryJournal(mock.journalSize);
    this.session(everySession);
    this.session(defaultSession);
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#closing.abort();
    for (const session of this.#sessions.values()) {
      while (session.running !== undefined) await session.running;
      session.stopTimers();
    }
  }

  get seed(): number {
    return this.#mock.seed;
  }

  /** Returns a session, which is created if necessary. If there are too many, the least recently used one is removed. */
  session(name: string): MemorySession {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      if (this.#sessions.size > mostSessions) this.#removeLeastRecentlyUsed();
      const contents = name === everySession ? emptyContents : this.#mock.readContents();
      session = new MemorySession(name, contents);
      this.#sessions.set(name, session);
      if (name === defaultSession) for (const write of this.#restored) session.apply(write);
    }
    this.#uses += 1;
    session.lastUse = this.#uses;
    return session;
  }

  #removeLeastRecentlyUsed(): void {
    const [oldest] = [...this.#sessions.values()]
      .filter(({ name }) => name !== defaultSession && name !== everySession)
      .sort((one, other) => one.lastUse - other.lastUse);
    if (oldest === undefined) return;
    this.#remove(oldest);
    this.#mock.onRemove?.(oldest.name);
  }

  #remove(session: MemorySession): void {
    session.stopTimers();
    this.#sessions.delete(session.name);
    this.journal.clear(session.name);
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Awaitable<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    const session = this.session(name);
    while (session.running !== undefined) await session.running;
    if (readOnly) return work(new MemoryTransaction(session, this.#arrange));
    const running = this.#run(session, work);
    const ended = (): void => {
      session.running = undefined;
    };
    session.running = running.then(ended, ended);
    return running;
  }

  async #run<T>(session: MemorySession, work: (state: SessionState) => Awaitable<T>): Promise<T> {
    const transaction = new MemoryTransaction(session, this.#arrange);
    try {
      const result = await work(transaction);
      transaction.commit(this.#onWrite);
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  /** Runs work that never waits, at once. */
  change<T>(name: string, work: (state: SessionState) => T): T {
    const transaction = new MemoryTransaction(this.session(name), this.#arrange);
    try {
      const result = work(transaction);
      transaction.commit(this.#onWrite);
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  readSettings(name: string): { own: Settings | undefined; shared: Settings } {
    const own = this.#sessions.get(name)?.settings;
    return { own, shared: this.#sessions.get(everySession)?.settings ?? {} };
  }

  async listSessions(): Promise<SessionInfo[]> {
    return [...this.#sessions.values()].filter(({ name }) => name !== everySession);
  }

  async deleteSession(name: string): Promise<boolean> {
    const session = this.#sessions.get(name);
    if (session === undefined || name === defaultSession || name === everySession) return false;
    this.#remove(session);
    return true;
  }

  work(worker: DeliveryWorker): void {
    this.#worker = worker;
    // An earlier process may have left deliveries in the state file.
    for (const session of this.#sessions.values())
      for (const { delivery } of session.deliveries.values())
        if (isOpen(delivery)) this.#arrange(session, delivery.id, 0);
  }

  /** Passes a delivery to the worker later, instead of at an earlier arranged time. */
  readonly #arrange = (session: MemorySession, id: string, dueIn: number): void => {
    session.timers.get(id)?.();
    session.timers.delete(id);
    if (dueIn === Number.POSITIVE_INFINITY || this.#closing.signal.aborted) return;
    const due = (): void => {
      session.timers.delete(id);
      if (!session.deliveries.has(id)) return;
      this.#worker?.(session.name, id, this.#closing.signal).catch((error: unknown) =>
        this.#mock.onError(`delivery ${id}: ${String(error)}`),
      );
    };
    const timer = setTimeout(due, Math.min(dueIn, longestDelay));
    // Waiting deliveries do not keep the process running. In a browser, a timer is a number.
    if (typeof timer === 'object') timer.unref();
    session.timers.set(id, () => clearTimeout(timer));
  };

  /** No other mock can change this store. */
  watch(): () => void {
    return () => {};
  }
}

/** One change of a session, as data. */
export type Write =
  | { kind: 'site'; record: SiteRecord }
  | { kind: 'route'; record: RouteRecord }
  | { kind: 'webhook'; record: WebhookRecord }
  | { kind: 'contents'; contents: StoreContents }
  | { kind: 'settings'; settings: Settings }
  | { kind: 'delivery'; delivery: OpenDelivery }
  | { kind: 'deliveries'; deliveries: readonly OpenDelivery[] };

/** Called with the writes of a session before they are acknowledged. An error takes them back. */
type WriteListener = (session: MemorySession, writes: readonly Write[]) => void;

/** Takes a change back, if it was the last one. */
type Undo = () => void;

interface Place<Stored> {
  record: Stored;
  /** Among the records of its owner. */
  readonly position: number;
}

/** The records of one kind, in order of creation. Ids are in lower case. */
class Table<Stored> {
  readonly #toKey: (record: Stored) => RecordKey;
  readonly #places = new Map<string, Place<Stored>>();
  readonly #owners = new Map<string, Place<Stored>[]>();

  constructor(toRecordKey: (record: Stored) => RecordKey, records: readonly Stored[]) {
    this.#toKey = toRecordKey;
    for (const record of records) this.put(record);
  }

  put(record: Stored): Undo {
    const { id, owner } = this.#toKey(record);
    const known = this.#places.get(id);
    if (known !== undefined) {
      const before = known.record;
      known.record = record;
      return () => {
        known.record = before;
      };
    }
    const owned = this.#owners.get(owner) ?? [];
    if (owned.length === 0) this.#owners.set(owner, owned);
    const place = { record, position: owned.length };
    owned.push(place);
    this.#places.set(id, place);
    return () => {
      owned.pop();
      this.#places.delete(id);
    };
  }

  /** Almost all ids are in lower case and need no conversion. */
  find(id: string): Place<Stored> | undefined {
    return this.#places.get(id) ?? this.#places.get(id.toLowerCase());
  }

  list(owner: string): readonly Place<Stored>[] {
    return this.#owners.get(owner) ?? this.#owners.get(owner.toLowerCase()) ?? [];
  }

  readAll(): Stored[] {
    return Array.from(this.#places.values(), toRecord);
  }
}

function toRecord<Stored>({ record }: Place<Stored>): Stored {
  return record;
}

type Tables = { readonly [Of in Kind]: Table<RecordKinds[Of]> };

function createTables({ sites, routes, webhooks }: StoreContents): Tables {
  return {
    site: new Table(toKey.site, sites),
    route: new Table(toKey.route, routes),
    webhook: new Table(toKey.webhook, webhooks),
  };
}

/** The state of a session in memory. */
export class MemorySession {
  readonly name: string;
  readonly createdAt = Date.now();
  tables: Tables;
  settings: Settings = {};
  snapshots: ReadonlyMap<string, StoredSnapshot> = new Map();
  deliveries: ReadonlyMap<string, OpenDelivery> = new Map();
  /** Functions that stop the timers of deliveries that will be due. */
  readonly timers = new Map<string, () => void>();
  /** The number of its last use, to find the least recently used session. */
  lastUse = 0;
  /** The transaction that runs at the moment. */
  running: Promise<unknown> | undefined;

  constructor(name: string, contents: StoreContents) {
    this.name = name;
    this.tables = createTables(contents);
  }

  readAll(): StoreContents {
    const { site, route, webhook } = this.tables;
    return { sites: site.readAll(), routes: route.readAll(), webhooks: webhook.readAll() };
  }

  /** Applies a change, and returns the function that takes it back. */
  apply(write: Write): Undo {
    switch (write.kind) {
      case 'site':
        return this.tables.site.put(write.record);
      case 'route':
        return this.tables.route.put(write.record);
      case 'webhook':
        return this.tables.webhook.put(write.record);
      case 'contents':
        return replace(this, 'tables', createTables(write.contents));
      case 'settings':
        return replace(this, 'settings', write.settings);
      case 'delivery':
        return replace(this, 'deliveries', addDelivery(this.deliveries, write.delivery));
      case 'deliveries':
        return replace(
          this,
          'deliveries',
          new Map(write.deliveries.map((each) => [each.delivery.id, each])),
        );
    }
  }

  stopTimers(): void {
    for (const stop of this.timers.values()) stop();
    this.timers.clear();
  }

  putSnapshots(snapshots: ReadonlyMap<string, StoredSnapshot>): Undo {
    return replace(this, 'snapshots', snapshots);
  }
}

/** Replaces a part of a session. */
function replace<Name extends 'tables' | 'settings' | 'snapshots' | 'deliveries'>(
  session: MemorySession,
  name: Name,
  value: MemorySession[Name],
): Undo {
  const before = session[name];
  session[name] = value;
  return () => {
    session[name] = before;
  };
}

/** Adds a delivery, and removes the oldest finished ones if there are too many. */
function addDelivery(
  deliveries: ReadonlyMap<string, OpenDelivery>,
  added: OpenDelivery,
): ReadonlyMap<string, OpenDelivery> {
  const next = new Map(deliveries).set(added.delivery.id, added);
  const finished = [...next.values()].filter(({ delivery }) => !isOpen(delivery));
  for (const { delivery } of finished.slice(0, -mostFinished)) next.delete(delivery.id);
  return next;
}

/** Passes a delivery to the worker in so many milliseconds. */
type Arrange = (session: MemorySession, id: string, dueIn: number) => void;

/** The writes of a transaction, which are applied at once and taken back if it fails. */
class MemoryTransaction implements SessionState, Records {
  readonly #writes: Write[] = [];
  readonly #undo: Undo[] = [];
  /** What happens once the writes are final. */
  readonly #after: (() => void)[] = [];
  readonly #session: MemorySession;
  readonly #arrange: Arrange;

  constructor(session: MemorySession, arrange: Arrange) {
    this.#session = session;
    this.#arrange = arrange;
  }

  get name(): string {
    return this.#session.name;
  }

  get createdAt(): number {
    return this.#session.createdAt;
  }

  get settings(): Settings {
    return this.#session.settings;
  }

  /** The resources. Creating an object for each transaction would take as long as most of them. */
  get records(): Records {
    return this;
  }

  putSettings(settings: Settings): void {
    this.#write({ kind: 'settings', settings });
  }

  find<Of extends Kind>(kind: Of, id: string): RecordKinds[Of] | undefined {
    return this.#session.tables[kind].find(id)?.record;
  }

  list<Of extends Kind>(kind: Of, owner: string): readonly RecordKinds[Of][] {
    return this.#session.tables[kind].list(owner).map(toRecord);
  }

  put<Of extends Kind>(kind: Of, record: RecordKinds[Of]): void {
    this.#write(toWrite[kind](record));
  }

  /** In order of creation, a page takes the same time however many sites exist and wherever it starts. */
  listSites({ workspaceId, order, after, limit }: SiteQuery): SiteSlice | undefined {
    const { site: table } = this.#session.tables;
    const sites = table.list(workspaceId);
    const last = after === undefined ? undefined : table.find(after);
    if (after !== undefined && (last === undefined || sites[last.position] !== last))
      return undefined;
    if (order === 'newest-first') {
      const end = last?.position ?? sites.length;
      const page = sites.slice(Math.max(0, end - limit), end).reverse();
      return { sites: page.map(toSite), hasMore: end > limit };
    }
    const sorted = order === 'oldest-first' ? sites : sortSites(sites, order);
    const from = order === 'oldest-first' ? last?.position : 0;
    const start = last === undefined ? 0 : sorted.indexOf(last, from) + 1;
    const page = sorted.slice(start, start + limit);
    return { sites: page.map(toSite), hasMore: start + limit < sorted.length };
  }

  readAll(): StoreContents {
    return this.#session.readAll();
  }

  replaceAll(contents: StoreContents): void {
    this.#write({ kind: 'contents', contents });
  }

  get snapshots(): Snapshots {
    const session = this.#session;
    const change = (act: (next: Map<string, StoredSnapshot>) => void): void => {
      const next = new Map(session.snapshots);
      act(next);
      this.#undo.push(session.putSnapshots(next));
    };
    return {
      list: () => Array.from(session.snapshots.values(), ({ info }) => info),
      find: (name) => session.snapshots.get(name),
      put: (snapshot) =>
        change((next) => {
          next.delete(snapshot.info.name);
          next.set(snapshot.info.name, snapshot);
        }),
      delete: (name) => {
        const existed = session.snapshots.has(name);
        change((next) => next.delete(name));
        return existed;
      },
    };
  }

  get deliveries(): Deliveries {
    const session = this.#session;
    return {
      list: () => [...session.deliveries.values()],
      find: (id) => session.deliveries.get(id),
      put: (delivery, dueIn) => {
        this.#write({ kind: 'delivery', delivery });
        if (dueIn !== undefined)
          this.#after.push(() => this.#arrange(session, delivery.delivery.id, dueIn));
      },
      clear: () => {
        this.#write({ kind: 'deliveries', deliveries: [] });
        this.#after.push(() => session.stopTimers());
      },
    };
  }

  #write(write: Write): void {
    this.#undo.push(this.#session.apply(write));
    this.#writes.push(write);
  }

  /** @throws the error of the listener */
  commit(onWrite: WriteListener): void {
    if (this.#writes.length > 0) onWrite(this.#session, this.#writes);
    for (const act of this.#after) act();
  }

  rollback(): void {
    for (const undo of this.#undo.toReversed()) undo();
  }
}

const toWrite: { readonly [Of in Kind]: (record: RecordKinds[Of]) => Write } = {
  site: (record) => ({ kind: 'site', record }),
  route: (record) => ({ kind: 'route', record }),
  webhook: (record) => ({ kind: 'webhook', record }),
};

function toSite({ record }: Place<SiteRecord>): Site {
  return record.site;
}

function sortSites(sites: readonly Place<SiteRecord>[], order: SiteOrder) {
  const toText = ({ record: { site } }: Place<SiteRecord>): string =>
    order === 'by-name' ? `${site.name}\0${site.id}` : site.id;
  return (
    sites
      .map((site) => ({ site, text: toText(site) }))
      // By code units, like comparisons of strings in JavaScript.
      .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
      .map(({ site }) => site)
  );
}

/** Maximum size of all bodies in bytes: as much as 256 entries with the longest bodies. */
export const mostHeldBytes = 8 * 1024 * 1024;

/** A journal in memory. It is a ring buffer: the id of a record determines its index. */
export class MemoryJournal implements JournalStore {
  /** The id of the last record, 0 before the first. */
  #lastId = 0;
  readonly #size: number;
  readonly #ring: (JournalRecord | undefined)[] = [];
  /** Sizes of the bodies of each record, in bytes: the oldest record itself is no longer in a CPU cache. */
  readonly #sizes: number[] = [];
  #heldBytes = 0;
  /** The id of the oldest record that may still have bodies. */
  #oldestWhole = 1;
  readonly #listeners = new Set<(record: ReadableRecord) => void>();

  /** @param size maximum number of records */
  constructor(size: number) {
    this.#size = size;
  }

  append(record: JournalRecord): void {
    if (this.#size === 0) return;
    this.#lastId += 1;
    record.id = this.#lastId;
    const place = record.id % this.#size;
    this.#hold(place, record.heldBytes);
    this.#ring[place] = record;
    if (this.#heldBytes > mostHeldBytes) this.#dropOldestBodies();
    for (const listener of this.#listeners) listener(record);
  }

  list({
    limit = this.#size,
    after = 0,
    before = this.#lastId + 1,
    ...filter
  }: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = [];
    const first = Math.max(after, this.#lastId - this.#size, 0);
    for (let id = Math.min(this.#lastId, before - 1); id > first && found.length < limit; id -= 1) {
      const record = this.#ring[id % this.#size];
      if (record?.isMeant(filter)) found.push(record.toEntry());
    }
    return found.reverse();
  }

  clear(session?: string): void {
    for (const [place, record] of this.#ring.entries()) {
      if (record === undefined || (session ?? record.session) !== record.session) continue;
      this.#hold(place, 0);
      this.#ring[place] = undefined;
    }
  }

  readLastId(): number {
    return this.#lastId;
  }

  subscribe(listener: (record: ReadableRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #dropOldestBodies(): void {
    this.#oldestWhole = Math.max(this.#oldestWhole, this.#lastId - this.#size + 1);
    while (this.#heldBytes > mostHeldBytes && this.#oldestWhole < this.#lastId) {
      const place = this.#oldestWhole % this.#size;
      this.#oldestWhole += 1;
      this.#hold(place, 0);
      this.#ring[place]?.dropBodies();
    }
  }

  #hold(place: number, bytes: number): void {
    this.#heldBytes += bytes - (this.#sizes[place] ?? 0);
    this.#sizes[place] = bytes;
  }
}

/** Access to a store of this process, whose methods return values. */
export interface OwnAccess extends SettingsAccess {
  readonly isOwn: true;
}

export function accessMemory(store: MemoryStore): OwnAccess {
  return {
    isOwn: true,
    read: (session, get) => get(store.session(session).settings),
    change: (session, work, after) => {
      const { result } = store.change(session, (state) => {
        const changed = work(state.settings);
        state.putSettings(changed.settings);
        return changed;
      });
      after?.();
      return result;
    },
  };
}
