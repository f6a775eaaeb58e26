import {
  type JournalEntry,
  type JournalQuery,
  selectEntries,
} from '../features/journal/journal-entry.ts';
import { isOpen } from '../features/webhooks/delivery.ts';
import { defaultSession } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import {
  type AttachedMock,
  type Awaitable,
  type DeliveryWorker,
  emptyContents,
  everySession,
  type JournalRecord,
  type JournalStore,
  type Kind,
  type RecordKinds,
  type Records,
  refuseMissing,
  type SessionInfo,
  type SessionState,
  type Settings,
  type SettingsAccess,
  type Store,
  type StoreContents,
  TakenId,
  type TransactionOptions,
  toId,
  toKey,
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
  readonly #restored: MemorySession | undefined;
  readonly #shared = new MemorySession(everySession, emptyContents);
  readonly #sessions = new Map<string, MemorySession>();
  readonly #closing = new AbortController();
  #mock: AttachedMock | undefined;
  #worker: DeliveryWorker | undefined;
  #uses = 0;

  /**
   * @param onWrite called with the writes of each transaction before it ends. If it throws, they are rolled back
   * @param restored the default session at the start. Default: it has the initial contents
   */
  constructor(onWrite: WriteListener = () => {}, restored?: MemorySession) {
    this.#onWrite = onWrite;
    this.#restored = restored;
  }

  attach(mock: AttachedMock): void {
    this.#mock = mock;
    this.journal = new MemoryJournal(mock.journalSize);
    if (this.#restored === undefined) this.session(defaultSession);
    else this.#sessions.set(defaultSession, this.#restored);
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#closing.abort();
    for (const session of this.#sessions.values()) while (session.isBusy) await session.wait();
    for (const session of this.#sessions.values()) session.stopTimers();
  }

  get seed(): number {
    return this.#mock?.seed ?? 0;
  }

  /** Returns a session, which is created if necessary. If there are too many, the least recently used one is removed. */
  session(name: string): MemorySession {
    if (name === everySession) return this.#shared;
    let session = this.#sessions.get(name);
    if (session === undefined) {
      if (this.#sessions.size >= mostSessions) this.#removeLeastRecentlyUsed();
      session = new MemorySession(name, this.#mock?.readContents() ?? emptyContents);
      this.#sessions.set(name, session);
    }
    this.#uses += 1;
    session.lastUse = this.#uses;
    return session;
  }

  #removeLeastRecentlyUsed(): void {
    const [, ...others] = this.#sessions.values();
    const { name } = others.reduce((one, other) => (other.lastUse < one.lastUse ? other : one));
    this.#remove(name);
    this.#mock?.onChange?.(name);
  }

  #remove(name: string): boolean {
    this.journal.clear(name);
    // A timer would keep the session in memory until its delivery is due.
    this.#sessions.get(name)?.stopTimers();
    return this.#sessions.delete(name);
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Awaitable<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    const session = this.session(name);
    while (session.isBusy) await session.wait();
    // Returning the promise itself would take three more steps than awaiting it.
    if (readOnly) return await work(session);
    session.isBusy = true;
    try {
      const result = await work(session);
      for (const [id, dueIn] of session.commit(this.#onWrite)) this.#arrange(session, id, dueIn);
      return result;
    } catch (error) {
      session.rollback();
      throw error;
    } finally {
      session.isBusy = false;
      if (session.waiting.length > 0) for (const resume of session.waiting.splice(0)) resume();
    }
  }

  readSettings(name: string): { own: Settings | undefined; shared: Settings } {
    const own = name === everySession ? this.#shared : this.#sessions.get(name);
    return { own: own?.settings, shared: this.#shared.settings };
  }

  async listSessions(): Promise<SessionInfo[]> {
    return [...this.#sessions.values()];
  }

  async deleteSession(name: string): Promise<boolean> {
    return name !== defaultSession && this.#sessions.has(name) && this.#remove(name);
  }

  work(worker: DeliveryWorker): void {
    this.#worker = worker;
    // An earlier process may have left deliveries in the state file.
    for (const session of this.#sessions.values())
      for (const { delivery } of session.list('delivery'))
        if (isOpen(delivery)) this.#arrange(session, delivery.id, 0);
  }

  /** Passes a delivery to the worker later, which does nothing if the delivery was removed. */
  #arrange(session: MemorySession, id: string, dueIn: number): void {
    const { timers } = session;
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (dueIn === Number.POSITIVE_INFINITY || this.#closing.signal.aborted) return;
    if (this.#sessions.get(session.name) !== session) return;
    const work = async (): Promise<void> => {
      const send = await this.transaction(session.name, (state) => {
        // It was arranged anew, or the session was deleted, while this transaction waited.
        if (timers.get(id) !== timer) return undefined;
        timers.delete(id);
        return this.#worker?.(state, id);
      });
      await send?.(this.#closing.signal);
    };
    const fail = (error: unknown) => {
      // The state file cannot be written at the moment.
      if (error instanceof Refusal) this.#arrange(session, id, 1000);
      else if (!this.#closing.signal.aborted)
        this.#mock?.onError(`delivery ${id}: ${String(error)}`);
    };
    const timer = setTimeout(() => work().catch(fail), Math.min(dueIn, longestDelay));
    // Waiting deliveries do not keep the process running. In a browser, a timer is a number.
    if (typeof timer === 'object') timer.unref();
    timers.set(id, timer);
  }
}

/** One change of a session, as data. */
export type Write =
  /** Inserted or replaced. */
  | { kind: Kind; record: RecordKinds[Kind] }
  /** Without an id, all records of the kind were removed. */
  | { removed: Kind; id?: string | undefined }
  | { contents: StoreContents }
  | { settings: Settings };

/** Called with the writes of a session before they are acknowledged. An error takes them back. */
type WriteListener = (session: MemorySession, writes: readonly Write[]) => void;

/** Takes a change back, if it was the last one. */
type Undo = () => void;

/** The records of one kind, in order of creation. */
class Table<Of extends Kind> {
  readonly #kind: Of;
  #records = new Map<string, RecordKinds[Of]>();
  #owners = new Map<string, RecordKinds[Of][]>();

  constructor(kind: Of, records: readonly RecordKinds[Of][]) {
    this.#kind = kind;
    for (const record of records) this.insert(record);
  }

  insert(record: RecordKinds[Of]): Undo {
    const { id, owner } = toKey[this.#kind](record);
    if (this.#records.has(id)) throw new TakenId(this.#kind, id);
    const owned = this.#owners.get(owner) ?? [];
    this.#records.set(id, record);
    if (owned.push(record) === 1) this.#owners.set(owner, owned);
    return () => {
      owned.pop();
      this.#records.delete(id);
    };
  }

  replace(record: RecordKinds[Of]): Undo {
    const { id, owner } = toKey[this.#kind](record);
    const before = this.#records.get(id);
    if (before === undefined) throw refuseMissing(this.#kind, id);
    const owned = this.#owners.get(owner) ?? [];
    const position = owned.indexOf(before);
    owned[position] = record;
    this.#records.set(id, record);
    return () => {
      owned[position] = before;
      this.#records.set(id, before);
    };
  }

  /** Removes one or all records. They are few: resources are only removed together. */
  remove(id: string | undefined): Undo {
    const [records, owners] = [this.#records, this.#owners];
    const left = id === undefined ? [] : records.values();
    const removed = id === undefined ? undefined : this.find(id);
    this.#records = new Map();
    this.#owners = new Map();
    for (const record of left) if (record !== removed) this.insert(record);
    return () => {
      this.#records = records;
      this.#owners = owners;
    };
  }

  /** Almost all ids are in lower case and need no conversion. */
  find(id: string): RecordKinds[Of] | undefined {
    return this.#records.get(id) ?? this.#records.get(toId(this.#kind, id));
  }

  /** The list changes with the table. */
  list(owner: string): readonly RecordKinds[Of][] {
    return this.#owners.get(owner) ?? this.#owners.get(toId(this.#kind, owner)) ?? [];
  }

  readAll(): RecordKinds[Of][] {
    return [...this.#records.values()];
  }
}

type Tables = { readonly [Of in Kind]: Table<Of> };

function createTables({ sites, routes, webhooks, records = [] }: StoreContents) {
  return {
    record: new Table('record', records),
    site: new Table('site', sites),
    route: new Table('route', routes),
    webhook: new Table('webhook', webhooks),
  };
}

/** Named, so that declarations of the package do not name a type of Node. */
type Timer = ReturnType<typeof setTimeout>;

/** A session in memory. Writes are applied at once, and rolled back if their transaction fails. */
export class MemorySession implements SessionState, Records {
  readonly name: string;
  readonly createdAt = Date.now();
  settings: Settings = {};
  /** The number of its last use, to find the least recently used session. */
  lastUse = 0;
  /** Whether a transaction runs at the moment. */
  isBusy = false;
  /** What waits for its end. Most transactions wait for none, so they need no promise. */
  readonly waiting: (() => void)[] = [];
  /** The timers of its waiting deliveries, by their ids. */
  readonly timers: Map<string, Timer> = new Map();
  #tables: Tables;
  #changes = noChanges();

  constructor(name: string, contents: StoreContents) {
    this.name = name;
    this.#tables = {
      ...createTables(contents),
      delivery: new Table('delivery', []),
      snapshot: new Table('snapshot', []),
      saved: new Table('saved', []),
    };
  }

  /** The records. Creating an object for each transaction would take as long as most of them. */
  get records(): Records {
    return this;
  }

  /** Waits for the end of the transaction. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  stopTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  putSettings(settings: Settings): void {
    const before = this.settings;
    this.settings = settings;
    this.#note({ settings }, () => {
      this.settings = before;
    });
  }

  find<Of extends Kind>(kind: Of, id: string): RecordKinds[Of] | undefined {
    return this.#tables[kind].find(id);
  }

  list<Of extends Kind>(kind: Of, owner?: string): readonly RecordKinds[Of][] {
    const table = this.#tables[kind];
    return owner === undefined ? table.readAll() : table.list(owner);
  }

  insert<Of extends Kind>(kind: Of, record: RecordKinds[Of]): void {
    this.#note({ kind, record }, this.#tables[kind].insert(record));
  }

  replace<Of extends Kind>(kind: Of, record: RecordKinds[Of]): void {
    this.#note({ kind, record }, this.#tables[kind].replace(record));
  }

  remove(kind: Kind, id?: string): boolean {
    const table = this.#tables[kind];
    const isFound = id === undefined ? table.readAll().length > 0 : table.find(id) !== undefined;
    if (isFound) this.#note({ removed: kind, id }, table.remove(id));
    return isFound;
  }

  readAll(): StoreContents {
    const { site, route, webhook, record } = this.#tables;
    const contents = {
      sites: site.readAll(),
      routes: route.readAll(),
      webhooks: webhook.readAll(),
    };
    const records = record.readAll();
    return records.length === 0 ? contents : { ...contents, records };
  }

  replaceAll(contents: StoreContents): void {
    const before = this.#tables;
    this.#tables = { ...before, ...createTables(contents) };
    this.#note({ contents }, () => {
      this.#tables = before;
    });
  }

  arrange(deliveryId: string, dueIn: number): void {
    this.#changes.arranged.push([deliveryId, dueIn]);
  }

  #note(write: Write, undo: Undo): void {
    this.#changes.writes.push(write);
    this.#changes.undo.push(undo);
  }

  /**
   * Makes the writes final.
   * @returns the deliveries to arrange, and when they are due
   * @throws the error of the listener
   */
  commit(onWrite: WriteListener): readonly Arranged[] {
    const { writes, arranged } = this.#changes;
    if (writes.length > 0) onWrite(this, writes);
    this.#changes = noChanges();
    return arranged;
  }

  rollback(): void {
    for (const undo of this.#changes.undo.reverse()) undo();
    this.#changes = noChanges();
  }
}

type Arranged = [deliveryId: string, dueIn: number];

/** The changes of a transaction at its start, and the deliveries that it arranges once they are final. */
function noChanges(): { writes: Write[]; undo: Undo[]; arranged: Arranged[] } {
  return { writes: [], undo: [], arranged: [] };
}

/** Number of old records that are removed at once, because each removal moves all others. */
const batch = 50;

/** A journal in memory, oldest records first. */
class MemoryJournal implements JournalStore {
  #lastId = 0;
  readonly #size: number;
  #records: JournalRecord[] = [];
  readonly #listeners = new Set<(record: JournalRecord) => void>();

  /** @param size maximum number of records */
  constructor(size: number) {
    this.#size = size;
  }

  append(record: JournalRecord): void {
    this.#lastId += 1;
    record.id = this.#lastId;
    this.#records.push(record);
    if (this.#records.length >= this.#size + batch) this.#records = this.#readLatest();
    for (const listener of this.#listeners) listener(record);
  }

  list(query?: JournalQuery): JournalEntry[] {
    return selectEntries(this.#readLatest(), query).map((record) => record.toEntry());
  }

  clear(session?: string): void {
    this.#records = this.#readLatest().filter(
      (record) => session !== undefined && record.session !== session,
    );
  }

  #readLatest(): JournalRecord[] {
    return this.#records.slice(-this.#size);
  }

  readLastId(): number {
    return this.#lastId;
  }

  subscribe(listener: (record: JournalRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Access to a store of this process, whose methods return values. It bypasses transactions, and so the log of `--state`. */
export function accessMemory(store: MemoryStore): SettingsAccess {
  return {
    read: (session, get) => get(store.session(session).settings),
    change: (name, work, after) => {
      const session = store.session(name);
      const { settings, result } = work(session.settings);
      session.settings = settings;
      after?.();
      return result;
    },
  };
}
